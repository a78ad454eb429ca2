//! Programs: their architecture, whether they need libraries, and how a server is assembled from one.

use std::env::current_exe;
use std::fs::{self, File};

use site_table::{Architecture, Problem, assemble, is_static};

use crate::site::{AARCH64, Folder, X86_64, elf, table};

#[test]
fn a_header_names_the_processor_and_the_interpreter() {
    let folder = Folder::new();
    for (machine, segments, architecture, has_interpreter) in [
        (X86_64, &[6, 3, 1, 1, 2][..], Architecture::X86_64, true),
        (AARCH64, &[6, 1, 1, 2], Architecture::Aarch64, false),
    ] {
        let mut file = folder.open("program", &elf(machine, segments));
        assert_eq!(
            Architecture::of_elf(&mut file).expect("a program"),
            architecture
        );
        assert_eq!(is_static(&mut file).expect("a program"), !has_interpreter);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn this_program_is_for_this_processor() {
    let mut file = File::open(current_exe().expect("a program")).expect("readable");
    let found = Architecture::of_elf(&mut file).expect("a program");
    assert_eq!(Some(found), Architecture::current());
    is_static(&mut file).expect("a program");
}

#[test]
fn no_bytes_of_a_header_are_a_panic() {
    let folder = Folder::new();
    let whole = elf(X86_64, &[1, 3]);
    for at in 0..whole.len() {
        for byte in [0, 1, 0x7f, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            let mut file = folder.open("changed", &bytes);
            _ = Architecture::of_program(&mut file);
            _ = is_static(&mut file);
        }
        let mut file = folder.open("cut", &whole[..at]);
        is_static(&mut file).expect_err("a refusal");
    }
}

#[test]
fn a_server_is_the_same_bytes_each_time_and_keeps_the_permissions_of_its_program() {
    let folder = Folder::new();
    let first = fs::read(folder.server(X86_64)).expect("readable");
    assert!(first == fs::read(folder.server(X86_64)).expect("readable"));
    let mode = |name| {
        fs::metadata(folder.path(name))
            .expect("a file")
            .permissions()
    };
    assert_eq!(mode("site-server"), mode("program"));
    assert!(!folder.path("site-server.unfinished").exists());
}

#[test]
fn only_a_program_and_a_table_make_a_server() {
    let folder = Folder::new();
    let server = folder.server(X86_64);
    let again = folder.path("again");
    let [program, table_file] = ["program", "table.bin"].map(|name| folder.path(name));
    let problem = assemble(&server, &table_file, &again).expect_err("a refusal");
    assert!(
        problem.to_string().contains("found a built server"),
        "{problem}"
    );
    let problem = assemble(&program, &server, &again).expect_err("a refusal");
    assert!(
        problem.to_string().contains("found a site-server file"),
        "{problem}"
    );
    let problem = assemble(&table_file, &table_file, &again).expect_err("a refusal");
    assert!(matches!(problem, Problem::InFile { .. }), "{problem}");
    let text = folder.write("text", b"#!/bin/sh\n");
    let problem = assemble(&text, &table_file, &again).expect_err("a refusal");
    assert!(
        problem.to_string().contains("expected an ELF program"),
        "{problem}"
    );
    assert!(!again.exists());
}

#[test]
fn a_developer_builds_on_macos() {
    let folder = Folder::new();
    let mut program = b"\xcf\xfa\xed\xfe\x0c\0\0\x01".to_vec();
    program.extend([0; 300]);
    let program = folder.write("program", &program);
    let table = folder.write("table.bin", &table().to_bytes().expect("a table"));
    let server = folder.path("site-server");
    assemble(&program, &table, &server).expect("a server");
    site_table::Table::open(&server).expect("a table");
}
