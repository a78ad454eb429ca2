//! `cargo site-ops record export`: a BagIt bag with everything that was online during a period, which an examiner can open
//! and verify without our programs.
//!
//! 1. this file: the versions of pages in the period, and the part of the record that proves them
//! 2. `index`: the index page for browsers, and the same list as CSV
//! 3. `pdf`: each page as printed by a browser
//! 4. `warc`, `wacz`: the responses in an archive that other programs can replay
//! 5. `bag`: the manifests; `verify.py`, which the bag contains, checks them and the proof of each page

mod bag;
mod index;
mod pdf;
mod wacz;
mod warc;

use super::moments::{Asked, asked, file_name};
use super::opened::Opened;
use super::text;
use crate::run::print;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use jiff::Timestamp;
use site_check::report::counted;
use site_record::digest::Digest;
use site_record::entry::Entry;
use site_record::event::File;
use site_record::index::Answer;
use site_record::layout::body_path;
use site_record::row::Row;
use site_record::showing::{Showing, showings};
use site_record::timeline::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The program that verifies a bag, for Python's standard library.
const VERIFIER: &str = include_str!("verify.py");

/// The part of the record to export, and the folder for it.
#[derive(Debug)]
pub struct Extent {
    /// The folder to write, which must not exist.
    pub folder: PathBuf,
    /// The first and last days.
    pub days: [String; 2],
    /// Only these addresses. Empty means all.
    pub paths: Vec<String>,
    /// True to print each page as a PDF, which takes a second or two.
    pub has_pdf: bool,
}

/// A response of one address during a period. Bodies are read one at a time, because all of them may not fit in memory.
pub struct Version {
    pub showing: Showing,
    /// The row, or `None` if it was removed.
    pub row: Option<Row>,
    /// The length of the body in bytes, or `None` if there is no body or it was removed.
    pub length: Option<u64>,
    /// The page's file within `data/`, without its extension, or `None` if it isn't a page.
    pub file: Option<String>,
    /// The publication that put it online, and every publication that served it during the period.
    pub links: BTreeSet<Link>,
}

/// The path from an entry to a response.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    pub publication: u64,
    /// The index of the edition, starting at 0.
    pub edition: usize,
    /// The digest of the row. For a removed response, the digest in the tombstone.
    pub row: Digest,
}

impl Version {
    /// The body, or `None` if there is no body or it was removed.
    fn body(&self, opened: &Opened) -> Result<Option<Vec<u8>>> {
        match (self.body_digest(), self.length) {
            (Some(digest), Some(_)) => Ok(Some(opened.record.bodies().read(&digest)?)),
            _ => Ok(None),
        }
    }

    /// The digest of the body, if the response has a body and its row is in the record.
    fn body_digest(&self) -> Option<Digest> {
        self.showing.answer.and_then(|answer| answer.body())
    }

    /// The media type. Empty if the response has no type or its row was removed.
    fn media_type(&self) -> &str {
        self.row.as_ref().map_or("", |row| &row.media_type)
    }

    /// Returns true if it was first shown in this span.
    fn begins_with(&self, span: &Span) -> bool {
        let showing = &self.showing;
        span.place == showing.place
            && showing.publications.first() == Some(&span.publication)
            && span.time.may_from == showing.time.may_from
    }
}

/// Writes the whole bag. Returns false if nothing was shown.
pub fn export(opened: Opened, extent: &Extent) -> Result<bool> {
    let folder = &extent.folder;
    ensure!(
        !folder.exists(),
        "expected a new folder, found the existing {}; name another one",
        folder.display()
    );
    let mut time = asked(&extent.days[0], &opened.calendar.zone)?;
    let last = asked(&extent.days[1], &opened.calendar.zone)?;
    ensure!(
        time.from < last.until,
        "expected a first day that is not after the last, found {} and {}; write the earlier one after --from",
        time.words,
        last.words
    );
    time.words = format!("{} to {}", time.words, last.words);
    time.until = last.until;

    let versions = versions(&opened, &time, &extent.paths)?;
    if versions.is_empty() {
        print(&format!(
            "nothing was shown during that period; {}\n",
            opened.begins_in_words()?
        ))?;
        return Ok(false);
    }
    let data = &folder.join("data");
    fs::create_dir_all(data)?;
    write_pages(&opened, &versions, data)?;
    write_record(&opened, &time, &versions, data)?;
    let evidence = write_evidence(&opened, &versions, data)?;
    wacz::write(&opened, &versions, data)?;
    if extent.has_pdf {
        pdf::print_all(&opened, &versions, data)?;
    }
    index::write(&opened, &time, &versions, &evidence, data)?;
    fs::write(data.join("verify.py"), VERIFIER)?;
    let head = opened.record.head()?.context("the record has entries")?;
    let info = info(&head, &time, &extent.paths)?;
    bag::write_tags(folder, &info)?;
    let pages = versions.iter().filter(|version| version.file.is_some());
    print(&format!(
        "{} in {}; open {}\nthe last entry is {}; tell the examiner this digest in another way, such as by phone\n",
        counted(pages.count(), "page version"),
        folder.display(),
        data.join("index.html").display(),
        head.digest
    ))?;
    Ok(true)
}

