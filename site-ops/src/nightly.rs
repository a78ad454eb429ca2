//! `cargo site-ops nightly`: checks that visitors get the live version. GitHub runs it on a schedule, and so does a timer on the
//! machine, because GitHub's schedules are late and stop after 60 days without a commit.
//!
//! - SITE_SERVER is the file of the live built server. Without it, the place in SITE_PLACE provides the file.
//! - SITE_ORIGIN is the address of the server itself. Without it, the place opens a tunnel.
//! - SITE_URL is the public address.
//! - SITE_STATE is a folder that counts nights without an answer. The first two aren't reported.
//! - SITE_REPOSITORY is OWNER/NAME of a public repository, whose nightly check may have stopped. SITE_API is GitHub's API.

use crate::place::named::from_environment;
use crate::place::{fetch, variable};
use crate::publish::check_origin;
use crate::verify::{self, Request, report};
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The number of nights without an answer that aren't reported.
const SILENT_NIGHTS: u32 = 2;

/// Longer than any delay of a schedule that still runs.
const SCHEDULE: SignedDuration = SignedDuration::from_hours(2 * 24);

/// The result of the night, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Night {
    Right,
    NoAnswer,
    Wrong,
}

/// Runs all checks. Returns true if visitors get the live version.
///
/// # Errors
/// Returns an error if something doesn't answer. With SITE_STATE, only after three nights in a row.
pub fn nightly() -> Result<bool> {
    let mut night = Night::Right;
    for result in [check_place(), check_schedule()] {
        night = night.max(result.unwrap_or_else(|error| {
            eprintln!("{error:#}");
            Night::NoAnswer
        }));
    }
    if let Some(folder) = variable("SITE_STATE") {
        night = count(Path::new(&folder), night)?;
    }
    ensure!(
        night != Night::NoAnswer,
        "expected answers to all questions, found some without (above)"
    );
    Ok(night == Night::Right)
}

/// Checks the server itself and the public address.
fn check_place() -> Result<Night> {
    let work = tempfile::tempdir().context("cannot make a temporary folder")?;
    let origin = variable("SITE_ORIGIN");
    let mut night = Night::Right;
    let server = match variable("SITE_SERVER") {
        Some(server) => PathBuf::from(server),
        None => {
            let place = from_environment()?;
            let state = place.state()?;
            let live = state
                .live_digest()
                .context("expected a live version, found none; publish first")?;
            let server = work.path().join("server");
            fetch(place.as_ref(), &state, live, &server)?;
            if origin.is_none() {
                let report = check_origin(place.as_ref(), &server, None)?;
                night = night.max(result_of(&report));
            }
            server
        }
    };
    let url = variable("SITE_URL");
    for (address, is_edge) in [(&origin, false), (&url, true)] {
        let Some(address) = address else { continue };
        if is_edge && origin.as_ref() == Some(address) {
            continue;
        }
        let report = verify::compare_place(&Request {
            server: Some(server.clone()),
            is_edge,
            ..Request::of(address)
        })?;
        eprint!("{}", report.to_text());
        night = night.max(result_of(&report));
    }
    Ok(night)
}

fn result_of(report: &report::Report) -> Night {
    match report.result {
        report::Outcome::Same => Night::Right,
        report::Outcome::Differs => Night::Wrong,
        report::Outcome::Unasked => Night::NoAnswer,
    }
}

/// The runs of a workflow, as GitHub lists them.
#[derive(Deserialize)]
struct Runs {
    workflow_runs: Vec<Run>,
}

#[derive(Deserialize)]
struct Run {
    created_at: Timestamp,
}

/// Checks that GitHub's own nightly check still runs.
fn check_schedule() -> Result<Night> {
    let Some(repository) = variable("SITE_REPOSITORY") else {
        return Ok(Night::Right);
    };
    let api = variable("SITE_API").unwrap_or_else(|| "https://api.github.com".to_owned());
    let url = format!(
        "{api}/repos/{repository}/actions/workflows/nightly.yml/runs?event=schedule&per_page=1"
    );
    let config = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(30)));
    let agent: ureq::Agent = config.build().into();
    let answer = agent
        .get(&url)
        .call()
        .and_then(|mut response| response.body_mut().read_to_string());
    let answer = answer.with_context(|| {
        format!(
            "expected GitHub's answer about the last run of nightly.yml in {repository}, found none"
        )
    })?;
    let runs: Runs = serde_json::from_str(&answer)
        .with_context(|| format!("expected a list of runs from {url}, found something else"))?;
    let last = runs.workflow_runs.first().map(|run| run.created_at);
    if last.is_some_and(|last| Timestamp::now().duration_since(last) < SCHEDULE) {
        return Ok(Night::Right);
    }
    eprintln!(
        "expected a scheduled run of nightly.yml in the last two days, found {}: open it under Actions on GitHub, and press Enable workflow",
        last.map_or_else(|| "none".to_owned(), |last| last.to_string())
    );
    Ok(Night::Wrong)
}

/// Counts consecutive nights without an answer. The first ones count as passed.
fn count(folder: &Path, night: Night) -> Result<Night> {
    let path = folder.join("nights");
    let mut nights = 0;
    if night == Night::NoAnswer {
        let text = fs::read_to_string(&path).unwrap_or_default();
        nights = text.trim().parse::<u32>().unwrap_or(0) + 1;
        eprintln!("without an answer for {nights} nights");
    }
    fs::write(&path, format!("{nights}\n"))?;
    if night == Night::NoAnswer && nights <= SILENT_NIGHTS {
        return Ok(Night::Right);
    }
    Ok(night)
}
