//! `cargo site export`: the files hold what the server serves, and no other files are lost to it.

use super::program::{self, Running, all_paths, site_server};
use crate::client::Response;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

#[test]
fn the_files_are_what_the_server_serves() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let dir = folder.path().join("out");
    exported(&dir);
    let mut listed = list(&dir);
    for own in ["site/_headers", "site/_redirects"] {
        assert!(listed.remove(own).is_some(), "{own} is not listed");
    }
    let server = Running::site_server(&[]);
    let mut client = server.client();
    let headers = rules(&dir);
    let redirects = fs::read_to_string(dir.join("site/_redirects")).expect("written");
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
        let name = format!("site{file}");
        let digest = program::digest(&response.body);
        let bytes = fs::read(dir.join(&name)).expect("a file for each response");
        assert_eq!(program::digest(&bytes), digest, "{name}");
        assert_eq!(listed.remove(&name), Some(digest), "{name}");
        if response.status == 200 {
            has_rules(path, &headers, &response);
        }
    }
    assert!(listed.is_empty(), "nothing is served from {listed:?}");
}

/// That a host sends the server's headers: those of all rules that fit the path.
fn has_rules(path: &str, rules: &[(String, Vec<(String, String)>)], response: &Response) {
    let fits = |rule: &str| match rule.strip_suffix('*') {
        Some(begin) => path.starts_with(begin),
        None => path == rule,
    };
    let mut sent: Vec<_> = rules
        .iter()
        .filter(|(rule, _)| fits(rule))
        .flat_map(|(_, headers)| headers.clone())
        .collect();
    sent.retain(|(name, _)| name != "content-type");
    sent.sort();
    // What the host sends by itself, and what is so by default.
    let own = [
        "accept-ranges",
        "cache-tag",
        "content-encoding",
        "content-length",
        "content-type",
        "date",
        "etag",
        "vary",
    ];
    let mut wanted = response.headers.clone();
    wanted.retain(|(name, value)| {
        let is_unsaid = value == "cross-origin" && path.starts_with("/assets/");
        !own.contains(&name.as_str()) && !is_unsaid
    });
    wanted.sort();
    assert_eq!(sent, wanted, "{path}");
}

fn rules(dir: &Path) -> Vec<(String, Vec<(String, String)>)> {
    let text = fs::read_to_string(dir.join("site/_headers")).expect("written");
    let mut rules: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        assert!(
            line.len() <= 2000,
            "Cloudflare takes no longer line: {line}"
        );
        match line.strip_prefix("  ") {
            Some(header) => {
                let (name, value) = header.split_once(": ").expect("a header");
                let (_, headers) = rules.last_mut().expect("a rule before its headers");
                headers.push((name.to_owned(), value.to_owned()));
            }
            None => rules.push((line.to_owned(), Vec::new())),
        }
    }
    assert!(!rules.is_empty());
    rules
}

#[test]
fn an_export_is_replaced_by_the_next_which_is_the_same() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (dir, other) = (folder.path().join("out"), folder.path().join("other"));
    exported(&dir);
    exported(&other);
    let list = |dir: &Path| fs::read_to_string(dir.join("export.json")).expect("written");
    assert_eq!(list(&dir), list(&other));
    // What a former export had and this one has not goes with it.
    let old = dir.join("site/favicon.svg");
    fs::write(&old, "former").expect("writable");
    exported(&dir);
    assert_ne!(fs::read(&old).expect("written"), b"former");
    assert_eq!(list(&dir), list(&other));
    let left = fs::read_dir(folder.path()).expect("readable").count();
    assert_eq!(left, 2, "nothing is left beside the exports");
}

#[test]
fn nobody_elses_files_are_lost() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let dir = folder.path().join("out");
    fs::create_dir(&dir).expect("writable");
    let refused = |wanted: &str| {
        let output = export(&dir, &site_server());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && error.contains(wanted),
            "{error}"
        );
        assert!(
            error.contains("name a folder that is not there yet"),
            "{error}"
        );
    };
    refused("found one without a readable export.json");
    fs::write(dir.join("export.json"), "{}").expect("writable");
    refused("found one without a readable export.json");
    fs::remove_dir_all(&dir).expect("writable");
    fs::write(&dir, "a file").expect("writable");
    refused("found something that is no folder");
    fs::remove_file(&dir).expect("writable");
    exported(&dir);
    fs::write(dir.join("site/notes.txt"), "mine").expect("writable");
    refused("found site/notes.txt");
    let kept = fs::read_to_string(dir.join("site/notes.txt"));
    assert_eq!(kept.expect("still there"), "mine");
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

fn exported(dir: &Path) {
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

/// The digest of each file, as the export lists them.
fn list(dir: &Path) -> BTreeMap<String, String> {
    let text = fs::read(dir.join("export.json")).expect("written");
    let list: Value = serde_json::from_slice(&text).expect("JSON");
    let files = list["files"].as_object().expect("files");
    files
        .iter()
        .map(|(name, digest)| (name.clone(), digest.as_str().unwrap_or_default().to_owned()))
        .collect()
}
