//! `cargo site-ops rollback`: what was live before is live again, from what the place keeps, without a build.
//!
//! It says first what that will show, at this moment and at each moment ahead. Publishing is held until the revert is merged: the
//! next merge would put back what was withdrawn.

use crate::ask::has_terminal;
use crate::place::{Place, Status, script, web_address};
use crate::publication::Publication;
use crate::run::{capture_stdout, print};
use crate::workspace::{Workspace, shown};
use anyhow::{Context as _, Result, bail, ensure};
use dialoguer::Confirm;
use jiff::Timestamp;
use site_record::record::Record;
use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

/// Paths that are named of many that change.
const NAMED: usize = 10;

/// The version to go back to.
#[derive(Debug)]
pub struct Target {
    /// The beginning of the publication's digest; none is the version before the live one.
    pub publication: Option<String>,
    /// The file of a built server, if the place doesn't keep that publication anymore.
    pub built: Option<PathBuf>,
}

/// The person who goes back, and the reason.
#[derive(Debug)]
pub struct Person {
    pub who: String,
    pub reason: String,
}

/// Prints the versions that the place keeps.
pub fn list() -> Result<bool> {
    let workspace = Workspace::find()?;
    let place = Place {
        workspace: &workspace,
    };
    print(&(place.status()?.text + "\n"))?;
    Ok(true)
}

/// Goes back; returns true once the earlier version is live again. Without a person, it only shows what would change.
pub fn rollback(target: &Target, person: Option<&Person>) -> Result<bool> {
    let workspace = Workspace::find()?;
    let place = Place {
        workspace: &workspace,
    };
    let status = place.status()?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let live_server = folder.path().join("live");
    let live = place.get(&status.live, &live_server)?;
    let Chosen {
        digest,
        server,
        publication: earlier,
    } = choose(target, &place, &status, folder.path())?;
    print(&preview(&live, &earlier, Timestamp::now().as_second()))?;
    let Some(Person { who, reason }) = person else {
        return Ok(true);
    };
    let question = format!("Go back to {}", named(&earlier, &digest));
    if !is_confirmed(&question)? {
        eprintln!("Nothing was changed.");
        return Ok(false);
    }

    if target.built.is_some() {
        let file = server
            .to_str()
            .context("expected a file with a plain name")?;
        place.ask(&["put", file, "under-hold"])?;
    }
    // Held first: a merge at this moment would be published over it.
    place.ask(&["hold", who, reason])?;
    write_down(&workspace, &["held", "--actor", who, "--reason", reason]);
    let began = Timestamp::now().as_second().to_string();
    if let Err(error) = place.ask(&["back", &digest]) {
        eprintln!("error: {error:#}\nPublishing is held all the same.");
        return Ok(false);
    }
    match number_of(&digest) {
        Ok(Some(number)) => {
            let words = [
                "back",
                "--publication",
                &number,
                "--reason",
                reason,
                "--began",
                &began,
            ];
            write_down(&workspace, &words);
        }
        Ok(None) => {}
        Err(error) => eprintln!("warning: the record does not have this: {error:#}"),
    }
    print(&format!(
        "\nLive again: {}\nPublishing is held by {who}: {reason}\n\n{}\n",
        named(&earlier, &digest),
        revert(&workspace, &live, &earlier)
    ))?;

    let mut check = script(&workspace, "check.sh");
    check.arg(&server).arg("--before").arg(&live_server);
    match check.status().context("cannot start `bash`")?.code() {
        Some(0) => Ok(true),
        Some(1) => {
            eprintln!(
                "error: the place has switched, and its origin answers otherwise (above): see the place at once"
            );
            Ok(false)
        }
        _ => bail!(
            "the place has switched, but its origin could not be asked (above); ask again: cargo site-ops verify"
        ),
    }
}

/// Returns true if the person at the terminal says yes, or if there is no terminal.
fn is_confirmed(question: &str) -> Result<bool> {
    if !has_terminal() {
        return Ok(true);
    }
    let confirm = Confirm::new().with_prompt(question).default(false);
    confirm
        .interact()
        .context("no answer, so nothing was changed")
}

/// The publication to go back to.
struct Chosen {
    digest: String,
    server: PathBuf,
    publication: Publication,
}

/// The publication that was asked for: one that the place keeps, or one that was built again.
fn choose(target: &Target, place: &Place, status: &Status, folder: &Path) -> Result<Chosen> {
    let Some(built) = &target.built else {
        let digest = status.choose(target.publication.as_deref())?;
        let server = folder.join("earlier");
        let publication = place.get(&digest, &server)?;
        return Ok(Chosen {
            digest,
            server,
            publication,
        });
    };
    let publication = Publication::of_server(built)?;
    let wanted = target.publication.as_deref().unwrap_or_default();
    let digest = publication.digest.clone();
    ensure!(
        wanted.len() >= 16 && digest.starts_with(wanted),
        "expected {} to have the digest {wanted} (16 digits at least), found {digest}: it is another publication. \
         Build it from the same commit, with the compiler of publish.yml and the Node of .node-version",
        shown(built)
    );
    ensure!(
        digest != status.live,
        "expected a publication that is not live, found that {digest} is"
    );
    Ok(Chosen {
        digest,
        server: built.clone(),
        publication,
    })
}

/// Writes an event into the record, if one is kept. Going back does not wait for it.
fn write_down(workspace: &Workspace, words: &[&str]) {
    if let Err(error) = capture_stdout(script(workspace, "record.sh").args(words)) {
        eprintln!("warning: the record does not have this; write it by hand: {error:#}");
    }
}

/// The number of the last publication of a digest in the record, if one is kept.
fn number_of(digest: &str) -> Result<Option<String>> {
    let Some(folder) = env::var_os("SITE_RECORD").filter(|folder| !folder.is_empty()) else {
        return Ok(None);
    };
    let record = Record::open(Path::new(&folder), None)?;
    let mut number = None;
    for entry in record.entries()? {
        let entry = entry?;
        if entry.event() == "begins" && entry.text("digest")? == digest {
            number = Some(entry.number.to_string());
        }
    }
    Ok(number)
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