/// The lines of `bag-info.txt`: facts about the bag, and the period for `verify.py`.
fn info(head: &Entry, time: &Asked, paths: &[String]) -> Result<String> {
    let now = Timestamp::now().strftime("%Y-%m-%d");
    let from = Timestamp::from_second(time.from)?;
    let until = Timestamp::from_second(time.until)?;
    let mut info = format!(
        "Bag-Software-Agent: cargo site-ops record export\nBagging-Date: {now}\nExternal-Description: The website, {}\nRecord-Head: {}\nPeriod-Begins: {from}\nPeriod-Ends: {until}\n",
        time.words, head.digest
    );
    for path in paths {
        info += &format!("Address: {path}\n");
    }
    Ok(info)
}

/// All versions that may have been seen during a period, sorted by path and time.
fn versions(opened: &Opened, time: &Asked, paths: &[String]) -> Result<Vec<Version>> {
    let all_spans = opened.spans();
    let mut versions = Vec::new();
    for path in opened.index.paths()? {
        if !paths.is_empty() && !paths.contains(path) {
            continue;
        }
        let answers = opened.index.answers(path)?;
        for mut showing in showings(&answers, &all_spans) {
            if !showing.may_have_been_seen(time.from, time.until) {
                continue;
            }
            let row = showing.row(&opened.record)?;
            if row.is_none() && showing.removal(&opened.index).is_none() {
                continue;
            }
            let mut links = BTreeSet::new();
            for span in &all_spans {
                if is_needed(span, &showing, time)
                    && let Some(answer) = answers.in_span(span)
                    && Some(contents(&answer)) == showing.answer.as_ref().map(contents)
                {
                    links.insert(Link {
                        publication: span.publication,
                        edition: span.edition,
                        row: *answer.digest(),
                    });
                }
            }
            let is_linked = |number: &u64| links.iter().any(|link| link.publication == *number);
            showing.publications.retain(is_linked);
            let body = row.as_ref().and_then(|row| row.body.as_ref());
            let length = body.and_then(|digest| opened.record.bodies().length(digest));
            // List a removed response like a page, because it may have been one.
            let is_page = row.as_ref().is_none_or(Row::is_page);
            let file = is_page.then(|| page_file(&showing));
            versions.push(Version {
                showing,
                row,
                length,
                file,
                links,
            });
        }
    }
    Ok(versions)
}

/// Returns true if the span's publication put the response online, or served it during the period.
fn is_needed(span: &Span, showing: &Showing, time: &Asked) -> bool {
    let cached_for = showing.answer.map_or(0, |answer| answer.cached_for());
    let is_first = showing.publications.first() == Some(&span.publication);
    let is_in_time = span.time.overlaps(time.from - cached_for, time.until);
    span.place == showing.place
        && (is_first || is_in_time)
        && showing.publications.contains(&span.publication)
}

/// The status and body of a response, or the digest in its tombstone. Rows that differ only in headers are equal.
fn contents(answer: &Answer) -> (Option<u16>, Option<Digest>) {
    match answer {
        Answer::Kept { status, body, .. } => (Some(*status), *body),
        Answer::Removed(digest) => (None, Some(*digest)),
    }
}

