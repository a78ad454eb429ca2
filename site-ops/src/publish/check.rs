//! Compares the live version with the built server, and handles the result.

use super::grounds::taken_address;
use super::journal::Journal;
use super::outcome::{Kind, Outcome};
use super::publication::{Publication, Version};
use crate::place::{Place, Reply, origin_of, variable};
use crate::verify::report::{self, Report};
use crate::verify::{self, Request as Question};
use crate::workspace::Workspace;
use anyhow::Result;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use site_place::request::Request;
use site_place::state::{State, What};
use std::path::Path;
use std::time::Duration;

/// Compares every response of the origin with a built server, and prints the report.
pub fn check_origin(place: &dyn Place, server: &Path, before: Option<&Path>) -> Result<Report> {
    let origin = origin_of(place)?;
    let mut report = verify::compare_place(&Question {
        server: Some(server.to_owned()),
        before: before.map(Path::to_owned),
        ..Question::of(&origin.url)
    })?;
    report.clock_difference = clock_difference(&origin.url);
    eprint!("{}", report.to_text());
    Ok(report)
}

/// The server's clock minus ours, in seconds, if the server sends its time.
fn clock_difference(url: &str) -> Option<i64> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(10)))
        .http_status_as_error(false);
    let agent: ureq::Agent = config.build().into();
    let response = agent.get(url).call().ok()?;
    let date = response.headers().get("date")?.to_str().ok()?;
    let theirs = rfc2822::parse(date).ok()?.timestamp();
    Some(theirs.as_second() - Timestamp::now().as_second())
}

/// Confirms that the origin serves the version.
pub fn confirm(
    place: &dyn Place,
    journal: &Journal,
    number: Option<u64>,
    version: &Version,
    report: &Report,
) -> Result<(), Outcome> {
    let request = Request::Confirm {
        digest: version.digest.clone(),
    };
    match place.change(&request) {
        Ok(Reply::Done(state)) => {
            journal.checked(number, report);
            record(journal, *state);
            Ok(())
        }
        Ok(Reply::Refused(reason)) => {
            journal.failed(number, &reason);
            Err(Outcome::not_live(format!(
                "Not live: {reason}. A person has changed the place since, and that is kept"
            )))
        }
        Err(error) => {
            journal.checked(number, report);
            eprintln!(
                "warning: the place doesn't know that the version was checked; the next run checks it again: {error:#}"
            );
            Ok(())
        }
    }
}

/// Records the place's events, such as a hold that a person set in the meantime.
pub fn record(journal: &Journal, state: State) {
    if let Err(error) = journal.catch_up(state) {
        eprintln!("warning: the place keeps its events for the next run: {error:#}");
    }
}

/// Returns to the previous version after the origin served something else.
pub fn undo(
    place: &dyn Place,
    journal: &Journal,
    number: Option<u64>,
    state: &State,
    version: &Version,
    found: &str,
    before: Option<&Path>,
) -> Outcome {
    let reason = format!("the origin served something else: {found}");
    let expected = state.before_live().map(|before| before.digest.clone());
    let request = Request::Undo {
        digest: version.digest.clone(),
    };
    match place.change(&request) {
        Ok(Reply::Done(state)) => {
            let live = state.live_digest().map(str::to_owned);
            if live != expected {
                journal.failed(
                    number,
                    &format!("{reason}; a person has changed the place since"),
                );
                record(journal, *state);
                return Outcome::not_live(format!(
                    "Not live: {reason}. A person has changed the place since, and that is kept"
                ));
            }
            match journal.served() {
                Ok(Some(served)) if Some(&served.digest) == live.as_ref() => {
                    journal.back(served.publication, &reason, moment_of_return(&state));
                    check_again(place, journal, served.publication, before);
                }
                _ => journal.failed(number, &reason),
            }
            record(journal, *state);
            Outcome::not_live(format!(
                "Rolled back because {reason}. The previous version is live"
            ))
        }
        Ok(Reply::Refused(refusal)) => {
            journal.live(number, &format!("the place switched; {reason}"));
            Outcome::unknown(format!(
                "Live, but wrong: {reason}, and the place doesn't roll back: {refusal}. Check the place immediately"
            ))
        }
        Err(error) => Outcome::unknown(format!(
            "Unknown: {reason}, and the place has stopped answering: {error:#}. Check the place immediately: cargo site-ops status"
        )),
    }
}

/// When a place last returned to the previous version. Its event has the same time.
fn moment_of_return(state: &State) -> Timestamp {
    let mut events = state.events.iter();
    let undone = events.rfind(|event| matches!(event.what, What::Undone { .. }));
    undone.map_or_else(Timestamp::now, |event| event.at)
}

/// Checks that the origin serves the restored version, for the record.
fn check_again(place: &dyn Place, journal: &Journal, publication: u64, server: Option<&Path>) {
    let Some(server) = server.filter(|_| journal.is_kept()) else {
        return;
    };
    match check_origin(place, server, None) {
        Ok(report) if report.result == report::Outcome::Same => {
            journal.checked(Some(publication), &report);
        }
        Ok(_) => eprintln!(
            "warning: the place rolled back, and its origin doesn't serve the earlier version (above): check the place immediately"
        ),
        Err(error) => eprintln!("warning: the place rolled back, and wasn't compared: {error:#}"),
    }
}

/// A take-down stays live whatever else differs, because a rollback would show the page again.
pub fn stay_down(
    journal: &Journal,
    number: Option<u64>,
    workspace: &Workspace,
    version: &Version,
    report: &Report,
) -> Outcome {
    let words = format!(
        "the place switched; the origin differs: {}",
        report.last_line()
    );
    journal.live(number, &words);
    let address = taken_address(workspace, &version.commit);
    let address = address.ok().flatten().unwrap_or_default();
    if report.differences.iter().any(|found| found.path == address) {
        return Outcome::unknown(format!(
            "Live since {}, but the origin serves something else at {address} itself (above). Check the place immediately; a rollback would show the page again",
            minute()
        ));
    }
    Outcome::new(
        Kind::EdgeDiffers,
        format!(
            "Live since {}, and {address} is taken down, but the origin serves something else elsewhere (above). It stays live: a rollback would show the page again",
            minute()
        ),
    )
}

/// Compares every response at the public address.
pub fn edge(
    publication: &Publication,
    before: Option<&Path>,
    since: Timestamp,
    version: &Version,
) -> Outcome {
    let live = || {
        Outcome::live(format!(
            "Live since {}, checked: {}",
            minute(),
            version.commit
        ))
    };
    let Some(url) = variable("SITE_URL") else {
        return live();
    };
    if variable("SITE_ORIGIN").as_ref() == Some(&url) {
        return live();
    }
    let report = verify::compare_place(&Question {
        server: Some(publication.server.clone()),
        before: before.map(Path::to_owned),
        since: Some(since),
        is_edge: true,
        ..Question::of(&url)
    });
    let found = match report {
        Ok(report) if report.result == report::Outcome::Same => return live(),
        Ok(report) if report.result == report::Outcome::Differs => {
            eprint!("{}", report.to_text());
            "serves something else (above): check the proxy or the CDN in front of it".to_owned()
        }
        Ok(report) => {
            eprint!("{}", report.to_text());
            "doesn't answer (above)".to_owned()
        }
        Err(error) => format!("doesn't answer: {error:#}"),
    };
    Outcome::new(
        Kind::EdgeDiffers,
        format!(
            "Live since {} at the origin, checked; {url} {found}",
            minute()
        ),
    )
}

pub fn minute() -> String {
    Timestamp::now().strftime("%H:%M UTC").to_string()
}
