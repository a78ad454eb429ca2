//! A publication: all that a built server answers, edition by edition, as its `--unpack` writes it.
//!
//! [`expected`] knows which of it is right at a moment, and [`caching`] what its headers allow caches to keep.

pub mod caching;
pub mod expected;

use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// The path of the answer to every path that nothing is at.
pub const NOT_FOUND: &str = "";

/// All that one built server holds.
#[derive(Debug)]
pub struct Publication {
    /// The BLAKE3 digest of its table, in hexadecimal.
    pub digest: String,
    /// The commit that it was built from; `None` where files differed from it.
    pub commit: Option<String>,
    /// At least one, ascending by `starts`.
    pub editions: Vec<Edition>,
}

/// The site from one moment to the next.
#[derive(Debug)]
pub struct Edition {
    /// Seconds since 1970; `None` for the first, which is there from the beginning.
    pub starts: Option<i64>,
    /// By path; [`NOT_FOUND`] is among them.
    pub rows: BTreeMap<String, Row>,
}

/// The answer at one path.
#[derive(Debug)]
pub struct Row {
    pub status: u16,
    /// Of the body without a content coding; names in lower case.
    pub headers: Vec<(String, String)>,
    /// The entity tag of each content coding, of which `identity` is one.
    pub etags: Vec<(String, String)>,
    /// Decoded.
    pub body: Arc<Vec<u8>>,
}

impl Publication {
    /// Reads what a built server holds.
    pub fn of_server(server: &Path) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let unpacked = folder.path().join("unpacked");
        let mut unpack = Command::new(server);
        unpack.arg("--unpack").arg(&unpacked);
        let server = server.display();
        let unbuilt =
            || format!("expected {server} to be a built site-server; `cargo site build` makes one");
        let output = unpack.output().with_context(unbuilt)?;
        ensure!(
            output.status.success(),
            "{}; it says: {}",
            unbuilt(),
            String::from_utf8_lossy(&output.stderr).trim()
        );
        Self::read(&unpacked)
    }

    /// Reads the folder that `--unpack` has written.
    fn read(folder: &Path) -> Result<Self> {
        let json = fs::read(folder.join("manifest.json"))?;
        let manifest: Manifest = serde_json::from_slice(&json)
            .context("expected the manifest of this version's site-server, found another's; build both from one commit")?;
        let mut bodies = BTreeMap::new();
        let mut editions = Vec::new();
        for edition in manifest.editions {
            let mut rows = BTreeMap::new();
            for row in edition.rows {
                let body = match &row.body {
                    None => Arc::default(),
                    Some(name) => read_once(&mut bodies, &folder.join("bodies"), name)?,
                };
                let answer = Row {
                    status: row.status,
                    headers: row.headers,
                    etags: row.etags,
                    body,
                };
                rows.insert(row.path, answer);
            }
            ensure!(
                rows.contains_key(NOT_FOUND),
                "expected the answer to unknown paths in each edition, found none; build the server again"
            );
            let starts = edition.starts;
            editions.push(Edition { starts, rows });
        }
        ensure!(
            !editions.is_empty(),
            "expected an edition at least, found none; build the server again"
        );
        Ok(Self {
            digest: manifest.digest,
            commit: manifest.commit,
            editions,
        })
    }

    /// The place of the edition that is in force at a moment, in seconds since 1970.
    pub fn in_force(&self, moment: i64) -> usize {
        let mut found = 0;
        for (place, edition) in self.editions.iter().enumerate() {
            if edition.starts.is_some_and(|starts| starts <= moment) {
                found = place;
            }
        }
        found
    }

    /// Every path that any edition answers.
    pub fn paths(&self) -> BTreeSet<&str> {
        let mut paths = BTreeSet::new();
        for edition in &self.editions {
            paths.extend(edition.rows.keys().map(String::as_str));
        }
        paths.remove(NOT_FOUND);
        paths
    }
}

impl Edition {
    /// The answer at a path: its row, or the one of every path that nothing is at.
    pub fn answer(&self, path: &str) -> &Row {
        self.rows.get(path).unwrap_or(&self.rows[NOT_FOUND])
    }
}

impl Row {
    /// The value of the first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(known, _)| known == name)?;
        Some(value)
    }
}

/// A body by its name; each is read once.
fn read_once(
    bodies: &mut BTreeMap<String, Arc<Vec<u8>>>,
    folder: &Path,
    name: &str,
) -> Result<Arc<Vec<u8>>> {
    if let Some(body) = bodies.get(name) {
        return Ok(Arc::clone(body));
    }
    let body = Arc::new(fs::read(folder.join(name))?);
    bodies.insert(name.to_owned(), Arc::clone(&body));
    Ok(body)
}

#[derive(Deserialize)]
struct Manifest {
    digest: String,
    commit: Option<String>,
    editions: Vec<ManifestEdition>,
}

#[derive(Deserialize)]
struct ManifestEdition {
    starts: Option<i64>,
    rows: Vec<ManifestRow>,
}

#[derive(Deserialize)]
struct ManifestRow {
    path: String,
    status: u16,
    headers: Vec<(String, String)>,
    etags: Vec<(String, String)>,
    body: Option<String>,
}
