//! `cargo site-ops record export`: everything that was online during a period, in a folder that an examiner opens without our programs.
//!
//! 1. here: the versions of pages in that time, the entries, approvals and evidence
//! 2. `contents`: the index that opens in a browser, the same as CSV, and how to check
//! 3. `pdf`: each page as a browser prints it
//! 4. `warc`, `wacz`: everything as an archive that other programs replay

mod contents;
mod pdf;
mod wacz;
mod warc;

use super::moments::{Asked, asked, file_name};
use super::opened::Opened;
use super::text;
use crate::run::print;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use site_check::report::counted;
use site_record::canonical::Value;
use site_record::digest::Digest;
use site_record::layout::Name;
use site_record::row::Row;
use site_record::showing::{Showing, from_changes};
use site_record::timeline::Span;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The part of the record to export, and the folder for it.
#[derive(Debug)]
pub struct Extent {
    /// The folder to write, which must not exist.
    pub folder: PathBuf,
    /// The first and the last day.
    pub days: [String; 2],
    /// Only these addresses; none means all.
    pub paths: Vec<String>,
    /// True to print each page as a PDF, which takes a second or two.
    pub has_pdf: bool,
}

/// A thing that was shown at one address for a time. Its body is read where it is written: those of all versions may be more than fit in memory.
pub struct Version {
    pub showing: Showing,
    /// The row; none if it was removed.
    pub row: Option<Row>,
    /// The bytes of the body; none where there is none, or where it was removed.
    pub length: Option<u64>,
    /// The file of the page within the export, without its ending; none where it is no page.
    pub file: Option<String>,
}

impl Version {
    /// The body; none where there is none, or where it was removed.
    fn body(&self, opened: &Opened) -> Result<Option<Vec<u8>>> {
        match (self.body_digest(), self.length) {
            (Some(digest), Some(_)) => Ok(Some(opened.record.bodies().read(&digest)?)),
            _ => Ok(None),
        }
    }

    /// The digest of the body, if the answer has a body and its row is in the record.
    fn body_digest(&self) -> Option<Digest> {
        self.showing.answer.and_then(|answer| answer.body())
    }

    /// The media type, or an empty text if the answer has no type or its row was removed.
    fn media_type(&self) -> &str {
        self.row.as_ref().map_or("", Row::media_type)
    }

    /// Returns whether it was first shown in a span.
    fn begins_with(&self, span: &Span) -> bool {
        let showing = &self.showing;
        span.place == showing.place
            && showing.publications.first() == Some(&span.publication)
            && span.time.may_from == showing.time.may_from
    }
}

/// Writes everything. Returns false where nothing was shown.
pub fn export(opened: Opened, extent: &Extent) -> Result<bool> {
    let folder = &extent.folder;
    ensure!(
        !folder.exists(),
        "expected a folder that is not there, found {}; name another one",
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
            "nothing was shown in that time; {}\n",
            opened.begins_in_words()?
        ))?;
        return Ok(false);
    }
    fs::create_dir_all(folder)?;
    write_pages(&opened, &versions, folder)?;
    let publications = write_evidence(&opened, &versions, folder)?;
    wacz::write(&opened, &versions, folder)?;
    if extent.has_pdf {
        pdf::print_all(&opened, &versions, folder)?;
    }
    contents::write(&opened, &time, &versions, &publications, folder)?;
    contents::write_sums(folder)?;
    let pages = versions.iter().filter(|version| version.file.is_some());
    print(&format!(
        "{} in {}; open {}\n",
        counted(pages.count(), "page version"),
        folder.display(),
        folder.join("index.html").display()
    ))?;
    Ok(true)
}

