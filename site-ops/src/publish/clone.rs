//! The Git clone of a record. People, and runs on other machines, push to the same repository.

use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use jiff::Timestamp;
use std::path::Path;

/// A record in a clone of a Git repository.
pub struct Clone(Workspace);

impl Clone {
    /// Returns the clone in a folder, or `None` if the folder isn't in a Git repository.
    pub fn of(folder: &Path) -> Option<Self> {
        let is_clone = folder.join(".git").exists();
        is_clone.then(|| Self(Workspace::at(folder.to_owned())))
    }

    /// Pulls the entries of others, and pushes entries that an earlier run wrote and didn't push.
    ///
    /// # Errors
    /// Returns an error if others have pushed in the meantime, because both sides then have an entry with the same number.
    pub fn update(&self) -> Result<()> {
        let advice = "expected a clone of the record that only lacks entries, found one with entries that no one pushed; `git log @{upstream}..` in the clone lists them. Clone the record again: publishing writes what the place did, and a person writes again what a person wrote";
        // With uncommitted files, Git would add the entries of others next to them, and two could have the same number.
        let has_its_own = self.commit("an earlier run wrote")?;
        self.git(&["pull", "--quiet", "--ff-only"])
            .context(advice)?;
        if has_its_own {
            self.git(&["push", "--quiet"]).context(advice)?;
        }
        Ok(())
    }

    /// Pushes everything written since the update. Returns false if others have pushed in the meantime. Then the clone has their
    /// entries instead of ours.
    pub fn push(&self, subject: &str) -> Result<bool> {
        if !self.commit(subject)? {
            return Ok(true);
        }
        let Err(error) = self.git(&["push", "--quiet"]) else {
            return Ok(true);
        };
        self.git(&["fetch", "--quiet"])?;
        if self.git(&["rev-list", "HEAD..@{upstream}"])?.is_empty() {
            // Git refused for another reason, such as a missing permission to push.
            bail!(error);
        }
        self.git(&["reset", "--quiet", "--hard", "@{upstream}"])?;
        Ok(false)
    }

    /// Commits everything. Returns false if the remote repository already has it.
    fn commit(&self, subject: &str) -> Result<bool> {
        self.git(&["add", "--all"])?;
        if !self.git(&["diff", "--cached", "--name-only"])?.is_empty() {
            // Otherwise, two runs that write the same entry in the same second would make the same commit, and both pushes would succeed.
            let run = std::process::id();
            let moment = Timestamp::now().as_nanosecond();
            let message = format!("Record that {subject}\n\nBy process {run} at {moment}");
            self.git(&["commit", "--quiet", "--message", &message])?;
        }
        Ok(!self.git(&["rev-list", "@{upstream}..HEAD"])?.is_empty())
    }

    fn git(&self, arguments: &[&str]) -> Result<String> {
        capture_stdout(&mut self.0.git(arguments))
    }
}
