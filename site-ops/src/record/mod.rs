//! `cargo site-ops record`: what was online, when, and who approved it, from the record of publications.
//!
//! 1. `moments`: days and moments in the firm's zone; `opened`: a record to ask; `text`: the words of a page
//! 2. `list`, `show`, `search`, `serve`: questions; `approvals`: who approved, as publications kept it
//! 3. `verify`: the proof; `stamp`: time stamps; `authority`: the authorities that stamp what publishing writes; `attestation`: GitHub's
//!    attestations of entries; `rebuild`: a publication that
//!    is built again
//! 4. `write`: events as they happen; `shown`: the facts, fees and disclaimers that go with one
//! 5. `export`: everything of a time for an examiner

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

/// The time for which a writer waits until another one has ended.
const PATIENCE: Duration = Duration::from_secs(30);

/// The folders of a record.
#[derive(Debug)]
pub struct Folders {
    /// The folder of the record.
    pub record: Option<PathBuf>,
    /// The folder of its bodies, if it isn't in the record.
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

    /// The record, to be read as it lies.
    pub fn read(&self) -> Result<Record> {
        Ok(Record::open(self.folder()?, self.bodies.as_deref())?)
    }

    /// The record with its index and its calendar.
    pub fn open(&self) -> Result<Opened> {
        Opened::new(self.read()?)
    }

    /// What is still to be done once a person has written an event: in a clone it is nowhere else until it is pushed.
    fn to_push(&self) -> Result<String> {
        let folder = self.folder()?;
        if !folder.join(".git").exists() {
            return Ok(String::new());
        }
        let git = format!("git -C {}", folder.display());
        Ok(format!(
            "this record is a clone, in which it is until you push it: {git} add --all && {git} commit --message Written && {git} push\n"
        ))
    }

    /// The one writer of the record.
    pub fn writer(&self) -> Result<Writer> {
        let bodies = self.bodies.as_deref();
        Ok(Writer::open(self.folder()?, bodies, PATIENCE)?)
    }
}

/// The moment of an entry, by this machine's clock.
pub fn now() -> Moment {
    Moment {
        ours: jiff::Timestamp::now().as_second(),
        place: None,
    }
}
