//! A content folder, with the facts, routes and names that its files together define.

use super::document::Document;
use super::facts::{Tokens, YEAR_IN_FORCE, YearlyFact, split_pinned, tokens};
use super::file::{File, RejectedFile, Rejection};
use super::git::{History, Tracking};
use super::kind::FileKind;
use super::picture::Pictures;
use super::windows::windows;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;
use site_schema::model::zone_named;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The anchors of every route; none where they are not known for sure.
pub type Routes = BTreeMap<String, Option<BTreeSet<String>>>;

/// When the parts of a page start, by the anchors within them; none where one has always been there, and ends.
pub type AnchorStarts = BTreeMap<String, Option<Timestamp>>;

/// A content folder as it was read: its files and what they define.
#[derive(Debug, Default)]
pub struct Tree {
    /// By path.
    pub files: Vec<Arc<File>>,
    /// The pictures, by their paths below `content/images`.
    pub images: Pictures,
    pub rejected: Vec<RejectedFile>,
    /// The text that each fact token stands for.
    pub tokens: BTreeMap<String, String>,
    /// The fact tokens that stand for each value.
    pub tokens_by_value: BTreeMap<String, Vec<String>>,
    /// The facts that have a value for each tax year, by name.
    pub yearly: BTreeMap<String, YearlyFact>,
    pub routes: Routes,
    /// The routes that no build includes yet.
    pub drafts: BTreeSet<String>,
    /// True if a published page has a calendar with a tax date, of which the build makes a file.
    pub has_tax_dates: bool,
    /// True where all files that define facts and names were parsed.
    pub definitions_are_known: bool,
    /// The day of the check; none where it is not known.
    pub today: Option<Date>,
    /// The year of the content, for the firm: of its commit, or of today where it is not committed. It decides
    /// which values are in force, in a check and in a build alike. None where it is not known: then the
    /// newest values are.
    pub year: Option<i16>,
    /// The moment of the content's commit. None where it is not known.
    pub committed: Option<Timestamp>,
    /// The moment from which on editions are judged. None where it is not known.
    pub now: Option<Timestamp>,
    /// The moment at which the content is as it is here. None for content as it is written, with its windows.
    pub moment: Option<Timestamp>,
    /// The addresses of pages and articles that are not there at this moment, and are at another one.
    pub absent: BTreeSet<String>,
    /// When parts of pages start that are not there at all moments, by address and by anchor.
    pub anchors_by_clock: BTreeMap<String, AnchorStarts>,
    /// The files that are not there at this moment, by their paths.
    pub absent_files: BTreeSet<String>,
    /// The addresses that earlier editions answer, from the moment of the commit on.
    pub answered_before: BTreeSet<String>,
    /// The content's past, as far as it is known.
    pub history: History,
    /// The state of the files in Git, as far as it is known.
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

/// The way in which a token quotes a fact with values by tax year.
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
    /// Returns whether what the token shows changes at the beginning of a year.
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
    /// Adds a file, or replaces the one at its path. What the files together
    /// define is out of date until [`Self::rebuild_index`].
    pub fn put(&mut self, path: &str, text: &str) {
        self.remove(path);
        if let Some(kind) = FileKind::at(path) {
            let file = File::parse(path.to_owned(), kind, text.to_owned());
            let index = self.files.partition_point(|other| other.path < file.path);
            self.files.insert(index, Arc::new(file));
        }
    }

    /// Removes a file, if there is one at the path. What the files together
    /// define is out of date until [`Self::rebuild_index`].
    pub fn remove(&mut self, path: &str) {
        self.files.retain(|file| file.path != path);
    }

