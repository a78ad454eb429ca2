//! A small site in the form that the server unpacks, and a record of it.

use serde_json::{Value, json};
use site_record::digest::Digest;
use site_record::entry::Entry;
use site_record::event::{Decision, Evidence, Opening, Publication, parse_shown};
use site_record::record::Record;
use site_record::write::{Moment, Writer};
use site_table::unpacked::Unpacked;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// 2026-03-01, 12:00 UTC.
pub const START: i64 = 1_772_366_400;
/// One minute in seconds. Nothing in these tests takes as long.
pub const MINUTE: i64 = 60;

/// Paths and their text.
pub type Pages<'p> = &'p [(&'p str, &'p str)];

/// A record in a temporary folder.
pub struct Site {
    folder: TempDir,
    /// Seconds since 1970, for all clocks.
    pub clock: i64,
}

/// A moment by our clock only.
pub fn ours(moment: i64) -> Moment {
    Moment {
        ours: moment,
        place: None,
    }
}

/// A person's decision.
pub fn decision(name: &str, actor: &str, reason: &str) -> Decision {
    Decision {
        name: name.into(),
        actor: actor.into(),
        reason: reason.into(),
        at: None,
        event_number: None,
    }
}

/// The settings that open the record.
pub fn opening() -> Opening {
    Opening {
        actor: "The set-up".into(),
        zone: "America/Chicago".into(),
        fiscal_year_ends: "12-31".into(),
    }
}

/// Writes a site in the form that the server unpacks: editions, each with paths and their text.
pub fn unpack(folder: &Path, editions: &[(Option<i64>, Pages)]) -> Unpacked {
    let bodies = folder.join("bodies");
    fs::create_dir_all(&bodies).expect("a folder");
    let mut listed = Vec::new();
    for (starts, pages) in editions {
        let mut rows: Vec<Value> = Vec::new();
        for (path, words) in *pages {
            let body = words.as_bytes();
            let digest = Digest::of(body).to_string();
            fs::write(bodies.join(&digest), body).expect("writable");
            let status = if path.is_empty() { 404 } else { 200 };
            let headers = [
                ["content-type", "text/html"],
                ["cache-control", "s-maxage=60"],
            ];
            rows.push(
                json!({ "path": path, "status": status, "headers": headers, "body": digest }),
            );
        }
        listed.push(json!({ "starts": starts, "rows": rows }));
    }
    let manifest = json!({ "digest": "d1", "commit": "c0ffee", "editions": listed });
    fs::write(folder.join("manifest.json"), manifest.to_string()).expect("writable");
    Unpacked::read(folder).expect("a site")
}

impl Site {
    /// Opens a new record.
    pub fn new() -> Self {
        // In memory, if such a folder exists: some tests write and read tens of thousands of files.
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() {
            TempDir::new_in(memory)
        } else {
            TempDir::new()
        };
        let folder = folder.expect("a folder");
        let site = Self {
            folder,
            clock: START,
        };
        let mut writer = Writer::create(&site.path(), None, Duration::ZERO).expect("a record");
        writer
            .opened(&opening(), ours(START))
            .expect("an empty record");
        site
    }

    /// The record's folder.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("record")
    }

    /// The parent of the record's folder.
    pub fn above(&self) -> &Path {
        self.folder.path()
    }

    pub fn record(&self) -> Record {
        Record::open(&self.path(), None).expect("a record")
    }

    /// Opens a writer. A process that another test just started may still hold the previous writer's lock.
    pub fn writer(&self) -> Writer {
        let patience = Duration::from_secs(30);
        Writer::open(&self.path(), None, patience).expect("a writer")
    }

    /// Advances the clock by a minute.
    pub fn later(&mut self) -> Moment {
        self.clock += MINUTE;
        ours(self.clock)
    }

    /// Begins a publication with one edition.
    pub fn begins(&mut self, pages: Pages) -> Entry {
        self.begins_editions(&[(None, pages)])
    }

    /// Begins a publication.
    pub fn begins_editions(&mut self, editions: &[(Option<i64>, Pages)]) -> Entry {
        let site = unpack(&self.above().join("unpacked"), editions);
        let shown =
            json!([{ "pages": { "/fees": { "facts": [{ "name": "minimum", "value": "$5" }] } } }]);
        let publication = Publication {
            place: "live".into(),
            actor: "publish".into(),
            range: Some(("0ff1ce".into(), "c0ffee".into())),
            approvals: Some(b"[{\"person\":\"ann\"}]".to_vec()),
            evidence: vec![Evidence {
                name: "reviews.json".into(),
                bytes: b"{}".to_vec(),
            }],
            site: &site,
            shown: parse_shown(shown.to_string().as_bytes()).expect("in form"),
        };
        let moment = self.later();
        self.writer()
            .begins(&publication, moment)
            .expect("it begins")
    }

    /// Publishes pages, and returns the publication's number.
    pub fn publishes(&mut self, pages: Pages) -> u64 {
        let number = self.begins(pages).number;
        let moment = self.later();
        self.writer()
            .live(number, "the origin: asked for every page", moment)
            .expect("it is live");
        number
    }
}

/// All files in a folder except lock files, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for item in fs::read_dir(folder).expect("a folder") {
        let path = item.expect("readable").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if !path.ends_with("lock") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for item in fs::read_dir(from).expect("a folder") {
        let path = item.expect("readable").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("copied");
        }
    }
}
