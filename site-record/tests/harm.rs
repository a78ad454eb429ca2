//! Damage by systems and people: links and converted bytes.

use crate::site::{Site, files};
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
    // Bodies in another folder need an argument; a link isn't followed.
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
