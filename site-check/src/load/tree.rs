//! A content folder, with the facts, routes and names that its files define together,
//! and what the caller knows about it from Git.

use super::definitions::Definitions;
use super::document::Document;
use super::facts::{Tokens, YEAR_IN_FORCE, YearlyFact, split_pinned, tokens};
use super::file::{File, RejectedFile, Rejection};
use super::kind::FileKind;
use super::picture::Pictures;
use super::routes::{RoutedPage, Routes};
use super::windows::windows;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;
use site_schema::model::zone_named;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The files of a content folder, and their shared definitions.
#[derive(Debug, Default, PartialEq)]
pub struct Tree {
    /// Sorted by path.
    pub files: Vec<Arc<File>>,
    /// The TOML of single files that aren't in `files`.
    pub definitions: Definitions,
    /// The pictures, by their paths relative to `content/images`.
    pub images: Pictures,
    pub rejected: Vec<RejectedFile>,
    /// The value of each fact token.
    pub tokens: BTreeMap<String, String>,
    /// The fact tokens with each value.
    pub tokens_by_value: BTreeMap<String, Vec<String>>,
    /// The facts with a value for each tax year, by name.
    pub yearly: BTreeMap<String, YearlyFact>,
    pub routes: Routes,
    /// True if a published page has a calendar with a tax date. The build then creates a file of
    /// tax dates.
    pub has_tax_dates: bool,
    /// True if all files that define facts and names were parsed.
    pub definitions_are_known: bool,
    /// The date of the check; `None` if unknown.
    pub today: Option<Date>,
    /// The year of the content in the firm's time zone: that of its commit, or of today if it isn't
    /// committed. It determines the values in force, both in a check and in a build. If it is
    /// unknown, the newest values are in force.
    pub year: Option<i16>,
    /// The time of the content's commit; `None` if unknown.
    pub committed: Option<Timestamp>,
    /// The time of the clock. Editions that end before it aren't checked. `None` if unknown.
    pub now: Option<Timestamp>,
    /// The moment of this content; `None` for content as written, with its windows.
    pub moment: Option<Timestamp>,
    /// The paths of files that don't exist at this moment.
    pub absent_files: BTreeSet<String>,
    /// The addresses that earlier editions serve, starting with the edition of the commit.
    pub answered_before: BTreeSet<String>,
    /// The known history of the content.
    pub history: History,
    /// The known state of the files in Git.
    pub tracking: Tracking,
}

/// A token that quotes a fact with values by tax year.
#[derive(Debug, Clone, Copy)]
pub struct YearlyToken<'a> {
    /// The name of the fact.
    pub name: &'a str,
    pub fact: &'a YearlyFact,
    pub form: TokenForm,
}

/// The form of a token for a fact with values by tax year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenForm {
    /// {the-name}: the value in force.
    InForce,
    /// {the-name-year}: the year in force.
    Year,
    /// {the-name-2025}: the value of that year.
    Pinned(i16),
}

impl YearlyToken<'_> {
    /// Returns true if the value of the token changes at the start of a year.
    pub fn turns_in(&self, year: i16) -> bool {
        match self.form {
            TokenForm::Pinned(_) => false,
            TokenForm::InForce => {
                let shown = |year| self.fact.newest_at(year).map(|value| &value.shown);
                shown(year) != shown(year - 1)
            }
            TokenForm::Year => self.fact.year_in_force(year) != self.fact.year_in_force(year - 1),
        }
    }
}

impl Tree {
    /// Adds a file, or replaces the one at its path. The shared definitions are out of date until
    /// [`Self::rebuild_index`].
    pub fn put(&mut self, path: &str, text: &str) {
        self.remove(path);
        if let Some(kind) = FileKind::at(path) {
            let file = File::parse(path.to_owned(), kind, text.to_owned());
            let index = self.files.partition_point(|other| other.path < file.path);
            self.files.insert(index, Arc::new(file));
        }
    }

