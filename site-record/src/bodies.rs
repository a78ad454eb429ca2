//! Bodies: decoded response bodies and unmodified evidence, each stored once under its SHA-256.

use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::layout::{body_path, names, open};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The folder of bodies. It may be outside the record's folder.
#[derive(Debug, Clone)]
pub struct Bodies {
    folder: PathBuf,
}

impl Bodies {
    /// Uses the bodies in a folder, which doesn't have to exist yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns true if a body has a file, whatever the file contains.
    pub fn has(&self, digest: &Digest) -> bool {
        self.folder.join(body_path(digest)).is_file()
    }

    /// Returns the length in bytes of a body's file, whatever it contains, or `None` if there is no file.
    pub fn length(&self, digest: &Digest) -> Option<u64> {
        let metadata = self.folder.join(body_path(digest)).metadata().ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    /// Reads a body and compares its bytes with its digest.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the body is missing or has changed.
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

    /// Compares a body with its digest in chunks, without loading it whole.
    ///
    /// # Errors
    /// Returns the errors of [`Bodies::read`].
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

    /// The error for a body whose bytes don't match its name.
    fn changed(&self, below: &Path) -> Error {
        Error::Damaged(format!(
            "expected bytes whose SHA-256 is the file's name, found other bytes in {}; copy the file from the second copy of the record",
            self.folder.join(below).display()
        ))
    }

    /// Lists the subfolders, named after the first two digits of the digests.
    ///
    /// # Errors
    /// Returns an error if a folder can't be read.
    pub fn folders(&self) -> Result<Vec<String>> {
        names(&self.folder)
    }
}
