//! Parts as files: scripts, styles and images that pages opened before a publication still request after it.
//!
//! A part is a file in `/assets/` whose name contains the hash of its content. The folder has one file per part, with the same
//! name. The file is a table with one row, so the response has the same bytes and headers as before. The file's modification time
//! is when the part was last known to be in use. `site-server --parts` reads the folder.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use http::header::CACHE_CONTROL;

use crate::moment::Moment;
use crate::problem::Problem;
use crate::table::{Body, Field, Headers, Row, Table};

/// The prefix of every part's path.
pub const FOLDER: &str = "/assets/";

/// The suffix of an incomplete file.
pub const UNFINISHED: &str = ".unfinished";

/// Writes each part that a table has served so far to a folder. If the file already exists, sets its modification time to
/// `now`.
///
/// # Errors
/// Returns an error if the folder can't be written.
pub fn write(table: &'static Table, folder: &Path, now: SystemTime) -> Result<(), Problem> {
    write_all(table, folder, now).map_err(|problem| problem.in_file(folder))
}

fn write_all(table: &'static Table, folder: &Path, now: SystemTime) -> Result<(), Problem> {
    let writing = || Problem::system("write the folder");
    fs::create_dir_all(folder).map_err(writing())?;
    let edition = table.edition_at(Moment::of(now));
    for row in &table.rows {
        let Some(name) = name(row) else {
            continue;
        };
        // No open page requests a part of a later edition.
        if row.edition > edition {
            continue;
        }
        let file = folder.join(name);
        if let Ok(part) = fs::File::options().write(true).open(&file) {
            part.set_modified(now).map_err(writing())?;
            continue;
        }
        let bytes = table_of(row).to_part()?;
        let unfinished = folder.join(format!("{name}{UNFINISHED}"));
        fs::write(&unfinished, bytes).map_err(writing())?;
        let part = fs::File::options().write(true).open(&unfinished);
        part.and_then(|part| part.set_modified(now))
            .map_err(writing())?;
        fs::rename(&unfinished, &file).map_err(writing())?;
    }
    Ok(())
}

/// The file name of a row that is a part.
pub fn name(row: &Row) -> Option<&'static str> {
    let name = row.path.strip_prefix(FOLDER)?;
    let body = row.bodies.last()?;
    let caching = body.headers.0.get(CACHE_CONTROL)?.to_str().ok()?;
    let is_file = !name.is_empty() && !name.starts_with('.') && !name.contains('/');
    let is_part = row.status == 200 && caching.contains("immutable") && is_file;
    is_part.then_some(name)
}

/// A table with one row. It also needs a response to unknown paths, which is never requested, so it uses the same one.
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

/// Converts headers to the form of a written table.
fn fields(headers: &'static Headers) -> Vec<Field> {
    let mut fields = Vec::new();
    for (name, value) in &headers.0 {
        fields.push((name.as_str(), value.to_str().unwrap_or_default()));
    }
    fields
}
