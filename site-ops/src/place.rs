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
pub struct Status {
    pub text: String,
    /// The digest of what is live.
    pub live: String,
    /// The digests that the place keeps, the newest first.
    kept: Vec<String>,
}

impl Place<'_> {
    pub fn ask(&self, words: &[&str]) -> Result<String> {
        capture_stdout(script(self.workspace, "place.sh").args(words))
    }

    pub fn status(&self) -> Result<Status> {
        let text = self.ask(&["status"])?;
        let mut live = String::new();
        let mut kept = Vec::new();
        for line in text.lines() {
            let first = line.split(' ').next().unwrap_or_default();
            if let Some(digest) = line.strip_prefix("live: ") {
                live = digest.split(' ').next().unwrap_or_default().to_owned();
            } else if first.len() == 64 {
                kept.push(first.to_owned());
            }
        }
        Ok(Status { text, live, kept })
    }

    /// Fetches a publication, and reads it.
    pub fn get(&self, digest: &str, file: &Path) -> Result<Publication> {
        let name = file.to_str().context("a temporary file has a plain name")?;
        self.ask(&["get", digest, name])?;
        Publication::of_server(file)
    }
}

impl Status {
    /// The digest of the publication that was asked for, or else of the newest one that is not live.
    pub fn choose(&self, beginning: Option<&str>) -> Result<String> {
        let mut fitting = Vec::new();
        for digest in &self.kept {
            let is_meant = match beginning {
                Some(beginning) => digest.starts_with(beginning),
                None => *digest != self.live,
            };
            if is_meant {
                fitting.push(digest);
            }
        }
        match (beginning, fitting.as_slice()) {
            (None, [first, ..]) | (Some(_), [first]) => {
                ensure!(
                    **first != self.live,
                    "expected a publication that is not live, found that {first} is; --list shows what the place keeps"
                );
                Ok((*first).clone())
            }
            _ => bail!(
                "expected one publication that the place keeps, found {}; --list shows them. \
                 Build an older one again from its commit, which `cargo site-ops record list` shows, in a clone of its own (git worktree add ../older COMMIT; there, cargo site build), and name it by --built",
                fitting.len()
            ),
        }
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