    /// Gathers what the files together define.
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
        self.routes.clear();
        self.drafts.clear();
        // A file that can't be read is reported itself, and no link to it.
        for file in &self.rejected {
            if let Some(route) = file.kind.as_ref().and_then(FileKind::route) {
                self.routes.insert(route, None);
            }
        }
        let mut subjects = Vec::new();
        for subject in self.subjects_of_articles() {
            subjects.push(subject.to_owned());
        }
        for file in &self.files {
            let Some(route) = file.route() else { continue };
            if file.is_draft() {
                self.drafts.insert(route.clone());
            }
            let mut anchors = file.anchors.clone();
            if let Some(anchors) = &mut anchors
                && file.lists_subjects()
            {
                anchors.extend(subjects.iter().cloned());
            }
            self.routes.insert(route, anchors);
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

    /// Sets the year of the content, and gathers the facts that are in force in it.
    pub(crate) fn set_year(&mut self, year: Option<i16>) {
        if self.year != year {
            self.year = year;
            self.index_tokens();
        }
    }

    /// Gathers the facts that the site, the fees and `content/facts.toml` define.
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

    /// Leaves out the files that Git ignores, and no longer leaves out the files
    /// of an editor or of the system that are committed. Returns whether that
    /// changed anything.
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

    /// Leaves out the files that Git ignores, by their paths. Returns whether there were any.
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

    /// The number of all files, whether they are read or not.
    fn file_count(&self) -> usize {
        self.files.len() + self.rejected.len() + self.images.len()
    }

    /// The one file of a kind, where there is one.
    pub fn file(&self, kind: &FileKind) -> Option<&File> {
        let mut files = self.files.iter().map(|file| &**file);
        files.find(|file| file.kind == *kind)
    }

    /// The TOML of the one file of a kind; null where there is none.
    pub fn toml(&self, kind: &FileKind) -> &Value {
        let file = self.file(kind);
        file.map_or(&Value::Null, |file| &file.document.value)
    }

    /// The value at a pointer of the one file of a kind.
    pub fn value(&self, kind: &FileKind, pointer: &str) -> Option<&Value> {
        self.toml(kind).pointer(pointer)
    }

    /// The one file of a kind at the merge base, as it is written. `None` where nobody knows it.
    pub fn document_before(&self, kind: &FileKind) -> Option<Document> {
        let base = self.history.base.as_ref()?;
        let text = base.texts.get(&kind.path()?)?;
        Some(Document::parse(text, 0..text.len(), kind))
    }

    /// The TOML of the one file of a kind at the merge base, at the same moment. `None` where nobody knows it.
    pub fn toml_before(&self, kind: &FileKind) -> Option<Value> {
        let document = self.document_before(kind)?;
        let Some(moment) = self.moment else {
            return Some(document.value);
        };
        let windows = windows(&document, kind);
        Some(document.at(moment, &self.zone(), &windows, kind).value)
    }

    /// The tokens at the merge base, with the values that were in force there. `None` where nobody knows them.
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

    /// Returns whether a change adds the file at a path. False where its merge base is not known.
    pub fn is_added(&self, path: &str) -> bool {
        let base = self.history.base.as_ref();
        base.is_some_and(|base| !base.paths.contains(path))
    }

    /// Returns whether a change deletes the file at a path. False where its merge base is not known.
    pub fn is_deleted(&self, path: &str) -> bool {
        let base = self.history.base.as_ref();
        let was_there = base.is_some_and(|base| base.paths.contains(path));
        was_there && !self.paths().contains(&path)
    }

    /// The paths of its files, and of those that are not there at this moment.
    pub fn paths(&self) -> Vec<&str> {
        let files = self.files.iter().map(|file| file.path.as_str());
        files
            .chain(self.absent_files.iter().map(String::as_str))
            .collect()
    }

    /// Its files, with those that the change edits after all others, and those that it adds last: of two that can't
    /// both be right, the change is what can be corrected.
    pub fn files_changed_last(&self) -> Vec<&File> {
        let mut files: Vec<&File> = self.files.iter().map(|file| &**file).collect();
        files.sort_by_cached_key(|file| (self.is_added(&file.path), self.is_edited(file)));
        files
    }

    /// Returns whether a change edits a file. False where its merge base is not known.
    fn is_edited(&self, file: &File) -> bool {
        let base = self.history.base.as_ref();
        let before = base.and_then(|base| base.texts.get(&file.path));
        before.is_some_and(|before| **before != *file.text)
    }

    /// The keys of the table at a pointer of the one file of a kind.
    pub fn keys(&self, kind: &FileKind, pointer: &str) -> Vec<&str> {
        let table = self.value(kind, pointer).and_then(Value::as_object);
        table.map_or_else(Vec::new, |table| table.keys().map(String::as_str).collect())
    }

    /// The text that a fact stands for; empty where there is no such fact.
    pub fn fact(&self, name: &str) -> String {
        self.tokens.get(name).cloned().unwrap_or_default()
    }

    /// The fact with values by tax year that a token quotes, by its name, and the way in which it does. `None` for
    /// any other token.
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

    /// Returns whether a page or an article answers at a path, or will once it is no draft.
    pub fn is_route(&self, path: &str) -> bool {
        path != site_schema::NOT_FOUND_ROUTE && self.routes.contains_key(path)
    }

    /// Returns whether visitors find a page or an article at a path.
    pub fn is_published(&self, path: &str) -> bool {
        self.is_route(path) && !self.drafts.contains(path)
    }

    /// The web address of a link named in `content/site.toml`.
    pub fn external(&self, name: &str) -> Option<&str> {
        self.toml(&FileKind::Site)["external"][name]["href"].as_str()
    }

    /// The date of `now` in the firm's time zone, or in UTC if that is unknown.
    pub fn date_at(&self, now: Timestamp) -> Date {
        now.to_zoned(self.zone()).date()
    }

    /// The firm's time zone, or UTC if that is unknown.
    pub fn zone(&self) -> TimeZone {
        let name = self.toml(&FileKind::Site)["time_zone"].as_str();
        zone_named(name.unwrap_or_default())
    }

    /// The subjects that published articles name.
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
