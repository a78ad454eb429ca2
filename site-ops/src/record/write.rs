//! `cargo site-ops record create` and `write`: events as they happen, which publishing writes down.

use super::{PATIENCE, Place, moment};
use crate::run::print;
use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use fs_err as fs;
use serde_json::json;
use site_record::due::Calendar;
use site_record::entry::Entry;
use site_record::event::{Evidence, Opening, Publication, Shown, Turns, parse_shown};
use site_record::row::Row;
use site_record::unpacked::Unpacked;
use site_record::write::Writer;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct Create {
    /// The firm's time zone, such as America/Chicago
    #[arg(long)]
    zone: String,
    /// The last day of the firm's fiscal year, as month-day, such as 12-31
    #[arg(long, value_name = "MONTH-DAY")]
    fiscal_year_ends: String,
    /// The person who makes it
    #[arg(long)]
    actor: String,
}

#[derive(Debug, Subcommand)]
pub enum Event {
    /// A publication, before its place is touched; the entry's number is the publication's
    Begins(Begins),
    /// The place serves the publication, and that was verified
    Live {
        #[command(flatten)]
        about: About,
        /// How that was verified
        #[arg(long)]
        verified: String,
    },
    /// The publication failed, and the place serves what it served before
    Failed {
        #[command(flatten)]
        about: About,
        #[arg(long)]
        reason: String,
    },
    /// The place serves this earlier publication again
    Back {
        #[command(flatten)]
        about: About,
        #[arg(long)]
        reason: String,
        /// The moment when going back began, in seconds since 1970, if it is known
        #[arg(long, value_name = "SECONDS")]
        began: Option<i64>,
    },
    /// Publishing is held
    Held(Reason),
    /// Publishing goes on
    Released(Reason),
    /// Something was found online that is not ours
    Observed(Observed),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TurnsBy {
    /// The place's own clock, as of a server
    Clock,
    /// A run of the publication, as of a static host
    Run,
}

#[derive(Debug, Args)]
pub struct Begins {
    /// The place, such as live: lower-case letters, digits and hyphens
    #[arg(long)]
    place: String,
    /// The site, as `site-server --unpack DIR` writes it
    #[arg(long, value_name = "DIR")]
    unpacked: PathBuf,
    /// Who or what publishes
    #[arg(long)]
    actor: String,
    /// The clock that switches the place to the next edition
    #[arg(long, value_enum, default_value_t = TurnsBy::Clock)]
    turns: TurnsBy,
    /// The commits that are published, FROM..TO; FROM is the commit that was live before
    #[arg(long, value_name = "FROM..TO")]
    range: Option<String>,
    /// The report of `cargo site-ops approvals --format json` on that range
    #[arg(long, value_name = "FILE")]
    approvals: Option<PathBuf>,
    /// The facts, fees and disclaimers on each page, as JSON
    #[arg(long, value_name = "FILE")]
    shown: Option<PathBuf>,
    /// A file to keep as evidence, such as GitHub's answers; may be given more than once
    #[arg(long, value_name = "FILE")]
    evidence: Vec<PathBuf>,
    /// A document that pages link to, such as the ADV, as ADDRESS=FILE; may be given more than once
    #[arg(long, value_name = "ADDRESS=FILE")]
    document: Vec<String>,
    /// The place's clock, in seconds since 1970, where it was asked
    #[arg(long, value_name = "SECONDS")]
    place_clock: Option<i64>,
}

#[derive(Debug, Args)]
pub struct About {
    /// The publication's number, as `begins` printed it
    #[arg(long, value_name = "NUMBER")]
    publication: u64,
    /// The place's clock, in seconds since 1970, where it was asked
    #[arg(long, value_name = "SECONDS")]
    place_clock: Option<i64>,
}

#[derive(Debug, Args)]
pub struct Reason {
    /// The name of the hold, the same in `held` and `released`
    #[arg(long, default_value = "publishing")]
    name: String,
    /// The person who decides it
    #[arg(long)]
    actor: String,
    #[arg(long)]
    reason: String,
}

#[derive(Debug, Args)]
pub struct Observed {
    #[arg(long)]
    place: String,
    /// The address that was asked for, a path
    #[arg(long)]
    address: String,
    #[arg(long)]
    status: u16,
    /// The headers, a line each, as NAME: VALUE
    #[arg(long, value_name = "FILE")]
    headers: PathBuf,
    /// The body, decoded
    #[arg(long, value_name = "FILE")]
    body: Option<PathBuf>,
    #[arg(long)]
    reason: String,
}

/// Makes a record. Returns true.
pub fn create(place: &Place, create: &Create) -> Result<bool> {
    Calendar::parse(&create.zone, &create.fiscal_year_ends)?;
    let opening = Opening {
        actor: create.actor.clone(),
        zone: create.zone.clone(),
        fiscal_year_ends: create.fiscal_year_ends.clone(),
    };
    let bodies = place.bodies.as_deref();
    let mut writer = Writer::create(place.folder()?, bodies, PATIENCE)?;
    let entry = writer.opened(&opening, moment(None))?;
    report(&entry)
}

/// Writes an event, and prints its number and digest as JSON. Returns true.
pub fn write(place: &Place, event: &Event) -> Result<bool> {
    let mut writer = place.writer()?;
    let entry = match event {
        Event::Begins(begins) => write_begins(&mut writer, begins)?,
        Event::Live { about, verified } => {
            let now = moment(about.place_clock);
            writer.live(about.publication, verified, now)?
        }
        Event::Failed { about, reason } => {
            let now = moment(about.place_clock);
            writer.failed(about.publication, reason, now)?
        }
        Event::Back {
            about,
            reason,
            began,
        } => {
            let now = moment(about.place_clock);
            writer.back(about.publication, *began, reason, now)?
        }
        Event::Held(held) => noted(&mut writer, "held", held)?,
        Event::Released(released) => noted(&mut writer, "released", released)?,
        Event::Observed(observed) => write_observed(&mut writer, observed)?,
    };
    report(&entry)
}

/// Prints the number and the digest of an entry that was written.
fn report(entry: &Entry) -> Result<bool> {
    let written = json!({ "number": entry.number, "digest": entry.digest.to_string() });
    print(&format!("{written}\n"))?;
    Ok(true)
}

fn noted(writer: &mut Writer, event: &str, about: &Reason) -> Result<Entry> {
    let now = moment(None);
    Ok(writer.noted(event, &about.name, &about.actor, &about.reason, now)?)
}

fn write_begins(writer: &mut Writer, begins: &Begins) -> Result<Entry> {
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
    for document in &begins.document {
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
        turns: match begins.turns {
            TurnsBy::Clock => Turns::Clock,
            TurnsBy::Run => Turns::Run,
        },
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
