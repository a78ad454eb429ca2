//! Snapshots of the site's own content, by edition. `fees.snap` holds from the beginning, `fees.2027-01-01.snap` from that day
//! of the firm on, with a time `.2027-01-01T0900`, and is there only where it differs. So a moment that passes leaves each as it is.
//!
//! They may be older than the content where `cargo site test` says so: an editor's change is meant to change the pages, and
//! main takes the snapshots again each night.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The moment from which on an edition holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// In seconds since 1970; none for the first edition.
    pub seconds: Option<i64>,
    /// In the firm's time zone, as names of snapshots have it: as texts they are in the order of time. For
    /// the first edition the moment of the build.
    written: String,
}

/// The starts of all editions: of the first one, and of those at these moments, in seconds since 1970.
pub fn starts(later: impl IntoIterator<Item = i64>, zone: &str) -> Vec<Start> {
    // Of a build that nobody names, as where one test runs alone, it is at least today.
    let build = env::var("BUILD_MOMENT").ok();
    let build = build.and_then(|seconds| seconds.parse().ok());
    let build = build.unwrap_or_else(|| Timestamp::now().as_second());
    starts_since(build, later, zone)
}

/// The same with the moment of the build.
pub fn starts_since(build: i64, later: impl IntoIterator<Item = i64>, zone: &str) -> Vec<Start> {
    let zone = TimeZone::get(zone).expect("a time zone that the schema allows");
    let mut starts = vec![Start {
        seconds: None,
        written: written(build, &zone),
    }];
    for seconds in later {
        starts.push(Start {
            seconds: Some(seconds),
            written: written(seconds, &zone),
        });
    }
    starts
}

/// A moment as its day, or as its day and minute where it is not the first of that day.
fn written(seconds: i64, zone: &TimeZone) -> String {
    let moment = Timestamp::from_second(seconds).expect("a moment that a table can have");
    let moment = moment.to_zoned(zone.clone());
    let start_of_day = moment.start_of_day().expect("a day of these centuries");
    if moment == start_of_day {
        return moment.date().to_string();
    }
    moment.strftime("%Y-%m-%dT%H%M").to_string()
}

/// The snapshots in a folder.
pub struct Folder {
    pub on_disk: PathBuf,
    /// From the workspace's folder.
    pub path: &'static str,
    /// True where each is written again.
    pub is_accepting: bool,
    /// The file in which stale ones are listed, one a line; where there is none, they fail.
    pub stale: Option<PathBuf>,
}

impl Folder {
    /// The folder at a path from the workspace's, in the way that the environment asks for.
    pub fn at(path: &'static str) -> Self {
        Self {
            on_disk: Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path),
            path,
            is_accepting: env::var("INSTA_UPDATE").is_ok_and(|update| update == "always"),
            stale: env::var_os("STALE_SNAPSHOTS").map(PathBuf::from),
        }
    }

    /// Asserts that what an edition shows is in its snapshot; `assertion` is given the snapshot's name, without `.snap`.
    pub fn holds(&self, name: &str, start: &Start, shown: &str, assertion: impl FnOnce(&str)) {
        let name = self.name(name, start, shown);
        self.passes(&name, || assertion(&name));
    }

    /// The name of the snapshot that an edition is compared with, or that is written of it.
    fn name(&self, name: &str, start: &Start, shown: &str) -> String {
        let newest = self.newest(name, start);
        match newest {
            Some(newest) if !self.is_accepting || self.has(&newest, shown) => newest,
            _ if start.seconds.is_none() => name.to_owned(),
            _ => format!("{name}.{}", start.written),
        }
    }

    /// The newest snapshot of a name that holds from no later than a start.
    fn newest(&self, name: &str, start: &Start) -> Option<String> {
        let mut newest: Option<(String, String)> = None;
        for found in self.names() {
            let (of, since) = split(&found);
            let is_later = newest.as_ref().is_some_and(|(other, _)| *other > since);
            if of == name && since <= start.written && !is_later {
                newest = Some((since, found));
            }
        }
        newest.map(|(_, found)| found)
    }

    /// Returns whether a snapshot has this text below its head.
    fn has(&self, name: &str, shown: &str) -> bool {
        let text = fs::read_to_string(self.on_disk.join(format!("{name}.snap")));
        let text = text.unwrap_or_default();
        let below = text.splitn(3, "---\n").nth(2).unwrap_or_default();
        below.trim() == shown.trim()
    }

    /// Asserts that each snapshot belongs to something. `shown` are the names that an edition has, `is_kept` says of another one
    /// whether content still has it: what has ended by its day leaves its snapshots until it is removed.
    pub fn has_no_orphans(
        &self,
        shown: &BTreeSet<String>,
        starts: &[Start],
        is_kept: impl Fn(&str) -> bool,
    ) {
        let build = &starts[0].written;
        for found in self.names() {
            let (name, since) = split(&found);
            let is_ahead = since > *build;
            let has_start = starts.iter().any(|start| start.written == since);
            if (shown.contains(&name) || is_kept(&name)) && (!is_ahead || has_start) {
                continue;
            }
            if self.is_accepting {
                fs::remove_file(self.on_disk.join(format!("{found}.snap"))).expect("removed");
                continue;
            }
            self.passes(&found, || {
                panic!(
                    "expected something that {found}.snap is of, found nothing; `cargo site snapshots` removes it"
                );
            });
        }
    }

    /// The names of all snapshots, without `.snap`.
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let Ok(entries) = fs::read_dir(&self.on_disk) else {
            return names;
        };
        for entry in entries {
            let file = entry.expect("an entry").file_name();
            if let Some(name) = file.to_string_lossy().strip_suffix(".snap") {
                names.push(name.to_owned());
            }
        }
        names.sort();
        names
    }

    /// Runs an assertion on a snapshot, or lists the snapshot where it may be stale.
    fn passes(&self, name: &str, assertion: impl FnOnce()) {
        let Some(stale) = &self.stale else {
            return assertion();
        };
        if catch_unwind(AssertUnwindSafe(assertion)).is_err() {
            let opened = OpenOptions::new().create(true).append(true).open(stale);
            let mut file = opened.expect("a list that can be written");
            // At once: tests run side by side.
            let line = format!("{}/{name}.snap\n", self.path);
            file.write_all(line.as_bytes()).expect("written");
        }
    }
}

/// A snapshot's name, and the moment from which on it holds; empty where that is the beginning.
fn split(name: &str) -> (String, String) {
    let (name, since) = name.split_once('.').unwrap_or((name, ""));
    (name.to_owned(), since.to_owned())
}
