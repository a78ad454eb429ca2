//! The events that are written: here those of publications, in `kept` all others.

mod kept;

pub use kept::holds;

use crate::canonical::{Object, Value};
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::row::{Row, Table, table_bytes};
use crate::timeline::{Step, open_publication, served_publication};
use crate::write::{FORMAT, Moment, Writer};
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
    let json: serde_json::Value = match serde_json::from_slice(bytes) {
        Ok(json) => json,
        Err(error) => return Err(wrong(&error.to_string())),
    };
    let value = Value::from_json(&json)?;
    let Some(editions) = value.list() else {
        return Err(wrong("something else"));
    };
    let mut shown = Shown::new();
    for edition in editions {
        let fields = edition.object();
        let pages = fields.and_then(|fields| fields.get("pages")?.object());
        let Some(pages) = pages else {
            return Err(wrong("an edition without `pages`"));
        };
        let starts = fields.and_then(|fields| fields.get("starts")?.integer());
        shown.insert(starts, pages.clone());
    }
    Ok(shown)
}

/// The first event of a record: what it is kept for.
#[derive(Debug, Clone)]
pub struct Opening {
    pub actor: String,
    /// The firm's time zone, such as `America/Chicago`.
    pub zone: String,
    /// The last day of the firm's fiscal year, as month-day, such as `12-31`.
    pub fiscal_year_ends: String,
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
        let mut fields = Object::new();
        fields.insert("format".into(), FORMAT.into());
        fields.insert("actor".into(), opening.actor.as_str().into());
        fields.insert("zone".into(), opening.zone.as_str().into());
        let year = opening.fiscal_year_ends.as_str();
        fields.insert("fiscal_year_ends".into(), year.into());
        self.append("opened", moment, fields)
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
        let steps = self.steps()?;
        if let Some(open) = open_publication(&steps, &publication.place) {
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
            let mut fields = Object::new();
            fields.insert("table".into(), table.to_string().into());
            if let Some(starts) = edition.starts {
                fields.insert("starts".into(), starts.into());
            }
            editions.push(Value::Object(fields));
        }

        let mut fields = Object::new();
        fields.insert("place".into(), publication.place.as_str().into());
        fields.insert("turns".into(), "clock".into());
        fields.insert("actor".into(), publication.actor.as_str().into());
        fields.insert("digest".into(), manifest.digest.as_str().into());
        fields.insert("editions".into(), Value::List(editions));
        if let Some(commit) = &manifest.commit {
            fields.insert("commit".into(), commit.as_str().into());
        }
        if let Some((from, to)) = &publication.range {
            let mut range = Object::new();
            range.insert("from".into(), from.as_str().into());
            range.insert("to".into(), to.as_str().into());
            fields.insert("range".into(), Value::Object(range));
        }
        if let Some(approvals) = &publication.approvals {
            let approvals = self.body(approvals)?;
            fields.insert("approvals".into(), approvals.to_string().into());
        }
        let evidence = self.keep_evidence(&publication.evidence)?;
        fields.insert("evidence".into(), evidence);
        // Part of the format: older entries list the documents that pages link to.
        fields.insert("documents".into(), Value::List(Vec::new()));
        self.append("begins", moment, fields)
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
        let row = Row {
            path: unpacked.path.clone(),
            status: unpacked.status,
            headers: unpacked.headers.clone(),
            body,
            shown: shown.cloned(),
        };
        self.body(&row.bytes()?)
    }

    /// Keeps files, and returns their names and digests.
    fn keep_evidence(&self, files: &[Evidence]) -> Result<Value> {
        let mut list = Vec::new();
        for file in files {
            let digest = self.body(&file.bytes)?;
            let mut fields = Object::new();
            fields.insert("name".into(), file.name.as_str().into());
            fields.insert("body".into(), digest.to_string().into());
            list.push(Value::Object(fields));
        }
        Ok(Value::List(list))
    }

    /// Writes down that a place serves a publication: the event `live`, with the words that say how that was verified. A publication that is
    /// served already may be verified again.
    ///
    /// # Errors
    /// [`Error::Refused`] if the publication hasn't begun there, or if the place serves another one.
    pub fn live(&mut self, publication: u64, verified: &str, moment: Moment) -> Result<Entry> {
        let begins = self.publication(publication)?;
        let steps = self.steps()?;
        let place = begins.text("place")?;
        let is_served = open_publication(&steps, place).is_none()
            && served_publication(&steps, place) == Some(publication);
        let mut fields = if is_served {
            about(&begins)?
        } else {
            self.about_open(publication)?
        };
        fields.insert("verified".into(), verified.into());
        self.append("live", moment, fields)
    }

    /// Writes down that a publication has failed, and that its place serves what it served before: the event `failed`.
    ///
    /// # Errors
    /// As for [`Writer::live`].
    pub fn failed(&mut self, publication: u64, reason: &str, moment: Moment) -> Result<Entry> {
        let mut fields = self.about_open(publication)?;
        fields.insert("reason".into(), reason.into());
        self.append("failed", moment, fields)
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
        let begins = self.publication(publication)?;
        let mut fields = about(&begins)?;
        fields.insert("reason".into(), reason.into());
        if let Some(began) = began {
            fields.insert("began".into(), began.into());
        }
        self.append("back", moment, fields)
    }

    /// The steps of all entries.
    fn steps(&self) -> Result<Vec<Step>> {
        let mut steps = Vec::new();
        for entry in self.record().entries()? {
            steps.push(Step::of(&entry?)?);
        }
        Ok(steps)
    }

    /// The entry with which a publication began.
    fn publication(&self, number: u64) -> Result<Entry> {
        let entry = match self.head() {
            Some(head) if number <= head.number && number > 0 => self.record().entry(number)?,
            _ => return Err(no_publication(number)),
        };
        if entry.event() == "begins" {
            Ok(entry)
        } else {
            Err(no_publication(number))
        }
    }

    /// The place and the digest of a publication that has begun and not ended.
    fn about_open(&self, number: u64) -> Result<Object> {
        let begins = self.publication(number)?;
        let place = begins.text("place")?;
        if open_publication(&self.steps()?, place) != Some(number) {
            return Err(Error::Refused(format!(
                "expected publication {number} to be under way at {place}, but it has ended; `cargo site-ops record list` shows how"
            )));
        }
        about(&begins)
    }
}

/// The fields of an event about a publication.
fn about(begins: &Entry) -> Result<Object> {
    let mut fields = Object::new();
    let number = begins.number as i64;
    fields.insert("publication".into(), number.into());
    fields.insert("place".into(), begins.text("place")?.into());
    fields.insert("digest".into(), begins.text("digest")?.into());
    if let Some(commit) = begins.optional_text("commit") {
        fields.insert("commit".into(), commit.into());
    }
    Ok(fields)
}

/// The error where a number is not that of a publication.
fn no_publication(number: u64) -> Error {
    Error::Refused(format!(
        "expected the number of a publication, found {number}; `cargo site-ops record list` shows them"
    ))
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
