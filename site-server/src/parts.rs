//! Parts of earlier publications: pages that were open before a publication ask for them, and find them for 30 days more.
//!
//! A part is what lies in `/assets/` under a name with the hash of its content. Each is a file of a folder, of its own name, in the
//! form of a table with one row, so that it answers with the same bytes and headers as it did. The file's time is when the part was last known to be
//! in use. Nothing of this is in the table's digest; a path that the table itself knows is never answered from here.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use http::header::CACHE_CONTROL;

use crate::answer::table::{Body, Field, Headers, Part, Row, Table};
use crate::moment::Moment;

/// The paths of all parts begin so.
const FOLDER: &str = "/assets/";

/// The longest that a part is kept after it was in use.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

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
        let unfinished = folder.join(format!("{name}.unfinished"));
        fs::write(&unfinished, table_of(row).to_bytes())?;
        fs::rename(&unfinished, &file)?;
    }
    Ok(())
}

/// Reads the parts of a folder that are no older than 30 days, but for those that the table itself has. What can't be read is left out: a part that is
/// missing is no reason to serve nothing.
pub fn read(folder: &Path, table: &Table) -> HashMap<&'static str, Part> {
    let mut parts = HashMap::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            eprintln!(
                "site-server: cannot read the folder of parts {}: {error}",
                folder.display()
            );
            return parts;
        }
    };
    let mut bytes_left = MOST_BYTES;
    for entry in entries.flatten() {
        let file = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let until = Moment::of(modified + KEPT);
        let is_over = until <= Moment::now();
        if is_over || !metadata.is_file() || table.knows(&format!("{FOLDER}{name}")) {
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
        match part(&file, &name) {
            Ok(row) => _ = parts.insert(row.path, Part { row, until }),
            Err(problem) => eprintln!("site-server: left out a part: {problem}"),
        }
    }
    parts
}

/// The one row of a part's file.
fn part(file: &Path, expected: &str) -> Result<Row, String> {
    let mut rows = Table::open(file)?.rows;
    let shown = file.display();
    match rows.pop() {
        Some(row) if rows.is_empty() && name(&row) == Some(expected) => Ok(row),
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
