//! What is known of the content's past, from whoever can ask Git.

use std::collections::{BTreeMap, BTreeSet};

/// The past of a content folder; empty where nobody knows it, as in a build.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// Files that got another name: the old path and the next one, both from
    /// the folder that holds `content`.
    pub renames: BTreeMap<String, String>,
    /// What `content/published.toml` has held before.
    pub recorded: BTreeSet<String>,
}
