//! Parts of other publications: pages that were open before a publication ask for them, and find them for 30 days more. While the server of the
//! next publication takes over, its pages ask this one as well, which finds what is written into the folder meanwhile.
//!
//! A part is what lies in `/assets/` under a name with the hash of its content. Each is a file of a folder, of its own name, in the
//! form of a table with one row, so that it answers with the same bytes and headers as it did. The file's time is when the part was last known to be
//! in use. Nothing of this is in the table's digest; a path that the table itself knows is never answered from here.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use http::header::CACHE_CONTROL;

use crate::answer::table::{Body, Field, Headers, Part, Row, Table};
use crate::moment::Moment;

/// The paths of all parts begin so.
const FOLDER: &str = "/assets/";

/// The longest that a part is kept after it was in use.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The end of the name of a file that is not whole yet.
const UNFINISHED: &str = ".unfinished";

/// A folder with more bytes than this is not what a publication made.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

/// Writes each part of a table that has been there until this moment, or gives its file the time of this moment where it is written already.
///
/// # Errors
/// Where the folder can't be written.
pub fn write(table: &'static Table, folder: &Path) -> Result<(), String> {
    write_all(table, folder).map_err(|error| {
        let shown = folder.display();
        format!("expected to write {shown}, found: {error}; check the disk and its permissions")
    })
}

fn write_all(table: &'static Table, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let edition = table.edition_at(Moment::now());
    for row in &table.rows {
        let Some(name) = name(row) else {
            continue;
        };
        // What is to be seen only later is nobody's open page.
        if row.edition > edition {
            continue;
        }
        let file = folder.join(name);
        if let Ok(written) = fs::File::options().write(true).open(&file) {
            written.set_modified(SystemTime::now())?;
            continue;
        }
        let unfinished = folder.join(format!("{name}{UNFINISHED}"));
        fs::write(&unfinished, table_of(row).to_bytes())?;
        fs::rename(&unfinished, &file)?;
    }
    Ok(())
}

/// The folder of parts, and the table that answers with them what it has not itself.
pub struct Parts {
    folder: PathBuf,
    table: &'static Table,
    /// The time of the folder when it was read.
    modified: Option<SystemTime>,
}

impl Parts {
    pub fn new(folder: PathBuf, table: &'static Table) -> Self {
        Self {
            folder,
            table,
            modified: None,
        }
    }

    /// Reads those parts that are no older than 30 days and that nobody knows yet, if the folder has changed. What can't be read is left out: a part
    /// that is missing is no reason to serve nothing.
    pub fn read(&mut self) {
        let modified = fs::metadata(&self.folder).and_then(|folder| folder.modified());
        match modified {
            Ok(modified) if self.modified == Some(modified) => return,
            Ok(modified) => self.modified = Some(modified),
            // A folder that is not there is said once.
            Err(_) if self.modified == Some(SystemTime::UNIX_EPOCH) => return,
            Err(error) => {
                self.modified = Some(SystemTime::UNIX_EPOCH);
                eprintln!(
                    "site-server: cannot read the folder of parts {}: {error}",
                    self.folder.display()
                );
                return;
            }
        }
        if let Err(error) = self.read_all() {
            eprintln!(
                "site-server: cannot read the folder of parts {}: {error}",
                self.folder.display()
            );
        }
    }

    fn read_all(&self) -> io::Result<()> {
        let mut bytes_left = MOST_BYTES;
        for entry in fs::read_dir(&self.folder)?.flatten() {
            let file = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let until = Moment::of(modified + KEPT);
            let path = format!("{FOLDER}{name}");
            let is_over = until <= Moment::now();
            let is_unfinished = name.ends_with(UNFINISHED);
            if is_over || is_unfinished || !metadata.is_file() || self.table.knows(&path) {
                continue;
            }
            let Some(left) = bytes_left.checked_sub(metadata.len()) else {
                eprintln!(
                    "site-server: left out the part {}: all parts together have more than {MOST_BYTES} bytes",
                    file.display()
                );
                continue;
            };
            bytes_left = left;
            let known = self.table.parts.read().get(path.as_str()).copied();
            let row = match known {
                Some(part) => Ok(part.row),
                None => part(&file, &name),
            };
            match row {
                Ok(row) => {
                    let mut parts = self.table.parts.write();
                    parts.insert(row.path, Part { row, until });
                }
                Err(problem) => eprintln!("site-server: left out a part: {problem}"),
            }
        }
        Ok(())
    }
}

/// The one row of a part's file, which is served as long as the program runs.
fn part(file: &Path, expected: &str) -> Result<&'static Row, String> {
    let mut rows = Table::open(file)?.rows;
    let shown = file.display();
    match rows.pop() {
        Some(row) if rows.is_empty() && name(&row) == Some(expected) => {
            Ok(Box::leak(Box::new(row)))
        }
        _ => Err(format!(
            "expected the part of its own name in {shown}, found something else; delete the file"
        )),
    }
}

/// The name of a row that is a part, within the folder of all parts.
fn name(row: &Row) -> Option<&'static str> {
    let name = row.path.strip_prefix(FOLDER)?;
    let body = row.bodies.last()?;
    let caching = body.headers.0.get(CACHE_CONTROL)?.to_str().ok()?;
    let is_part = row.status == 200 && caching.contains("immutable") && !name.contains('/');
    is_part.then_some(name)
}

/// A table of one row alone, whose answer to all other paths is the same: it is never asked for them.
fn table_of(row: &'static Row) -> Table<Vec<Field>> {
    let rows = vec![as_written(row, row.path)];
    let not_found = vec![as_written(row, "")];
    Table::new(None, Vec::new(), Vec::new(), rows, not_found)
}

fn as_written(row: &'static Row, path: &'static str) -> Row<Vec<Field>> {
    let mut bodies = Vec::new();
    for body in &row.bodies {
        bodies.push(Body::new(body.coding, fields(&body.headers), body.bytes));
    }
    Row {
        path,
        edition: 0,
        status: row.status,
        bodies,
    }
}

/// Headers as they are written, each in its own place.
fn fields(headers: &'static Headers) -> Vec<Field> {
    let mut fields = Vec::new();
    for (name, value) in &headers.0 {
        fields.push((name.as_str(), value.to_str().unwrap_or_default()));
    }
    fields
}
