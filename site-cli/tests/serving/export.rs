//! `cargo site export`: the files hold what the server serves, and no other files are lost to it.

use super::program::{all_paths, serve, site_server};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use walkdir::WalkDir;

#[test]
fn the_files_are_what_the_server_serves() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let dir = folder.path().join("out");
    exported(&dir);
    let mut left = files(&dir);
    for own in ["_headers", "_redirects"] {
        assert!(left.remove(own).is_some(), "{own} is written");
    }
    let server = serve(&[]);
    let mut client = server.client().expect("it listens");
    let redirects = fs::read_to_string(dir.join("_redirects")).expect("written");
    for path in all_paths().iter().map(String::as_str).chain(["/404"]) {
        let response = client.get(path, &[]).expect("a response");
        if response.status == 301 {
            let to = response.header("location").expect("a target");
            let rule = format!("\n{path} {to} 301\n");
            assert!(redirects.contains(&rule), "{rule}");
            continue;
        }
        if response.status == 410 {
            assert!(redirects.contains(&format!("\n# {path} is gone")), "{path}");
            continue;
        }
        let is_page = response
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("text/html"));
        let file = match path {
            "/" => "/index.html".to_owned(),
            _ if is_page => format!("{path}.html"),
            _ => path.to_owned(),
        };
        let bytes = left.remove(&file[1..]).expect("a file for each response");
        assert!(bytes == response.body, "{file}");
    }
    let left: Vec<_> = left.keys().collect();
    assert!(left.is_empty(), "nothing is served from {left:?}");
}

#[test]
fn nobody_elses_files_are_lost_and_two_exports_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (dir, other) = (folder.path().join("out"), folder.path().join("other"));
    exported(&dir);
    exported(&other);
    assert!(files(&dir) == files(&other));
    let count = || fs::read_dir(folder.path()).expect("readable").count();
    assert_eq!(count(), 2, "nothing is left beside the exports");
    let output = export(&dir, &site_server());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && error.contains("a folder that is not there yet"),
        "{error}"
    );
    assert!(files(&dir) == files(&other));
}

#[test]
fn a_file_that_is_not_a_server_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let dir = folder.path().join("out");
    let output = export(&dir, Path::new("/nowhere/site-server"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && error.contains("a built site-server"),
        "{error}"
    );
    assert!(!dir.exists());
}

/// Exports into a folder that is not there yet.
pub fn exported(dir: &Path) {
    let output = export(dir, &site_server());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
}

fn export(dir: &Path, server: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_site"))
        .arg("export")
        .arg(dir)
        .arg("--server")
        .arg(server)
        .output()
        .expect("the command runs")
}

/// The bytes of each file, by its path below the folder.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = WalkDir::new(dir)
        .into_iter()
        .map(|entry| entry.expect("readable"));
    let files = entries.filter(|entry| entry.file_type().is_file());
    let named = files.map(|entry| {
        let name = entry
            .path()
            .strip_prefix(dir)
            .expect("below")
            .to_string_lossy();
        (name.into_owned(), fs::read(entry.path()).expect("readable"))
    });
    named.collect()
}
