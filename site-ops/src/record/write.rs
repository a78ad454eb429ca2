//! `cargo site-ops record create`, `write` and `tombstone`: records events.

use super::{Folders, PATIENCE, now};
use crate::run::print;
use anyhow::{Context as _, Result};
use fs_err as fs;
use serde_json::json;
use site_record::calendar::Calendar;
use site_record::digest::Digest;
use site_record::entry::Entry;
use site_record::event::{Event, Evidence, Opening, Publication, Shown, parse_shown};
use site_record::write::Writer;
use site_table::unpacked::Unpacked;
use std::path::PathBuf;

/// A publication before anything changes at its place.
#[derive(Debug)]
pub struct Begins {
    pub place: String,
    pub site: Unpacked,
    pub actor: String,
    /// The published commits, FROM..TO.
    pub range: Option<String>,
    /// The file with the report of `cargo site-ops approvals --format json` on that range.
    pub approvals: Option<PathBuf>,
    /// The file with the facts, fees and disclaimers on each page.
    pub shown: Option<PathBuf>,
    /// Files to store as evidence.
    pub evidence: Vec<PathBuf>,
}

/// Creates a record. Returns true.
pub fn create(folders: &Folders, opening: &Opening) -> Result<bool> {
    Calendar::parse(&opening.zone, &opening.fiscal_year_ends)?;
    let bodies = folders.bodies.as_deref();
    let mut writer = Writer::create(folders.folder()?, bodies, PATIENCE)?;
    let entry = writer.opened(opening, now())?;
    report(&entry)
}

/// Records a publication before anything changes at its place. Returns true, as do the functions below.
pub fn begins(folders: &Folders, begins: &Begins) -> Result<bool> {
    report(&write_begins(&mut folders.writer()?, begins)?)
}

/// Records that the place serves a publication, and how that was verified.
pub fn live(folders: &Folders, publication: u64, verified: &str) -> Result<bool> {
    let mut writer = folders.writer()?;
    report(&writer.live(publication, verified, now())?)
}

/// Records that a publication failed and that the place still serves the previous one.
pub fn failed(folders: &Folders, publication: u64, reason: &str) -> Result<bool> {
    let mut writer = folders.writer()?;
    report(&writer.failed(publication, reason, now())?)
}

/// Records that the place serves an earlier publication again. `began` is when the rollback began.
pub fn back(folders: &Folders, publication: u64, began: Option<i64>, reason: &str) -> Result<bool> {
    let mut writer = folders.writer()?;
    report(&writer.back(publication, began, reason, now())?)
}

/// Records a person's decision to put publishing on hold or release it.
pub fn decide(folders: &Folders, event: Event) -> Result<bool> {
    report(&folders.writer()?.append(event, now())?)
}

/// Records that a body is removed, and removes it. Returns true.
pub fn tombstone(folders: &Folders, body: &str, actor: &str, reason: &str) -> Result<bool> {
    let body = Digest::parse(body)?;
    let mut writer = folders.writer()?;
    let entry = writer.tombstone(&body, actor, reason, now())?;
    let next = folders.to_push()?;
    print(&format!(
        "written as entry {}, and removed here; remove {} from each copy as well, and from Git's history where Git keeps the record\n{next}",
        entry.number, body
    ))?;
    Ok(true)
}

/// Prints the number and digest of a new entry.
fn report(entry: &Entry) -> Result<bool> {
    let written = json!({ "number": entry.number, "digest": entry.digest.to_string() });
    print(&format!("{written}\n"))?;
    Ok(true)
}

/// Records a publication, and returns its entry.
pub fn write_begins(writer: &mut Writer, begins: &Begins) -> Result<Entry> {
    let approvals = match &begins.approvals {
        Some(file) => Some(fs::read(file)?),
        None => None,
    };
    let shown = match &begins.shown {
        Some(file) => parse_shown(&fs::read(file)?)?,
        None => Shown::new(),
    };
    let mut evidence = Vec::new();
    for file in &begins.evidence {
        let name = file.file_name().unwrap_or_default();
        evidence.push(Evidence {
            name: name.to_string_lossy().into_owned(),
            bytes: fs::read(file)?,
        });
    }
    let range = match &begins.range {
        Some(range) => {
            let (from, to) = range.split_once("..").with_context(|| {
                format!("expected two commits as FROM..TO, found {range:?}; write both, with .. between them")
            })?;
            Some((from.to_owned(), to.to_owned()))
        }
        None => None,
    };
    let publication = Publication {
        place: begins.place.clone(),
        actor: begins.actor.clone(),
        range,
        approvals,
        evidence,
        site: &begins.site,
        shown,
    };
    Ok(writer.begins(&publication, now())?)
}
