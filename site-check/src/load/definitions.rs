//! The values of single files that rules for other files read, such as the firm's phone number.

use super::file::File;
use super::kind::FileKind;
use super::reads::Reads;
use serde_json::Value;
use std::sync::Arc;

/// The TOML of single files. It records which values are read.
#[derive(Debug, Default)]
pub struct Definitions {
    files: Vec<Arc<File>>,
    /// The values that were read, each by its file and its JSON pointer.
    read: Reads<(FileKind, String)>,
}

impl Definitions {
    pub fn new(files: Vec<Arc<File>>) -> Self {
        Self {
            files,
            read: Reads::default(),
        }
    }

    /// Returns the value at a JSON pointer of a file, and records that it was read.
    pub fn value(&self, kind: &FileKind, pointer: &str) -> Option<&Value> {
        self.read.record(&(kind.clone(), pointer.to_owned()));
        self.find(kind, pointer)
    }

    /// Records the values that were read from other definitions.
    pub fn record_all(&self, other: &Self) {
        self.read.record_all(&other.read);
    }

    fn find(&self, kind: &FileKind, pointer: &str) -> Option<&Value> {
        self.file(kind)?.document.value.pointer(pointer)
    }

    fn file(&self, kind: &FileKind) -> Option<&Arc<File>> {
        self.files.iter().find(|file| file.kind == *kind)
    }
}

/// Definitions are the same if each value that was read from one of them is the same in both.
impl PartialEq for Definitions {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(kind, pointer): &(FileKind, String)| {
            self.file(kind) == other.file(kind)
                || self.find(kind, pointer) == other.find(kind, pointer)
        };
        self.read.keys().iter().all(is_same) && other.read.keys().iter().all(is_same)
    }
}
