//! `cargo site-ops publish`: makes a built server live, and returns to the version before it if its origin answers with something else.

mod check;
mod clone;
mod gate;
mod grounds;
pub mod journal;
pub mod outcome;
mod publication;

pub use check::check_origin;
pub use grounds::TRAILER;
pub use publication::{Person, Publication};

use crate::place::named::from_environment;
use crate::place::{Place, Reply, fetch, sha256};
use crate::record::shown;
use crate::verify::report;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use gate::Gate;
use jiff::Timestamp;
use journal::{Beginning, Journal};
use outcome::{Kind, Outcome};
use publication::Version;
use site_place::request::{Grounds, Request};
use site_place::state::State;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// The number of seconds after which a server has surely started or failed.
const LONGEST_SWITCH: u32 = 120;

/// Publishes a built server. Returns the outcome, whatever happens.
pub fn publish(publication: &Publication) -> Outcome {
    let outcome = run(publication).unwrap_or_else(|outcome| outcome);
    if let Some(file) = &publication.record_head
        && let Err(error) = write_head(file)
    {
        eprintln!("warning: no one can attest the last entry of the record: {error:#}");
    }
    outcome
}

/// Writes the digest of the record's last entry, for a job that attests it. Without a record, writes nothing.
fn write_head(file: &Path) -> Result<()> {
    let place = from_environment()?;
    if let Some(head) = Journal::new(place.as_ref()).head()? {
        fs::write(file, format!("{head}\n"))?;
    }
    Ok(())
}