/// The name of a page's file without its extension: the address, time, place and publication.
fn page_file(showing: &Showing) -> String {
    let name = match showing.path.as_str() {
        "/" => "home".to_owned(),
        "" => "not-found".to_owned(),
        path => safe(&path.trim_matches('/').replace('/', "--")),
    };
    let moment = file_name(showing.time.may_from);
    let publication = showing.publications.first().copied().unwrap_or_default();
    format!("pages/{name}-{moment}-{}-{publication}", showing.place)
}

/// Writes the pages as they were served, and their text.
fn write_pages(opened: &Opened, versions: &[Version], data: &Path) -> Result<()> {
    fs::create_dir_all(data.join("pages"))?;
    for version in versions {
        let Some(file) = &version.file else {
            continue;
        };
        if let Some(body) = version.body(opened)? {
            let words = text::lines(version.media_type(), &body).join("\n");
            fs::write(data.join(format!("{file}.html")), body)?;
            fs::write(data.join(format!("{file}.txt")), words + "\n")?;
        }
    }
    Ok(())
}

/// Writes all entries and evidence, and the tables, rows and bodies of these versions.
fn write_record(opened: &Opened, time: &Asked, versions: &[Version], data: &Path) -> Result<()> {
    let record = data.join("record");
    for entry in opened.index.entries() {
        for name in opened.record.files_about(entry.number)? {
            let bytes = opened.record.read(&name)?;
            write(&record.join(name.path()), &bytes)?;
        }
    }
    let mut tables = BTreeSet::new();
    let mut bodies = BTreeSet::new();
    for version in versions {
        bodies.extend(version.body_digest());
        for link in &version.links {
            tables.insert((link.publication, link.edition));
            bodies.insert(link.row);
        }
    }
    // These tables prove that no address is missing.
    for span in opened.spans() {
        if span.time.overlaps(time.from, time.until) {
            tables.insert((span.publication, span.edition));
        }
    }
    for (publication, edition) in tables {
        bodies.insert(table(opened.index.entry(publication)?, edition)?);
    }
    for digest in bodies {
        write_body(opened, &digest, &data.join(body_file(&digest)))?;
    }
    Ok(())
}

/// The digest of the table of an edition.
fn table(publication: &Entry, edition: usize) -> Result<Digest> {
    let edition = publication.begins()?.editions.get(edition);
    let edition = edition.with_context(|| {
        format!("expected another edition in entry {}, found none; copy the entry from the second copy of the record", publication.number)
    })?;
    Ok(edition.table)
}

/// Writes the approvals and evidence of these versions' publications. Returns the names of each publication's files.
fn write_evidence(
    opened: &Opened,
    versions: &[Version],
    data: &Path,
) -> Result<BTreeMap<u64, Vec<String>>> {
    let mut files = BTreeMap::new();
    for version in versions {
        for number in &version.showing.publications {
            files.insert(*number, Vec::new());
        }
    }
    for (number, names) in &mut files {
        let begins = opened.index.entry(*number)?.begins()?;
        let mut evidence = Vec::new();
        if let Some(digest) = &begins.approvals {
            evidence.push(("approvals.json", digest));
        }
        for File { name, body } in begins.evidence.iter().chain(&begins.documents) {
            evidence.push((name, body));
        }
        for (name, digest) in evidence {
            let name = format!("evidence/publication-{number}-{}", safe(name));
            if write_body(opened, digest, &data.join(&name))? {
                names.push(name);
            }
        }
    }
    Ok(files)
}

/// Makes a text safe for a file name.
fn safe(text: &str) -> String {
    let mut name = text.replace(['/', ':', '\\'], "-");
    name.retain(|character| character.is_ascii_alphanumeric() || "-_.".contains(character));
    name
}

/// Writes a body to a file. Returns false if it was removed.
fn write_body(opened: &Opened, digest: &Digest, file: &Path) -> Result<bool> {
    let is_present = opened.record.bodies().has(digest);
    if is_present {
        write(file, &opened.record.bodies().read(digest)?)?;
    }
    Ok(is_present)
}

/// Writes a file, and creates its parent folders.
fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    fs::create_dir_all(file.parent().context("a file lies in a folder")?)?;
    fs::write(file, bytes)?;
    Ok(())
}

/// The path of an entry's file within `data/`.
fn entry_file(entry: &Entry) -> String {
    format!("record/{}", entry.name().path().display())
}

/// The path of a body's file within `data/`.
fn body_file(digest: &Digest) -> String {
    format!("record/bodies/{}", body_path(digest).display())
}
