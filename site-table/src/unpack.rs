//! The table as files that other programs read: `cargo site-ops verify` compares with them what a place answers, and the record keeps them.
//!
//! `manifest.json` names every response of every edition with the headers that it has without a content coding; `bodies/` holds each decoded body
//! once, under its SHA-256. A redirect has no body. The response to every unknown path has the path "".

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;
use crate::table::{Row, Table};

/// The name of the file that lists everything.
const MANIFEST: &str = "manifest.json";

/// The folder of the bodies.
const BODIES: &str = "bodies";

#[derive(Serialize)]
struct Manifest<'t> {
    /// The BLAKE3 digest of all that is served.
    digest: &'t str,
    /// The commit that the site was built from; `None` where it held changes of no commit.
    commit: Option<&'t str>,
    /// Ascending by the moment at which they start.
    editions: Vec<Edition<'t>>,
}

#[derive(Serialize)]
struct Edition<'t> {
    /// Seconds since 1970; `None` for the first, which is there from the beginning.
    starts: Option<i64>,
    rows: Vec<Response<'t>>,
}

#[derive(Serialize)]
struct Response<'t> {
    path: &'t str,
    status: u16,
    /// Of the body without a content coding.
    headers: Vec<(String, String)>,
    /// The entity tag of each content coding.
    etags: Vec<(&'t str, String)>,
    /// The SHA-256 of the decoded body, in hexadecimal; `None` where it is empty.
    body: Option<String>,
}

/// Writes a table into a folder that is not there yet, or is empty.
///
/// # Errors
/// If the folder holds files, or can't be written.
pub fn unpack(table: &Table, folder: &Path) -> Result<(), Problem> {
    let is_in_use = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_in_use {
        return Err(Problem::FolderInUse.in_file(folder));
    }
    let writing = Problem::system("write the folder");
    write(table, folder).map_err(|error| writing(error).in_file(folder))
}

fn write(table: &Table, folder: &Path) -> io::Result<()> {
    let bodies = folder.join(BODIES);
    fs::create_dir_all(&bodies)?;
    let mut unpacked = Unpacked {
        folder: &bodies,
        written: BTreeSet::new(),
    };

    let mut editions = Vec::new();
    for number in 0..=table.starts.len() {
        let mut rows = vec![unpacked.response(table.not_found(number))?];
        for row in table.rows_of(number) {
            rows.push(unpacked.response(row)?);
        }
        let starts = table.start_of(number).map(|moment| moment.0);
        editions.push(Edition { starts, rows });
    }
    let manifest = Manifest {
        digest: &table.digest,
        commit: table.commit,
        editions,
    };
    let mut json = serde_json::to_vec(&manifest)?;
    json.push(b'\n');
    fs::write(folder.join(MANIFEST), json)
}

/// The bodies that are written.
struct Unpacked<'f> {
    folder: &'f Path,
    /// The SHA-256 of each, in hexadecimal.
    written: BTreeSet<String>,
}

impl Unpacked<'_> {
    /// Returns a row as the manifest has it, once its body is written.
    fn response<'t>(&mut self, row: &'t Row) -> io::Result<Response<'t>> {
        let identity = row.identity();
        Ok(Response {
            path: row.path,
            status: row.status,
            headers: identity.fields(),
            etags: row.etags(),
            body: self.body(identity.bytes)?,
        })
    }

    /// Writes a body that is not written yet, and returns its name.
    fn body(&mut self, bytes: &[u8]) -> io::Result<Option<String>> {
        if bytes.is_empty() {
            return Ok(None);
        }
        let name = sha256(bytes);
        if self.written.insert(name.clone()) {
            fs::write(self.folder.join(&name), bytes)?;
        }
        Ok(Some(name))
    }
}

fn sha256(bytes: &[u8]) -> String {
    let mut name = String::new();
    for byte in Sha256::digest(bytes) {
        _ = write!(name, "{byte:02x}");
    }
    name
}
