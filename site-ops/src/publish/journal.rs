//! Writes a place's record during publishing. Without SITE_RECORD, it writes nothing, and the place keeps its events for the
//! next publication that has a record.

use super::clone::Clone;
use crate::place::{Place, Reply, fetch};
use crate::record::attestation;
use crate::record::authority::Authorities;
use crate::record::write::{Begins, write_begins};
use crate::record::{Folders, list, now};
use crate::verify::report::Report;
use anyhow::{Context as _, Result, bail};
use jiff::Timestamp;
use site_place::request::Request;
use site_place::state::{Event, State, What};
use site_record::digest::Digest;
use site_record::entry::Entry;
use site_record::event::CHECKED;
use site_record::event::{self as record, Decision};
use site_record::write::{Moment, Writer};
use site_table::Table;
use std::cell::Cell;
use std::env;
use std::path::{Path, PathBuf};

/// The place's name in the record.
const PLACE: &str = "live";

/// The description of a version that no publication in this record made live.
const FOUND: &str = "found by hand";

/// The most attempts to write an entry while others push.
const PUSHES: u32 = 5;

/// The record, and the place that it is about.
pub struct Journal<'p> {
    place: &'p dyn Place,
    /// `None` if there is no record.
    folders: Option<Folders>,
    authorities: Authorities,
    /// True after the clone has pulled the entries of others.
    is_current: Cell<bool>,
}

/// The live version, according to the record.
#[derive(Debug)]
pub struct Served {
    /// The number of the publication.
    pub publication: u64,
    pub digest: String,
}

/// A publication that is about to start.
#[derive(Debug)]
pub struct Beginning<'b> {
    pub server: &'b Path,
    pub actor: String,
    /// The commits, FROM..TO.
    pub range: Option<String>,
    /// The file of the approvals report.
    pub approvals: Option<PathBuf>,
    /// Files to store as evidence.
    pub evidence: Vec<PathBuf>,
    /// The file with the facts, fees and disclaimers on each page.
    pub shown: Option<PathBuf>,
    /// The bundle with GitHub's attestation of an earlier entry.
    pub record_attestation: Option<PathBuf>,
}

impl<'p> Journal<'p> {
    /// Returns the record in SITE_RECORD.
    pub fn new(place: &'p dyn Place) -> Self {
        let folder = |name| env::var_os(name).filter(|value| !value.is_empty());
        let folders = folder("SITE_RECORD").map(|record| Folders {
            record: Some(record.into()),
            bodies: folder("SITE_RECORD_BODIES").map(PathBuf::from),
        });
        Self {
            place,
            folders,
            authorities: Authorities::from_environment(),
            is_current: Cell::new(false),
        }
    }

    /// Returns true if there is a record.
    pub fn is_kept(&self) -> bool {
        self.folders.is_some()
    }

    /// Records all events of the place that the record lacks. Returns the state after that.
    ///
    /// # Errors
    /// Returns an error if the record can't be read or written, or if the place doesn't answer.
    pub fn catch_up(&self, state: State) -> Result<State> {
        let Some(folders) = &self.folders else {
            return Ok(state);
        };
        self.write(folders, "the place changed", || {
            self.close_open(folders, &state)?;
            for event in &state.events {
                self.write_event(folders, event)?;
            }
            let served = self.served()?;
            if let Some(live) = state.live()
                && served.is_none_or(|served| served.digest != live.digest)
            {
                self.write_found(folders, &state, &live.digest, live.at)?;
            }
            Ok(())
        })?;
        self.acknowledge(state)
    }

    /// The digest of the last entry, if there is a record.
    pub fn head(&self) -> Result<Option<Digest>> {
        let Some(folders) = &self.folders else {
            return Ok(None);
        };
        Ok(folders.read()?.head()?.map(|head| head.digest))
    }

    /// The live version, according to the record.
    pub fn served(&self) -> Result<Option<Served>> {
        let Some(folders) = &self.folders else {
            return Ok(None);
        };
        let opened = folders.open()?;
        let Some(number) = list::served(&opened, PLACE) else {
            return Ok(None);
        };
        let begins = opened.index.entry(number)?.begins()?;
        Ok(Some(Served {
            publication: number,
            digest: begins.digest.clone(),
        }))
    }

