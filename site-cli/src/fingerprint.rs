//! A digest of many files, used to skip a step if nothing has changed.
//!
//! Source files count by their bytes. Generated files count by their size and modification time, because a large site
//! has hundreds of megabytes of them.

use anyhow::Result;
use fs_err as fs;
use sha2::{Digest as _, Sha256};
use std::path::Path;
use std::time::UNIX_EPOCH;
use walkdir::{DirEntry, WalkDir};

/// The generated folders in `web/`.
const MADE: [&str; 5] = [
    "node_modules",
    "dist",
    ".cache",
    "test-results",
    "playwright-report",
];

/// A fingerprint that is being computed.
#[derive(Default)]
pub struct Fingerprint(Sha256);

impl Fingerprint {
    /// Adds text, such as a tool's version.
    pub fn text(mut self, text: &str) -> Self {
        self.part(text.as_bytes());
        self
    }

    /// Adds the bytes of a file, or of every file in a folder with its path. A missing path counts as empty.
    pub fn path(self, path: &Path) -> Result<Self> {
        self.files(path, |_| true, bytes)
    }

    /// Adds a folder of sources, without the generated folders in it.
    pub fn sources(self, path: &Path) -> Result<Self> {
        let is_written =
            |entry: &DirEntry| entry.depth() != 1 || !entry.file_type().is_dir() || !is_made(entry);
        self.files(path, is_written, bytes)
    }

    /// Adds generated files by size and modification time only.
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

    /// Adds the length first, so that different lists of parts never have the same bytes.
    fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}

/// Returns true for a generated folder of `web/`. A build in progress writes to a folder next to `dist`.
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
