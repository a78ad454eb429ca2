//! `cargo site export`: the files hold what the server serves, and no other files are lost to it.

use super::program::{all_paths, serve, site_server};
use crate::workspace::{holds, said};
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
    let client = server.client().expect("it listens");
    let redirects = fs::read_to_string(dir.join("_redirects")).expect("written");
    for path in all_paths().iter().map(String::as_str).chain(["/404"]) {
        let response = client.get(path, &[]).expect("a response");
        let header = |name| response.header(name).unwrap_or_default();
        let file = match response.status {
            301 | 302 => {
                let status = response.status;
                let rule = format!("\n{path} {} {status}\n", header("location"));
                holds(&redirects, &[&rule]);
                continue;
            }
            410 => {
                holds(&redirects, &[&format!("\n# {path} is gone")]);
                continue;
            }
            _ if path == "/" => "/index.html".to_owned(),
            _ if header("content-type").starts_with("text/html") => format!("{path}.html"),
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
    refused(&dir, &site_server(), "a folder that is not there yet");
    assert!(files(&dir) == files(&other));
    let third = folder.path().join("third");
    refused(
        &third,
        Path::new("/nowhere/site-server"),
        "a built site-server",
    );
    assert_eq!(count(), 2, "nothing is left of it");
}

fn refused(dir: &Path, server: &Path, why: &str) {
    let output = export(dir, server);
    assert!(!output.status.success());
    holds(&said(&output), &[why]);
}

/// Exports into a folder that is not there yet.
pub fn exported(dir: &Path) {
    let output = export(dir, &site_server());
    assert!(output.status.success(), "{}", said(&output));
}

fn export(dir: &Path, server: &Path) -> Output {
    let mut site = Command::new(env!("CARGO_BIN_EXE_site"));
    site.arg("export").arg(dir).arg("--server").arg(server);
    site.output().expect("the command runs")
}

/// The bytes of each file, by its path below the folder.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = WalkDir::new(dir).into_iter();
    let paths = entries.map(|entry| entry.expect("readable").into_path());
    let named = paths.filter(|path| path.is_file()).map(|path| {
        let name = path.strip_prefix(dir).expect("below").to_string_lossy();
        (name.into_owned(), fs::read(&path).expect("readable"))
    });
    named.collect()
}