/// Publishes a built server, from top to bottom. An early end returns its outcome as the error.
fn run(publication: &Publication) -> Result<Outcome, Outcome> {
    let workspace = Workspace::find()?;
    let place = from_environment()?;
    let place = place.as_ref();
    let journal = Journal::new(place);
    let work = tempfile::tempdir().context("cannot make a temporary folder")?;

    // 1. The version is read from its file. Nothing of it runs here.
    let version = identify(&publication.server)?;

    // 2. The state of the place, and whether the version is live already.
    let state = place.state().map_err(|error| {
        Outcome::unknown(format!(
            "Not published: the place doesn't answer, and the live version hasn't changed: {error:#}"
        ))
    })?;
    if let Some(drift) = place.find_drift()? {
        return Err(Outcome::unknown(format!("Not published: {drift}")));
    }
    let is_same = state.live_digest() == Some(&version.digest);
    if let Some(commit) = grounds::live_commit_with(&workspace, &state, &version)? {
        // A run that ended early may have left the record behind.
        if !publication.is_dry_run {
            check::record(&journal, state);
        }
        return Ok(Outcome::live(format!("Already live with {commit}")));
    }
    if let Some(hold) = state.hold.as_ref().filter(|_| !publication.is_take_down) {
        return Err(Outcome::not_live(format!(
            "Not published: the place is held by {} since {}: {}",
            hold.who, hold.at, hold.reason
        )));
    }

    // 3. It is approved, it follows the live version, and no page that was taken down returns.
    let gate = grounds::read_gate(publication, &state, &version)?;
    let grounds = grounds::of(publication, gate.as_ref(), &workspace, &state, &version)?;
    grounds::require_descent(publication, &workspace, &state, &version)?;
    let withdraws = grounds::withdrawn_addresses(&workspace, &state, &version)?;
    if publication.is_dry_run {
        return Ok(Outcome::live(format!(
            "It would publish {} over {}",
            version.commit,
            state.live().map_or("nothing", |live| &live.commit)
        )));
    }

    // 4. Complete what an earlier run left: its check, and its entries in the record. A person who answers for the version doesn't wait
    // for that check.
    let mut state = state;
    if matches!(grounds, Grounds::Approved { .. }) {
        state = settle(place, state, &version, &work)?;
    }
    if !is_same {
        state = journal.catch_up(state).map_err(unrecorded)?;
    }

    // 5. The record has the publication before the place is touched.
    // A take-down doesn't wait for the record; the next publication writes it down.
    if state.has_record && !journal.is_kept() && !publication.is_take_down {
        return Err(Outcome::not_live(
            "Not published: expected the folder of the record in SITE_RECORD, because this place has a record, found none: only a recorded publication goes live",
        ));
    }
    let before = match state.live_digest() {
        Some(digest) if !is_same => {
            let file = work.path().join("before");
            fetch(place, &state, digest, &file)?;
            Some(file)
        }
        _ => None,
    };
    let number = if is_same {
        journal
            .publication_of(&version.digest)
            .map_err(unrecorded)?
    } else {
        let beginning = beginning(
            publication,
            gate.as_ref(),
            place,
            &journal,
            &state,
            &version,
            &work,
        )?;
        journal.begin(&beginning).map_err(unrecorded)?
    };

    // 6. The place keeps the version, and switches to it.
    let since = Timestamp::now();
    let switched = switch(place, publication, &state, &version, grounds, withdraws);
    let state = match switched {
        Ok(Reply::Done(state)) => *state,
        Ok(Reply::Refused(reason)) => {
            journal.failed(number, &reason);
            return Err(Outcome::not_live(format!("Not published: {reason}")));
        }
        // The answer was lost on the way. The place either switched or didn't.
        Err(error) => match wait_for_switch(place) {
            Ok(state) if state.live_digest() == Some(&version.digest) => state,
            Ok(_) => {
                journal.failed(number, "the place didn't switch");
                return Err(Outcome::not_live(format!("Not published: {error:#}")));
            }
            Err(_) => {
                return Err(Outcome::unknown(format!(
                    "Unknown: the place has stopped answering while it switched. It completes the switch or leaves the live version. Run the workflow again: {error:#}"
                )));
            }
        },
    };

    // 7. The origin answers with it, or the place returns to the version before.
    let report = check_origin(place, &publication.server, before.as_deref());
    if let Err(error) = &report {
        eprintln!("warning: the origin wasn't compared: {error:#}");
    }
    match report {
        Ok(report) if report.result == report::Outcome::Same => {
            check::confirm(place, &journal, number, &version, &report)?;
        }
        Ok(report) if report.result == report::Outcome::Differs => {
            if publication.is_take_down {
                return Ok(check::stay_down(
                    &journal, number, &workspace, &version, &report,
                ));
            }
            return Ok(check::undo(
                place,
                &journal,
                number,
                &state,
                &version,
                &report.last_line(),
                before.as_deref(),
            ));
        }
        Ok(_) | Err(_) => {
            let words = "the place switched; its origin did not answer";
            journal.live(number, words);
            return Ok(Outcome::new(
                Kind::LiveUnchecked,
                format!(
                    "Live since {}, but not checked: the origin doesn't answer. The next run checks it",
                    check::minute()
                ),
            ));
        }
    }

    // 8. The address that visitors know answers with it too.
    Ok(check::edge(publication, before.as_deref(), since, &version))
}

/// The identity of a built server.
fn identify(server: &Path) -> Result<Version, Outcome> {
    let identity = site_table::identify(server).map_err(|problem| {
        Outcome::unknown(format!(
            "Not published: {problem}. `cargo site build` makes a built server"
        ))
    })?;
    let Some(commit) = identity.commit else {
        return Err(Outcome::not_live(
            "Not published: files differed from the commit when this was built; commit them, and build again",
        ));
    };
    Ok(Version {
        digest: identity.digest,
        commit,
    })
}

