//! Facts about the content that only Git knows, from a caller that can ask it.

use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The past of a content folder; empty where nobody knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// The content at the merge base with the branch that it is for; none where nobody knows it.
    pub base: Option<Base>,
    /// On that branch itself, the content at the commit before the last; none elsewhere.
    pub parent: Option<Base>,
    /// Renamed files: the old path and the next one, both from the folder that
    /// holds `content`.
    pub renames: BTreeMap<String, String>,
}

/// The state of the files below `content` in Git; a caller that can ask Git fills
/// it in. Paths begin with `content/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tracking {
    /// Files that are committed or about to be.
    pub tracked: BTreeSet<String>,
    /// Files that are not, and that Git ignores.
    pub ignored: BTreeSet<String>,
}

/// The content at a commit. Paths begin with `content/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Base {
    /// All of its files.
    pub paths: BTreeSet<String>,
    /// The texts of all but pictures.
    pub texts: BTreeMap<String, Arc<str>>,
    /// The moment of its commit; none where nobody knows it.
    pub committed: Option<Timestamp>,
}
