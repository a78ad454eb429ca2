//! The roles that must approve a change to a file, by its path.

use crate::approvers;
use serde::Serialize;

/// The files, and folders with a trailing slash, that need compliance approval for every change.
const FOR_COMPLIANCE: [&str; 7] = [
    "content/fees.toml",
    "content/facts.toml",
    // The names of the firms and the founder, the contact details and the disclaimers.
    "content/site.toml",
    "content/words.toml",
    approvers::PATH,
    ".github/CODEOWNERS",
    ".github/rulesets/",
];

/// The approval that a change needs. If parts of a change need different approvals, the highest one covers all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// By anyone who may approve.
    Editor,
    /// By compliance or a maintainer.
    Maintenance,
    /// By compliance only.
    Compliance,
}

impl Duty {
    /// The duty's name in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Editor => "editor",
            Self::Maintenance => "maintenance",
            Self::Compliance => "compliance",
        }
    }

    /// The person who approves it.
    pub fn approver(self) -> &'static str {
        match self {
            Self::Editor => "an editor",
            Self::Maintenance => "compliance or a maintainer",
            Self::Compliance => "compliance",
        }
    }
}

/// Returns the approval that any change to a file needs. A change to content may also need compliance because of its
/// meaning.
pub fn duty_of_path(path: &str) -> Duty {
    if is_for_compliance(path) {
        Duty::Compliance
    } else if path.starts_with("content/") || path.starts_with("docs/") || is_snapshot(path) {
        Duty::Editor
    } else {
        Duty::Maintenance
    }
}

/// Returns true if every change to a file needs compliance approval.
pub fn is_for_compliance(path: &str) -> bool {
    for place in FOR_COMPLIANCE {
        let is_below = place.ends_with('/') && path.starts_with(place);
        if path == place || is_below {
            return true;
        }
    }
    false
}

/// Returns true for a snapshot of the Rust tests. The server doesn't read these files, but it might serve a file in
/// another folder.
pub fn is_snapshot(path: &str) -> bool {
    let is_of_tests = path.starts_with("site-") && path.contains("/tests/");
    is_of_tests && path.contains("/snapshots/") && path.ends_with(".snap")
}
