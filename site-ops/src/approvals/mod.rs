//! `cargo site-ops approvals BASE..HEAD`: the approvals that a range of main's commits requires, and those that are there.
//!
//! 1. `github_data`: GitHub's answers, fetched before, as data
//! 2. `range`: the changes of the range, from Git
//! 3. `duties`: the approval that each change requires, from the differences between its sides
//! 4. `commands`, `reviews`: the approvals by people who may give them
//! 5. `operator`: publications by break-glass, from the record
//! 6. `judge`, `verdict`: the missing approvals, and the changes that it can't judge
//! 7. `report`: all of it, for people and for programs

mod commands;
mod duties;
mod github_data;
mod judge;
mod operator;
mod range;
mod report;
mod reviews;
mod verdict;

use crate::revision::Revision;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use github_data::Answers;
use jiff::Timestamp;
use judge::Judge;
use operator::Publication;
use report::Report;
use site_record::record::Record;
use std::ffi::OsString;
use std::path::PathBuf;

/// The text of `cargo site-ops approvals --help` below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  all approvals are there
  1  at least one is missing
  2  nobody could tell: GitHub's answers are not complete, or a commit is not here";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Sentences, a change a paragraph
    #[default]
    Plain,
    /// For programs; docs/approvals.md describes the form
    Json,
}

#[derive(Debug, Args)]
pub struct Arguments {
    /// The commits of main to check, BASE..HEAD: after BASE up to HEAD, and in the 30 days before; for a pull request, main and its head
    range: String,
    /// The file of GitHub's answers, which .github/scripts/answers.mjs fetches
    #[arg(long, value_name = "FILE")]
    answers: PathBuf,
    /// Judge the open pull request of this number instead, of which HEAD is the head
    #[arg(long, value_name = "NUMBER")]
    pull: Option<u64>,
    /// The record, if one is kept: a publication by break-glass gives its changes 7 days
    #[arg(long, value_name = "DIR", env = "SITE_RECORD")]
    record: Option<OsString>,
    /// The folder of the record's bodies, if it's outside the record
    #[arg(long, value_name = "DIR", env = "SITE_RECORD_BODIES")]
    bodies: Option<OsString>,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,
}

impl Arguments {
    /// Returns the publications by break-glass; an empty list without a record. An empty variable counts as unset.
    fn publications(&self) -> Result<Vec<Publication>> {
        let folder = |name: &Option<OsString>| {
            let name = name.as_deref().filter(|name| !name.is_empty());
            name.map(PathBuf::from)
        };
        let Some(record) = folder(&self.record) else {
            return Ok(Vec::new());
        };
        let record = Record::open(&record, folder(&self.bodies).as_deref())?;
        operator::publications(&record)
    }
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
pub fn approvals(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let (base, head) = arguments.range.split_once("..").with_context(|| {
        format!(
            "expected two commits as BASE..HEAD, found `{}`",
            arguments.range
        )
    })?;
    let base = Revision::named(&workspace, base)?.commit;
    let head = Revision::named(&workspace, head)?.commit;
    let answers = Answers::read(&arguments.answers)?;

    let now = Timestamp::now();
    // The base of a pull request is main's tip; a range ends at main's tip.
    let main = if arguments.pull.is_some() {
        &base
    } else {
        &head
    };
    let publications = arguments.publications()?;
    let mut judge = Judge::new(&workspace, main, publications, now)?;
    let mut earlier = Vec::new();
    let mut verdicts = Vec::new();
    if let Some(number) = arguments.pull {
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
        for change in range::earlier_changes(&workspace, [&base, &head], &answers, now)? {
            let verdict = judge.change(&change, &answers)?;
            if !verdict.is_settled() {
                earlier.push(verdict);
            }
        }
        for change in range::changes(&workspace, &base, &head, &answers)? {
            verdicts.push(judge.change(&change, &answers)?);
        }
    }

    let report = Report::new(base, head, earlier, verdicts);
    match arguments.format {
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
