//! Names the compliance people who must approve the change.

use super::entry::Section;
use crate::approvers::{Approver, Approvers, PATH, Role};
use crate::escape::text;
use crate::workspace::Workspace;
use anyhow::Result;
use jiff::civil::Date;
use site_check::report::counted;

/// The prefix of the headings that need compliance approval.
const THEIRS: &str = "For compliance: ";

/// Returns the people who may approve for compliance on a day, according to a commit. Returns none if the commit's
/// list is missing or can't be read; another check reports that.
pub fn of_commit(workspace: &Workspace, commit: &str, day: Date) -> Result<Vec<Approver>> {
    let find = ["ls-tree", "--format=%(objectname)", commit, "--", PATH];
    let Some(blob) = workspace.ask_git(&find)? else {
        return Ok(Vec::new());
    };
    let listed = workspace.ask_git(&["cat-file", "blob", &blob])?;
    let Ok(approvers) = Approvers::parse(&listed.unwrap_or_default()) else {
        return Ok(Vec::new());
    };
    let mut officers = Vec::new();
    for approver in approvers.on(day) {
        if approver.role == Role::Compliance && !approver.is_placeholder() {
            officers.push(approver.clone());
        }
    }
    Ok(officers)
}

/// Returns a sentence or two that ask these people to approve their sections and to read the sentences with figures.
/// Returns `None` if the change has neither.
pub fn asked(
    approvers: &[Approver],
    sections: &[Section],
    statement_count: usize,
) -> Option<String> {
    let mut parts = Vec::new();
    for section in sections {
        let count = section.entries.len();
        if let Some(noun) = section.noun
            && section.heading.starts_with(THEIRS)
            && count > 0
        {
            parts.push(counted(count, noun));
        }
    }
    if parts.is_empty() && statement_count == 0 {
        return None;
    }
    let mut people = Vec::new();
    for approver in approvers {
        people.push(format!("{} (@{})", text(&approver.name), approver.login));
    }
    let people = if people.is_empty() {
        "Compliance".to_owned()
    } else {
        people.join(", ")
    };
    let statements = counted(statement_count, "sentence");
    let read = format!("read {statements} with figures below. That list needs no approval.");
    if parts.is_empty() {
        return Some(format!("{people}, please {read}"));
    }
    let theirs = parts.join(", ");
    let mut asked = format!("{people}, please review for compliance: {theirs}.");
    if statement_count > 0 {
        asked += &format!(" Please {read}");
    }
    Some(asked)
}
