//! The test site, and copies of it that tests can change.

use jiff::Timestamp;
use site_check::{Loaded, load_at};
use site_schema::model::Content;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use walkdir::WalkDir;

/// A copy of the test site.
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

    /// Loads the site on the day of the tests, January 31, 2026.
    pub fn load_today(&self) -> Loaded {
        load_at(self.folder(), Some(today()), false).expect("the folder is there")
    }

    /// Returns the content of a site without errors.
    pub fn content(&self) -> Content {
        let loaded = self.load();
        let problems = loaded.diagnostics;
        loaded.content.unwrap_or_else(|| panic!("{problems:#?}"))
    }

    /// Replaces a text of a file with another one. An empty text means the whole file. The
    /// replacement may begin with a command instead: DELETE, MOVED from a path, COPY a file with a
    /// different title, LINK to a path, PIPE, MANY times a text, or the encoding LATIN1 or UTF16.
    pub fn change(&self, file: &str, from: &str, to: &str) {
        let path = self.path(file);
        let (action, rest) = to.split_once(' ').unwrap_or((to, ""));
        match action {
            "DELETE" => fs::remove_file(&path).expect("the file is there"),
            "MOVED" => fs::rename(self.path(rest), &path).expect("the file is there"),
            "PIPE" => {
                let _ = fs::remove_file(&path);
                let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
                rustix::fs::mkfifoat(rustix::fs::CWD, &path, mode).expect("writable");
            }
            "LINK" => std::os::unix::fs::symlink(rest, &path).expect("writable"),
            "LATIN1" => {
                let text = self.replaced(file, from, rest);
                let bytes = text.chars().map(|c| u8::try_from(c).expect("Latin 1"));
                self.write(file, bytes.collect::<Vec<_>>());
            }
            "UTF16" => {
                let text = format!("\u{feff}{}", self.replaced(file, from, rest));
                let bytes = text.encode_utf16().flat_map(u16::to_le_bytes);
                self.write(file, bytes.collect::<Vec<_>>());
            }
            "MANY" => {
                let (count, part) = rest.split_once(' ').expect("a count and a text");
                let many = part.repeat(count.parse().expect("a count"));
                self.write(file, self.replaced(file, from, &many));
            }
            "COPY" => self.write(file, self.another(rest)),
            _ if from.is_empty() => self.write(file, to),
            _ => self.write(file, self.replaced(file, from, to)),
        }
    }

    fn replaced(&self, file: &str, from: &str, to: &str) -> String {
        let text = self.text(file);
        assert!(text.contains(from), "{file} contains {from:?}");
        // The name of a component occurs twice.
        let count = if from == "Callout" { 2 } else { 1 };
        text.replacen(from, to, count)
    }

    /// Returns a copy of a page or an article with a different title, description and text.
    pub fn another(&self, file: &str) -> String {
        let mut text = self.text(file);
        for key in ["title", "description", "excerpt"] {
            text = text.replace(&format!("{key} = \""), &format!("{key} = \"Another: "));
        }
        match text.rsplit_once("\n+++\n") {
            Some((front_matter, _)) => format!(
                "{front_matter}\n+++\n\nSome text.\n\n<Disclaimer kind=\"illustrative\" />\n"
            ),
            None => text,
        }
    }
}

/// Returns the day of the tests. The fixture is written for it.
pub fn today() -> Timestamp {
    "2026-01-31T18:00:00Z".parse().expect("a moment")
}

pub fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content")
}
