//! What takes long to make of a body, kept from one build to the next: its compressed forms, and a page's policy.
//!
//! A file is named by the hash of the body, of what is made of it, and of the workspace's lockfile, which says by which versions
//! of the libraries. So a build with kept files gives the same bytes as one from nothing.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The versions of all that compresses and parses.
const LOCKFILE: &[u8] = include_bytes!("../../../../Cargo.lock");

pub struct Cache {
    last: PathBuf,
    /// What this build uses, and the next one finds.
    next: PathBuf,
}

impl Cache {
    /// In this folder, which need not exist.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let next = folder.with_extension("next");
        // Of a build that has not come to its end.
        _ = fs::remove_dir_all(&next);
        fs::create_dir_all(&next)?;
        let last = folder.to_owned();
        Ok(Cache { last, next })
    }

    /// What `make` makes of a body; `how` names what that is.
    pub fn made(&self, body: &[u8], how: &str, make: impl FnOnce(&[u8]) -> Vec<u8>) -> Vec<u8> {
        let mut hasher = blake3::Hasher::new();
        for part in [LOCKFILE, how.as_bytes(), body] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        let name = hasher.finalize().to_hex().to_string();
        let (last, next) = (self.last.join(&name), self.next.join(&name));
        // What can't be kept is made again.
        if let Ok(kept) = fs::read(&last) {
            _ = fs::hard_link(last, next);
            return kept;
        }
        let made = make(body);
        _ = fs::write(next, &made);
        made
    }

    /// Keeps what this build has used, and nothing else.
    pub fn close(self) -> io::Result<()> {
        _ = fs::remove_dir_all(&self.last);
        fs::rename(&self.next, &self.last)
    }
}
