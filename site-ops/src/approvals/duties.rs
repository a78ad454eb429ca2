//! The approvals that a change requires, based on the differences between its two sides.

use super::range::{changed_paths, text_of};
use crate::diff::Comparison;
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::Result;
use site_check::report::counted;
use site_cli::duties::{Duty, duty_of_path};
use std::collections::BTreeMap;

/// The most files that a message lists.
const LISTED: usize = 5;

/// The approvals that a change requires.
#[derive(Debug, Default)]
pub struct Duties {
    /// The parts of the change that require each approval: files, or headings of the pull request's report.
    parts: BTreeMap<Duty, Vec<String>>,
}

impl Duties {
    /// Returns the highest required approval, which covers the others, or `None` if nothing differs.
    pub fn duty(&self) -> Option<Duty> {
        self.parts.keys().next_back().copied()
    }

    /// Returns the parts that require an approval, as text. Content needs no reason to require an editor.
    pub fn because(&self, duty: Duty) -> Vec<String> {
        let mut parts = self.parts.get(&duty).cloned().unwrap_or_default();
        match duty {
            Duty::Editor => parts.clear(),
            Duty::Maintenance if parts.len() > LISTED => {
                let others = parts.len() - LISTED;
                parts.truncate(LISTED);
                parts.push(counted(others, "other file"));
            }
            Duty::Maintenance | Duty::Compliance => {}
        }
        parts
    }

    fn add(&mut self, duty: Duty, part: String) {
        self.parts.entry(duty).or_default().push(part);
    }
}

/// Compares the sides of changes. Keeps loaded content, because the end of one change is usually the start of the next.
pub struct Requirements<'w> {
    workspace: &'w Workspace,
    comparison: Comparison<'w>,
}

impl<'w> Requirements<'w> {
    pub fn new(workspace: &'w Workspace) -> Self {
        Self {
            workspace,
            comparison: Comparison::new(workspace),
        }
    }

    /// Returns what a change between two commits requires.
    pub fn of(&mut self, before: &str, after: &str) -> Result<Duties> {
        let paths = changed_paths(self.workspace, before, after)?;
        let mut duties = Duties::default();
        let mut has_content = false;
        for path in paths {
            let duty = duty_of_path(&path);
            if path.starts_with("content/") {
                has_content = true;
                if duty != Duty::Compliance && self.other_disclaimers(&path, before, after)? {
                    let part = format!("the disclaimers written in {path}");
                    duties.add(Duty::Compliance, part);
                }
            }
            duties.add(duty, path);
        }
        if has_content {
            for part in self.meant_for_compliance(before, after) {
                duties.add(Duty::Compliance, part);
            }
        }
        Ok(duties)
    }

    /// Returns true if the file's lines about disclaimers differ, for any date.
    fn other_disclaimers(&self, path: &str, before: &str, after: &str) -> Result<bool> {
        let old = text_of(self.workspace, before, path)?.unwrap_or_default();
        let new = text_of(self.workspace, after, path)?.unwrap_or_default();
        Ok(disclaiming(&old) != disclaiming(&new))
    }

    /// The changed content that only compliance can approve. This includes content that can't be compared, because no one
    /// else can approve it either.
    fn meant_for_compliance(&mut self, before: &str, after: &str) -> Vec<String> {
        let compared = self.comparison.for_compliance(named(before), named(after));
        match compared {
            Ok(parts) => parts,
            Err(error) => vec![format!("content that can't be compared: {error:#}")],
        }
    }
}

/// The lines of a text that mention disclaimers, in order.
fn disclaiming(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.to_lowercase().contains("disclaimer") {
            lines.push(line.trim());
        }
    }
    lines.sort_unstable();
    lines
}

fn named(commit: &str) -> Revision {
    Revision {
        name: commit.to_owned(),
        commit: commit.to_owned(),
    }
}
