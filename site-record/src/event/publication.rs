//! The events of publications.

use super::{About, Begins, Edition, Event, File, Opening, Range, Turns};
use crate::digest::Digest;
use crate::entry::{Entry, no_publication};
use crate::error::{Error, Result};
use crate::row::{Row, Table, table_bytes};
use crate::timeline::{open_publication, served_publication};
use crate::write::{FORMAT, Moment, Writer};
use serde::Deserialize;
use serde_json::Value;
use site_table::unpacked::{Unpacked, UnpackedEdition, UnpackedRow};
use std::collections::BTreeMap;

/// Bytes stored with a publication.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// The file's name.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A publication that is about to start.
#[derive(Debug)]
pub struct Publication<'p> {
    /// The place: 1 to 40 lower-case letters, digits and hyphens.
    pub place: String,
    /// Who or what publishes.
    pub actor: String,
    /// The first and last commits of the published range. The first was live before.
    pub range: Option<(String, String)>,
    /// The JSON report on the range's approvals, as checked before publishing.
    pub approvals: Option<Vec<u8>>,
    /// GitHub's responses, our comments and attestations.
    pub evidence: Vec<Evidence>,
    /// The site.
    pub site: &'p Unpacked,
    /// The facts, fees and disclaimers on each page, by edition start and path.
    pub shown: Shown,
}

/// The facts, fees and disclaimers on each page, by edition start and path.
pub type Shown = BTreeMap<Option<i64>, BTreeMap<String, Value>>;

/// Parses what pages show from JSON: a list with one object per edition, `{"starts": SECONDS, "pages": {PATH: …}}`.
/// In the first edition, `starts` is omitted or null.
///
/// # Errors
/// Returns [`Error::Refused`] if the JSON has another shape.
pub fn parse_shown(bytes: &[u8]) -> Result<Shown> {
    let wrong = |found: &str| {
        Error::Refused(format!(
            "expected what pages show as a list of {{\"starts\", \"pages\"}}, an object for each edition, found {found}; correct the file"
        ))
    };
    let editions: Vec<ShownEdition> =
        serde_json::from_slice(bytes).map_err(|error| wrong(&error.to_string()))?;
    let mut shown = Shown::new();
    for mut edition in editions {
        edition.pages.values_mut().for_each(remove_nulls);
        shown.insert(edition.starts, edition.pages);
    }
    Ok(shown)
}

/// The pages of one edition in that JSON.
#[derive(Deserialize)]
struct ShownEdition {
    starts: Option<i64>,
    pages: BTreeMap<String, Value>,
}

/// Removes nulls, which the canonical form doesn't allow.
fn remove_nulls(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_nulls),
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(remove_nulls);
        }
        _ => {}
    }
}

impl Writer {
    /// Opens an empty record: the `opened` event.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the record has entries.
    pub fn opened(&mut self, opening: &Opening, moment: Moment) -> Result<Entry> {
        if self.head().is_some() {
            return Err(Error::Refused(format!(
                "expected a folder without a record, found one with entries in {}; nothing was changed: write to that record, or name another folder",
                self.record().folder().display()
            )));
        }
        let event = Event::Opened {
            format: FORMAT,
            opening: opening.clone(),
        };
        self.append(event, moment)
    }

    /// Records a publication before anything changes at its place: the `begins` event. The entry's number identifies the publication.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the record isn't open, or if another publication at the place has begun and its outcome is unknown.
    pub fn begins(&mut self, publication: &Publication, moment: Moment) -> Result<Entry> {
        if self.head().is_none() {
            return Err(Error::Refused(
                "expected an opened record, found one without entries; open it with `cargo site-ops record create`".into(),
            ));
        }
        check_place(&publication.place)?;
        let entries = self.record().all()?;
        if let Some(open) = open_publication(&entries, &publication.place) {
            return Err(Error::Refused(format!(
                "expected no publication under way at {}, found {open}, which began but has no known result; ask the place what it serves, and close the publication with `cargo site-ops record write live`, `failed` or `back`",
                publication.place
            )));
        }
        let manifest = &publication.site.manifest;
        let mut editions = Vec::new();
        for edition in &manifest.editions {
            let pages = publication.shown.get(&edition.starts);
            let table = self.keep_edition(publication.site, edition, pages)?;
            editions.push(Edition {
                table,
                starts: edition.starts,
            });
        }
        let range = publication.range.clone();
        let approvals = match &publication.approvals {
            Some(approvals) => Some(self.body(approvals)?),
            None => None,
        };
        let mut evidence = Vec::new();
        for file in &publication.evidence {
            evidence.push(File {
                name: file.name.clone(),
                body: self.body(&file.bytes)?,
            });
        }
        let begins = Begins {
            place: publication.place.clone(),
            turns: Turns::Clock,
            actor: publication.actor.clone(),
            digest: manifest.digest.clone(),
            commit: manifest.commit.clone(),
            range: range.map(|(from, to)| Range { from, to }),
            approvals,
            evidence,
            documents: Vec::new(),
            editions,
        };
        self.append(Event::Begins(begins), moment)
    }

