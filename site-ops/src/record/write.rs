//! `cargo site-ops record create` and `write`: events as they happen, which publishing writes down.

use super::note::Decision;
use super::{Folders, PATIENCE, moment};
use crate::run::print;
use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use serde_json::json;
use site_record::due::Calendar;
use site_record::entry::Entry;
use site_record::event::{Evidence, Opening, Publication, Shown, Turns, parse_shown};
use site_record::row::Row;
use site_record::unpacked::Unpacked;
use site_record::write::Writer;
use std::path::{Path, PathBuf};

/// A publication, as publishing knows it before the place is touched.
#[derive(Debug)]
pub struct Begins {
    pub place: String,
    /// The folder of the site, as `site-server --unpack DIR` writes it.
    pub unpacked: PathBuf,
    pub actor: String,
    /// The clock that switches the place to the next edition.
    pub turns: Turns,
    /// The commits that are published, FROM..TO.
    pub range: Option<String>,
    /// The file of the report on that range by `cargo site-ops approvals --format json`.
    pub approvals: Option<PathBuf>,
    /// The file of the facts, fees and disclaimers on each page.
    pub shown: Option<PathBuf>,
    /// Files to keep as evidence.
    pub evidence: Vec<PathBuf>,
    /// Documents that pages link to, as ADDRESS=FILE.
    pub documents: Vec<String>,
    /// The place's clock, in seconds since 1970.
    pub place_clock: Option<i64>,
}

/// An answer that was found online and isn't ours.
#[derive(Debug)]
pub struct Observed {
    pub place: String,
    /// The path that was requested.
    pub address: String,
    pub status: u16,
    /// The file of the headers, one on each line, as NAME: VALUE.
    pub headers: PathBuf,
    /// The file of the decoded body.
    pub body: Option<PathBuf>,
    pub reason: String,
}

/// Makes a record. Returns true.
pub fn create(folders: &Folders, opening: &Opening) -> Result<bool> {
    Calendar::parse(&opening.zone, &opening.fiscal_year_ends)?;
    let bodies = folders.bodies.as_deref();
    let mut writer = Writer::create(folders.folder()?, bodies, PATIENCE)?;
    let entry = writer.opened(opening, moment(None))?;
    report(&entry)
}

/// Writes a publication before its place is touched. Returns true, as do the functions below.
pub fn begins(folders: &Folders, begins: &Begins) -> Result<bool> {
    report(&write_begins(&mut folders.writer()?, begins)?)
}

/// Writes that the place serves a publication, and how that was verified.
pub fn live(
    folders: &Folders,
    publication: u64,
    verified: &str,
    place_clock: Option<i64>,
) -> Result<bool> {
    let mut writer = folders.writer()?;
    report(&writer.live(publication, verified, moment(place_clock))?)
}

/// Writes that a publication failed, and the place serves the version before it.
pub fn failed(
    folders: &Folders,
    publication: u64,
    reason: &str,
    place_clock: Option<i64>,
) -> Result<bool> {
    let mut writer = folders.writer()?;
    report(&writer.failed(publication, reason, moment(place_clock))?)
}

/// Writes that the place serves an earlier publication again; `began` is the moment when going back began.
pub fn back(
    folders: &Folders,
    publication: u64,
    began: Option<i64>,
    reason: &str,
    place_clock: Option<i64>,
) -> Result<bool> {
    let mut writer = folders.writer()?;
    report(&writer.back(publication, began, reason, moment(place_clock))?)
}

/// Writes that publishing is held, or goes on: the events `held` and `released`.
pub fn noted(folders: &Folders, event: &str, name: &str, decision: Decision) -> Result<bool> {
    let mut writer = folders.writer()?;
    let Decision { actor, reason } = decision;
    report(&writer.noted(event, name, actor, reason, moment(None))?)
}

/// Writes that something was found online that is not ours.
pub fn observed(folders: &Folders, observed: &Observed) -> Result<bool> {
    report(&write_observed(&mut folders.writer()?, observed)?)
}

/// Prints the number and the digest of an entry that was written.
fn report(entry: &Entry) -> Result<bool> {
    let written = json!({ "number": entry.number, "digest": entry.digest.to_string() });
    print(&format!("{written}\n"))?;
    Ok(true)
}

/// Writes a publication, and returns its entry.
pub fn write_begins(writer: &mut Writer, begins: &Begins) -> Result<Entry> {
    let site = Unpacked::read(&begins.unpacked)?;
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
        evidence.push(read_evidence(&name.to_string_lossy(), file)?);
    }
    let mut documents = Vec::new();
    for document in &begins.documents {
        let (address, file) = document.rsplit_once('=').with_context(|| {
            format!("expected a document as ADDRESS=FILE, found {document:?}; write both, with = between them")
        })?;
        documents.push(read_evidence(address, Path::new(file))?);
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
        turns: begins.turns,
        actor: begins.actor.clone(),
        range,
        approvals,
        evidence,
        documents,
        site: &site,
        shown,
    };
    Ok(writer.begins(&publication, moment(begins.place_clock))?)
}

fn read_evidence(name: &str, file: &Path) -> Result<Evidence> {
    Ok(Evidence {
        name: name.to_owned(),
        bytes: fs::read(file)?,
    })
}

fn write_observed(writer: &mut Writer, observed: &Observed) -> Result<Entry> {
    let mut headers = Vec::new();
    for line in fs::read_to_string(&observed.headers)?.lines() {
        if line.trim().is_empty() {
            continue;
        }
        let Some((name, value)) = line.split_once(':') else {
            bail!(
                "expected a header as NAME: VALUE in {}, found {line:?}; correct the file",
                observed.headers.display()
            );
        };
        headers.push((name.trim().to_lowercase(), value.trim().to_owned()));
    }
    let body = match &observed.body {
        Some(file) => Some(fs::read(file)?),
        None => None,
    };
    let answer = Row {
        path: observed.address.clone(),
        status: observed.status,
        headers,
        body: None,
        shown: None,
    };
    let place = observed.place.as_str();
    let reason = observed.reason.as_str();
    Ok(writer.observed(place, &answer, body.as_deref(), reason, moment(None))?)
}
