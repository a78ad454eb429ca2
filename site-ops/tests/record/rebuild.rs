//! Rebuilds a publication from its commit. A stand-in for Cargo provides the tests' own site as the build's result.

use super::Record;
use crate::publish::servers::write_broken;
use crate::workspace::{Workspace, git, holds, said};
use site_table::{Table, unpack};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Writes a program of a few lines of Bash.
fn write_program(file: &Path, lines: &str) {
    fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
    fs::write(file, format!("#!/bin/bash\n{lines}\n")).expect("writable");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("ours");
}

#[test]
fn a_publication_that_is_built_again_is_compared() {
    let workspace = Workspace::small().committed();
    let commit = git(&workspace, "rev-parse HEAD").trim().to_owned();
    let record = Record::new();
    let manifest = record.path("unpacked/manifest.json");
    let name_commit = |commit: &str| {
        let text = fs::read_to_string(&manifest).expect("unpacked");
        fs::write(&manifest, text.replace("c0ffee", commit)).expect("writable");
    };
    let begins = "write|begins|--place|live|--unpacked|unpacked|--actor|publish";
    record.unpack(&[("/fees", "five"), ("", "not here")]);
    name_commit(&commit);
    record.prints(begins, 0, &[]);

    let server = record.path("server");
    let unpacked = record.path("unpacked");
    write_program(&server, &format!("cp -r {} \"$2\"", unpacked.display()));
    let cargo = |lines: &str| write_program(&record.path("bin/cargo"), lines);
    cargo(&format!(
        "[ \"$*\" = 'site build' ] && git rev-parse HEAD > built && echo {}",
        server.display()
    ));
    let head = record.head();
    let rebuilds = |head: &str, more: &str, status: i32, parts: &[&str]| {
        let mut verify = record.command(&format!("verify|--head|{head}|--rebuild{more}"));
        let path = std::env::var("PATH").expect("a PATH");
        verify.env("PATH", format!("{}:{path}", record.path("bin").display()));
        let output = verify.current_dir(workspace.path()).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(status), "{}", said(&output));
        holds(&said(&output), parts);
    };
    rebuilds(
        &head,
        "",
        0,
        &["publication 2, rebuilt from commit", "the same"],
    );
    rebuilds(&head, "|2", 0, &["the same"]);
    rebuilds(
        &head,
        "|1",
        2,
        &["expected the number of a publication, found 1"],
    );

    // The record lacks a row, which a tombstone names.
    let row = record.body(&record.table(2))["rows"]["/fees"].clone();
    let row = row.as_str().expect("a digest").to_owned();
    record.prints(
        &format!("tombstone|{row}|--actor|ann|--reason|a client's name"),
        0,
        &[],
    );
    let removed = format!("not compared: /fees, {row}: removed, by ann, entry 3");
    let head = record.head();
    rebuilds(&head, "", 0, &[&removed, "everything compared is the same"]);

    // The rebuild differs from the record.
    record.unpack(&[("/fees", "six"), ("/more", "more")]);
    rebuilds(
        &head,
        "",
        1,
        &[
            "differs: /more: expected no response",
            "differs: unknown addresses: expected a response, found none",
            "2 differences",
        ],
    );
    cargo("echo 'no registry answers' >&2; exit 101");
    rebuilds(
        &head,
        "",
        2,
        &["can't be built here", "no registry answers"],
    );
}

#[test]
fn a_server_whose_table_is_known_is_read_and_not_run() {
    let workspace = Workspace::small().committed();
    let commit = git(&workspace, "rev-parse HEAD").trim().to_owned();
    let record = Record::new();
    let server = write_broken(&record.path(""), &commit);
    let table = Table::open(&server).expect("a server");
    unpack(&table, &record.path("unpacked")).expect("writable");
    let begins = "write|begins|--place|live|--unpacked|unpacked|--actor|publish";
    record.prints(begins, 0, &[]);
    let build = format!("echo {}", server.display());
    write_program(&record.path("bin/cargo"), &build);
    let mut verify = record.command(&format!("verify|--head|{}|--rebuild", record.head()));
    let path = std::env::var("PATH").expect("a PATH");
    verify.env("PATH", format!("{}:{path}", record.path("bin").display()));
    let output = verify.current_dir(workspace.path()).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    holds(&said(&output), &["the same, digest"]);
}

#[test]
fn a_commit_that_is_not_here_is_named() {
    let record = Record::new();
    record.publishes(&[("/fees", "five")], "");
    let workspace = Workspace::small().committed();
    let mut verify = record.command(&format!("verify|--head|{}|--rebuild", record.head()));
    let output = verify.current_dir(workspace.path()).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(
        &said(&output),
        &["expected commit c0ffee in this repository", "fetch it"],
    );
}
