//! The events of publications, as publishing writes them.

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

/// Bytes that are kept with a publication.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// The file's name.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A publication that is about to begin.
#[derive(Debug)]
pub struct Publication<'p> {
    /// The place: 1 to 40 lower-case letters, digits and hyphens.
    pub place: String,
    /// Who or what publishes.
    pub actor: String,
    /// The first and the last commit of the range that is published; the first is what was live before.
    pub range: Option<(String, String)>,
    /// The approvals of the range, as JSON, as the publication's gate saw them.
    pub approvals: Option<Vec<u8>>,
    /// GitHub's answers, our comments, attestations.
    pub evidence: Vec<Evidence>,
    /// The site.
    pub site: &'p Unpacked,
    /// The facts, fees and disclaimers on each page, by the moment at which the edition starts, and by path.
    pub shown: Shown,
}

/// The facts, fees and disclaimers on each page, by the moment at which the edition starts, and by path.
pub type Shown = BTreeMap<Option<i64>, BTreeMap<String, Value>>;

/// Reads what pages show from JSON: a list with an object for each edition, `{"starts": SECONDS, "pages": {PATH: …}}`,
/// where `starts` is left out, or null, for the first.
///
/// # Errors
/// [`Error::Refused`] where it has another form.
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

/// The pages of an edition, as the file has them.
#[derive(Deserialize)]
struct ShownEdition {
    starts: Option<i64>,
    pages: BTreeMap<String, Value>,
}

/// Leaves out what is null: the record's form has no null.
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
    /// Opens an empty record: the event `opened`.
    ///
    /// # Errors
    /// [`Error::Refused`] where it has entries.
    pub fn opened(&mut self, opening: &Opening, moment: Moment) -> Result<Entry> {
        if self.head().is_some() {
            return Err(Error::Refused(format!(
                "expected a folder without a record, found one with entries in {}; nothing was changed: write into that one, or name another folder",
                self.record().folder().display()
            )));
        }
        let event = Event::Opened {
            format: FORMAT,
            opening: opening.clone(),
        };
        self.append(event, moment)
    }

    /// Writes down a publication before its place is touched: the event `begins`. The entry's number is the publication's.
    ///
    /// # Errors
    /// [`Error::Refused`] where the record is not opened, or the place has a publication of which nothing is known since it began.
    pub fn begins(&mut self, publication: &Publication, moment: Moment) -> Result<Entry> {
        if self.head().is_none() {
            return Err(Error::Refused(
                "expected an opened record, found one without entries; open it by `cargo site-ops record create`".into(),
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

    /// Keeps all bodies of an edition, its rows and its table, and returns the table's digest.
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

    /// Keeps the body of a row and the row itself, and returns the row's digest.
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

    /// Writes down that a place serves a publication: the event `live`, with the words that say how that was verified. A publication that is
    /// served already may be verified again.
    ///
    /// # Errors
    /// [`Error::Refused`] if the publication hasn't begun there, or if the place serves another one.
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

    /// Writes down that a publication has failed, and that its place serves what it served before: the event `failed`.
    ///
    /// # Errors
    /// As for [`Writer::live`].
    pub fn failed(&mut self, publication: u64, reason: &str, moment: Moment) -> Result<Entry> {
        let about = self.about_open(publication)?;
        let reason = reason.to_owned();
        self.append(Event::Failed { about, reason }, moment)
    }

    /// Writes down that a place serves an earlier publication again: the event `back`. `began` is the moment at which
    /// the change back began, where that is known.
    ///
    /// # Errors
    /// [`Error::Refused`] where there is no such publication.
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

    /// The publication of a number.
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

    /// The publication of a number, which has begun and not ended.
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

/// Refuses a place's name that is no short word.
fn check_place(place: &str) -> Result<()> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=40).contains(&place.len()) && place.bytes().all(is_plain) {
        return Ok(());
    }
    Err(Error::Refused(format!(
        "expected a place's name of 1 to 40 lower-case letters, digits and hyphens, found {place:?}; name the place so"
    )))
}

/// Refuses a path that is none.
fn check_path(path: &str) -> Result<()> {
    let is_path = path.is_empty() || path.starts_with('/');
    if is_path && path.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(());
    }
    Err(Error::Refused(format!(
        "expected a path of printable ASCII characters that begins with a slash, found {path:?}; unpack the site again"
    )))
}
