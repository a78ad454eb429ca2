//! The report on all changes, for people and programs.

use super::Answer;
use super::reviews::short;
use super::verdict::{Kind, Verdict};
use serde::Serialize;
use site_check::diagnostic::visible;
use site_check::report::counted;

#[derive(Debug, Serialize)]
pub struct Report {
    pub base: String,
    pub head: String,
    pub answer: Answer,
    /// The unresolved changes before the base, then all changes in the range.
    pub changes: Vec<Verdict>,
    /// The number of changes before the base.
    #[serde(skip)]
    earlier: usize,
}

impl Report {
    /// Summarizes the changes. A missing approval takes precedence over an unknown one.
    pub fn new(base: String, head: String, earlier: Vec<Verdict>, range: Vec<Verdict>) -> Self {
        let earlier_count = earlier.len();
        let mut changes = earlier;
        for change in &mut changes {
            let note = format!(
                "merged before {}: each publication also checks the 30 days before its range",
                short(&base)
            );
            change.notes.insert(0, note);
        }
        changes.extend(range);
        let mut answer = Answer::All;
        for change in &changes {
            if !change.missing.is_empty() {
                answer = Answer::Missing;
            } else if !change.unknown.is_empty() && answer == Answer::All {
                answer = Answer::Unknown;
            }
        }
        Self {
            base,
            head,
            answer,
            changes,
            earlier: earlier_count,
        }
    }

    /// Renders the report as sentences.
    pub fn plain(&self) -> String {
        let mut out = String::new();
        for change in &self.changes {
            out += &paragraph(change);
            out += "\n";
        }
        let changes = counted(self.changes.len() - self.earlier, "change");
        let earlier = match self.earlier {
            0 => String::new(),
            count => format!(", {count} before"),
        };
        let base = short(&self.base);
        let head = short(&self.head);
        let answer = match self.answer {
            Answer::All => "no approval is missing",
            Answer::Missing => "approvals are missing",
            Answer::Unknown => "unknown",
        };
        out + &format!("{changes} between {base} and {head}{earlier}: {answer}\n")
    }
}

/// Renders one change: its name, a line for each part that needs approval, and its notes.
fn paragraph(change: &Verdict) -> String {
    let mut out = heading(change) + "\n";
    for requirement in &change.requirements {
        let mut line = requirement.duty.word().to_owned();
        if !requirement.because.is_empty() {
            line += &format!(" ({})", requirement.because.join(", "));
        }
        match &requirement.approval {
            Some(approval) => {
                line += &format!(
                    ": {} ({}, {}), {}, by {}",
                    approval.name, approval.login, approval.role, approval.at, approval.by
                );
            }
            None => line += ": not approved",
        }
        out += &format!("  {}\n", visible(&line));
    }
    for (label, lines) in [
        ("note", &change.notes),
        ("missing", &change.missing),
        ("unknown", &change.unknown),
    ] {
        for line in lines {
            out += &format!("  {label}: {}\n", visible(line));
        }
    }
    out
}

fn heading(change: &Verdict) -> String {
    let commit = short(&change.head);
    let Some(number) = change.pull else {
        return match change.kind {
            Kind::Snapshots => format!("snapshots {commit}"),
            _ => format!("direct push {commit}"),
        };
    };
    let title = change.title.as_deref().unwrap_or_default();
    let mut heading = format!("pull request {number} “{}”, {commit}", visible(title));
    if let Some(login) = &change.merged_by {
        heading += &format!(", merged by {}", visible(login));
    }
    heading
}
