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

use site_table::parts::{FOLDER, UNFINISHED, name};
use site_table::{Moment, Part, Row, Table};

/// The longest that a part is kept after it was in use.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A folder with more bytes than this is not what a publication made.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

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
    let table = Table::open(file).map_err(|problem| problem.to_string())?;
    let mut rows = table.rows;
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
