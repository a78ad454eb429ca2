//! `cargo site-ops publish`: makes a built server live, and returns to the previous version if the origin serves something else.

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

/// The time after which a server has either started or failed, in seconds.
const LONGEST_SWITCH: u32 = 120;

/// Publishes a built server, and always returns an outcome.
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

/// Publishes a built server, step by step. If a step ends publishing early, its outcome is the error.
fn run(publication: &Publication) -> Result<Outcome, Outcome> {
    let workspace = Workspace::find()?;
    let place = from_environment()?;
    let place = place.as_ref();
    let journal = Journal::new(place);
    let work = tempfile::tempdir().context("cannot make a temporary folder")?;

    // 1. Read the version from its file without running it.
    let version = identify(&publication.server)?;

    // 2. Read the state of the place, and check whether the version is already live.
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
        // An earlier run that stopped may have left the record incomplete.
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

    // 3. Require that the version is approved, follows the live version, and brings back no page that was taken down.
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

    // 4. Complete what an earlier run left: its check, and its entries in the record. If a person takes responsibility for
    // the version, it doesn't wait for that check.
    let mut state = state;
    if matches!(grounds, Grounds::Approved { .. }) {
        state = settle(place, state, &version, &work)?;
    }
    if !is_same {
        state = journal.catch_up(state).map_err(unrecorded)?;
    }

    // 5. Record the publication before anything changes at the place.
    // A take-down doesn't wait for the record; the next publication records it.
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

    // 6. Store the version at the place, and switch to it.
    let since = Timestamp::now();
    let switched = switch(place, publication, &state, &version, grounds, withdraws);
    let state = match switched {
        Ok(Reply::Done(state)) => *state,
        Ok(Reply::Refused(reason)) => {
            journal.failed(number, &reason);
            return Err(Outcome::not_live(format!("Not published: {reason}")));
        }
        // The answer was lost. The place may or may not have switched.
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

    // 7. Check that the origin serves it. If it doesn't, return to the previous version.
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

    // 8. Check that the public address serves it too.
    Ok(check::edge(publication, before.as_deref(), since, &version))
}

/// Identifies a built server.
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

/// Checks a live version that an earlier run didn't check, and returns to the previous version if the check fails.
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

/// Everything that the record stores with a publication.
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

/// Stores the version at the place and switches to it.
fn switch(
    place: &dyn Place,
    publication: &Publication,
    state: &State,
    version: &Version,
    grounds: Grounds,
    withdraws: Vec<String>,
) -> Result<Reply> {
    let mut revision = state.revision;
    // Two files can contain the same table with different programs.
    let file = sha256(&publication.server)?;
    let kept = state.version(&version.digest);
    if kept.is_none_or(|kept| kept.sha256 != file) {
        // Without an answer, the place may have the file, but it hasn't switched to it.
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

/// The state of a place when it is no longer starting a server.
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

/// The outcome if the record can't be written: publishing requires the record.
fn unrecorded(error: anyhow::Error) -> Outcome {
    Outcome::not_live(format!(
        "Not published: the record can't be read or written, and only a recorded publication goes live: {error:#}"
    ))
}
