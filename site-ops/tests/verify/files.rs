//! A static host of an export.

use super::host::Host;
use super::place::{BEFORE, LIVE, OLD_PART, verify};
use crate::workspace::said;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_host_of_files_is_right_and_what_it_changes_is_found() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let site = folder.path().join("site");
    let mut export = Command::new(crate::program("export"));
    export.arg("export").arg(&site).arg("--server").arg(&*LIVE);
    export.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let output = export.output().expect("the command runs");
    assert!(output.status.success(), "{}", said(&output));

    let address = Host::start(site.clone()).address;
    let verified = verify(address, &["--files"]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    // Its answers are not those of the server.
    assert_eq!(verify(address, &[]).status, Some(1));

    // A part of before has the headers of all parts, and no longer those of its own.
    let part = site.join(&OLD_PART[1..]);
    fs::write(&part, "before();\n").expect("writable");
    let before = ["--files", "--before", BEFORE.to_str().expect("UTF-8")];
    let verified = verify(address, &before);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    fs::write(&part, "after();\n").expect("writable");
    assert_eq!(verify(address, &before).status, Some(1));
    fs::remove_file(&part).expect("ours");

    for (file, words, instead, what) in [
        (
            "_headers",
            "  content-security-policy: ",
            "  x-policy: ",
            "content-security-policy",
        ),
        (
            "_headers",
            "  x-content-type-options: ",
            "  x-options: ",
            "x-content-type-options",
        ),
        (
            "_headers",
            "  cross-origin-resource-policy: same-origin\n",
            "",
            "cross-origin-resource-policy",
        ),
        ("_redirects", " 301\n", "/elsewhere 301\n", "location"),
        ("404.html", "</main>", "<p>Parked.</p></main>", "body"),
        ("fees.html", "</main>", "<p>Buy now.</p></main>", "body"),
        ("faq.html", "", "", "status"),
    ] {
        let file = site.join(file);
        let before = fs::read_to_string(&file).expect("exported");
        if words.is_empty() {
            fs::remove_file(&file).expect("ours");
        } else {
            assert!(before.contains(words), "{words}");
            fs::write(&file, before.replace(words, instead)).expect("writable");
        }
        let verified = verify(address, &["--files"]);
        assert_eq!(verified.status, Some(1), "{what}: {}", verified.said);
        let differences = verified.differences();
        let is_named = differences.iter().any(|(found, _)| found == what);
        assert!(is_named, "expected {what}, found {differences:?}");
        fs::write(&file, before).expect("writable");
    }
}
