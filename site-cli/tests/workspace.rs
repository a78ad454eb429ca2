//! A workspace to run `cargo site` in: its content and the files around it.

use jiff::{Timestamp, ToSpan};
use site_schema::model::date_in;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use walkdir::WalkDir;

pub struct Workspace(TempDir);

const FIXTURE: &str = "../site-schema/tests/content";

impl Workspace {
    /// Returns a workspace with the test site.
    pub fn small() -> Self {
        let workspace = Self::with(FIXTURE);
        workspace.bring_up_to_date();
        workspace
    }

    /// Updates values that expire, because commands use the clock: the calendars' years, whose weekends differ, and the
    /// expiration date of security.txt.
    fn bring_up_to_date(&self) {
        let in_two_months = date_in("America/Chicago", Timestamp::now()).saturating_add(2.months());
        let year = format!("year = {}", in_two_months.year());
        for page in ["pages/about.toml", "pages/questions-to-ask.toml"] {
            self.replace(page, "year = 2026", &year);
        }
        self.replace("pages/about.toml", "moves = true", "moves = false");
        let expires = format!("expires = {in_two_months}");
        self.replace("site.toml", "expires = 2026-12-31", &expires);
    }

    /// Returns a workspace with a copy of a folder of content.
    pub fn with(content: &str) -> Self {
        let workspace = tempfile::tempdir().expect("a folder for the test");
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join(content);
        copy(&content, &workspace.path().join("content"));
        fs::create_dir(workspace.path().join("site-schema")).expect("writable");
        Self(workspace)
    }

    /// Makes it a repository, and commits everything on main.
    pub fn committed(self) -> Self {
        // A clone would lack an empty folder.
        fs::write(self.path().join("site-schema/lib.rs"), "").expect("writable");
        git(&self, "init --quiet --initial-branch=main");
        self.commit();
        self
    }

    pub fn commit(&self) {
        git(self, "add --all");
        git(self, "commit --quiet --message=Change");
    }

    /// Adds the test site next to the content: generated files depend on it.
    pub fn with_fixture(self) -> Self {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURE);
        copy(&fixture, &self.path().join("site-schema/tests/content"));
        self
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the path of a file below `content`.
    pub fn file(&self, below: &str) -> PathBuf {
        self.path().join("content").join(below)
    }

    pub fn read(&self, below: &str) -> String {
        fs::read_to_string(self.file(below)).expect("readable")
    }

    pub fn write(&self, below: &str, text: &str) {
        let path = self.file(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    }

    /// Replaces the first occurrence in a file; there must be one.
    pub fn replace(&self, below: &str, from: &str, to: &str) {
        let text = self.read(below);
        assert!(text.contains(from), "{below} holds {from:?}");
        self.write(below, &text.replacen(from, to, 1));
    }

    /// Calls `replace` for each line: a file, the old text and the new text, separated by ` | `. `⏎` is a line break.
    pub fn replace_each(&self, lines: &str) {
        for line in lines.trim_start().lines() {
            let parts: Vec<_> = line.split(" | ").collect();
            let [from, to] = [parts[1], parts[2]].map(|text| text.replace('⏎', "\n"));
            self.replace(parts[0], &from, &to);
        }
    }

    pub fn append(&self, below: &str, text: &str) {
        self.write(below, &(self.read(below) + text));
    }

    pub fn rename(&self, from: &str, to: &str) {
        fs::rename(self.file(from), self.file(to)).expect("renamed");
    }

    pub fn remove(&self, below: &str) {
        fs::remove_file(self.file(below)).expect("removed");
    }

    /// Returns the path and bytes of every file below `content`.
    pub fn content(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = WalkDir::new(self.path().join("content")).into_iter();
        let paths = entries.map(|entry| entry.expect("readable").into_path());
        let files = paths.filter(|path| path.is_file());
        files
            .map(|path| (path.clone(), fs::read(path).expect("readable")))
            .collect()
    }

    /// Runs `cargo site` with its arguments in one text, separated by `|`.
    pub fn site(&self, arguments: &str) -> Output {
        self.site_with(arguments, &[])
    }

    /// Runs `cargo site` like `site`, with additional variables.
    pub fn site_with(&self, arguments: &str, variables: &[(&str, &str)]) -> Output {
        site_in(self.path(), arguments, variables)
    }

    /// Checks the exit code and that the output contains each part; returns the output.
    pub fn prints(&self, arguments: &str, code: i32, parts: &[&str]) -> String {
        let output = self.site(arguments);
        let shown = said(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {shown}");
        holds(&shown, parts);
        shown
    }

    /// Checks that the command succeeds; returns its output.
    pub fn done(&self, arguments: &str) -> String {
        self.prints(arguments, 0, &[])
    }

    /// Checks that the command fails with this reason and leaves every file unchanged.
    pub fn refuses(&self, arguments: &str, why: &str) {
        let before = self.content();
        let output = self.site(arguments);
        assert!(!output.status.success(), "{arguments}: {}", said(&output));
        holds(&said(&output), &[why]);
        assert_eq!(self.content(), before, "{arguments}");
    }

    /// Checks that there are no problems.
    pub fn is_sound(&self) {
        self.prints("check", 0, &[": 0 errors, 0 warnings\n"]);
    }
}

/// Runs `cargo site` in a folder, with its arguments in one text, separated by `|`, and with additional variables.
pub fn site_in(folder: &Path, arguments: &str, variables: &[(&str, &str)]) -> Output {
    let command = arguments.split('|').next().unwrap_or_default();
    Command::new(crate::program(command))
        .args(arguments.split('|'))
        .env_remove("GITHUB_STEP_SUMMARY")
        .env_remove("GITHUB_SHA")
        .envs(variables.iter().copied())
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.expect("readable");
        let target = to.join(entry.path().strip_prefix(from).expect("below"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).expect("writable");
        } else {
            fs::copy(entry.path(), target).expect("writable");
        }
    }
}

/// Reports that a test ends early because a program is missing. Bypasses the test harness, which hides the output of a
/// passing test: `cargo site test` prints the line.
pub fn say_unchecked(program: &str) {
    let line = format!("\nnot checked: {program} is not installed\n");
    io::stderr().write_all(line.as_bytes()).expect("writable");
}

/// Returns true if these programs are installed. Otherwise, prints a note.
pub fn are_installed(programs: &[&str]) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(PathBuf::from("/usr/sbin"));
    for program in programs {
        if !folders.iter().any(|folder| folder.join(program).is_file()) {
            say_unchecked(program);
            return false;
        }
    }
    true
}

/// Returns the program's complete output.
pub fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    text(&output.stdout) + &text(&output.stderr)
}

/// Checks that the text contains each of these parts.
#[track_caller]
pub fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in:\n{text}");
    }
}

/// Checks that the text contains none of these parts.
#[track_caller]
pub fn lacks(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "expected no {part:?} in:\n{text}");
    }
}

impl AsRef<Path> for Workspace {
    fn as_ref(&self) -> &Path {
        self.path()
    }
}

/// Runs Git in a workspace or a folder, as a generic user, with its arguments separated by spaces; returns its output.
pub fn git(folder: &impl AsRef<Path>, arguments: &str) -> String {
    let own = "-c user.name=Editor -c user.email=editor@example.com -c core.autocrlf=false -c commit.gpgsign=false";
    let output = Command::new("git")
        .args(own.split(' ').chain(arguments.split(' ')))
        .current_dir(folder)
        .output()
        .expect("Git runs");
    assert!(output.status.success(), "{arguments}: {}", said(&output));
    said(&output)
}