    /// Removes the file at a path, if any. The shared definitions are out of date until
    /// [`Self::rebuild_index`].
    pub fn remove(&mut self, path: &str) {
        self.files.retain(|file| file.path != path);
    }

    /// Rebuilds the shared definitions of the files.
    pub fn rebuild_index(&mut self) {
        self.index_facts();
        self.index_routes();
    }

    fn index_facts(&mut self) {
        self.definitions_are_known = true;
        for kind in [
            FileKind::Site,
            FileKind::Fees,
            FileKind::Facts,
            FileKind::Subjects,
        ] {
            self.definitions_are_known &= self.file(&kind).is_some_and(File::is_parsed);
        }
        self.index_tokens();
    }

    fn index_routes(&mut self) {
        self.has_tax_dates = self.finds_tax_dates();
        self.routes.clear_pages();
        // A file that can't be read is an error itself, but links to it aren't.
        for file in &self.rejected {
            if let Some(route) = file.kind.as_ref().and_then(FileKind::route) {
                self.routes.add_page(route, RoutedPage::default());
            }
        }
        let mut subjects = Vec::new();
        for subject in self.subjects_of_articles() {
            subjects.push(subject.to_owned());
        }
        for file in &self.files {
            let Some(route) = file.route() else { continue };
            let mut anchors = file.anchors.clone();
            if let Some(anchors) = &mut anchors
                && file.lists_subjects()
            {
                Arc::make_mut(anchors).extend(subjects.iter().cloned());
            }
            let page = RoutedPage {
                anchors,
                is_draft: file.is_draft(),
            };
            self.routes.add_page(route, page);
        }
    }

