//! `cargo site rollback`: what was live before is live again, from what the place keeps, without a build.
//!
//! It says first what that will show, at this moment and at each moment ahead. Publishing is held until the revert is merged: the
//! next merge would put back what was withdrawn.

use crate::run::{capture_stdout, print};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail, ensure};
use jiff::Timestamp;
use site_cli::publication::Publication;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

pub const AFTER_HELP: &str = "\
SITE_PLACE names the place, as for deploy/publish/place.sh. Exits with 0 where the place has switched, 1 where it has not, and 2 where
it could not be asked.";

/// Paths that are named of many that change.
const NAMED: usize = 10;

#[derive(clap::Args)]
pub struct Arguments {
    /// The beginning of the publication's digest, as `--list` shows it; without it, the last one before what is live
    publication: Option<String>,
    /// The person who goes back
    #[arg(long, required_unless_present_any = ["list", "dry_run"])]
    who: Option<String>,
    /// The reason, which the place keeps, and shows to whoever wants to publish
    #[arg(long, required_unless_present_any = ["list", "dry_run"])]
    reason: Option<String>,
    /// List what the place keeps, and change nothing
    #[arg(long)]
    list: bool,
    /// Say what it would show, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// Goes back; returns true once the place has switched.
pub fn rollback(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let place = Place {
        workspace: &workspace,
    };
    let status = place.status()?;
    if arguments.list {
        print(&(status.text + "\n"))?;
        return Ok(true);
    }
    let chosen = status.choose(arguments.publication.as_deref())?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let live = place.get(&status.live, &folder.path().join("live"))?;
    let earlier = place.get(&chosen, &folder.path().join("earlier"))?;
    print(&preview(&live, &earlier, Timestamp::now().as_second()))?;
    if arguments.dry_run {
        return Ok(true);
    }

    // Held first: a merge at this moment would be published over it.
    let who = arguments.who.as_deref().unwrap_or_default();
    let reason = arguments.reason.as_deref().unwrap_or_default();
    place.ask(&["hold", who, reason])?;
    if let Err(error) = place.ask(&["switch", &chosen]) {
        eprintln!("error: {error:#}");
        return Ok(false);
    }
    print(&format!(
        "\nLive again: {}\nPublishing is held by {who}: {reason}\n\n{}",
        named(&earlier, &chosen),
        revert(&workspace, &live, &earlier)
    ))?;
    Ok(true)
}

/// The place, which its scripts know.
struct Place<'w> {
    workspace: &'w Workspace,
}

/// The answer of a place.
struct Status {
    text: String,
    /// The digest of what is live.
    live: String,
    /// The digests that the place keeps, the newest first.
    kept: Vec<String>,
}

impl Place<'_> {
    fn ask(&self, words: &[&str]) -> Result<String> {
        let script = self.workspace.path("deploy/publish/place.sh");
        let mut command = Command::new("bash");
        command.arg(script).args(words);
        capture_stdout(&mut command)
    }

    fn status(&self) -> Result<Status> {
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
    fn get(&self, digest: &str, file: &Path) -> Result<Publication> {
        let name = file.to_str().context("a temporary file has a plain name")?;
        self.ask(&["get", digest, name])?;
        Publication::of_server(file)
    }
}

impl Status {
    /// The digest of the publication that was asked for, or else of the newest one that is not live.
    fn choose(&self, beginning: Option<&str>) -> Result<String> {
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
                "expected one publication that the place keeps, found {}; --list shows them. An older one is built from its commit again",
                fitting.len()
            ),
        }
    }
}

/// What visitors will see otherwise, at this moment and at each moment ahead.
fn preview(live: &Publication, earlier: &Publication, now: i64) -> String {
    let mut moments = BTreeSet::from([now]);
    for publication in [live, earlier] {
        for edition in &publication.editions {
            moments.extend(edition.starts.filter(|starts| *starts > now));
        }
    }
    let mut text = String::new();
    for moment in moments {
        let shown = Timestamp::from_second(moment).unwrap_or_default();
        let changed = changed(live, earlier, moment);
        let when = if moment == now {
            "At once".to_owned()
        } else {
            format!("From {shown} on")
        };
        text += &format!(
            "{when}, {} addresses answer as in the earlier publication",
            changed.len()
        );
        for path in changed.iter().take(NAMED) {
            text += &format!("\n  {path}");
        }
        if changed.len() > NAMED {
            text += &format!("\n  and {} more", changed.len() - NAMED);
        }
        text += "\n";
    }
    text
}

/// The paths that answer otherwise, but for parts that only pages ask for.
fn changed(live: &Publication, earlier: &Publication, moment: i64) -> Vec<String> {
    let one = &live.editions[live.in_force(moment)];
    let other = &earlier.editions[earlier.in_force(moment)];
    let mut paths = live.paths();
    paths.extend(earlier.paths());
    let mut changed = Vec::new();
    for path in paths {
        let (one, other) = (one.answer(path), other.answer(path));
        let is_same =
            one.status == other.status && one.body == other.body && one.headers == other.headers;
        if !is_same && !path.starts_with("/assets/") {
            changed.push(path.to_owned());
        }
    }
    changed
}

fn named(publication: &Publication, digest: &str) -> String {
    let commit = publication.commit.as_deref().unwrap_or("unknown");
    format!("{}, of commit {commit}", &digest[..16])
}

/// The way to the pull request that takes the change out of main, and the end of the hold.
fn revert(workspace: &Workspace, live: &Publication, earlier: &Publication) -> String {
    let from = earlier.commit.as_deref().unwrap_or("EARLIER");
    let to = live.commit.as_deref().unwrap_or("LIVE");
    let mut merges = format!("{from}..{to} in the repository");
    if let Ok(Some(url)) = workspace.ask_git(&["remote", "get-url", "origin"])
        && let Some(address) = web_address(&url)
    {
        merges = format!("{address}/compare/{from}...{to}");
    }

    let mut text =
        "The next merge would publish it again: open a pull request that takes it out of main. \
                    The merges between the two are at\n"
            .to_owned();
    text += &format!("  {merges}\n");
    text += "where each pull request has a button Revert. Once that is merged, end the hold:\n";
    text += "  deploy/publish/place.sh release WHO \"reverted\"\n";
    text
}

/// The address of a repository for a browser, of the one that Git fetches from.
fn web_address(url: &str) -> Option<String> {
    let bare = url.trim_end_matches('/').trim_end_matches(".git");
    if let Some(rest) = bare.strip_prefix("git@") {
        let (host, path) = rest.split_once(':')?;
        return Some(format!("https://{host}/{path}"));
    }
    bare.starts_with("https://").then(|| bare.to_owned())
}
