//! One digest of many files, by which a step is skipped where nothing has changed.
//!
//! What people write counts by its bytes, what a step has made by its size and its time: that is hundreds of megabytes
//! where a site is large.

use anyhow::Result;
use fs_err as fs;
use sha2::{Digest as _, Sha256};
use std::path::Path;
use std::time::UNIX_EPOCH;
use walkdir::{DirEntry, WalkDir};

/// Folders of `web/` that are made, not written.
const MADE: [&str; 5] = [
    "node_modules",
    "dist",
    ".cache",
    "test-results",
    "playwright-report",
];

/// A fingerprint in the making.
#[derive(Default)]
pub struct Fingerprint(Sha256);

impl Fingerprint {
    /// Adds a text, such as a tool's version.
    pub fn text(mut self, text: &str) -> Self {
        self.part(text.as_bytes());
        self
    }

    /// Adds the bytes of a file, or of every file below a folder with its path.
    /// What does not exist counts as empty.
    pub fn path(self, path: &Path) -> Result<Self> {
        self.files(path, |_| true, bytes)
    }

    /// The same of a folder of sources, without the folders in it that are made.
    pub fn sources(self, path: &Path) -> Result<Self> {
        let is_written =
            |entry: &DirEntry| entry.depth() != 1 || !entry.file_type().is_dir() || !is_made(entry);
        self.files(path, is_written, bytes)
    }

    /// The same of what another step has made, by sizes and times alone.
    pub fn made(self, path: &Path) -> Result<Self> {
        self.files(path, |_| true, size_and_time)
    }

    fn files(
        mut self,
        path: &Path,
        is_wanted: impl Fn(&DirEntry) -> bool,
        what: fn(&DirEntry) -> Result<Vec<u8>>,
    ) -> Result<Self> {
        if !path.exists() {
            return Ok(self);
        }
        let entries = WalkDir::new(path).sort_by_file_name().into_iter();
        for entry in entries.filter_entry(is_wanted) {
            let entry = entry?;
            if !entry.file_type().is_dir() {
                let below = entry.path().strip_prefix(path)?;
                self.part(below.to_string_lossy().as_bytes());
                self.part(&what(&entry)?);
            }
        }
        Ok(self)
    }

    pub fn finish(self) -> String {
        let bytes = self.0.finalize();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The length first, so that no two lists of parts look alike.
    fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}

/// Returns true for a folder of `web/` that is made. One that a build is making stands beside `dist`.
fn is_made(folder: &DirEntry) -> bool {
    let name = folder.file_name().to_string_lossy();
    MADE.contains(&name.as_ref()) || name.starts_with("dist.build-")
}

fn bytes(file: &DirEntry) -> Result<Vec<u8>> {
    Ok(fs::read(file.path())?)
}

fn size_and_time(file: &DirEntry) -> Result<Vec<u8>> {
    let metadata = file.metadata()?;
    let time = metadata.modified()?.duration_since(UNIX_EPOCH)?;
    Ok(format!("{} {}", metadata.len(), time.as_nanos()).into_bytes())
}
