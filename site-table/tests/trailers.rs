//! The trailer's format, which never changes, because programs that were installed years ago read it.

use std::fs::{self, File};

use site_table::trailer::{Kind, SIZE, Trailer};
use site_table::{Architecture, Problem};

use crate::site::{AARCH64, COMMIT, DIGEST, Folder, X86_64, table};

/// The lines of a server's trailer, which every later version must write and read.
const LINES: &str = "site-trailer 1\n\
    kind site-server\n\
    version 8\n\
    digest 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n\
    commit 0123456789abcdef0123456789abcdef01234567\n\
    architecture x86_64\n\
    length 10564955\n";

fn trailer() -> Trailer {
    Trailer {
        kind: Kind::Server,
        version: 8,
        digest: "00112233445566778899aabbccddeeff".repeat(2),
        commit: Some(COMMIT.to_owned()),
        architecture: Some(Architecture::X86_64),
        length: 10_564_955,
    }
}

#[test]
fn a_trailer_has_this_form_forever() {
    let spaces = " ".repeat(57);
    let literal = format!("{LINES}{spaces}\n");
    assert_eq!(literal.len(), 256);
    let bytes = trailer().to_bytes().expect("a trailer");
    assert_eq!(str::from_utf8(&bytes), Ok(literal.as_str()));
}

#[test]
fn a_file_of_each_kind_says_what_it_is() {
    let folder = Folder::new();
    for (machine, architecture) in [
        (X86_64, Architecture::X86_64),
        (AARCH64, Architecture::Aarch64),
    ] {
        let server = folder.server(machine);
        let mut file = File::open(&server).expect("readable");
        let trailer = Trailer::verify(&mut file).expect("a server");
        assert_eq!(trailer.architecture, Some(architecture));
        assert_eq!(trailer, Trailer::read(&mut file).expect("a server"));
        let kept = &fs::read(&server).expect("readable");
        let text = str::from_utf8(&kept[kept.len() - SIZE..]).expect("ASCII");
        let length = trailer.length;
        let expected = format!(
            "site-trailer 1\nkind site-server\nversion 8\ndigest {DIGEST}\ncommit {COMMIT}\n\
             architecture {architecture}\nlength {length}\n"
        );
        assert_eq!(text.trim_end_matches([' ', '\n']), expected.trim_end());
    }
    let mut file = folder.open("table", &table().to_bytes().expect("a table"));
    let trailer = Trailer::verify(&mut file).expect("a table");
    assert_eq!((trailer.kind, trailer.architecture), (Kind::Table, None));
}

#[test]
fn a_later_version_of_the_format_is_read_and_verified() {
    let folder = Folder::new();
    let server = fs::read(folder.server(X86_64)).expect("readable");
    let at = server.len() - SIZE;
    let trailer = String::from_utf8(server[at..].to_vec()).expect("ASCII");
    let later = trailer
        .replace("version 8\n", "version 12\n")
        .replace("  \n", " \n");
    let mut file = folder.open("later", &[&server[..at], later.as_bytes()].concat());
    let trailer = Trailer::verify(&mut file).expect("a server");
    assert_eq!(trailer.version, 12);
}

#[test]
fn a_commit_is_unknown_or_a_short_name() {
    let with = |commit: Option<&str>| Trailer {
        commit: commit.map(str::to_owned),
        ..trailer()
    };
    let text = with(None).to_string();
    assert!(text.contains("\ncommit unknown\n"), "{text}");
    let longest = "n".repeat(64);
    for name in ["live", "v1.2.3", &longest] {
        with(Some(name)).to_bytes().expect("a trailer");
    }
    let too_long = "n".repeat(65);
    for name in ["", "unknown", "two words", "line\nbreak", "é", &too_long] {
        let problem = with(Some(name)).to_bytes().expect_err("a refusal");
        assert!(matches!(problem, Problem::Line { .. }), "{problem}");
    }
}

#[test]
fn the_longest_trailer_has_room() {
    let longest = Trailer {
        version: u32::MAX,
        commit: Some("n".repeat(64)),
        architecture: Some(Architecture::Aarch64),
        length: u64::MAX,
        ..trailer()
    };
    longest.to_bytes().expect("a trailer");
}
