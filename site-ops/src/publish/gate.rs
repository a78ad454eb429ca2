//! The result of the gate. The gate checks approvals in a separate job without secrets, using the program of the newest approved commit.

use super::outcome::Outcome;
use anyhow::{Context as _, Result};
use fs_err as fs;
use serde::Deserialize;
use site_place::state::State;
use std::path::{Path, PathBuf};

/// The file with the result, in the folder that gate.sh writes.
const FILE: &str = "gate.json";

/// A positive result of the gate.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// The newest approved commit at the place. The gate checked the changes after it.
    pub base: String,
    /// The commit to publish.
    pub head: String,
    /// The revision of the place's state.
    pub revision: u64,
    /// The newest commit up to the head whose changes are all approved. It is before the head if a later change used break-glass.
    pub approved: String,
    /// The folder with the result.
    #[serde(skip)]
    folder: PathBuf,
}

impl Gate {
    /// Reads the result from a folder.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text = fs::read_to_string(&path)?;
        let mut gate: Self = serde_json::from_str(&text).with_context(|| {
            format!(
                "expected the answer of .github/scripts/gate.sh in {}",
                path.display()
            )
        })?;
        gate.folder = folder.to_owned();
        Ok(gate)
    }

    /// Returns an error unless the result is for exactly this commit and this state of the place.
    pub fn require(&self, state: &State, commit: &str) -> Result<(), Outcome> {
        let expected = [
            ("commit", commit.to_owned(), &self.head),
            (
                "newest approved commit",
                state.approved.commit.clone(),
                &self.base,
            ),
            (
                "revision of the place",
                state.revision.to_string(),
                &self.revision.to_string(),
            ),
        ];
        for (what, expected, found) in expected {
            if expected != *found {
                return Err(Outcome::not_live(format!(
                    "Not published: expected an answer of the gate about the {what} {expected}, found one about {found}: the place has changed since. On GitHub, press Re-run all jobs; elsewhere, run the gate again"
                )));
            }
        }
        Ok(())
    }

    /// The report on the approvals, in JSON.
    pub fn report(&self) -> PathBuf {
        self.folder.join("approvals.json")
    }

    /// GitHub's responses, which the report is based on.
    pub fn answers(&self) -> PathBuf {
        self.folder.join("answers.json")
    }
}