    /// The number of the live version's publication, if an earlier run began it without closing it, or if it wasn't checked.
    pub fn publication_of(&self, digest: &str) -> Result<Option<u64>> {
        let Some(folders) = &self.folders else {
            return Ok(None);
        };
        if let Some(number) = list::under_way(&folders.open()?, PLACE) {
            return Ok(Some(number));
        }
        let served = self.served()?.filter(|served| served.digest == digest);
        Ok(served.map(|served| served.publication))
    }

    /// Records the start of a publication. Returns its number.
    pub fn begin(&self, beginning: &Beginning) -> Result<Option<u64>> {
        let Some(folders) = &self.folders else {
            return Ok(None);
        };
        let write = || {
            if let Some(bundle) = &beginning.record_attestation
                && let Err(error) = attestation::keep(&mut folders.writer()?, bundle)
            {
                eprintln!("warning: the record doesn't have GitHub's attestation: {error:#}");
            }
            write_beginning(folders, beginning)
        };
        self.write(folders, "a publication begins", write).map(Some)
    }

    /// Records that a publication is live and that its origin serves it.
    pub fn checked(&self, publication: Option<u64>, report: &Report) {
        let verified = format!("{CHECKED}{}", report.last_line());
        let moment = Moment {
            place: report
                .clock_difference
                .map(|difference| now().ours + difference),
            ..now()
        };
        self.close(publication, |writer, number| {
            writer.live(number, &verified, moment).map(|_| ())
        });
    }

    /// Records that a publication is live without a check of its origin. If that fails, publishing continues, and the next run closes the publication.
    pub fn live(&self, publication: Option<u64>, verified: &str) {
        self.close(publication, |writer, number| {
            writer.live(number, verified, now()).map(|_| ())
        });
    }

    /// Records that a publication failed and that the place still serves the previous one.
    pub fn failed(&self, publication: Option<u64>, reason: &str) {
        self.close(publication, |writer, number| {
            writer.failed(number, reason, now()).map(|_| ())
        });
    }

    /// Records that the place serves an earlier publication again, and when the rollback began.
    pub fn back(&self, publication: u64, reason: &str, began: Timestamp) {
        self.close(Some(publication), |writer, number| {
            let began = Some(began.as_second());
            writer.back(number, began, reason, now()).map(|_| ())
        });
    }

    /// Tells the place that the record has its events. Returns the state after that.
    ///
    /// # Errors
    /// Returns an error if the place doesn't answer. Then it reports the events again, and the next publication finds them in the record.
    fn acknowledge(&self, state: State) -> Result<State> {
        let Some(last) = state.events.last() else {
            return Ok(state);
        };
        if self.folders.is_none() {
            return Ok(state);
        }
        let request = Request::Recorded {
            through: last.number,
        };
        match self.place.change(&request)? {
            Reply::Done(state) => Ok(*state),
            Reply::Refused(reason) => bail!("{reason}"),
        }
    }

    fn close(
        &self,
        publication: Option<u64>,
        write: impl Fn(&mut Writer, u64) -> site_record::error::Result<()>,
    ) {
        let (Some(folders), Some(number)) = (&self.folders, publication) else {
            return;
        };
        let written = self.write(folders, "a publication ends", || {
            Ok(write(&mut folders.writer()?, number)?)
        });
        if let Err(error) = written {
            eprintln!(
                "warning: the record doesn't have the end of publication {number}; the next run writes it: {error:#}"
            );
        }
    }

    /// Closes a publication that an earlier run began and didn't close.
    fn close_open(&self, folders: &Folders, state: &State) -> Result<()> {
        let opened = folders.open()?;
        let Some(number) = list::under_way(&opened, PLACE) else {
            return Ok(());
        };
        let digest = &opened.index.entry(number)?.begins()?.digest;
        let mut writer = folders.writer()?;
        if state.live_digest() == Some(digest) {
            let words = "a later run found that the place serves it";
            writer.live(number, words, now())?;
        } else {
            let words = "a later run found that the place doesn't serve it";
            writer.failed(number, words, now())?;
        }
        Ok(())
    }

