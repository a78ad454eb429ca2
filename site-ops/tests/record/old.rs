//! A record from an earlier version of the program, with every event and key that is now read-only.

use super::{Record, run, sha256};
use crate::workspace::{said, say_unchecked};
use site_record::layout::GIT_FILES;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use walkdir::WalkDir;

/// The bodies, one per line; then an empty line and the entries.
const OLD: &str = include_str!("old.txt");

/// The digest of the last entry.
const HEAD: &str = "52789ed23533db7c1dd93a177e4cc22185a4f15d6fefa64f0240da962919f7d9";

const VERIFY: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../site-record/tests/verify.py"
);

/// Writes the record of [`OLD`].
fn old() -> Record {
    let record = Record(TempDir::new().expect("a folder"));
    let write = |below: String, text: &str| {
        let path = record.path("record").join(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    let (bodies, entries) = OLD.split_once("\n\n").expect("an empty line");
    for body in bodies.lines() {
        let digest = sha256(body.as_bytes());
        write(format!("bodies/{}/{digest}", &digest[..2]), body);
    }
    for (at, entry) in entries.lines().enumerate() {
        let digest = sha256(entry.as_bytes());
        write(format!("entries/00000/{:08}-{digest}.json", at + 1), entry);
    }
    for (name, text) in GIT_FILES {
        write(name.to_owned(), text);
    }
    record
}

#[test]
fn every_question_to_an_old_record_has_its_answer() {
    let record = old();
    assert_eq!(record.head(), HEAD);
    record.prints(&format!("verify|--head|{HEAD}"), 0, &["7 entries"]);
    let list = [
        "observed   at live  reason: another host answered  address: /fees",
        "hold       name: audit",
        "hold_ends  name: audit",
    ];
    record.prints("list", 0, &list);
    record.prints("search|minimum", 0, &["| The minimum is $5"]);
    // April's edition never started, because this place only switches when a publication runs.
    let show = "show|/fees|--on|2026-05-01|--save|page.html";
    record.prints(show, 0, &["1 of 1: status 200", "2026-03-01 09:01:00"]);
    let page = fs::read_to_string(record.path("page.html")).expect("saved");
    assert!(page.contains("The minimum is $5"), "{page}");

    let export = "export|out|--no-pdf|--from|2026-03-01|--until|2026-05-01";
    record.prints(export, 0, &[]);
    assert!(has_file(&record.path("out"), b"The words of the ADV"));

    let folder = record.path("record");
    let arguments = [VERIFY, folder.to_str().expect("UTF-8")];
    match run(record.0.path(), "python3", &arguments) {
        Some(output) => assert!(output.status.success(), "{}", said(&output)),
        None => say_unchecked("python3"),
    }
}

#[test]
fn a_hold_in_an_old_record_stops_a_tombstone() {
    let record = old();
    let tombstone = |body: &str| {
        let body = sha256(body.as_bytes());
        format!("tombstone|{body}|--actor|ann|--reason|a name")
    };
    let hold = ["expected no legal hold, found \"lawsuit\" (a claim about fees)"];
    record.prints(&tombstone("parked"), 2, &hold);

    // Each kind of missing body is reported with its entry.
    for body in ["parked", "The words of the ADV"] {
        let digest = sha256(body.as_bytes());
        let path = record.path(&format!("record/bodies/{}/{digest}", &digest[..2]));
        fs::remove_file(path).expect("there");
        record.prints("verify", 1, &[&format!("body {digest}, which entry")]);
    }
}

/// Returns true if a folder has a file with these bytes.
fn has_file(folder: &Path, bytes: &[u8]) -> bool {
    let mut files = WalkDir::new(folder).into_iter().flatten();
    files.any(|file| fs::read(file.path()).is_ok_and(|found| found == bytes))
}
