//! The parts of a change that need compliance approval, for `cargo site-ops approvals`.

use super::comment::Comment;
use super::side::Version;
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::Result;

/// Compares a series of changes. If a change starts at the version where the last one ended, that version isn't loaded
/// again.
pub struct Comparison<'w> {
    workspace: &'w Workspace,
    last: Option<Version>,
}

impl<'w> Comparison<'w> {
    pub fn new(workspace: &'w Workspace) -> Self {
        Self {
            workspace,
            last: None,
        }
    }

    /// Returns the headings of the compliance sections that have an entry.
    ///
    /// # Errors
    /// Returns an error if the content of a side has errors or can't be read.
    pub fn for_compliance(&mut self, base: Revision, head: Revision) -> Result<Vec<String>> {
        let base = match self.last.take() {
            Some(version) if version.commit.as_ref() == Some(&base.commit) => version,
            _ => Version::load(self.workspace, Some(base))?,
        };
        let head = Version::load(self.workspace, Some(head))?;
        let headings = Comment::new(&base, &head, Vec::new()).for_compliance();
        self.last = Some(head);
        Ok(headings)
    }
}
