//! A site as `site-server --unpack DIR` writes it: a manifest of what every path answers, and the bodies.

use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::layout::open;
use serde::Deserialize;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The file that lists the paths.
const MANIFEST: &str = "manifest.json";

/// A site in a folder.
#[derive(Debug)]
pub struct Unpacked {
    folder: PathBuf,
    pub manifest: Manifest,
}

/// The list of all that is served.
#[derive(Debug, Deserialize)]
pub struct Manifest {
    /// The digest of the table, as the server names it.
    pub digest: String,
    /// The commit that it was built from.
    pub commit: Option<String>,
    /// The site from one moment to the next, in their order: at least one.
    pub editions: Vec<UnpackedEdition>,
}

/// The site from one moment to the next.
#[derive(Debug, Deserialize)]
pub struct UnpackedEdition {
    /// Seconds since 1970; none for the first.
    pub starts: Option<i64>,
    pub rows: Vec<UnpackedRow>,
}

/// The answer of one path.
#[derive(Debug, Deserialize)]
pub struct UnpackedRow {
    pub path: String,
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// The SHA-256 of the body; none where there is none.
    pub body: Option<String>,
}

impl Unpacked {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// [`Error::Refused`] where it is not in its form.
    pub fn read(folder: &Path) -> Result<Self> {
        let bytes = read_below(folder, Path::new(MANIFEST))?;
        let wrong = |found: &str| {
            Error::Refused(format!(
                "expected {} as `site-server --unpack` writes it, found {found}; unpack the site again",
                folder.join(MANIFEST).display()
            ))
        };
        let manifest: Manifest = match serde_json::from_slice(&bytes) {
            Ok(manifest) => manifest,
            Err(error) => return Err(wrong(&error.to_string())),
        };
        let Some(first) = manifest.editions.first() else {
            return Err(wrong("no edition"));
        };
        if first.starts.is_some() {
            return Err(wrong("a first edition that starts at a moment"));
        }
        let mut before = i64::MIN;
        for edition in &manifest.editions[1..] {
            let starts = edition.starts.unwrap_or(i64::MIN);
            if starts <= before {
                return Err(wrong("editions that are not in the order of their moments"));
            }
            before = starts;
        }
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
        })
    }

    /// The bytes of a body.
    ///
    /// # Errors
    /// [`Error::Refused`] where they are not what the manifest says.
    pub fn body(&self, text: &str) -> Result<(Digest, Vec<u8>)> {
        let digest = Digest::parse(text)?;
        let below = Path::new("bodies").join(text);
        let bytes = read_below(&self.folder, &below)?;
        if Digest::of(&bytes) != digest {
            return Err(Error::Refused(format!(
                "expected bytes whose SHA-256 is the file's name, found others in {}; unpack the site again",
                self.folder.join(below).display()
            )));
        }
        Ok((digest, bytes))
    }
}

/// The bytes of a file below a folder.
fn read_below(folder: &Path, below: &Path) -> Result<Vec<u8>> {
    let path = folder.join(below);
    if !path.exists() {
        return Err(Error::Refused(format!(
            "expected a site as `site-server --unpack` writes it, found no {}; unpack the site again, or name its folder",
            path.display()
        )));
    }
    let mut bytes = Vec::new();
    open(folder, below)?
        .read_to_end(&mut bytes)
        .map_err(|error| Error::system("read", &path, error))?;
    Ok(bytes)
}
