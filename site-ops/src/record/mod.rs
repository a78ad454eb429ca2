//! `cargo site-ops record`: what was online, when, and who approved it, from the record of publications.
//!
//! 1. `moments`: days and times in the firm's time zone; `opened`: a record with its index; `text`: the text of a page
//! 2. `list`, `show`, `search`, `serve`: queries; `approvals`: the approvals in the record
//! 3. `verify`: the proof; `stamp`: timestamps; `authority`: the authorities that stamp new entries; `attestation`: GitHub's
//!    attestations of entries; `rebuild`: rebuilds a publication
//! 4. `write`: records events; `shown`: the facts, fees and disclaimers on each page
//! 5. `export`: everything from a period, for an examiner

pub mod approvals;
pub mod attestation;
#[cfg(unix)]
pub mod authority;
pub mod export;
pub mod list;
mod moments;
pub mod opened;
mod rebuild;
pub mod search;
pub mod serve;
pub mod show;
pub mod shown;
pub mod stamp;
mod text;
pub mod verify;
pub mod write;

use anyhow::{Result, bail};
use opened::Opened;
use site_record::record::Record;
use site_record::write::{Moment, Writer};
use std::path::PathBuf;
use std::time::Duration;

/// How long a writer waits for another one to finish.
const PATIENCE: Duration = Duration::from_secs(30);

/// The folders of a record.
#[derive(Debug)]
pub struct Folders {
    /// The folder of the record.
    pub record: Option<PathBuf>,
    /// The folder of its bodies, if it's outside the record.
    pub bodies: Option<PathBuf>,
}

impl Folders {
    /// The folder of the record.
    pub fn folder(&self) -> Result<&PathBuf> {
        match &self.record {
            Some(folder) => Ok(folder),
            None => bail!(
                "expected the folder of the record, found none; write it after --record, or set SITE_RECORD to it"
            ),
        }
    }

    /// Opens the record for reading.
    pub fn read(&self) -> Result<Record> {
        Ok(Record::open(self.folder()?, self.bodies.as_deref())?)
    }

    /// Opens the record with its index and calendar.
    pub fn open(&self) -> Result<Opened> {
        Opened::new(self.read()?)
    }

    /// Returns what to do after a person has written an event: push a clone, because no one else has the event until then.
    fn to_push(&self) -> Result<String> {
        let folder = self.folder()?;
        if !folder.join(".git").exists() {
            return Ok(String::new());
        }
        let git = format!("git -C {}", folder.display());
        Ok(format!(
            "this record is a clone; push the entry to share it: {git} add --all && {git} commit --message Written && {git} push\n"
        ))
    }

    /// Opens the record for writing.
    pub fn writer(&self) -> Result<Writer> {
        let bodies = self.bodies.as_deref();
        Ok(Writer::open(self.folder()?, bodies, PATIENCE)?)
    }
}

/// The current time by this machine's clock.
pub fn now() -> Moment {
    Moment {
        ours: jiff::Timestamp::now().as_second(),
        place: None,
    }
}
