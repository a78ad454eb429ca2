//! The names of files in a record, and reading them without following a link.

use crate::digest::Digest;
use crate::error::{Error, Result};
use std::fs;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder of entries and of what lies beside them.
pub const ENTRIES: &str = "entries";
/// The folder of bodies, where they don't lie elsewhere.
pub const BODIES: &str = "bodies";
/// The folder of files that are being written.
pub const UNFINISHED: &str = "unfinished";
/// The file that the one writer holds.
pub const LOCK: &str = "lock";
/// The entries that a folder holds.
const A_FOLDER: u64 = 1_000;

/// The files that tell Git to leave a record's bytes unchanged, and to leave out the writer's files and the index of earlier versions.
pub const GIT_FILES: [(&str, &str); 2] = [
    (".gitattributes", "* -text -diff -merge\n"),
    (".gitignore", "/index/\n/lock\n/unfinished/\n"),
];

/// A file beside the others: an entry, or evidence about one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The number of the entry that it is, or is about.
    pub number: u64,
    /// The digest of its bytes.
    pub digest: Digest,
    /// The kind of file: `json` for the entry itself, else that of the evidence, such as `tsr`.
    pub kind: String,
}

impl Name {
    /// The name as text: `00000012-DIGEST.json`.
    pub fn text(&self) -> String {
        format!("{:08}-{}.{}", self.number, self.digest, self.kind)
    }

    /// The name that a text is.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, rest) = text.split_once('-')?;
        let (digest, kind) = rest.split_once('.')?;
        let name = Self {
            number: number.parse().ok()?,
            digest: Digest::parse(digest).ok()?,
            kind: kind.to_owned(),
        };
        // One name has one form.
        (is_kind(kind) && name.text() == text).then_some(name)
    }

    /// The path of the file within the record.
    pub fn path(&self) -> PathBuf {
        folder_of(self.number).join(self.text())
    }
}

/// Returns whether a text can be the kind of a file: one to eight lower-case letters.
pub fn is_kind(text: &str) -> bool {
    let is_short = (1..=8).contains(&text.len());
    is_short && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The folder of an entry and of those near it: `entries/00000` has those up to 999.
pub fn folder_of(number: u64) -> PathBuf {
    Path::new(ENTRIES).join(format!("{:05}", number / A_FOLDER))
}

/// The path of a body within the folder of bodies.
pub fn body_path(digest: &Digest) -> PathBuf {
    let text = digest.to_string();
    Path::new(&text[..2]).join(&text)
}

/// The names in a folder, sorted; none where there is no such folder.
///
/// # Errors
/// [`Error::Damaged`] where the folder is a link, [`Error::System`] where it can't be read.
pub fn names(folder: &Path) -> Result<Vec<String>> {
    refuse_link(folder)?;
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::system("list", folder, error)),
    };
    let mut names = Vec::new();
    for item in listing {
        let item = item.map_err(|error| Error::system("list", folder, error))?;
        names.push(item.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Opens a file of a folder, through no link below that folder.
///
/// # Errors
/// [`Error::Damaged`] where a link is on the way, or where there is no such file, [`Error::System`] where it can't be read.
pub fn open(folder: &Path, below: &Path) -> Result<File> {
    let mut path = folder.to_owned();
    for part in below {
        path.push(part);
        refuse_link(&path)?;
    }
    match File::open(&path) {
        Ok(file) => Ok(file),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Error::Damaged(format!(
            "expected the file {}, which is missing; copy it from the second copy of the record",
            path.display()
        ))),
        Err(error) => Err(Error::system("read", &path, error)),
    }
}

/// Refuses what leads out of the record.
///
/// # Errors
/// [`Error::Damaged`] where the path is a link.
pub fn refuse_link(path: &Path) -> Result<()> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    if is_link {
        return Err(Error::Damaged(format!(
            "expected a file or a folder of the record, but {} is a link, which leads out of it; replace it with what it leads to",
            path.display()
        )));
    }
    Ok(())
}
