//! `cargo site-ops record`: what was online, from when to when, by whose approval, from the record of publications.
//!
//! 1. `moments`: days and moments in the firm's zone; `opened`: a record to ask; `text`: the words of a page
//! 2. `list`, `show`, `search`, `diff`, `serve`, `due`: questions; `approvals`: who approved, as publications kept it
//! 3. `verify`: the proof; `stamp`: time stamps; `rebuild`: a publication that is built again
//! 4. `write`: events as they happen; `shown`: the facts, fees and disclaimers that go with one; `note`: holds and tombstones
//! 5. `export`: everything of a time for an examiner

pub mod approvals;
mod diff;
mod due;
mod export;
mod list;
mod moments;
mod note;
mod opened;
mod rebuild;
mod search;
mod serve;
mod show;
mod shown;
mod stamp;
mod text;
mod verify;
mod write;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use opened::Opened;
use site_record::record::Record;
use site_record::write::{Moment, Writer};
use std::path::PathBuf;
use std::time::Duration;

/// The text of `cargo site-ops record --help` below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  yes: it was found, it is proved, it is written
  1  no: nothing was shown, something was changed
  2  could not tell, or could not do it

docs/record.md describes the format, and what to do when an examiner asks for a page.";

/// The time for which a writer waits until another one has ended.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    command: Command,
}

/// The folders of a record.
#[derive(Debug, Args)]
pub struct Place {
    /// The folder of the record
    #[arg(long, value_name = "DIR", env = "SITE_RECORD", global = true)]
    record: Option<PathBuf>,
    /// The folder of its bodies, where they lie elsewhere than in the record
    #[arg(long, value_name = "DIR", env = "SITE_RECORD_BODIES", global = true)]
    bodies: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a record in a folder that has none
    Create(write::Create),
    /// Write down an event as it happens; publishing calls this
    Write {
        #[command(subcommand)]
        event: write::Event,
    },
    /// Print the facts, fees and disclaimers on each page of a commit, as publishing writes them down
    Shown(shown::Arguments),
    /// List the events
    List(list::Arguments),
    /// Show what a place serves, as far as the record knows, and what is under way there, as JSON
    Status(list::Status),
    /// Show what an address served on a day, with the times, the approvals and the proof
    Show(show::Arguments),
    /// Find every page that showed a word, a fact or a fee, and when it did
    Search(search::Arguments),
    /// Show what differs between two days, in words
    Diff(diff::Arguments),
    /// Serve the site as it was on a day, to this machine only
    Serve(serve::Arguments),
    /// Verify the whole chain and every body
    Verify(verify::Arguments),
    /// Print the digest of the last entry
    Head,
    /// Keep a time stamp of an entry
    Stamp(stamp::Arguments),
    /// List what need not be kept any longer; nothing is removed by this
    Due(due::Arguments),
    /// Stop everything that is due, or end that
    Hold(note::Hold),
    /// Remove a body, and write down who did and why
    Tombstone(note::Tombstone),
    /// Write all that was shown in a time into a folder, for an examiner
    Export(export::Arguments),
}

/// Runs a command of the record; returns false where its answer is no.
///
/// # Errors
/// Where it could not tell, or could not do it.
pub fn record(arguments: &Arguments) -> Result<bool> {
    let place = &arguments.place;
    match &arguments.command {
        Command::Create(create) => write::create(place, create),
        Command::Write { event } => write::write(place, event),
        Command::Shown(shown) => shown::shown(shown),
        Command::List(list) => list::list(&place.open()?, list),
        Command::Status(status) => list::status(&place.open()?, status),
        Command::Show(show) => show::show(&place.open()?, show),
        Command::Search(search) => search::search(&place.open()?, search),
        Command::Diff(diff) => diff::diff(&place.open()?, diff),
        Command::Serve(serve) => serve::serve(place.open()?, serve),
        Command::Verify(verify) => verify::verify(&place.read()?, verify),
        Command::Head => verify::head(&place.read()?),
        Command::Stamp(stamp) => stamp::stamp(place, stamp),
        Command::Due(due) => due::due(&place.open()?, due),
        Command::Hold(hold) => note::hold(place, hold),
        Command::Tombstone(tombstone) => note::tombstone(place, tombstone),
        Command::Export(export) => export::export(place.open()?, export),
    }
}

impl Place {
    /// The folder of the record.
    fn folder(&self) -> Result<&PathBuf> {
        match &self.record {
            Some(folder) => Ok(folder),
            None => bail!(
                "expected the folder of the record, found none; write it after --record, or set SITE_RECORD to it"
            ),
        }
    }

    /// The record, to be read as it lies.
    fn read(&self) -> Result<Record> {
        Ok(Record::open(self.folder()?, self.bodies.as_deref())?)
    }

    /// The record with its index and its calendar.
    fn open(&self) -> Result<Opened> {
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
    fn writer(&self) -> Result<Writer> {
        let bodies = self.bodies.as_deref();
        Ok(Writer::open(self.folder()?, bodies, PATIENCE)?)
    }
}

/// The moment by this machine's clock, and by the place's, where that was asked.
fn moment(place: Option<i64>) -> Moment {
    Moment {
        ours: jiff::Timestamp::now().as_second(),
        place,
    }
}
