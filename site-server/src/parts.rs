//! Parts of other publications. Pages that were opened before a publication can request their parts for another 30 days. While the next
//! publication's server takes over, its pages request parts from this server too, which reads what is added to the folder meanwhile.
//!
//! A part is a file in `/assets/` whose name contains the hash of its content. The folder has one file per part, with the same name.
//! The file is a table with one row, so the response has the same bytes and headers as before. The file's modification time is when the
//! part was last known to be in use. Parts aren't in the table's digest, and never replace a path of the table itself.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use site_table::parts::{FOLDER, UNFINISHED, name};
use site_table::{Moment, Part, Row, Table};

/// How long a part is kept after it was last in use.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The most bytes in the folder. Publications make less.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

/// The folder of parts, and the table that serves them for paths it doesn't have.
pub struct Parts {
    folder: PathBuf,
    table: &'static Table,
    /// The folder's modification time when it was read.
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

    /// Reads new parts that are at most 30 days old, if the folder has changed. A part that can't be read is skipped, because a missing part
    /// is no reason to stop serving.
    pub fn read(&mut self) {
        let modified = fs::metadata(&self.folder).and_then(|folder| folder.modified());
        match modified {
            Ok(modified) if self.modified == Some(modified) => return,
            Ok(modified) => self.modified = Some(modified),
            // Report a missing folder only once.
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

/// Reads the row in a part's file, which is served until the program ends.
fn part(file: &Path, expected: &str) -> Result<&'static Row, String> {
    let table = Table::open(file).map_err(|problem| problem.to_string())?;
    let mut rows = table.rows;
    let shown = file.display();
    match rows.pop() {
        Some(row) if rows.is_empty() && name(&row) == Some(expected) => {
            Ok(Box::leak(Box::new(row)))
        }
        _ => Err(format!(
            "expected the part that {shown} names, found something else; delete the file"
        )),
    }
}
