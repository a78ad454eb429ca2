//! The approvals that a change requires, from what differs between its two sides.

use super::range::{changed_paths, text_of};
use crate::diff::Comparison;
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::Result;
use site_check::report::counted;
use site_cli::duties::{Duty, duty_of_path};
use std::collections::BTreeMap;

/// More files than these are not listed.
const LISTED: usize = 5;

/// The approvals that the parts of a change require.
#[derive(Debug, Default)]
pub struct Duties {
    /// The parts of the change that require each: files, or headings of the report on the pull request.
    parts: BTreeMap<Duty, Vec<String>>,
}

impl Duties {
    /// Returns the highest approval that a part requires, which covers the others; none if nothing differs.
    pub fn duty(&self) -> Option<Duty> {
        self.parts.keys().next_back().copied()
    }

    /// Returns the parts that require an approval, in words. Content doesn't need a reason to have an editor.
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

/// Compares the sides of changes; what one change ends with is mostly what the next begins with, and is loaded once.
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

    /// Returns what a change from one commit to another requires.
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

    /// Returns whether the lines of a file that speak of disclaimers differ, on whatever day they are shown.
    fn other_disclaimers(&self, path: &str, before: &str, after: &str) -> Result<bool> {
        let old = text_of(self.workspace, before, path)?.unwrap_or_default();
        let new = text_of(self.workspace, after, path)?.unwrap_or_default();
        Ok(disclaiming(&old) != disclaiming(&new))
    }

    /// The parts of a change of content that only compliance can judge. What can't be compared, nobody else can judge
    /// either.
    fn meant_for_compliance(&mut self, before: &str, after: &str) -> Vec<String> {
        let compared = self.comparison.for_compliance(named(before), named(after));
        match compared {
            Ok(parts) => parts,
            Err(error) => vec![format!("content that can't be compared: {error:#}")],
        }
    }
}

/// The lines of a text that speak of disclaimers, in order.
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
