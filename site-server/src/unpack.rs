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

use crate::answer::table::{Body, Row, Table};

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
/// Where the folder holds something, or can't be written.
pub fn unpack(table: &Table, folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    let is_taken = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_taken {
        return Err(format!(
            "expected an empty folder, or none, at {shown}, found files in it; empty it, or name another one"
        ));
    }
    write(table, folder).map_err(|error| {
        format!("expected to write {shown}, found: {error}; check the disk and its permissions")
    })
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
        let identity = &row.bodies[row.bodies.len() - 1];
        let mut etags = Vec::new();
        for body in &row.bodies {
            if let Some(tag) = body.headers.0.get(http::header::ETAG) {
                etags.push((body.coding, text(tag)));
            }
        }
        Ok(Response {
            path: row.path,
            status: row.status,
            headers: headers(identity),
            etags,
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

/// All headers of a body, sorted by name.
fn headers(body: &Body) -> Vec<(String, String)> {
    let mut headers = Vec::new();
    for (name, value) in &body.headers.0 {
        headers.push((name.to_string(), text(value)));
    }
    headers.sort();
    headers
}

/// The value of a header of the table, which is ASCII.
fn text(value: &http::HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

fn sha256(bytes: &[u8]) -> String {
    let mut name = String::new();
    for byte in Sha256::digest(bytes) {
        _ = write!(name, "{byte:02x}");
    }
    name
}
