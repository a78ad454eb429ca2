//! `cargo site-ops approvals BASE..HEAD`: the approvals that a range of main's commits requires, and the approvals that it has.
//!
//! 1. `github_data`: GitHub's responses, fetched earlier
//! 2. `range`: the changes in the range, from Git
//! 3. `duties`: the approval that each change requires, based on the differences between its sides
//! 4. `commands`, `reviews`: the approvals by authorized people
//! 5. `operator`: publications by break-glass, from the state of the place or the record
//! 6. `judge`, `verdict`: the missing approvals, and the changes that can't be checked
//! 7. `report`, `status`: the results, for people and programs, and for GitHub

mod commands;
mod duties;
mod github_data;
mod judge;
mod operator;
mod range;
mod report;
mod reviews;
mod status;
mod verdict;

use crate::revision::Revision;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use github_data::Answers;
use jiff::Timestamp;
use judge::Judge;
use operator::Publication;
use report::Report;
use site_record::record::Record;
use status::Status;
use std::path::PathBuf;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Sentences, a change a paragraph
    #[default]
    Plain,
    /// For programs; docs/approvals.md describes the form
    Json,
    /// The status of an open pull request on GitHub, as JSON: `state` and `description`
    Status,
}

/// A question about approvals.
#[derive(Debug)]
pub struct Question {
    /// The commits of main, BASE..HEAD; with `pull`, main's tip and the head of that pull request.
    pub range: String,
    /// The file with GitHub's responses.
    pub answers: PathBuf,
    /// The number of an open pull request.
    pub pull: Option<u64>,
    /// The file with the break-glass publications that the place knows.
    pub broken_glass: Option<PathBuf>,
    /// The folder of the record, if one is kept.
    pub record: Option<PathBuf>,
    /// The folder of the record's bodies, if it's outside the record.
    pub bodies: Option<PathBuf>,
    pub format: Format,
}

/// The overall answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    All,
    Missing,
    Unknown,
}

/// Prints the report. Returns true if no approval is missing.
///
/// # Errors
/// Returns an error if the answer is unknown.
pub fn approvals(question: &Question) -> Result<bool> {
    let workspace = Workspace::find()?;
    let range = &question.range;
    let (base, head) = range
        .split_once("..")
        .with_context(|| format!("expected two commits as BASE..HEAD, found `{range}`"))?;
    let base = Revision::named(&workspace, base)?.commit;
    let head = Revision::named(&workspace, head)?.commit;
    let answers = Answers::read(&question.answers)?;

    let now = Timestamp::now();
    // A pull request's base is main's tip; a range ends at main's tip.
    let main = if question.pull.is_some() {
        &base
    } else {
        &head
    };
    let mut judge = Judge::new(&workspace, main, publications(question)?, now)?;
    let mut earlier = Vec::new();
    let mut verdicts = Vec::new();
    if let Some(number) = question.pull {
        let Some(pull) = answers.pull(number) else {
            bail!(
                "expected pull request {number} in GitHub's responses, found no such entry; fetch them again"
            );
        };
        if pull.head.sha != head {
            bail!(
                "expected {head} as the head of pull request {number}, found {}: it has changed; fetch it again",
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
    match question.format {
        Format::Plain => print(&report.plain())?,
        Format::Json => print(&(serde_json::to_string_pretty(&report)? + "\n"))?,
        Format::Status => print(&(serde_json::to_string(&Status::of(&report)?)? + "\n"))?,
    }
    match report.answer {
        Answer::All => Ok(true),
        Answer::Missing => Ok(false),
        Answer::Unknown => bail!(
            "whether an approval is missing is unknown; the report gives the reason for each change"
        ),
    }
}

/// Returns the break-glass publications that the place and the record know.
fn publications(question: &Question) -> Result<Vec<Publication>> {
    let mut publications = Vec::new();
    if let Some(file) = &question.broken_glass {
        publications.extend(operator::of_state(file)?);
    }
    if let Some(folder) = &question.record {
        let record = Record::open(folder, question.bodies.as_deref())?;
        publications.extend(operator::of_record(&record)?);
    }
    Ok(publications)
}
