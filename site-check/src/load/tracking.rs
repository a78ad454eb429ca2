//! Which files of the content folder belong to the site, as far as Git knows.

use super::read::Rejection;
use super::tree::Tree;
use std::collections::BTreeSet;

/// What Git says about the files below `content`; whoever can ask Git fills it
/// in. Paths begin with `content/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tracking {
    /// Files that are committed or about to be.
    pub tracked: BTreeSet<String>,
    /// Files that are not, and that Git ignores.
    pub ignored: BTreeSet<String>,
}

impl Tree {
    /// Leaves out the files that Git ignores, and no longer leaves out the files
    /// of an editor or of the system that are committed. Returns whether that
    /// changed anything.
    pub(crate) fn track(&mut self, tracking: &Tracking) -> bool {
        let mut changed = false;
        for file in &mut self.rejected {
            if file.reason == Rejection::Scratch && tracking.tracked.contains(&file.path) {
                file.reason = Rejection::Unexpected;
                changed = true;
            }
        }
        let mut keep = |path: &str| {
            let ignored = tracking.ignored.contains(path);
            changed |= ignored;
            !ignored
        };
        self.files.retain(|file| keep(&file.path));
        self.rejected
            .retain(|file| file.reason == Rejection::Scratch || keep(&file.path));
        self.images
            .retain(|name| keep(&format!("content/images/{name}")));
        if changed {
            self.define();
        }
        changed
    }
}
