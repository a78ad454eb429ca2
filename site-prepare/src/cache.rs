//! Keeps results that take long to compute from one build to the next: compressed bodies and pages' policies.
//!
//! A file's name is a hash of the body, the algorithm, and the workspace's lockfile, which has the versions of all libraries. So
//! a build with cached files makes the same bytes as a clean build.

use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest as _, Sha256};

use crate::hex::hex;

/// The lockfile, which has the versions of the libraries that compress and parse.
const LOCKFILE: &[u8] = include_bytes!("../../Cargo.lock");

/// The cached results: one folder from the last build, and one for this build.
pub struct Cache {
    /// The results from the last build.
    last: PathBuf,
    /// The results that this build uses, for the next one.
    next: PathBuf,
}

impl Cache {
    /// Opens the cache in this folder, which may not exist yet.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let next = folder.with_extension("next");
        // It exists if the last build didn't finish.
        _ = fs::remove_dir_all(&next);
        fs::create_dir_all(&next)?;
        Ok(Cache {
            last: folder.to_owned(),
            next,
        })
    }

    /// Returns the cached result for a body, or computes it with `make`. `how` identifies the algorithm.
    pub fn get_or_make(
        &self,
        body: &[u8],
        how: &str,
        make: impl FnOnce(&[u8]) -> Vec<u8>,
    ) -> Vec<u8> {
        let mut hasher = Sha256::new();
        for part in [LOCKFILE, how.as_bytes(), body] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        let name = hex(&hasher.finalize());
        let last = self.last.join(&name);
        let next = self.next.join(&name);
        // If a result can't be cached, the next build computes it again.
        if let Ok(kept) = fs::read(&last) {
            _ = fs::hard_link(last, next);
            return kept;
        }
        let made = make(body);
        _ = fs::write(next, &made);
        made
    }

    /// Keeps only the results that this build used.
    pub fn close(self) -> io::Result<()> {
        _ = fs::remove_dir_all(&self.last);
        fs::rename(&self.next, &self.last)
    }
}
