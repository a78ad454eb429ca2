//! What stands in deploy/ agrees with the server that it starts.

use super::program::site_server;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use walkdir::WalkDir;

#[test]
fn every_flag_and_variable_in_deploy_is_one_of_the_servers() {
    let output = Command::new(site_server()).arg("--help").output();
    let help = String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
    let known: BTreeSet<_> = words(&help).collect();
    let mut found = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy");
    for entry in WalkDir::new(folder) {
        let entry = entry.expect("readable");
        if !entry.file_type().is_file() {
            continue;
        }
        let text = fs::read_to_string(entry.path()).expect("UTF-8");
        // What is run by hand stands in comments, with the flags of other programs.
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'));
        for word in lines.flat_map(words) {
            let is_chmod = entry.path().ends_with("Containerfile") && word == "--chmod";
            assert!(
                is_chmod || known.contains(word),
                "{}: `site-server --help` knows no {word}",
                entry.path().display()
            );
            found.insert(word.to_owned());
        }
    }
    for wanted in ["--addr", "--admin", "SITE_ADDR"] {
        assert!(found.contains(wanted), "{wanted} is used in deploy/");
    }
}

/// Flags, and environment variables of the server.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
    text.split(move |char| !is_part(char)).filter(|word| {
        word.starts_with("SITE_")
            || word
                .strip_prefix("--")
                .is_some_and(|name| name.starts_with(|char: char| char.is_ascii_lowercase()))
    })
}
