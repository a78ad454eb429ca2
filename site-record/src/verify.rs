//! Compares the chain and every body with their digests, in chunks and without network access.
//!
//! The folder proves everything except its own end: if the last entries are removed, what remains is a valid, shorter
//! record. Only a digest or a copy kept elsewhere reveals that.

mod bodies;

use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::Result;
use crate::event::Event;
use crate::layout::{ENTRIES, GIT_FILES, Name, UNFINISHED, names};
use crate::record::Record;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The most problems that a report lists. The rest are counted.
const LISTED: usize = 200;

/// The result of verifying a record.
#[derive(Debug, Default)]
pub struct Report {
    pub entries: u64,
    /// The number of bodies in the folder.
    pub bodies: u64,
    /// The digests of the entries, in order.
    digests: Vec<Digest>,
    /// Everything that changed since it was written, up to [`LISTED`]. The last line gives the number of further problems.
    pub problems: Vec<String>,
    unlisted: usize,
    /// The bodies that were replaced with a tombstone.
    pub removed: Vec<String>,
    /// Findings that aren't errors, such as evidence that the next entry will name.
    pub notes: Vec<String>,
}

impl Report {
    fn problem(&mut self, words: impl ToString) {
        if self.problems.len() < LISTED {
            self.problems.push(words.to_string());
        } else {
            self.unlisted += 1;
        }
    }

    /// The digest of the last entry.
    pub fn head(&self) -> Option<&Digest> {
        self.digests.last()
    }
}

/// The end of a record, compared with a digest or copy from elsewhere.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing is missing.
    Proved,
    /// It is unknown whether entries are missing, for this reason.
    Unproved(String),
    /// Entries are missing, or differ from the copy elsewhere.
    Wrong(String),
}

/// Verifies a record: every entry, every evidence file and every body.
///
/// # Errors
/// Returns an error if a folder can't be read. The report lists errors in the record itself.
pub fn verify(record: &Record) -> Result<Report> {
    let mut report = Report::default();
    check_git_files(record, &mut report);
    let mut chain = Chain::default();
    for folder in names(&record.folder().join(ENTRIES))? {
        check_folder(record, &folder, &mut chain, &mut report)?;
    }
    chain.end(&mut report);
    bodies::check_stored(record, &mut report)?;
    bodies::check_named(record, &mut report)?;
    if report.unlisted > 0 {
        let words = format!("and {} more", report.unlisted);
        report.problems.push(words);
    }
    Ok(report)
}

/// Compares the end of a verified record with the known digest of the last entry.
pub fn end_by_head(report: &Report, head: &Digest) -> End {
    let position = report.digests.iter().rposition(|digest| digest == head);
    let count = report.digests.len();
    match position {
        None => End::Wrong(format!(
            "expected an entry with the digest {head}, found none among {count} entries: the record was cut off or changed after that entry was written; copy the missing entries from the second copy"
        )),
        Some(position) if position + 1 == count => End::Proved,
        Some(position) => End::Unproved(format!(
            "the digest is that of entry {}; it proves nothing about later entries, up to entry {count}: give the digest of the last entry",
            position + 1
        )),
    }
}

/// Compares the end of a verified record with a copy of the record.
///
/// # Errors
/// Returns an error if the copy can't be read.
pub fn end_by_copy(report: &Report, copy: &Record) -> Result<End> {
    let mut copied = 0;
    for entry in copy.entries()? {
        let entry = entry?;
        match report.digests.get(copied) {
            Some(digest) if *digest == entry.digest => copied += 1,
            Some(_) => {
                return Ok(End::Wrong(format!(
                    "expected entry {} to be the same in both records, found a difference: the records diverge there; find out which one was changed",
                    entry.number
                )));
            }
            None => {
                return Ok(End::Wrong(format!(
                    "expected entry {}, which the copy has: the end of this record was cut off; copy the missing entries from the copy",
                    entry.number
                )));
            }
        }
    }
    if copied == report.digests.len() {
        return Ok(End::Proved);
    }
    Ok(End::Unproved(format!(
        "the copy ends at entry {copied}, and this record at entry {}; update the copy, which can't prove the end until then",
        report.digests.len()
    )))
}

/// The chain up to the current entry.
#[derive(Default)]
struct Chain {
    /// The previous entry, or `None` at the start and after an entry that couldn't be read.
    before: Option<Entry>,
    /// The number of the previous entry.
    number: u64,
    /// The latest time so far.
    latest: i64,
    /// Evidence files that no entry has named yet.
    unnamed: BTreeSet<Name>,
    /// Evidence files that an entry has named.
    named: BTreeSet<String>,
    /// Evidence that an entry names and that is missing.
    missing: BTreeSet<String>,
}

impl Chain {
    /// Adds the next entry and its evidence.
    fn add(&mut self, entry: Entry, report: &mut Report) {
        self.check(&entry, report);
        if let Event::Stamp { sidecars, .. } = &entry.event {
            for name in sidecars {
                self.name(name);
            }
        }
        self.number = entry.number;
        self.before = Some(entry);
    }

