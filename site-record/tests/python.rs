//! A Python reader of at most 60 lines verifies the chain and extracts a page.

use crate::site::{Site, files};
use site_record::index::editions;
use site_record::removal::Removals;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Output};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify.py");

/// Runs the script. Returns `None` if Python isn't installed.
fn verify(record: &Path, arguments: &[&str]) -> Option<Output> {
    let mut python = Command::new("python3");
    python.arg(SCRIPT).arg(record).args(arguments);
    python.output().ok()
}

#[test]
fn sixty_lines_of_python_verify_a_record_and_take_a_page_out() {
    let lines = fs::read_to_string(SCRIPT).expect("readable");
    assert!(lines.lines().count() <= 60);
    let mut site = Site::new();
    site.publishes(&[("/fees", "<p>five – 5</p>")]);
    let token = [("tsr".to_owned(), b"a token".to_vec())];
    let moment = site.later();
    site.writer()
        .stamp(3, &token, "an authority", moment)
        .expect("stamped");
    let head = site.record().head().expect("readable").expect("entries");
    let Some(output) = verify(&site.path(), &[]) else {
        // Written directly to stderr, because the test harness hides the output of passing tests.
        let line = b"\nnot checked: python3 is not installed\n";
        io::stderr().write_all(line).expect("writable");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let expected = format!("4 entries, the last one {}", head.digest);
    assert!(text.contains(&expected), "{text}");

    let page = verify(&site.path(), &["/fees", "2"]).expect("Python");
    let text = String::from_utf8_lossy(&page.stdout);
    assert!(text.ends_with("<p>five – 5</p>"), "{page:?}");

    // The script accepts a removed row or table.
    let record = site.record();
    let begins = record.entry(2).expect("there");
    let editions = editions(&record, &begins, &Removals::new()).expect("there");
    let table = editions[0].table.as_ref().expect("there");
    for digest in [table["/fees"], editions[0].digest] {
        let moment = site.later();
        let tombstone = site.writer().tombstone(&digest, "ann", "a name", moment);
        tombstone.expect("removed");
        let output = verify(&site.path(), &[]).expect("Python");
        assert!(output.status.success(), "{output:?}");
    }

    // Change one byte in each file.
    for folder in ["entries", "bodies"] {
        for file in files(&site.path().join(folder)) {
            let whole = fs::read(&file).expect("readable");
            let mut changed = whole.clone();
            changed[0] ^= 1;
            fs::write(&file, changed).expect("writable");
            let output = verify(&site.path(), &[]).expect("Python");
            assert_eq!(output.status.code(), Some(1), "{}", file.display());
            fs::write(&file, whole).expect("writable");
        }
    }
}
