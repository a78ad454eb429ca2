//! A table as files that other programs can read. The record stores them, and `cargo site-ops record verify --rebuild` compares
//! them with a publication.
//!
//! `manifest.json` lists every response in every edition, with the headers that it has without a content coding. `bodies/` has each
//! decoded body once, under its SHA-256. A redirect has no body. The response to unknown paths has the path "".

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;
use crate::table::{Row, Table};

/// The name of the manifest.
const MANIFEST: &str = "manifest.json";

/// The folder of the bodies.
const BODIES: &str = "bodies";

/// An unpacked site in a folder.
#[derive(Debug)]
pub struct Unpacked {
    folder: PathBuf,
    pub manifest: Manifest,
}

/// The list of all responses.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The BLAKE3 digest of the table's bytes.
    pub digest: String,
    /// The commit that the site was built from, or `None` if files differed from it.
    pub commit: Option<String>,
    /// At least one edition, sorted by start.
    pub editions: Vec<UnpackedEdition>,
}

/// The site between two scheduled switches.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnpackedEdition {
    /// Seconds since 1970. `None` for the first edition.
    pub starts: Option<i64>,
    pub rows: Vec<UnpackedRow>,
}

/// The response of one path.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnpackedRow {
    pub path: String,
    pub status: u16,
    /// The headers of the body without a content coding.
    pub headers: Vec<(String, String)>,
    /// The entity tag of each content coding.
    #[serde(default)]
    pub etags: Vec<(String, String)>,
    /// The SHA-256 of the decoded body, in hexadecimal. `None` if the body is empty.
    pub body: Option<String>,
}

impl Unpacked {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or is malformed.
    pub fn read(folder: &Path) -> Result<Self, Problem> {
        let file = folder.join(MANIFEST);
        let manifest = read_manifest(&file).map_err(|problem| problem.in_file(&file))?;
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
        })
    }

    /// Returns the bytes of a body.
    ///
    /// # Errors
    /// Returns an error if the bytes have another SHA-256.
    pub fn body(&self, name: &str) -> Result<Vec<u8>, Problem> {
        let file = self.folder.join(BODIES).join(name);
        let bytes = fs::read(&file)
            .map_err(Problem::system("read the body"))
            .map_err(|problem| problem.in_file(&file))?;
        let found = sha256(&bytes);
        if found != name {
            let expected = format!("bytes whose SHA-256 is {name}");
            return Err(Problem::Unpacked { expected, found }.in_file(&file));
        }
        Ok(bytes)
    }
}

fn read_manifest(file: &Path) -> Result<Manifest, Problem> {
    let wrong = |found: &str| Problem::Unpacked {
        expected: "a site as `site-server --unpack` writes it".to_owned(),
        found: found.to_owned(),
    };
    let bytes = fs::read(file).map_err(Problem::system("read a site that is unpacked"))?;
    let manifest: Manifest =
        serde_json::from_slice(&bytes).map_err(|error| wrong(&error.to_string()))?;
    let starts: Vec<_> = manifest
        .editions
        .iter()
        .map(|edition| edition.starts)
        .collect();
    if starts.first() != Some(&None) {
        return Err(wrong("no first edition without a start"));
    }
    // `None` sorts before every time.
    if !starts.is_sorted_by(|earlier, later| earlier < later) {
        return Err(wrong("editions that aren't sorted by start"));
    }
    Ok(manifest)
}

/// Writes a table to a new or empty folder. Returns the site in that folder.
///
/// # Errors
/// Returns an error if the folder contains files or can't be written.
pub fn unpack(table: &Table, folder: &Path) -> Result<Unpacked, Problem> {
    let is_in_use = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_in_use {
        return Err(Problem::FolderInUse.in_file(folder));
    }
    let writing = Problem::system("write the folder");
    let manifest = write(table, folder).map_err(|error| writing(error).in_file(folder))?;
    Ok(Unpacked {
        folder: folder.to_owned(),
        manifest,
    })
}

fn write(table: &Table, folder: &Path) -> io::Result<Manifest> {
    let bodies = folder.join(BODIES);
    fs::create_dir_all(&bodies)?;
    let mut bodies = Bodies {
        folder: &bodies,
        written: BTreeSet::new(),
    };

    let mut editions = Vec::new();
    for number in 0..=table.starts.len() {
        let mut rows = vec![bodies.row(table.not_found(number))?];
        for row in table.rows_of(number) {
            rows.push(bodies.row(row)?);
        }
        let starts = table.start_of(number).map(|moment| moment.0);
        editions.push(UnpackedEdition { starts, rows });
    }
    let manifest = Manifest {
        digest: table.digest.clone(),
        commit: table.commit.map(str::to_owned),
        editions,
    };
    let mut json = serde_json::to_vec(&manifest)?;
    json.push(b'\n');
    fs::write(folder.join(MANIFEST), json)?;
    Ok(manifest)
}

/// The bodies that have been written.
struct Bodies<'f> {
    folder: &'f Path,
    /// The SHA-256 of each, in hexadecimal.
    written: BTreeSet<String>,
}

impl Bodies<'_> {
    /// Writes a row's body, and returns the row for the manifest.
    fn row(&mut self, row: &Row) -> io::Result<UnpackedRow> {
        let identity = row.identity();
        let mut etags = Vec::new();
        for (coding, tag) in row.etags() {
            etags.push((coding.to_owned(), tag));
        }
        Ok(UnpackedRow {
            path: row.path.to_owned(),
            status: row.status,
            headers: identity.fields(),
            etags,
            body: self.body(identity.bytes)?,
        })
    }

    /// Writes a body if it isn't written yet, and returns its name.
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
