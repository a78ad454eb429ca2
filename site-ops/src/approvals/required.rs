//! The approvals that a change requires, from what differs between its two sides.

use super::merged::{changed_paths, text_of};
use crate::diff::Comparison;
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::Result;
use serde::Serialize;
use site_cli::protection::owners::is_for_compliance;

/// Somebody's yes to a part of the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    Compliance,
    Editor,
}

/// The approvals that a change requires.
#[derive(Debug, Default)]
pub struct Required {
    /// The parts of the change that are for compliance, in words; empty where an editor may approve all of it.
    pub for_compliance: Vec<String>,
    /// False where nothing differs at all.
    pub is_change: bool,
}

impl Required {
    pub fn duties(&self) -> Vec<Duty> {
        let mut duties = Vec::new();
        if !self.for_compliance.is_empty() {
            duties.push(Duty::Compliance);
        }
        if self.is_change && duties.is_empty() {
            duties.push(Duty::Editor);
        }
        duties
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
    pub fn of(&mut self, before: &str, after: &str) -> Result<Required> {
        let paths = changed_paths(self.workspace, before, after)?;
        let mut required = Required {
            is_change: !paths.is_empty(),
            ..Required::default()
        };
        for path in &paths {
            if is_for_compliance(path) {
                required.for_compliance.push(path.clone());
            } else if path.starts_with("content/") && self.other_disclaimers(path, before, after)? {
                let part = format!("the disclaimers written in {path}");
                required.for_compliance.push(part);
            }
        }
        if paths.iter().any(|path| path.starts_with("content/")) {
            let meant = self.meant_for_compliance(before, after);
            required.for_compliance.extend(meant);
        }
        Ok(required)
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
