//! The results that take long to make of a body, kept from one build to the next: its compressed forms, and a page's policy.
//!
//! A file is named by a hash of the body, of the way that the result is made, and of the workspace's lockfile, which has the
//! versions of all libraries. So a build with kept files gives the same bytes as one from nothing.

use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest as _, Sha256};

use crate::hex::hex;

/// The versions of the libraries that compress and parse.
const LOCKFILE: &[u8] = include_bytes!("../../Cargo.lock");

/// The kept results, in a folder of the last build and one of this build.
pub struct Cache {
    /// The results of the last build.
    last: PathBuf,
    /// The results that this build uses, which the next one finds.
    next: PathBuf,
}

impl Cache {
    /// Opens the cache in this folder, which need not exist.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let next = folder.with_extension("next");
        // It is there if a build has not come to its end.
        _ = fs::remove_dir_all(&next);
        fs::create_dir_all(&next)?;
        Ok(Cache {
            last: folder.to_owned(),
            next,
        })
    }

    /// Returns what `make` makes of a body, kept or made again; `how` names the way that it is made.
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
        // What can't be kept is made again.
        if let Ok(kept) = fs::read(&last) {
            _ = fs::hard_link(last, next);
            return kept;
        }
        let made = make(body);
        _ = fs::write(next, &made);
        made
    }

    /// Keeps the results that this build has used, and nothing else.
    pub fn close(self) -> io::Result<()> {
        _ = fs::remove_dir_all(&self.last);
        fs::rename(&self.next, &self.last)
    }
}
