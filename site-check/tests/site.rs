//! The tests' own site, and copies of it to be changed.

use site_check::Loaded;
use site_schema::model::Content;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use walkdir::WalkDir;

/// A copy of the tests' own site, to be changed.
pub struct Site(TempDir);

impl Site {
    pub fn new() -> Self {
        let site = Self(tempfile::tempdir().expect("a folder for the test"));
        for file in WalkDir::new(fixture()).into_iter().flatten() {
            let to = site.path(file.path().strip_prefix(fixture()).expect("below"));
            if file.file_type().is_dir() {
                fs::create_dir_all(to).expect("writable");
            } else {
                fs::copy(file.path(), to).expect("writable");
            }
        }
        site
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, below: impl AsRef<Path>) -> PathBuf {
        self.folder().join(below)
    }

    pub fn text(&self, below: &str) -> String {
        fs::read_to_string(self.path(below)).expect("readable")
    }

    pub fn write(&self, below: &str, text: impl AsRef<[u8]>) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    }

    pub fn load(&self) -> Loaded {
        site_check::load(self.folder()).expect("the folder is there")
    }

    /// Its content, which has no error.
    pub fn content(&self) -> Content {
        let loaded = self.load();
        let problems = loaded.diagnostics;
        loaded.content.unwrap_or_else(|| panic!("{problems:#?}"))
    }
}

pub fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content")
}