    fn write_event(&self, folders: &Folders, event: &Event) -> Result<()> {
        let who = event.who.as_deref().unwrap_or("site-place");
        let reason = event.reason.as_deref().unwrap_or("its check failed");
        // The place reports an event again if it doesn't know that the record has it.
        let opened = folders.open()?;
        let entries = opened.index.entries();
        let decision = |reason: &str| Decision {
            name: "publishing".to_owned(),
            actor: who.to_owned(),
            reason: reason.to_owned(),
            at: Some(event.at.as_second()),
            event_number: i64::try_from(event.number).ok(),
        };
        let event = match &event.what {
            What::Held => record::Event::Held(decision(reason)),
            What::Released => record::Event::Released(decision(reason)),
            What::ApprovedByHand { commit } => {
                let reason = format!("{commit} is approved by hand: {reason}");
                record::Event::ApprovedByHand(decision(&reason))
            }
            What::WentBack { digest } | What::Undone { digest } => {
                let Some(number) = number_of(entries, digest) else {
                    return Ok(());
                };
                let began = Some(event.at.as_second());
                if !has_return(entries, number, began) {
                    let reason = format!("{who}: {reason}");
                    folders.writer()?.back(number, began, &reason, now())?;
                }
                return Ok(());
            }
            // The record has the publication itself, or the live version is recorded as found.
            What::Switched { .. } => return Ok(()),
        };
        if !entries.iter().any(|entry| entry.event == event) {
            folders.writer()?.append(event, now())?;
        }
        Ok(())
    }

    /// Records a live version that no publication in the record made live.
    fn write_found(
        &self,
        folders: &Folders,
        state: &State,
        digest: &str,
        since: Timestamp,
    ) -> Result<()> {
        let reason = format!("{FOUND}: live since {since}");
        if let Some(number) = number_of(folders.open()?.index.entries(), digest) {
            let began = Some(since.as_second());
            folders.writer()?.back(number, began, &reason, now())?;
            return Ok(());
        }
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let server = folder.path().join("site-server");
        fetch(self.place, state, digest, &server)?;
        let beginning = Beginning {
            server: &server,
            actor: FOUND.to_owned(),
            range: None,
            approvals: None,
            evidence: Vec::new(),
            shown: None,
            record_attestation: None,
        };
        let number = write_beginning(folders, &beginning)?;
        folders.writer()?.live(number, &reason, now())?;
        Ok(())
    }

    /// Writes to the record, asks the authorities for a timestamp of the last entry, and pushes a clone, because no one else has the
    /// entry until then. Writes again if someone else has pushed in the meantime. `subject` is a sentence without its period.
    fn write<T>(
        &self,
        folders: &Folders,
        subject: &str,
        write: impl Fn() -> Result<T>,
    ) -> Result<T> {
        let clone = Clone::of(folders.folder()?);
        if let Some(clone) = clone.as_ref().filter(|_| !self.is_current.get()) {
            clone.update()?;
            self.is_current.set(true);
        }
        for _ in 0..PUSHES {
            let value = write()?;
            self.authorities.stamp_head(folders);
            if clone
                .as_ref()
                .map_or(Ok(true), |clone| clone.push(subject))?
            {
                return Ok(value);
            }
        }
        bail!(
            "expected to push to the record, found others who pushed in between, {PUSHES} times; run the command again"
        )
    }
}

fn write_beginning(folders: &Folders, beginning: &Beginning) -> Result<u64> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let table = Table::open(beginning.server)?;
    let begins = Begins {
        place: PLACE.to_owned(),
        site: site_table::unpack(&table, &folder.path().join("unpacked"))?,
        actor: beginning.actor.clone(),
        range: beginning.range.clone(),
        approvals: beginning.approvals.clone(),
        shown: beginning.shown.clone(),
        evidence: beginning.evidence.clone(),
    };
    Ok(write_begins(&mut folders.writer()?, &begins)?.number)
}

/// The number of a version's last publication in the record.
fn number_of(entries: &[Entry], digest: &str) -> Option<u64> {
    let is_of = |entry: &&Entry| entry.begins().is_ok_and(|begins| begins.digest == digest);
    entries.iter().rfind(is_of).map(|entry| entry.number)
}

/// Returns true if the record has the rollback to a publication that began at this time.
fn has_return(entries: &[Entry], number: u64, moment: Option<i64>) -> bool {
    let mut returns = entries.iter().filter_map(|entry| match &entry.event {
        record::Event::Back { about, began, .. } => Some((about.publication, *began)),
        _ => None,
    });
    returns.any(|known| known == (number, moment))
}
