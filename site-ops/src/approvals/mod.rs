//! `cargo site-ops approvals BASE..HEAD`: the approvals that a range of main's commits requires, and those that are there.
//!
//! 1. `answers`: GitHub's answers, fetched before, as data
//! 2. `merged`: the changes of the range, as Git has them
//! 3. `required`: what each requires, from what differs between its sides
//! 4. `approvers`, `commands`, `given`: who may approve, and who has
//! 5. `judge`, `verdict`: what is missing, or can't be told
//! 6. `report`: all of it, for people and for programs

mod answers;
mod commands;
mod given;
mod judge;
mod merged;
mod report;
mod required;
mod verdict;

use crate::revision::Revision;
use crate::run::print;
use crate::workspace::Workspace;
use answers::Answers;
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use jiff::Timestamp;
use judge::Judge;
use report::Report;
use std::path::Path;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Sentences, a change a paragraph
    #[default]
    Plain,
    /// For programs; docs/approvals.md describes the form
    Json,
}

/// The answer to the whole question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    All,
    Missing,
    Unknown,
}

/// Prints the report. Returns whether all approvals are there.
///
/// # Errors
/// Where nobody could tell.
///
/// `range` is BASE..HEAD; `file` has GitHub's answers. With `pull`, HEAD is the head of that open pull request.
pub fn approvals(range: &str, file: &Path, pull: Option<u64>, format: Format) -> Result<bool> {
    let workspace = Workspace::find()?;
    let (base, head) = range
        .split_once("..")
        .with_context(|| format!("expected two commits as BASE..HEAD, found `{range}`"))?;
    let base = Revision::named(&workspace, base)?.commit;
    let head = Revision::named(&workspace, head)?.commit;
    let answers = Answers::read(file)?;

    let now = Timestamp::now();
    // The base of a pull request is main's tip; a range ends at main's tip.
    let main = if pull.is_some() { &base } else { &head };
    let mut judge = Judge::new(&workspace, main, now)?;
    let mut earlier = Vec::new();
    let mut verdicts = Vec::new();
    if let Some(number) = pull {
        let Some(pull) = answers.pull(number) else {
            bail!(
                "expected pull request {number} among GitHub's answers, and it is not there; fetch them again"
            );
        };
        if pull.head.sha != head {
            bail!(
                "expected {head} as the head of pull request {number}, found {}: it has moved on; fetch it again",
                pull.head.sha
            );
        }
        verdicts.push(judge.open(pull, &base, &head)?);
    } else {
        for change in merged::earlier_changes(&workspace, [&base, &head], &answers, now)? {
            let verdict = judge.change(&change, &answers)?;
            if !verdict.is_settled() {
                earlier.push(verdict);
            }
        }
        for change in merged::changes(&workspace, &base, &head, &answers)? {
            verdicts.push(judge.change(&change, &answers)?);
        }
    }

    let report = Report::new(base, head, earlier, verdicts);
    match format {
        Format::Plain => print(&report.plain())?,
        Format::Json => print(&(serde_json::to_string_pretty(&report)? + "\n"))?,
    }
    match report.answer {
        Answer::All => Ok(true),
        Answer::Missing => Ok(false),
        Answer::Unknown => bail!(
            "nobody could tell whether all approvals are there; the report says of each change why"
        ),
    }
}