/// Checks a live version that an earlier run didn't check, and returns to the version before it if it fails.
fn settle(
    place: &dyn Place,
    state: State,
    version: &Version,
    work: &TempDir,
) -> Result<State, Outcome> {
    let Some(live) = state.live().filter(|live| !live.is_checked) else {
        return Ok(state);
    };
    if live.digest == version.digest {
        return Ok(state);
    }
    eprintln!(
        "the live version {} was never checked; checking it first",
        live.digest
    );
    let server = work.path().join("unchecked");
    fetch(place, &state, &live.digest, &server)?;
    let report = check_origin(place, &server, None)?;
    let digest = live.digest.clone();
    let request = match report.result {
        report::Outcome::Same => Request::Confirm { digest },
        report::Outcome::Differs => Request::Undo { digest },
        report::Outcome::Unasked => {
            return Err(Outcome::unknown(
                "Not published: the live version was never checked, and its origin doesn't answer",
            ));
        }
    };
    match place.change(&request)? {
        Reply::Done(state) => Ok(*state),
        Reply::Refused(reason) => Err(Outcome::not_live(format!("Not published: {reason}"))),
    }
}

/// Everything that the record keeps with a publication.
fn beginning<'p>(
    publication: &'p Publication,
    gate: Option<&Gate>,
    place: &dyn Place,
    journal: &Journal,
    state: &State,
    version: &Version,
    work: &TempDir,
) -> Result<Beginning<'p>> {
    let mut evidence = Vec::new();
    if let Some(gate) = gate {
        evidence.push(gate.answers());
    }
    if let Some(Person { who, reason }) = &publication.break_glass {
        let file = work.path().join("break-glass");
        fs::write(&file, format!("{who}: {reason}\n"))?;
        evidence.push(file);
    }
    evidence.extend(publication.attestation.clone());
    let parts = place.parts()?;
    if !parts.is_empty() {
        let file = work.path().join("parts");
        fs::write(&file, parts)?;
        evidence.push(file);
    }
    let file = work.path().join("shown");
    if journal.is_kept() {
        fs::write(&file, shown::json(Some(&version.commit))?)?;
    }
    let range = state
        .live()
        .map(|live| format!("{}..{}", live.commit, version.commit));
    Ok(Beginning {
        server: &publication.server,
        actor: publication.actor.clone(),
        range,
        approvals: gate.map(Gate::report),
        evidence,
        shown: Some(file),
        record_attestation: publication.record_attestation.clone(),
    })
}

/// Has the place keep the version and switch to it.
fn switch(
    place: &dyn Place,
    publication: &Publication,
    state: &State,
    version: &Version,
    grounds: Grounds,
    withdraws: Vec<String>,
) -> Result<Reply> {
    let mut revision = state.revision;
    // Another program with the same table is another file.
    let file = sha256(&publication.server)?;
    let kept = state.version(&version.digest);
    if kept.is_none_or(|kept| kept.sha256 != file) {
        // Without an answer, the place may have the file, but it doesn't switch to it.
        match place.keep(&publication.server, revision, publication.is_take_down) {
            Ok(Reply::Done(state)) => revision = state.revision,
            Ok(refused) => return Ok(refused),
            Err(error) => {
                return Ok(Reply::Refused(format!(
                    "expected the place to keep the version, found that it doesn't answer: {error:#}"
                )));
            }
        }
    }
    place.change(&Request::Switch {
        digest: version.digest.clone(),
        revision,
        base: state.approved.commit.clone(),
        grounds,
        withdraws,
    })
}

/// The state of a place once it doesn't start a server anymore.
fn wait_for_switch(place: &dyn Place) -> Result<State> {
    for _ in 0..LONGEST_SWITCH {
        let state = place.state()?;
        if state.starting.is_none() {
            return Ok(state);
        }
        sleep(Duration::from_secs(1));
    }
    bail!(
        "expected the place to start the server within {LONGEST_SWITCH} seconds, found that it still does"
    )
}

/// The outcome if the record can't be written: what isn't recorded isn't published.
fn unrecorded(error: anyhow::Error) -> Outcome {
    Outcome::not_live(format!(
        "Not published: the record can't be read or written, and only a recorded publication goes live: {error:#}"
    ))
}