/// All versions that may have been seen in a time, by path and then by moment.
fn versions(opened: &Opened, time: &Asked, paths: &[String]) -> Result<Vec<Version>> {
    let all_spans = opened.spans();
    let mut versions = Vec::new();
    for path in opened.index.paths()? {
        if !paths.is_empty() && !paths.contains(&path) {
            continue;
        }
        let changes = opened.index.changes(&path)?;
        for showing in from_changes(opened.index.steps(), &all_spans, &path, &changes) {
            if !showing.may_have_been_seen(time.from, time.until) {
                continue;
            }
            let row = showing.row(&opened.record)?;
            if row.is_none() && showing.removal(&opened.index).is_none() {
                continue;
            }
            let body = row.as_ref().and_then(|row| row.body.as_ref());
            let length = body.and_then(|digest| opened.record.bodies().length(digest));
            // A removed answer is listed like a page: it may have been one.
            let is_page = row.as_ref().is_none_or(Row::is_page);
            let file = is_page.then(|| page_file(&showing));
            versions.push(Version {
                showing,
                row,
                length,
                file,
            });
        }
    }
    Ok(versions)
}

/// The name of a page's file, without its ending: the address, the moment, the place, and the publication.
fn page_file(showing: &Showing) -> String {
    let mut name = showing.path.trim_matches('/').replace('/', "--");
    if showing.path == "/" {
        name = "home".to_owned();
    }
    if showing.path.is_empty() {
        name = "not-found".to_owned();
    }
    name.retain(|character| character.is_ascii_alphanumeric() || "-_.".contains(character));
    let moment = file_name(showing.time.may_from);
    let publication = showing.publications.first().copied().unwrap_or_default();
    format!("pages/{name}-{moment}-{}-{publication}", showing.place)
}

/// Writes the pages as they were served, and their words.
fn write_pages(opened: &Opened, versions: &[Version], folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("pages"))?;
    for version in versions {
        let Some(file) = &version.file else {
            continue;
        };
        if let Some(body) = version.body(opened)? {
            let words = text::lines(version.media_type(), &body).join("\n");
            fs::write(folder.join(format!("{file}.html")), body)?;
            fs::write(folder.join(format!("{file}.txt")), words + "\n")?;
        }
    }
    Ok(())
}

/// Writes the whole chain, and what is kept with the publications of these versions. Returns their numbers.
fn write_evidence(opened: &Opened, versions: &[Version], folder: &Path) -> Result<BTreeSet<u64>> {
    let mut publications = BTreeSet::new();
    for version in versions {
        publications.extend(&version.showing.publications);
    }
    for entry in opened.record.entries()? {
        let entry = entry?;
        for name in opened.record.files_about(entry.number)? {
            let file = folder.join("record").join(name.path());
            fs::create_dir_all(file.parent().context("a file lies in a folder")?)?;
            fs::write(file, opened.record.read(&name)?)?;
        }
    }
    let evidence = folder.join("evidence");
    fs::create_dir_all(&evidence)?;
    for number in &publications {
        let begins = opened.record.entry(*number)?;
        if let Some(digest) = begins.digest_at("approvals")? {
            let name = format!("publication-{number}-approvals.json");
            write_body(opened, &digest, &evidence.join(name))?;
        }
        for item in [begins.list("evidence"), begins.list("documents")].concat() {
            let field = |key| item.object()?.get(key).and_then(Value::text);
            let (Some(name), Some(body)) = (field("name"), field("body")) else {
                continue;
            };
            let mut safe = name.replace(['/', ':', '\\'], "-");
            safe.retain(|character| character.is_ascii_graphic());
            let file = evidence.join(format!("publication-{number}-{safe}"));
            write_body(opened, &Digest::parse(body)?, &file)?;
        }
    }
    Ok(publications)
}

/// Writes a body as a file, unless it was removed.
fn write_body(opened: &Opened, digest: &Digest, file: &Path) -> Result<()> {
    if opened.record.bodies().has(digest) {
        fs::write(file, opened.record.bodies().read(digest)?)?;
    }
    Ok(())
}

/// Returns the file name of an entry, as messages to an examiner give it.
pub fn entry_file(opened: &Opened, number: u64) -> Result<String> {
    let entry = opened.record.entry(number)?;
    let name = Name {
        number,
        digest: entry.digest,
        kind: "json".into(),
    };
    Ok(format!("record/{}", name.path().display()))
}
