//! A site with three editions, a program, and files with both.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use site_table::{Body, Field, IDENTITY, Row, Table, assemble};
use tempfile::TempDir;

pub const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// The digest of the site's table, in every version of the format.
pub const DIGEST: &str = "dd8e63e8545ae32877d5067bdd114d3bc24c96c763e84c03dc1ac8ed1465a975";

/// The site's file in version 7 of the format, as a program of that version wrote it.
pub fn version_7() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/table-7.bin")
}

/// The site's table, to be written.
pub fn table() -> Table<Vec<Field>> {
    let rows = vec![
        page("/", 0, 200, "<p>Home</p>"),
        part("/assets/always-1a2b3c4d.js", 0, "always();"),
        part("/assets/later-5e6f7a8b.js", 2, "later();"),
        page("/ends", 0, 200, "<p>Until the second edition</p>"),
        Row::nothing("/ends", 1),
        page("/fees", 0, 200, "<p>1.25%</p>"),
        page("/fees", 1, 200, "<p>1.20%</p>"),
        redirect("/old", "/fees"),
        page("/starts", 2, 200, "<p>From the third edition</p>"),
    ];
    let not_found = vec![
        page("", 0, 404, "<p>Not found</p>"),
        page("", 2, 404, "<p>Not found in the third edition</p>"),
    ];
    let common = vec![("x-content-type-options", "nosniff")];
    let starts = vec![1_798_783_200, 4_102_444_800];
    let mut table = Table::new(Some("www.example.com"), common, starts, rows, not_found);
    table.commit = Some(COMMIT);
    table
}

fn page(path: &'static str, edition: usize, status: u16, text: &'static str) -> Row<Vec<Field>> {
    let body = |coding, etag| {
        let headers = vec![
            ("content-type", "text/html; charset=utf-8"),
            ("cache-control", "public, max-age=300"),
            ("vary", "accept-encoding"),
            ("etag", etag),
        ];
        Body::new(coding, headers, text.as_bytes())
    };
    Row {
        path,
        edition,
        status,
        bodies: vec![body("gzip", "\"a-gzip\""), body(IDENTITY, "\"a\"")],
    }
}

pub fn part(path: &'static str, edition: usize, text: &'static str) -> Row<Vec<Field>> {
    let headers = vec![
        ("content-type", "text/javascript"),
        ("cache-control", "public, max-age=31536000, immutable"),
    ];
    Row {
        path,
        edition,
        status: 200,
        bodies: vec![Body::new(IDENTITY, headers, text.as_bytes())],
    }
}

fn redirect(path: &'static str, to: &'static str) -> Row<Vec<Field>> {
    Row {
        path,
        edition: 0,
        status: 301,
        bodies: vec![Body::new(IDENTITY, vec![("location", to)], b"")],
    }
}

/// The header of an ELF program for a machine, with segments of these kinds.
pub fn elf(machine: u16, segments: &[u32]) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
    bytes[18..20].copy_from_slice(&machine.to_le_bytes());
    bytes[32] = 64;
    bytes[54] = 56;
    bytes[56] = u8::try_from(segments.len()).expect("few");
    for segment in segments {
        bytes.extend(segment.to_le_bytes());
        bytes.extend([0; 52]);
    }
    bytes
}

pub const X86_64: u16 = 62;
pub const AARCH64: u16 = 183;

/// A folder with files.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("writable");
        path
    }

    /// Writes a file, and opens it.
    pub fn open(&self, name: &str, bytes: &[u8]) -> File {
        File::open(self.write(name, bytes)).expect("readable")
    }

    /// Writes a server with the site's table and a program for a machine.
    pub fn server(&self, machine: u16) -> PathBuf {
        let table = self.write("table.bin", &table().to_bytes().expect("a table"));
        let program = self.write("program", &elf(machine, &[1, 1]));
        let server = self.path("site-server");
        assemble(&program, &table, &server).expect("a server");
        server
    }
}