    /// Compares an entry with the previous one.
    fn check(&mut self, entry: &Entry, report: &mut Report) {
        let number = entry.number;
        match (&entry.previous, &self.before) {
            (None, _) if number > 1 => {
                report.problem(format!("entry {number} does not name the previous entry"));
            }
            (Some(_), _) if number == 1 => {
                report.problem("entry 1 names a previous entry".to_owned());
            }
            (Some(previous), Some(before)) if previous.digest != before.digest => {
                report.problem(format!(
                    "entry {number} names a different entry {} from the one in the record; copy both from the second copy of the record",
                    before.number
                ));
            }
            _ => {}
        }
        if let Some(previous) = &entry.previous {
            for name in &previous.sidecars {
                let is_right = Name::parse(name).is_some_and(|name| name.number + 1 == number);
                if !is_right {
                    report.problem(format!(
                        "entry {number} names evidence that is not about the previous entry, {name}"
                    ));
                }
                self.name(name);
            }
        }
        let moment = entry.moment.ours;
        let behind = entry.moment.latest;
        let expected = (number > 1 && moment < self.latest).then_some(self.latest);
        // After an entry that can't be read, the latest time is unknown.
        if behind != expected && self.before.is_some() {
            report.problem(format!(
                "entry {number} has the time {moment}, which is before the time of an earlier entry, {}, and does not say so",
                self.latest
            ));
        }
        self.latest = entry.moment.late();
    }

    /// Handles the name of an evidence file in an entry.
    fn name(&mut self, text: &str) {
        let known = Name::parse(text);
        let is_there = known.is_some_and(|name| self.unnamed.remove(&name));
        if is_there {
            self.named.insert(text.to_owned());
        } else if !self.named.contains(text) {
            self.missing.insert(text.to_owned());
        }
    }

    /// Reports evidence that is missing, and evidence that no entry names.
    fn end(self, report: &mut Report) {
        for name in &self.missing {
            report.problem(format!(
                "evidence is missing, {name}; copy it from the second copy of the record"
            ));
        }
        for name in &self.unnamed {
            let text = name.text();
            if name.number == self.number {
                report
                    .notes
                    .push(format!("the next entry will name the evidence {text}"));
            } else {
                report.problem(format!("evidence was added that no entry names, {text}"));
            }
        }
    }
}

/// Checks the files that make Git leave the record's bytes unchanged.
fn check_git_files(record: &Record, report: &mut Report) {
    for (name, text) in GIT_FILES {
        let path = record.folder().join(name);
        let found = fs::read_to_string(&path);
        if found.ok().as_deref() != Some(text) {
            report.problem(format!(
                "expected {} to contain {text:?}, found other text; write exactly that text, because Git may change the record's bytes without it",
                path.display()
            ));
        }
    }
    for folder in [record.folder(), record.bodies().folder()] {
        let unfinished = names(&folder.join(UNFINISHED));
        if unfinished.is_ok_and(|files| !files.is_empty()) {
            report.notes.push(
                "a writer was killed before it finished; the next writer removes the files it left"
                    .to_owned(),
            );
        }
    }
}

/// Checks the entries of a folder and their evidence.
fn check_folder(
    record: &Record,
    folder: &str,
    chain: &mut Chain,
    report: &mut Report,
) -> Result<()> {
    let below = Path::new(ENTRIES).join(folder);
    let mut files = Vec::new();
    let listed = match names(&record.folder().join(&below)) {
        Ok(listed) => listed,
        Err(error) => {
            report.problem(error);
            return Ok(());
        }
    };
    for text in listed {
        match Name::parse(&text) {
            Some(name) if name.path() == below.join(&text) => files.push(name),
            _ => report.problem(format!(
                "expected only entries and evidence in {}, found {text}; remove it",
                below.display()
            )),
        }
    }
    for of_entry in files.chunk_by(|one, other| one.number == other.number) {
        check_entry(record, of_entry, chain, report);
    }
    Ok(())
}

/// Checks an entry and its evidence.
fn check_entry(record: &Record, files: &[Name], chain: &mut Chain, report: &mut Report) {
    let mut entries = Vec::new();
    for name in files {
        if name.kind == "json" {
            entries.push(name);
            continue;
        }
        if let Err(error) = record.read(name) {
            report.problem(error);
        }
        chain.unnamed.insert(name.clone());
    }
    let Some(name) = entries.pop() else {
        report.problem(format!(
            "evidence about an entry that is missing, {}",
            files[0].text()
        ));
        return;
    };
    let number = name.number;
    if !entries.is_empty() {
        report.problem(format!(
            "expected one entry with the number {number}, found {}: the record has two branches; keep the branch of the second copy",
            entries.len() + 1
        ));
    }
    if number != chain.number + 1 {
        report.problem(format!(
            "expected entry {}, found entry {number} next; copy the missing entries from the second copy of the record",
            chain.number + 1
        ));
        chain.before = None;
    }
    report.entries += 1;
    report.digests.push(name.digest);
    match record.read_entry(name) {
        Ok(entry) => chain.add(entry, report),
        Err(error) => {
            report.problem(error);
            chain.before = None;
            chain.number = number;
        }
    }
}
