//! The place that a site is published to, by the scripts of deploy/publish/, which know how.

use crate::publication::Publication;
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail, ensure};
use std::env;
use std::path::Path;
use std::process::Command;

/// The command of a script of deploy/publish/, which runs this program as its `cargo site-ops`.
pub fn script(workspace: &Workspace, name: &str) -> Command {
    let mut command = Command::new("bash");
    command.arg(workspace.path("deploy/publish").join(name));
    if env::var_os("SITE_OPS_PROGRAM").is_none()
        && let Ok(program) = env::current_exe()
    {
        command.env("SITE_OPS_PROGRAM", program);
    }
    command
}

/// The place, which its scripts know.
pub struct Place<'w> {
    pub workspace: &'w Workspace,
}

/// The answer of a place.
#[derive(Default)]
pub struct Status {
    pub text: String,
    /// The digest of the live publication.
    pub live: String,
    /// The commit of the live publication.
    pub live_commit: String,
    /// The person who holds the place, since when, and why.
    pub hold: Option<String>,
    /// The digest before the live one in the order of switches, except failed and left switches.
    earlier: Option<String>,
    /// The digests that the place has switched to.
    switches: Vec<String>,
    /// The digests that the place keeps, the newest upload first.
    kept: Vec<String>,
}

impl Place<'_> {
    pub fn ask(&self, words: &[&str]) -> Result<String> {
        capture_stdout(script(self.workspace, "place.sh").args(words))
    }

    pub fn status(&self) -> Result<Status> {
        let text = self.ask(&["status"])?;
        let mut status = Status::default();
        for line in text.lines() {
            let word = |place: usize| line.split(' ').nth(place).unwrap_or_default().to_owned();
            match word(0).as_str() {
                "live:" => (status.live, status.live_commit) = (word(1), word(2)),
                "before:" => status.earlier = Some(word(1)),
                "held:" => status.hold = line.strip_prefix("held: ").map(str::to_owned),
                "switched:" => status.switches.push(word(2)),
                first if first.len() == 64 => status.kept.push(first.to_owned()),
                _ => {}
            }
        }
        status.text = text;
        Ok(status)
    }

    /// Fetches a publication, and reads it.
    pub fn get(&self, digest: &str, file: &Path) -> Result<Publication> {
        let name = file.to_str().context("a temporary file has a plain name")?;
        self.ask(&["get", digest, name])?;
        Publication::of_server(file)
    }
}

impl Status {
    /// The digest of the publication whose digest begins so, or else of the one before the live one.
    pub fn choose(&self, beginning: Option<&str>) -> Result<String> {
        let Some(beginning) = beginning else {
            return self.before_live();
        };
        let mut matches = Vec::new();
        for digest in &self.kept {
            if digest.starts_with(beginning) {
                matches.push(digest);
            }
        }
        let [digest] = matches.as_slice() else {
            bail!(
                "expected one publication that the place keeps, found {}; --list shows them. \
                 Build an older one again from its commit, which `cargo site-ops record list` shows, in a separate clone (git worktree add ../older COMMIT; there, cargo site build), and name it by --built",
                matches.len()
            );
        };
        ensure!(
            **digest != self.live,
            "expected a publication that is not live, found that {digest} is; --list shows what the place keeps"
        );
        Ok((*digest).clone())
    }

    /// The digest of the publication before the live one. If the place has no switch before that, it is the last upload before the live
    /// one without any switch, since an older program wrote down no switches.
    fn before_live(&self) -> Result<String> {
        if let Some(digest) = &self.earlier {
            return Ok(digest.clone());
        }
        let live = &self.live;
        let uploads = self.kept.iter().skip_while(|digest| *digest != live);
        for digest in uploads.skip(1) {
            if !self.switches.contains(digest) {
                eprintln!(
                    "note: the place has no order of switches before {live}, so this takes the last upload before it, which may never have been live"
                );
                return Ok(digest.clone());
            }
        }
        bail!(
            "expected a publication that was live before {live} and passed its check, found none; --list shows what the place keeps: name one by its digest"
        )
    }
}

/// The address of a repository for a browser, of the one that Git fetches from.
pub fn web_address(url: &str) -> Option<String> {
    let bare = url.trim_end_matches('/').trim_end_matches(".git");
    if let Some(rest) = bare.strip_prefix("git@") {
        let (host, path) = rest.split_once(':')?;
        return Some(format!("https://{host}/{path}"));
    }
    bare.starts_with("https://").then(|| bare.to_owned())
}
