//! What is known of the content's past: told by whoever can ask Git.

use super::file::FileKind;
use super::read::kind;
use super::tree::Tree;
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

impl History {
    /// The route that a page or an article has today whose file stood at an
    /// address before.
    pub fn heir(&self, address: &str, tree: &Tree) -> Option<String> {
        let below = address.trim_matches('/');
        let article = below.strip_prefix("blog/");
        let files = article
            .map(|slug| format!("content/articles/{slug}.mdx"))
            .into_iter()
            .chain([
                format!("content/pages/{below}.toml"),
                format!("content/pages/{below}/index.toml"),
            ]);
        files.into_iter().find_map(|file| {
            let mut path = self.renames.get(&file)?;
            for _ in 0..self.renames.len() {
                if tree.files.iter().any(|file| file.path == *path) {
                    break;
                }
                path = self.renames.get(path)?;
            }
            let route = kind(path.strip_prefix("content/")?)
                .as_ref()
                .and_then(FileKind::route)?;
            (tree.is_published(&route) && route != address).then_some(route)
        })
    }
}
