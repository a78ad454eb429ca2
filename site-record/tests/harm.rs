//! What systems and people do to a record: links, conversions, folders that can't be written to.

use crate::site::{Site, files};
use site_record::index::Index;
use site_record::verify::verify;
use std::fs;

fn problems(site: &Site) -> String {
    verify(&site.record())
        .expect("readable")
        .problems
        .join("\n")
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_refused() {
    use site_record::record::Record;
    use std::os::unix::fs::symlink;
    let mut site = Site::new();
    site.publishes(&[("/fees", "words")]);
    let outside = site.above().join("outside");
    for file in files(&site.path()) {
        let is_ours = file.to_string_lossy().contains("/entries/")
            || file.to_string_lossy().contains("/bodies/");
        if is_ours {
            fs::rename(&file, &outside).expect("moved");
            symlink(&outside, &file).expect("a link");
            assert!(problems(&site).contains("is a link"), "{}", file.display());
            fs::remove_file(&file).expect("removed");
            fs::rename(&outside, &file).expect("moved back");
        }
    }
    for folder in ["bodies", "entries"] {
        let path = site.path().join(folder);
        fs::rename(&path, &outside).expect("moved");
        symlink(&outside, &path).expect("a link");
        let words = Record::open(&site.path(), None).expect_err("a link");
        assert!(words.to_string().contains("is a link"));
        fs::remove_file(&path).expect("removed");
        fs::rename(&outside, &path).expect("moved back");
    }
    assert_eq!(problems(&site), "");
    // A folder of bodies elsewhere is named, not linked to.
    let elsewhere = site.above().join("elsewhere");
    fs::rename(site.path().join("bodies"), &elsewhere).expect("moved");
    let record = Record::open(&site.path(), Some(&elsewhere)).expect("a record");
    assert!(verify(&record).expect("readable").problems.is_empty());
}

#[test]
fn line_ends_that_git_would_convert_are_left_or_found() {
    let mut site = Site::new();
    site.publishes(&[("/fees", "one\r\ntwo\n")]);
    let git = |arguments: &[&str]| {
        let status = std::process::Command::new("git")
            .args(["-c", "core.autocrlf=true", "-c", "core.eol=crlf"])
            .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
            .args(arguments)
            .current_dir(site.path())
            .output()
            .expect("Git starts");
        assert!(status.status.success(), "{status:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message=All"]);
    for folder in ["entries", "bodies"] {
        fs::remove_dir_all(site.path().join(folder)).expect("removed");
    }
    git(&["checkout", "--", "."]);
    assert_eq!(problems(&site), "");

    fs::remove_file(site.path().join(".gitattributes")).expect("removed");
    assert!(problems(&site).contains("Git may change the record's bytes without it"));
    for file in files(&site.path().join("bodies")) {
        let bytes = fs::read(&file).expect("readable");
        if bytes == b"one\r\ntwo\n" {
            fs::write(&file, "one\ntwo\n").expect("writable");
        }
    }
    assert!(problems(&site).contains("expected bytes whose SHA-256 is the file's name"));
}

#[test]
fn an_index_is_made_again_whatever_is_in_it() {
    let mut site = Site::new();
    site.publishes(&[("/fees", "words"), ("/", "home")]);
    let whole = |site: &Site| Index::open(&site.record()).expect("an index");
    let steps = whole(&site).steps().to_vec();
    let changes = site.path().join("index/changes");
    let right = fs::read(&changes).expect("readable");
    for torn in ["", "1\t", "nonsense\n"] {
        fs::write(site.path().join("index/steps"), torn).expect("writable");
        fs::write(&changes, "torn").expect("writable");
        assert_eq!(whole(&site).steps(), steps);
        assert_eq!(fs::read(&changes).expect("readable"), right);
    }
    // What was left half-written after the last whole line is cut.
    let mut longer = right.clone();
    longer.extend(b"/fees\t9");
    fs::write(&changes, longer).expect("writable");
    whole(&site);
    assert_eq!(fs::read(&changes).expect("readable"), right);
    // So is what a killed program has not written of the last changes.
    fs::remove_file(site.path().join("index/latest")).expect("removed");
    let index = whole(&site);
    assert_eq!(index.paths().expect("readable"), ["/", "/fees"]);
    assert_eq!(index.changes("/fees").expect("readable").len(), 1);
    // Step by step it is the same as at once.
    site.publishes(&[("/fees", "other words")]);
    let changes_of_fees = whole(&site).changes("/fees").expect("readable");
    assert_eq!(changes_of_fees.len(), 2);
    assert!(changes_of_fees[0].publication < changes_of_fees[1].publication);
    let grown = fs::read(&changes).expect("readable");
    fs::remove_dir_all(site.path().join("index")).expect("removed");
    whole(&site);
    assert_eq!(fs::read(&changes).expect("readable"), grown);
}
