//! The names of files in a record, and reading them without following links.

use crate::digest::Digest;
use crate::error::{Error, Result};
use std::fs;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder of entries and their evidence.
pub const ENTRIES: &str = "entries";
/// The default folder of bodies.
pub const BODIES: &str = "bodies";
/// The folder of files that are being written.
pub const UNFINISHED: &str = "unfinished";
/// The file that the writer locks.
pub const LOCK: &str = "lock";
/// The number of entries in each folder.
const A_FOLDER: u64 = 1_000;

/// Files that tell Git to leave a record's bytes unchanged, and to ignore the writer's files and the index that earlier versions wrote.
pub const GIT_FILES: [(&str, &str); 2] = [
    (".gitattributes", "* -text -diff -merge\n"),
    (".gitignore", "/index/\n/lock\n/unfinished/\n"),
];

/// The name of an entry or an evidence file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The number of the entry, or of the entry that the evidence is about.
    pub number: u64,
    /// The digest of the file's bytes.
    pub digest: Digest,
    /// The extension: `json` for an entry, or the kind of evidence, such as `tsr`.
    pub kind: String,
}

impl Name {
    /// Formats the name: `00000012-DIGEST.json`.
    pub fn text(&self) -> String {
        format!("{:08}-{}.{}", self.number, self.digest, self.kind)
    }

    /// Parses a name.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, rest) = text.split_once('-')?;
        let (digest, kind) = rest.split_once('.')?;
        let name = Self {
            number: number.parse().ok()?,
            digest: Digest::parse(digest).ok()?,
            kind: kind.to_owned(),
        };
        // Refuse other spellings of the same name.
        (is_kind(kind) && name.text() == text).then_some(name)
    }

    /// The path of the file within the record.
    pub fn path(&self) -> PathBuf {
        folder_of(self.number).join(self.text())
    }
}

/// Returns true if the text is a valid kind of file: one to eight lower-case letters.
pub fn is_kind(text: &str) -> bool {
    let is_short = (1..=8).contains(&text.len());
    is_short && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The folder of an entry: `entries/00000` holds entries up to 999.
pub fn folder_of(number: u64) -> PathBuf {
    Path::new(ENTRIES).join(format!("{:05}", number / A_FOLDER))
}

/// The path of a body inside the folder of bodies.
pub fn body_path(digest: &Digest) -> PathBuf {
    let text = digest.to_string();
    Path::new(&text[..2]).join(&text)
}

/// Lists the names in a folder, sorted. A missing folder has no names.
///
/// # Errors
/// Returns [`Error::Damaged`] if the folder is a link, or [`Error::System`] if it can't be read.
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

/// Opens a file without following links below the folder.
///
/// # Errors
/// Returns [`Error::Damaged`] if the path contains a link or the file is missing, or [`Error::System`] if it can't be read.
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

/// Refuses a link, which could lead out of the record.
///
/// # Errors
/// Returns [`Error::Damaged`] if the path is a link.
pub fn refuse_link(path: &Path) -> Result<()> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    if is_link {
        return Err(Error::Damaged(format!(
            "expected a file or a folder of the record, but {} is a link, which leads out of it; replace it with the file or folder it points to",
            path.display()
        )));
    }
    Ok(())
}
