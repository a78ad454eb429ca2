//! A workspace to run `cargo site` in: its content, and what holds it up.

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
    /// With the tests' own site.
    pub fn small() -> Self {
        let workspace = Self::with(FIXTURE);
        workspace.bring_up_to_date();
        workspace
    }

    /// Sets what time makes wrong, since commands judge by the clock: the years of calendars, in which other days are
    /// weekends, and the day on which security.txt expires.
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

    /// With a copy of a folder of content.
    pub fn with(content: &str) -> Self {
        let workspace = tempfile::tempdir().expect("a folder for the test");
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join(content);
        copy(&content, &workspace.path().join("content"));
        fs::create_dir(workspace.path().join("site-schema")).expect("writable");
        Self(workspace)
    }

    /// Makes it a repository, with all of it committed on main.
    pub fn committed(self) -> Self {
        // An empty folder would not be in a clone.
        fs::write(self.path().join("site-schema/lib.rs"), "").expect("writable");
        git(&self, "init --quiet --initial-branch=main");
        self.commit();
        self
    }

    pub fn commit(&self) {
        git(self, "add --all");
        git(self, "commit --quiet --message=Change");
    }

    /// Puts the tests' own site beside the content too: generated files are made from it.
    pub fn with_fixture(self) -> Self {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURE);
        copy(&fixture, &self.path().join("site-schema/tests/content"));
        self
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A file below `content`.
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

    /// Replaces what stands once or more in a file, the first time it does.
    pub fn replace(&self, below: &str, from: &str, to: &str) {
        let text = self.read(below);
        assert!(text.contains(from), "{below} holds {from:?}");
        self.write(below, &text.replacen(from, to, 1));
    }

    /// The same of each line: a file, from what and to what, separated by ` | `; `⏎` is a line break.
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

    /// Everything below `content`: path and bytes.
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

    /// The same with variables of its own.
    pub fn site_with(&self, arguments: &str, variables: &[(&str, &str)]) -> Output {
        site_in(self.path(), arguments, variables)
    }

    /// It must end with this exit code and print each of these parts; all that it printed.
    pub fn prints(&self, arguments: &str, code: i32, parts: &[&str]) -> String {
        let output = self.site(arguments);
        let shown = said(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {shown}");
        holds(&shown, parts);
        shown
    }

    /// It must succeed; what it printed.
    pub fn done(&self, arguments: &str) -> String {
        self.prints(arguments, 0, &[])
    }

    /// It must fail with an error that says why, and leave every byte.
    pub fn refuses(&self, arguments: &str, why: &str) {
        let before = self.content();
        let output = self.site(arguments);
        assert!(!output.status.success(), "{arguments}: {}", said(&output));
        holds(&said(&output), &[why]);
        assert_eq!(self.content(), before, "{arguments}");
    }

    /// The check finds nothing in it.
    pub fn is_sound(&self) {
        self.prints("check", 0, &[": 0 errors, 0 warnings\n"]);
    }
}

/// Runs `cargo site` in a folder, with its arguments in one text, separated by `|`, and with variables of its own.
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

/// Says that a test ends early for lack of a program, past the test harness, which shows nothing of a test that passes:
/// `cargo site test` prints the line.
#[allow(dead_code)] // Only the tests of `cargo site-ops` have such programs.
pub fn say_unchecked(program: &str) {
    let line = format!("\nnot checked: {program} is not installed\n");
    io::stderr().write_all(line.as_bytes()).expect("writable");
}

/// All that a program printed.
pub fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    text(&output.stdout) + &text(&output.stderr)
}

/// The text holds each of these parts.
#[track_caller]
pub fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in:\n{text}");
    }
}

/// The text holds none of these parts.
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

/// Runs Git in a workspace or a folder, as nobody in particular, with its arguments separated by blanks; what it printed.
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
