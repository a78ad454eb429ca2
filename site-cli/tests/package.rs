//! npm packages that only long tests need.

use crate::workspace::said;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns a folder with a package that only a test needs, installed from its lockfile, and with other files from its
/// folder.
pub fn package(name: &str, files: &[&str]) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../site-cli/tests/serving/long")
        .join(name);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("writable");
    for file in ["package.json", "package-lock.json"].iter().chain(files) {
        fs::copy(from.join(file), folder.join(file)).expect("writable");
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    let output = npm.current_dir(&folder).output().expect("npm runs");
    assert!(output.status.success(), "{}", said(&output));
    folder
}
