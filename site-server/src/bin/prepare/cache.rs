//! What is made of a body, kept from one build to the next: its compressed forms, and a page's policy.
//!
//! A file is named by the hash of the body, of how it is read, and of the workspace's lockfile, which says by which versions of
//! the libraries. So a build with kept files gives the same bytes as one from nothing.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use crate::file;

/// The versions of all that compresses and parses.
const LOCKFILE: &[u8] = include_bytes!("../../../../Cargo.lock");

pub struct Cache {
    folder: Option<PathBuf>,
    versions: blake3::Hasher,
    used: Mutex<BTreeSet<String>>,
}

impl Cache {
    /// In this folder, which need not exist; without one nothing is kept.
    pub fn open(folder: Option<PathBuf>) -> Self {
        let mut versions = blake3::Hasher::new();
        versions.update(LOCKFILE);
        Cache {
            folder,
            versions,
            used: Mutex::default(),
        }
    }

    /// What `make` makes of a body, or what is wrong with it. `how` names what it is.
    pub fn made(
        &self,
        body: &[u8],
        how: &str,
        make: impl FnOnce(&[u8]) -> Result<Vec<u8>, Vec<String>>,
    ) -> Result<Vec<u8>, Vec<String>> {
        let Some(folder) = &self.folder else {
            return make(body);
        };
        let mut hasher = self.versions.clone();
        for part in [how.as_bytes(), body] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        let name = hasher.finalize().to_hex().to_string();
        let file = folder.join(&name);
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.insert(name);
        drop(used);
        if let Ok(kept) = fs::read(&file) {
            return Ok(kept);
        }
        let made = make(body)?;
        file::write(&file, &made)?;
        Ok(made)
    }

    /// Removes what this build has not used.
    pub fn close(self) -> Result<(), Vec<String>> {
        let Some(folder) = self.folder else {
            return Ok(());
        };
        let used = self.used.into_inner();
        let used = used.unwrap_or_else(PoisonError::into_inner);
        let removed = || {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                if !used.contains(&*entry.file_name().to_string_lossy()) {
                    fs::remove_file(entry.path())?;
                }
            }
            io::Result::Ok(())
        };
        removed().map_err(|error| {
            let folder = folder.display();
            vec![format!(
                "expected to tidy {folder}, found: {error}; remove the folder and try again"
            )]
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Cache;

    #[test]
    fn a_body_is_compressed_once_and_goes_when_it_is_not_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bodies");
        let mut compressed = Vec::new();
        for (body, how) in [
            ("a", "x"),
            ("a", "x"),
            ("a", "y"),
            ("b", "y"),
            ("b", "y"),
            ("a", "x"),
        ] {
            let cache = Cache::open(Some(path.clone()));
            let made = cache.made(body.as_bytes(), how, |body| {
                compressed.push(format!("{how} {}", String::from_utf8_lossy(body)));
                Ok([body, how.as_bytes()].concat())
            });
            assert_eq!(made.expect("no problem"), format!("{body}{how}").as_bytes());
            cache.close().expect("tidied");
            assert_eq!(fs::read_dir(&path).expect("a folder").count(), 1);
        }
        assert_eq!(compressed, ["x a", "y a", "y b", "x a"]);
    }
}
