//! Facts about the content that only Git knows, from a caller that can ask it.

use std::collections::{BTreeMap, BTreeSet};

/// The past of a content folder; empty where nobody knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// Files that got another name: the old path and the next one, both from
    /// the folder that holds `content`.
    pub renames: BTreeMap<String, String>,
    /// What `content/published.toml` has held before.
    pub recorded: BTreeSet<String>,
}

/// What Git says about the files below `content`; a caller that can ask Git
/// fills it in. Paths begin with `content/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tracking {
    /// Files that are committed or about to be.
    pub tracked: BTreeSet<String>,
    /// Files that are not, and that Git ignores.
    pub ignored: BTreeSet<String>,
}
