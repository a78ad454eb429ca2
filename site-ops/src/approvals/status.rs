//! The status of an open pull request on GitHub, in the form of its API.

use super::Answer;
use super::report::Report;
use super::verdict::Verdict;
use anyhow::{Result, bail};
use jiff::tz::TimeZone;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Status {
    state: State,
    description: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Success,
    Failure,
    Pending,
    Error,
}

impl Status {
    /// The status of the only change in a report.
    ///
    /// # Errors
    /// Returns an error if the report has several changes or none.
    pub fn of(report: &Report) -> Result<Self> {
        let [change] = report.changes.as_slice() else {
            bail!(
                "expected an open pull request, which has a status, found {} changes; name it with --pull",
                report.changes.len()
            );
        };
        let (state, description) = describe(report.answer, change);
        Ok(Self { state, description })
    }
}

fn describe(answer: Answer, change: &Verdict) -> (State, String) {
    if answer == Answer::Unknown
        && let Some(unknown) = change.unknown.first()
    {
        return (State::Error, unknown.clone());
    }
    if answer == Answer::All
        && let Some(broken) = &change.broken_glass
    {
        let day = broken.until.to_zoned(TimeZone::UTC).date();
        let description = format!(
            "{} broke the glass, approve by {day}: {}",
            broken.name, broken.reason
        );
        return (State::Success, description);
    }
    let mut names = Vec::new();
    for requirement in &change.requirements {
        if let Some(approval) = &requirement.approval {
            names.push(approval.name.as_str());
        } else if answer != Answer::All {
            let mut description =
                format!("Waits for the approval of {}", requirement.duty.approver());
            if !requirement.because.is_empty() {
                description += &format!(": {}", requirement.because.join(", "));
            }
            return (State::Pending, description);
        }
    }
    // Every requirement has its approval. Only a review that requests changes can be missing.
    if let Some(missing) = change.missing.first() {
        return (State::Failure, missing.clone());
    }
    if names.is_empty() {
        return (State::Success, "Nothing to approve".to_owned());
    }
    (State::Success, format!("Approved by {}", names.join(", ")))
}
