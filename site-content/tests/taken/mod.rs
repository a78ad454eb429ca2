//! Snapshots of the site's own content, by edition. `fees.snap` applies from the start, and `fees.2027-01-01.snap` from that date in the
//! firm's time zone, or `.2027-01-01T0900` with a time. It only exists if it differs. So no snapshot changes when time passes.
//!
//! If `cargo site test` says so, snapshots may be older than the content: an editor's change is meant to change the pages, and a nightly
//! run updates the snapshots on main.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The start of an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Seconds since 1970, or `None` for the first edition.
    pub seconds: Option<i64>,
    /// The time in the firm's time zone, in the form of snapshots' names, which sorts chronologically. For the first edition, the time of the
    /// build.
    written: String,
}

/// The starts of all editions: the first one, and those at these times, in seconds since 1970.
pub fn starts(later: impl IntoIterator<Item = i64>, zone: &str) -> Vec<Start> {
    // If the time of the build is unknown, for example because one test runs on its own, use the current time.
    let build = env::var("BUILD_MOMENT").ok();
    let build = build.and_then(|seconds| seconds.parse().ok());
    let build = build.unwrap_or_else(|| Timestamp::now().as_second());
    starts_since(build, later, zone)
}

/// Does the same with a given time of the build.
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

/// A time as its date, or as its date and minute if it isn't midnight.
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
    /// The path relative to the workspace's folder.
    pub path: &'static str,
    /// True if snapshots are written instead of compared.
    pub is_accepting: bool,
    /// The file that lists stale snapshots, one per line. Without it, stale snapshots fail.
    pub stale: Option<PathBuf>,
}

impl Folder {
    /// The folder at a path in the workspace, with the mode from the environment.
    pub fn at(path: &'static str) -> Self {
        Self {
            on_disk: Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path),
            path,
            is_accepting: env::var("INSTA_UPDATE").is_ok_and(|update| update == "always"),
            stale: env::var_os("STALE_SNAPSHOTS").map(PathBuf::from),
        }
    }

    /// Asserts that an edition matches its snapshot. `assertion` receives the snapshot's name without `.snap`.
    pub fn holds(&self, name: &str, start: &Start, shown: &str, assertion: impl FnOnce(&str)) {
        let name = self.name(name, start, shown);
        self.passes(&name, || assertion(&name));
    }

    /// The name of the snapshot for comparing or writing an edition.
    fn name(&self, name: &str, start: &Start, shown: &str) -> String {
        let newest = self.newest(name, start);
        match newest {
            Some(newest) if !self.is_accepting || self.has(&newest, shown) => newest,
            _ if start.seconds.is_none() => name.to_owned(),
            _ => format!("{name}.{}", start.written),
        }
    }

    /// The newest snapshot with this name that applies at this start.
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

    /// Returns true if the snapshot contains exactly this text after its header.
    fn has(&self, name: &str, shown: &str) -> bool {
        let text = fs::read_to_string(self.on_disk.join(format!("{name}.snap")));
        let text = text.unwrap_or_default();
        let below = text.splitn(3, "---\n").nth(2).unwrap_or_default();
        below.trim() == shown.trim()
    }

    /// Asserts that every snapshot belongs to something. `shown` has the names in each edition. `is_kept` returns true for other names that
    /// the content still has: expired content keeps its snapshots until it is removed.
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

    /// Runs an assertion on a snapshot. If stale snapshots are allowed, lists a failing one instead.
    fn passes(&self, name: &str, assertion: impl FnOnce()) {
        let Some(stale) = &self.stale else {
            return assertion();
        };
        if catch_unwind(AssertUnwindSafe(assertion)).is_err() {
            let opened = OpenOptions::new().create(true).append(true).open(stale);
            let mut file = opened.expect("a list that can be written");
            // In one write, because tests run concurrently.
            let line = format!("{}/{name}.snap\n", self.path);
            file.write_all(line.as_bytes()).expect("written");
        }
    }
}

/// Splits a snapshot's name into a name and a start, which is empty for the first edition.
fn split(name: &str) -> (String, String) {
    let (name, since) = name.split_once('.').unwrap_or((name, ""));
    (name.to_owned(), since.to_owned())
}
