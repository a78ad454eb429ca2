//! Files that don't match their trailer: each is an error with advice, and never a panic.

use std::fs;

use site_table::trailer::{SIZE, Trailer};
use site_table::{Problem, Table, identify};

use crate::site::{AARCH64, DIGEST, Folder, X86_64, elf, table, version_7};

/// Replaces a text in the trailer of a server, and keeps its length.
fn forge(server: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = server.len() - SIZE;
    let trailer = str::from_utf8(&server[at..]).expect("ASCII");
    assert!(trailer.contains(from), "{trailer}");
    let lines = format!("{}\n", trailer.trim_end()).replacen(from, to, 1);
    let forged = format!("{lines:<255}\n");
    [&server[..at], forged.as_bytes()].concat()
}

#[test]
fn a_forged_line_is_found() {
    let folder = Folder::new();
    let server = fs::read(folder.server(X86_64)).expect("readable");
    let other = DIGEST.chars().rev().collect::<String>();
    let length = table().to_bytes().expect("a table").len() - SIZE;
    let program = server.len() - SIZE - length;
    let size = |length: usize| format!("length {length}");
    for (from, to, expected) in [
        (DIGEST, other.as_str(), "expected a table with the digest"),
        (
            &size(length),
            &size(length - 1),
            "expected a table with the digest",
        ),
        (
            &size(length),
            &size(length + 1),
            "expected a table with the digest",
        ),
        (
            &size(length),
            &size(length + program),
            "expected a program and a table of",
        ),
        (
            &size(length),
            "length 18446744073709551615",
            "expected a program and a table of",
        ),
        (
            &size(length),
            "length 18446744073709551616",
            "with a number of bytes",
        ),
        (&size(length), "length -1", "with a number of bytes"),
        (
            &size(length),
            &format!("length 0{length}"),
            "expected seven lines",
        ),
        (
            "x86_64",
            "aarch64",
            "expected a program for aarch64, from the trailer, found one for x86_64",
        ),
        ("x86_64", "none", "with x86_64 or aarch64"),
        ("kind site-server", "kind table", "with none"),
        (
            "kind site-server",
            "kind program",
            "with site-server, table or part",
        ),
        ("version 8", "version eight", "with a number"),
        ("version 8", "version +8", "expected seven lines"),
        ("commit 0", "commit  0", "with unknown, or a name"),
        (
            "site-trailer 1",
            "site-trailer 2",
            "that begins with \"site-trailer 1\"",
        ),
        ("version 8\n", "", "expected the line \"version\""),
        (
            "\nlength",
            "\nmore 1\nlength",
            "expected the line \"length\"",
        ),
    ] {
        let mut file = folder.open("forged", &forge(&server, from, to));
        let problem = Trailer::verify(&mut file).expect_err(to).to_string();
        assert!(problem.contains(expected), "{to}: {problem}");
        assert!(problem.contains("; "), "it says what to do: {problem}");
    }
    let more = forge(&server, &size(length), &format!("{}\nmore 1", size(length)));
    let problem = Trailer::read(&mut folder.open("more", &more)).expect_err("a refusal");
    assert!(matches!(problem, Problem::Form), "{problem}");
}

#[test]
fn a_program_for_another_processor_is_found() {
    let folder = Folder::new();
    let server = fs::read(folder.server(X86_64)).expect("readable");
    for (program, expected) in [
        (elf(AARCH64, &[1, 1]), "found one for aarch64"),
        (elf(243, &[1, 1]), "found one for machine 243 of ELF"),
        (vec![b'#'; 176], "expected an ELF program"),
    ] {
        let other = [&program, &server[program.len()..]].concat();
        let mut file = folder.open("other", &other);
        let problem = Trailer::verify(&mut file).expect_err(expected).to_string();
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn every_cut_file_is_an_error() {
    let folder = Folder::new();
    let server = fs::read(folder.server(X86_64)).expect("readable");
    for end in 0..server.len() {
        let mut file = folder.open("cut", &server[..end]);
        let problem = Trailer::read(&mut file).expect_err("a refusal");
        let is_named = matches!(
            problem,
            Problem::TooShort { .. } | Problem::NoTrailer { .. }
        );
        assert!(is_named, "{end}: {problem}");
    }
    for start in 1..server.len() {
        let mut file = folder.open("cut", &server[start..]);
        let problem = Trailer::verify(&mut file).expect_err("a refusal");
        assert!(!problem.to_string().is_empty(), "{start}");
    }
}

#[test]
fn every_changed_byte_of_the_table_and_of_the_trailer_is_an_error() {
    let folder = Folder::new();
    let server = fs::read(folder.server(X86_64)).expect("readable");
    let table = elf(X86_64, &[1, 1]).len();
    for at in table..server.len() {
        for byte in [0, b' ', b'\n', b'1', b'a', 0x80, 0xff] {
            if server[at] == byte {
                continue;
            }
            let mut changed = server.clone();
            changed[at] = byte;
            let path = folder.write("changed", &changed);
            // The commit and the version match the trailer, and `verify` can't compare them with anything else in the file.
            let Ok(identity) = identify(&path) else {
                continue;
            };
            assert_eq!(identity.digest, DIGEST, "{at}");
            let problem = Table::open(&path).expect_err("a refusal").to_string();
            let is_named = problem.contains("of commit") || problem.contains("of version 7 or 8");
            assert!(is_named, "{at} {byte}: {problem}");
        }
    }
}

#[test]
fn another_version_is_refused_by_both_numbers() {
    let folder = Folder::new();
    let mut six = fs::read(version_7()).expect("readable");
    *six.last_mut().expect("a mark") = 6;
    let nine = forge(
        &fs::read(folder.server(X86_64)).expect("readable"),
        "version 8",
        "version 9",
    );
    for (name, bytes) in [("6", six), ("9", nine)] {
        let path = folder.write(name, &bytes);
        let problem = Table::open(&path).expect_err("a refusal").to_string();
        let expected = format!("expected a table of version 7 or 8, found version {name}");
        assert!(problem.contains(&expected), "{problem}");
        assert!(problem.contains(&path.display().to_string()), "{problem}");
    }
}

#[test]
fn a_file_without_a_table_says_so() {
    let folder = Folder::new();
    for bytes in [&[][..], b"site", &[0; 300], &elf(X86_64, &[1, 3])] {
        let path = folder.write("other", bytes);
        let problem = Table::open(&path).expect_err("a refusal").to_string();
        assert!(
            problem.contains("expected the table of a site"),
            "{problem}"
        );
        identify(&path).expect_err("a refusal");
    }
    Table::open(&folder.path("missing")).expect_err("a refusal");
    Table::open(&folder.path("")).expect_err("a folder");
    let mut seven = fs::File::open(version_7()).expect("readable");
    let problem = Trailer::read(&mut seven)
        .expect_err("a refusal")
        .to_string();
    assert!(
        problem.contains("a table of version 7, which has none"),
        "{problem}"
    );
}

#[test]
fn a_damaged_table_of_version_7_is_an_error() {
    let folder = Folder::new();
    let whole = fs::read(version_7()).expect("readable");
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        Table::open(&folder.write("changed", &changed)).expect_err("a refusal");
        Table::open(&folder.write("cut", &whole[..at])).expect_err("a refusal");
    }
}
