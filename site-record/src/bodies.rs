//! Bodies: what was served, decoded, and evidence as it was given, each once under its SHA-256.

use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::layout::{body_path, names, open};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The folder of bodies. It may lie elsewhere than the entries.
#[derive(Debug, Clone)]
pub struct Bodies {
    folder: PathBuf,
}

impl Bodies {
    /// The bodies in a folder, which need not be there yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether there is a file for a body, whatever is in it.
    pub fn has(&self, digest: &Digest) -> bool {
        self.folder.join(body_path(digest)).is_file()
    }

    /// The length of the file of a body, whatever is in it; none where there is no file.
    pub fn length(&self, digest: &Digest) -> Option<u64> {
        let metadata = self.folder.join(body_path(digest)).metadata().ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    /// The bytes of a body, which are compared with its digest.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it is missing or other than it was.
    pub fn read(&self, digest: &Digest) -> Result<Vec<u8>> {
        let below = body_path(digest);
        let mut file = open(&self.folder, &below)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|error| Error::system("read", &below, error))?;
        if Digest::of(&bytes) != *digest {
            return Err(self.changed(&below));
        }
        Ok(bytes)
    }

    /// Compares a body with its digest, a piece at a time.
    ///
    /// # Errors
    /// As for [`Bodies::read`].
    pub fn check(&self, digest: &Digest) -> Result<()> {
        let below = body_path(digest);
        let file = open(&self.folder, &below)?;
        let found =
            Digest::of_reader(file).map_err(|error| Error::system("read", &below, error))?;
        if found != *digest {
            return Err(self.changed(&below));
        }
        Ok(())
    }

    /// The error where a body is not what its name says.
    fn changed(&self, below: &Path) -> Error {
        Error::Damaged(format!(
            "expected bytes whose SHA-256 is the file's name, found others in {}; copy the file from the second copy of the record",
            self.folder.join(below).display()
        ))
    }

    /// The folders of bodies by the first two digits of the digests, with what lies in each.
    ///
    /// # Errors
    /// Where a folder can't be read.
    pub fn folders(&self) -> Result<Vec<String>> {
        names(&self.folder)
    }
}