    fn finds_tax_dates(&self) -> bool {
        for file in &self.files {
            if !matches!(file.kind, FileKind::Page(_)) || file.is_draft() {
                continue;
            }
            let blocks = file.document.value["blocks"].as_array();
            for block in blocks.into_iter().flatten() {
                let entries = block["entries"].as_array();
                for entry in entries.into_iter().flatten() {
                    if block["kind"] == "calendar" && entry["kind"] == "tax" {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Sets the year of the content, and rebuilds the facts in force.
    pub(crate) fn set_year(&mut self, year: Option<i16>) {
        if self.year != year {
            self.year = year;
            self.index_tokens();
        }
    }

    /// Rebuilds the facts that the site file, the fee file and `content/facts.toml` define.
    fn index_tokens(&mut self) {
        let facts = self.toml(&FileKind::Facts);
        let site = self.toml(&FileKind::Site);
        let fees = self.toml(&FileKind::Fees);
        let Tokens { values, yearly } = tokens(facts, site, fees, self.year);
        let mut by_value: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in &values {
            let tokens = by_value.entry(value.clone()).or_default();
            tokens.push(name.clone());
        }
        self.tokens_by_value = by_value;
        self.tokens = values;
        self.yearly = yearly;
    }

    /// Removes the files that Git ignores, and no longer ignores temporary files that are
    /// committed. Returns true if something changed.
    pub(crate) fn apply_tracking(&mut self, tracking: Tracking) -> bool {
        let mut is_changed = false;
        for file in &mut self.rejected {
            if file.reason == Rejection::Scratch && tracking.tracked.contains(&file.path) {
                file.reason = Rejection::Unexpected;
                is_changed = true;
            }
        }
        is_changed |= self.leave_out(&tracking.ignored);

        self.tracking = tracking;
        if is_changed {
            self.rebuild_index();
        }
        is_changed
    }

    /// Removes the files that Git ignores, by their paths. Returns true if there were any.
    fn leave_out(&mut self, ignored: &BTreeSet<String>) -> bool {
        let count_before = self.file_count();
        self.files.retain(|file| !ignored.contains(&file.path));
        self.rejected
            .retain(|file| file.reason == Rejection::Scratch || !ignored.contains(&file.path));
        for path in ignored {
            if let Some(image) = path.strip_prefix("content/images/") {
                self.images.remove(image);
            }
        }
        self.file_count() < count_before
    }

    /// Returns the number of all files, including rejected ones.
    fn file_count(&self) -> usize {
        self.files.len() + self.rejected.len() + self.images.len()
    }

    /// Returns the only file of a kind, if it exists.
    pub fn file(&self, kind: &FileKind) -> Option<&File> {
        let mut files = self.files.iter().map(|file| &**file);
        files.find(|file| file.kind == *kind)
    }

    /// Returns the TOML of the only file of a kind; null if it doesn't exist.
    pub fn toml(&self, kind: &FileKind) -> &Value {
        if let Some(file) = self.file(kind) {
            return &file.document.value;
        }
        self.definitions.value(kind, "").unwrap_or(&Value::Null)
    }

    /// Returns the value at a pointer of the only file of a kind.
    pub fn value(&self, kind: &FileKind, pointer: &str) -> Option<&Value> {
        match self.file(kind) {
            Some(file) => file.document.value.pointer(pointer),
            None => self.definitions.value(kind, pointer),
        }
    }

    /// Returns the only file of a kind at the merge base, as written; `None` if unknown.
    pub fn document_before(&self, kind: &FileKind) -> Option<Document> {
        let base = self.history.base.as_ref()?;
        let text = base.texts.get(&kind.path()?)?;
        Some(Document::parse(text, 0..text.len(), kind))
    }

    /// Returns the TOML of the only file of a kind at the merge base, at the same moment; `None` if
    /// unknown.
    pub fn toml_before(&self, kind: &FileKind) -> Option<Value> {
        let document = self.document_before(kind)?;
        let Some(moment) = self.moment else {
            return Some(document.value);
        };
        let windows = windows(&document, kind);
        Some(document.at(moment, &self.zone(), &windows, kind).value)
    }

    /// Returns the tokens at the merge base, with the values in force there; `None` if unknown.
    pub fn tokens_before(&self) -> Option<Tokens> {
        let base = self.history.base.as_ref()?;
        let mut year = self.year;
        if let Some(moment) = base.committed {
            year = Some(self.date_at(moment).year());
        }
        let facts = self.toml_before(&FileKind::Facts).unwrap_or_default();
        let site = self.toml_before(&FileKind::Site).unwrap_or_default();
        let fees = self.toml_before(&FileKind::Fees).unwrap_or_default();
        Some(tokens(&facts, &site, &fees, year))
    }

    /// Returns true if a change adds the file at a path; false if the merge base is unknown.
    pub fn is_added(&self, path: &str) -> bool {
        let base = self.history.base.as_ref();
        base.is_some_and(|base| !base.paths.contains(path))
    }

    /// Returns true if a change deletes the file at a path; false if the merge base is unknown.
    pub fn is_deleted(&self, path: &str) -> bool {
        let base = self.history.base.as_ref();
        let was_there = base.is_some_and(|base| base.paths.contains(path));
        was_there && !self.paths().contains(&path)
    }

    /// Returns the paths of all files, including files that don't exist at this moment.
    pub fn paths(&self) -> Vec<&str> {
        let files = self.files.iter().map(|file| file.path.as_str());
        files
            .chain(self.absent_files.iter().map(String::as_str))
            .collect()
    }

    /// Returns the files: unchanged files first, then edited files, then new ones. If two files
    /// contradict each other, the change can be corrected.
    pub fn files_changed_last(&self) -> Vec<&File> {
        let mut files: Vec<&File> = self.files.iter().map(|file| &**file).collect();
        files.sort_by_cached_key(|file| (self.is_added(&file.path), self.is_edited(file)));
        files
    }

    /// Returns true if a change edits a file; false if the merge base is unknown.
    fn is_edited(&self, file: &File) -> bool {
        let base = self.history.base.as_ref();
        let before = base.and_then(|base| base.texts.get(&file.path));
        before.is_some_and(|before| **before != *file.text)
    }

    /// Returns the keys of the table at a pointer of the only file of a kind.
    pub fn keys(&self, kind: &FileKind, pointer: &str) -> Vec<&str> {
        let table = self.value(kind, pointer).and_then(Value::as_object);
        table.map_or_else(Vec::new, |table| table.keys().map(String::as_str).collect())
    }

    /// Returns the value of a fact; empty if there is no such fact.
    pub fn fact(&self, name: &str) -> String {
        self.tokens.get(name).cloned().unwrap_or_default()
    }

    /// Returns the fact with values by tax year that a token quotes; `None` for any other token.
    pub fn yearly_token<'a>(&'a self, token: &'a str) -> Option<YearlyToken<'a>> {
        let quoting = |name: &'a str, form| {
            let fact = self.yearly.get(name)?;
            Some(YearlyToken { name, fact, form })
        };
        if let Some(found) = quoting(token, TokenForm::InForce) {
            return Some(found);
        }
        if let Some(name) = token.strip_suffix(YEAR_IN_FORCE) {
            return quoting(name, TokenForm::Year);
        }
        let (name, year) = split_pinned(token)?;
        quoting(name, TokenForm::Pinned(year))
    }

    /// Returns true if there is a page or an article at a path, including drafts.
    pub fn is_route(&self, path: &str) -> bool {
        path != site_schema::NOT_FOUND_ROUTE && self.routes.at(path).page.is_some()
    }

    /// Returns true if there is a published page or article at a path.
    pub fn is_published(&self, path: &str) -> bool {
        self.is_route(path) && !self.is_draft(path)
    }

    /// Returns true if the page or article at a path is a draft.
    pub fn is_draft(&self, path: &str) -> bool {
        let page = self.routes.at(path).page.as_ref();
        page.is_some_and(|page| page.is_draft)
    }

    /// Returns the web address of a link in `content/site.toml`.
    pub fn external(&self, name: &str) -> Option<&str> {
        let pointer = format!("/external/{name}/href");
        self.value(&FileKind::Site, &pointer)?.as_str()
    }

    /// Returns the date of `now` in the firm's time zone, or in UTC if the zone is unknown.
    pub fn date_at(&self, now: Timestamp) -> Date {
        now.to_zoned(self.zone()).date()
    }

    /// Returns the firm's time zone, or UTC if it is unknown.
    pub fn zone(&self) -> TimeZone {
        let name = self.value(&FileKind::Site, "/time_zone");
        zone_named(name.and_then(Value::as_str).unwrap_or_default())
    }

    /// Returns the subjects of published articles.
    pub fn subjects_of_articles(&self) -> BTreeSet<&str> {
        let mut subjects = BTreeSet::new();
        for file in self.articles() {
            if file.is_draft() || file.is_withdrawn() {
                continue;
            }
            subjects.extend(file.subjects());
        }
        subjects
    }

    pub fn articles(&self) -> impl Iterator<Item = &File> {
        let files = self.files.iter().map(|file| &**file);
        files.filter(|file| matches!(file.kind, FileKind::Article(_)))
    }
}

/// The history of a content folder; empty if unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// The content at the merge base with the target branch; `None` if unknown.
    pub base: Option<Base>,
    /// On the target branch itself, the content at the commit before the last; `None` elsewhere.
    pub parent: Option<Base>,
    /// Renamed files: the old and the new path, both relative to the folder that contains
    /// `content`.
    pub renames: BTreeMap<String, String>,
}

/// The state in Git of the files below `content`, which the caller provides. Paths begin with
/// `content/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tracking {
    /// Files that are committed or staged.
    pub tracked: BTreeSet<String>,
    /// Files that aren't tracked, and that Git ignores.
    pub ignored: BTreeSet<String>,
}

/// The content at a commit. Paths begin with `content/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Base {
    /// All of its files.
    pub paths: BTreeSet<String>,
    /// The texts of all files except pictures.
    pub texts: BTreeMap<String, Arc<str>>,
    /// The time of the commit; `None` if unknown.
    pub committed: Option<Timestamp>,
}