    /// Stores the bodies, rows and table of an edition, and returns the table's digest.
    fn keep_edition(
        &self,
        site: &Unpacked,
        edition: &UnpackedEdition,
        pages: Option<&BTreeMap<String, Value>>,
    ) -> Result<Digest> {
        let mut table = Table::new();
        for unpacked in &edition.rows {
            check_path(&unpacked.path)?;
            let row = self.keep_row(site, unpacked, pages)?;
            if table.insert(unpacked.path.clone(), row).is_some() {
                return Err(Error::Refused(format!(
                    "expected each path once in an edition, found {} twice; unpack the site again",
                    unpacked.path
                )));
            }
        }
        self.body(&table_bytes(&table)?)
    }

    /// Stores a row and its body, and returns the row's digest.
    fn keep_row(
        &self,
        site: &Unpacked,
        unpacked: &UnpackedRow,
        pages: Option<&BTreeMap<String, Value>>,
    ) -> Result<Digest> {
        let mut body = None;
        if let Some(text) = &unpacked.body {
            let digest = Digest::parse(text)?;
            if self.record().bodies().has(&digest) {
                self.record().bodies().check(&digest)?;
            } else {
                let bytes = site.body(text);
                self.body(&bytes.map_err(|problem| Error::Refused(problem.to_string()))?)?;
            }
            body = Some(digest);
        }
        let shown = pages.and_then(|pages| pages.get(&unpacked.path));
        let mut row = Row {
            path: unpacked.path.clone(),
            status: unpacked.status,
            media_type: String::new(),
            headers: unpacked.headers.clone(),
            body,
            shown: shown.cloned(),
        };
        row.media_type = row.header("content-type").unwrap_or_default().to_owned();
        self.body(&row.bytes()?)
    }

    /// Records that a place serves a publication: the `live` event, which says how that was verified. A publication that
    /// is already live may be verified again.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the publication hasn't begun there, or if the place serves another publication.
    pub fn live(&mut self, publication: u64, verified: &str, moment: Moment) -> Result<Entry> {
        let about = self.about(publication)?;
        let entries = self.record().all()?;
        let place = &about.place;
        let is_served = open_publication(&entries, place).is_none()
            && served_publication(&entries, place) == Some(publication);
        let about = if is_served {
            about
        } else {
            self.about_open(publication)?
        };
        let verified = verified.to_owned();
        self.append(Event::Live { about, verified }, moment)
    }

    /// Records that a publication failed and that its place still serves the previous one: the `failed` event.
    ///
    /// # Errors
    /// Returns the errors of [`Writer::live`].
    pub fn failed(&mut self, publication: u64, reason: &str, moment: Moment) -> Result<Entry> {
        let about = self.about_open(publication)?;
        let reason = reason.to_owned();
        self.append(Event::Failed { about, reason }, moment)
    }

    /// Records that a place serves an earlier publication again: the `back` event. `began` is the time when the
    /// rollback began, if known.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if there is no such publication.
    pub fn back(
        &mut self,
        publication: u64,
        began: Option<i64>,
        reason: &str,
        moment: Moment,
    ) -> Result<Entry> {
        let event = Event::Back {
            about: self.about(publication)?,
            reason: reason.to_owned(),
            began,
        };
        self.append(event, moment)
    }

    /// Returns the publication with this number.
    fn about(&self, number: u64) -> Result<About> {
        let entry = match self.head() {
            Some(head) if number <= head.number && number > 0 => self.record().entry(number)?,
            _ => return Err(no_publication(number)),
        };
        let begins = entry.begins()?;
        Ok(About {
            publication: number,
            place: begins.place.clone(),
            digest: begins.digest.clone(),
            commit: begins.commit.clone(),
        })
    }

    /// Returns the publication with this number if it has begun and not ended.
    fn about_open(&self, number: u64) -> Result<About> {
        let about = self.about(number)?;
        if open_publication(&self.record().all()?, &about.place) != Some(number) {
            return Err(Error::Refused(format!(
                "expected publication {number} to be under way at {}, but it has ended; `cargo site-ops record list` shows how",
                about.place
            )));
        }
        Ok(about)
    }
}

/// Refuses an invalid place name.
fn check_place(place: &str) -> Result<()> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=40).contains(&place.len()) && place.bytes().all(is_plain) {
        return Ok(());
    }
    Err(Error::Refused(format!(
        "expected a place's name of 1 to 40 lower-case letters, digits and hyphens, found {place:?}; choose such a name"
    )))
}

/// Refuses an invalid path.
fn check_path(path: &str) -> Result<()> {
    let is_path = path.is_empty() || path.starts_with('/');
    if is_path && path.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(());
    }
    Err(Error::Refused(format!(
        "expected a path of printable ASCII characters that begins with a slash, found {path:?}; unpack the site again"
    )))
}
