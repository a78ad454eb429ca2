//! `cargo site export`: the files contain the server's responses, and the export deletes no other files.

use super::program::{all_paths, serve, site_server};
use crate::workspace::{Workspace, holds, said};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
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
    refused(&dir, &site_server(), "a new folder");
    assert!(files(&dir) == files(&other));
    let third = folder.path().join("third");
    refused(
        &third,
        Path::new("/nowhere/site-server"),
        "a built site-server",
    );
    assert_eq!(count(), 2, "nothing is left of it");
}

/// Builds a server of the test site in two editions, in a folder. From the year 2100 in the firm's time zone, the page
/// at `ends` is gone and the home page is a later version.
fn two_editions(folder: &Path, ends: &str) -> PathBuf {
    let text = include_str!("../../../web/src/testing/content.json");
    let mut compiled: Value = serde_json::from_str(text).expect("JSON");
    let mut routes = Vec::new();
    for pool in ["pages", "articles"] {
        for value in compiled[pool].as_array().expect("a list") {
            routes.push(value["route"].as_str().expect("a route").to_owned());
        }
    }
    let ended = routes.iter().position(|route| route == ends);
    let mut later = compiled["editions"][0].clone();
    later["starts"] = json!(4_102_466_400_i64);
    let pages = later["pages"].as_array_mut().expect("a list");
    pages.retain(|page| page.as_u64() != ended.map(|place| place as u64));
    let editions = compiled["editions"].as_array_mut().expect("a list");
    editions.push(later);

    let dist = folder.join("dist");
    let write = |name: &str, text: &str| {
        let file = dist.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, text).expect("writable");
    };
    for route in &routes {
        let name = if route == "/" { "index" } else { &route[1..] };
        write(&format!("{name}.html"), "<!doctype html><p>At first");
    }
    write(".editions/4102466400/index.html", "<!doctype html><p>Later");
    let digest = compiled["digest"].as_str().expect("a digest");
    write(".content", digest);
    let content = folder.join("content.json");
    fs::write(&content, compiled.to_string()).expect("writable");

    let program = |name| Path::new(env!("CARGO_BIN_EXE_site")).with_file_name(name);
    let table = folder.join("table.bin");
    let mut prepare = Command::new(program("site-prepare"));
    prepare
        .arg("--content")
        .arg(content)
        .arg("--dist")
        .arg(dist);
    prepare.arg("--out").arg(&table);
    prepare.arg("--cache").arg(folder.join("bodies"));
    let output = prepare.output().expect("it starts");
    assert!(output.status.success(), "{}", said(&output));

    let server = folder.join("server");
    let mut assemble = Command::new(program("site-prepare"));
    assemble.arg("--table").arg(table);
    assemble.arg("--program").arg(program("site-server"));
    let output = assemble.arg("--out").arg(&server).output();
    let output = output.expect("it starts");
    assert!(output.status.success(), "{}", said(&output));
    server
}

#[test]
fn an_export_is_the_site_of_its_day_and_says_until_when() {
    let workspace = Workspace::with("../site-schema/tests/content");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let server = two_editions(folder.path(), "/services");
    for (name, on, home, has_ended) in [
        ("now", "", "At first", false),
        ("before", "|--on|2099-12-31", "At first", false),
        ("at", "|--on|2100-01-01", "Later", true),
    ] {
        let dir = folder.path().join(name);
        let (shown_dir, shown_server) = (dir.display(), server.display());
        let output = workspace.site(&format!("export|{shown_dir}|--server|{shown_server}{on}"));
        let said = said(&output);
        assert!(output.status.success(), "{said}");
        let is_announced =
            said.contains("The site changes on January 1, 2100: export it again then.");
        assert_eq!(is_announced, !has_ended, "{name}: {said}");
        let index = fs::read_to_string(dir.join("index.html")).expect("written");
        assert!(index.contains(home), "{name}: {index}");
        assert_eq!(dir.join("services.html").exists(), !has_ended, "{name}");
    }
}

fn refused(dir: &Path, server: &Path, why: &str) {
    let output = export(dir, server);
    assert!(!output.status.success());
    holds(&said(&output), &[why]);
}

/// Exports into a folder that doesn't exist yet.
pub fn exported(dir: &Path) {
    let output = export(dir, &site_server());
    assert!(output.status.success(), "{}", said(&output));
}

fn export(dir: &Path, server: &Path) -> Output {
    let mut site = Command::new(env!("CARGO_BIN_EXE_site"));
    site.arg("export").arg(dir).arg("--server").arg(server);
    site.output().expect("the command runs")
}

/// Returns the bytes of each file, by its path relative to the folder.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = WalkDir::new(dir).into_iter();
    let paths = entries.map(|entry| entry.expect("readable").into_path());
    let named = paths.filter(|path| path.is_file()).map(|path| {
        let name = path.strip_prefix(dir).expect("below").to_string_lossy();
        (name.into_owned(), fs::read(&path).expect("readable"))
    });
    named.collect()
}
