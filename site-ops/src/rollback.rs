//! `cargo site-ops rollback`: makes an earlier version live again, from the copy that the place keeps, without a build.
//!
//! First, it shows what visitors will see, now and at each scheduled change. Publishing stays on hold until the revert is
//! merged, because the next merge would otherwise bring back the withdrawn version.

use crate::ask::has_terminal;
use crate::hold;
use crate::place::named::from_environment;
use crate::place::{Place, Reply, fetch, variable, web_address};
use crate::publication::Publication;
use crate::publish::journal::Journal;
use crate::publish::{Person, check_origin};
use crate::run::print;
use crate::verify::report::Outcome;
use crate::workspace::{Workspace, shown};
use anyhow::{Context as _, Result, bail, ensure};
use dialoguer::Confirm;
use jiff::Timestamp;
use site_place::request::Request;
use site_place::state::State;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The most changed paths to name.
const NAMED: usize = 10;

/// The version to return to.
#[derive(Debug)]
pub struct Target {
    /// The start of the publication's digest. `None` means the version before the live one.
    pub publication: Option<String>,
    /// The file of a built server, if the place no longer keeps that publication.
    pub built: Option<PathBuf>,
    /// The reason for rolling back without the record.
    pub no_record: Option<String>,
}

/// Rolls back. Returns true when the earlier version is live and its origin serves it. Without a person, only shows what
/// would change.
pub fn rollback(target: &Target, person: Option<&Person>) -> Result<bool> {
    let workspace = Workspace::find()?;
    let place = from_environment()?;
    let place = place.as_ref();
    let state = place.state()?;
    let live_digest = state
        .live_digest()
        .context("expected a live version, found none; publish first")?
        .to_owned();
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let live_server = folder.path().join("live");
    fetch(place, &state, &live_digest, &live_server)?;
    let live = Publication::of_server(&live_server)?;
    let (digest, server) = choose(target, place, &state, folder.path())?;
    let earlier = Publication::of_server(&server)?;
    print(&preview(&live, &earlier, Timestamp::now().as_second()))?;
    let Some(Person { who, reason }) = person.cloned() else {
        return Ok(true);
    };
    let reason = with_record(&state, &reason, target.no_record.as_deref())?;
    let question = format!("Go back to {}", named(&earlier, &digest));
    if !is_confirmed(&question)? {
        eprintln!("Nothing was changed.");
        return Ok(false);
    }

    if target.built.is_some()
        && let Reply::Refused(reason) = place.keep(&server, state.revision, true)?
    {
        bail!("{reason}");
    }
    // One change makes the earlier version live and puts the place on hold, so no concurrent merge can be published over it.
    let back = Request::Back {
        digest: digest.clone(),
        from: live_digest,
        who: who.clone(),
        reason: reason.clone(),
    };
    let state = match place.change(&back)? {
        Reply::Done(state) => *state,
        Reply::Refused(reason) => {
            eprintln!("error: {reason}");
            return Ok(false);
        }
    };
    print(&format!(
        "\nLive again: {}\nPublishing is held by {who}: {reason}\n\n{}\n",
        named(&earlier, &digest),
        revert(&workspace, &live, &earlier)
    ))?;
    hold::record(place, state);

    let report = check_origin(place, &server, Some(&live_server))?;
    match report.result {
        Outcome::Same => {
            let confirm = Request::Confirm {
                digest: digest.clone(),
            };
            if let Reply::Refused(reason) = place.change(&confirm)? {
                eprintln!("error: {reason}");
                return Ok(false);
            }
            let journal = Journal::new(place);
            journal.checked(journal.publication_of(&digest)?, &report);
            Ok(true)
        }
        Outcome::Differs => {
            eprintln!(
                "error: the place has switched, and its origin answers with something else (above): see the place at once"
            );
            Ok(false)
        }
        Outcome::Unasked => bail!(
            "the place has switched, but its origin doesn't answer (above); ask again: cargo site-ops verify"
        ),
    }
}

/// The reason for the rollback. If the place has a record and it isn't used, the reason says why.
fn with_record(state: &State, reason: &str, no_record: Option<&str>) -> Result<String> {
    if variable("SITE_RECORD").is_some() || !state.has_record {
        return Ok(reason.to_owned());
    }
    let words = no_record.context(
        "expected the folder of the record in SITE_RECORD, because this place has a record, found none. Name it, or say why not: --no-record REASON",
    )?;
    Ok(format!("{reason} (without the record: {words})"))
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

/// The digest and file of the version to return to: a kept version or a rebuilt one.
fn choose(
    target: &Target,
    place: &dyn Place,
    state: &State,
    folder: &Path,
) -> Result<(String, PathBuf)> {
    if let Some(built) = &target.built {
        let digest = site_table::identify(built)?.digest;
        let wanted = target.publication.as_deref().unwrap_or_default();
        ensure!(
            wanted.len() >= 16 && digest.starts_with(wanted),
            "expected {} to have the digest {wanted} (16 digits at least), found {digest}: it is another publication. \
             Build it from the same commit, with the compiler of publish.yml and the Node of .node-version",
            shown(built)
        );
        return Ok((digest, built.clone()));
    }
    let digest = match &target.publication {
        Some(beginning) => kept_version(state, beginning)?,
        None => state
            .before_live()
            .map(|before| before.digest.clone())
            .context("expected a version that was live before and passed its check, found none; --list shows the kept versions: name one by its digest")?,
    };
    let server = folder.join("earlier");
    fetch(place, state, &digest, &server)?;
    Ok((digest, server))
}

/// The digest of the only kept version whose digest begins with this text.
fn kept_version(state: &State, beginning: &str) -> Result<String> {
    let mut matches = Vec::new();
    for version in &state.versions {
        if version.digest.starts_with(beginning) {
            matches.push(&version.digest);
        }
    }
    let [digest] = matches.as_slice() else {
        bail!(
            "expected one version that the place keeps, found {}; --list shows them. \
             Build an older one again from its commit, which `cargo site-ops record list` shows, in a separate clone (git worktree add ../older COMMIT; there, cargo site build), and name it by --built",
            matches.len()
        );
    };
    Ok((*digest).clone())
}

/// What will change for visitors, now and at each scheduled change.
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

/// The paths whose responses differ, except parts that only pages request.
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

/// How to open the pull request that reverts the change on main, and how to end the hold.
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
    text += "  cargo site-ops release --who WHO --reason \"reverted\"\n";
    text
}
