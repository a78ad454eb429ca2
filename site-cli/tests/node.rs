//! Node.js, which builds the pages: a missing or old version is reported before anything is compiled.

use crate::workspace::{Workspace, holds, said, site_in};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Serves with only the programs of this folder in the PATH, and asserts the reason.
#[track_caller]
fn refuses(programs: &Path, why: &str) {
    let workspace = Workspace::small();
    let path = programs.to_str().expect("UTF-8");
    let output = site_in(
        workspace.path(),
        "serve|--addr|127.0.0.1:0",
        &[("PATH", path)],
    );
    assert!(!output.status.success());
    holds(&said(&output), &[why]);
    assert!(!said(&output).contains("Compiling"), "{}", said(&output));
}

#[test]
fn a_missing_node_is_reported_first() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    refuses(
        folder.path(),
        "error: expected Node.js 20.19 or later, which builds the pages; found no `node` in the PATH; install it from",
    );
}

/// Writes a program with the name of Node.
fn write_node(folder: &Path, script: &str) {
    let node = folder.join("node");
    fs::write(&node, format!("#!/bin/sh\n{script}\n")).expect("writable");
    fs::set_permissions(&node, fs::Permissions::from_mode(0o755)).expect("ours");
}

#[test]
fn an_old_node_is_reported_first() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write_node(folder.path(), "echo v18.20.4 linux x64");
    refuses(
        folder.path(),
        "error: expected Node.js 20.19 or later, which builds the pages; found v18.20.4 linux x64; install a newer one",
    );
}

#[test]
fn a_broken_node_is_reported_with_its_words() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write_node(folder.path(), "echo libnode.so is missing >&2; exit 127");
    refuses(
        folder.path(),
        "error: expected `node -p` to print Node's version, found exit status: 127: libnode.so is missing; reinstall",
    );
}
