//! The files in deploy/ match the server that they start.

use super::program::site_server;
use crate::workspace::said;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use walkdir::WalkDir;

#[test]
fn every_flag_and_variable_in_deploy_is_one_of_the_servers() {
    let output = Command::new(site_server()).arg("--help").output();
    let help = said(&output.expect("it runs"));
    let known: BTreeSet<_> = words(&help).collect();
    let mut found = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy");
    let entries = WalkDir::new(folder).into_iter();
    let paths = entries.map(|entry| entry.expect("readable").into_path());
    // Scripts and workflows also contain the flags of other programs.
    let is_script = |path: &Path| {
        let mut parts = path.components();
        parts.any(|part| part.as_os_str() == "publish" || part.as_os_str() == "static")
    };
    for path in paths.filter(|path| path.is_file() && !is_script(path)) {
        let text = fs::read_to_string(&path).expect("UTF-8");
        // The instructions of a Containerfile also have flags.
        let of_container = ["--chmod", "--interval", "--timeout"];
        let is_other = |word: &str| path.ends_with("Containerfile") && of_container.contains(&word);
        // Comments contain commands to run manually, with the flags of other programs.
        let is_comment = |line: &&str| line.trim_start().starts_with('#');
        for word in text
            .lines()
            .filter(|line| !is_comment(line))
            .flat_map(words)
        {
            let (is_known, path) = (known.contains(word) || is_other(word), path.display());
            assert!(is_known, "{path}: `site-server --help` knows no {word}");
            found.insert(word.to_owned());
        }
    }
    for wanted in ["--addr", "--admin", "SITE_ADDR"] {
        assert!(found.contains(wanted), "{wanted} is used in deploy/");
    }
}

/// Returns flags, and the server's environment variables.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
    text.split(move |char| !is_part(char)).filter(|word| {
        let flag = word.strip_prefix("--").unwrap_or_default();
        word.starts_with("SITE_") || flag.starts_with(|char: char| char.is_ascii_lowercase())
    })
}
