//! The content at a moment, and the moments when it changes.

use super::definitions::Definitions;
use super::file::File;
use super::kind::FileKind;
use super::markdown::Target;
use super::routes::AnchorStarts;
use super::tree::Tree;
use super::windows::WindowKind;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;
use site_schema::model::first_moment;
use site_schema::{LINKED_ROUTES, MACHINE_DOCUMENTS};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns true if code links to a page. Such a page exists at all times, whatever its window says.
fn takes_no_window(file: &File) -> bool {
    let route = file.route();
    route.is_some_and(|route| LINKED_ROUTES.contains(&route.as_str()))
}

/// Adds the ids in a part of a page that starts at a moment.
fn add_ids(part: &Value, start: Option<Timestamp>, starts: &mut AnchorStarts) {
    if let Some(id) = part["id"].as_str() {
        starts.insert(id.to_owned(), start);
    }
    let of_table = part
        .as_object()
        .into_iter()
        .flat_map(|table| table.values());
    let of_list = part.as_array().into_iter().flatten();
    for inner in of_table.chain(of_list) {
        add_ids(inner, start, starts);
    }
}

impl Tree {
    /// Returns the content at a moment. Shares files that don't depend on the moment, and those in
    /// `known` that are the same.
    pub fn at(&self, moment: Timestamp, known: &[Arc<File>]) -> Self {
        let zone = self.zone();
        let mut tree = Self {
            images: self.images.clone(),
            rejected: self.rejected.clone(),
            today: self.today,
            committed: self.committed,
            now: self.now,
            year: self.year_at(moment),
            moment: Some(moment),
            history: self.history.clone(),
            tracking: self.tracking.clone(),
            ..Self::default()
        };
        self.add_parts_by_clock(moment, &zone, &mut tree);
        let redirected = self.redirected_before();
        let mut present = BTreeSet::new();
        for file in &self.files {
            let window = file.own_window();
            let is_there =
                takes_no_window(file) || window.is_none_or(|window| window.holds(moment, &zone));
            if let Some(route) = file.route()
                && self.comes_or_goes(file, &redirected, &zone)
            {
                if is_there {
                    present.insert(route);
                } else {
                    tree.routes.add_absent(route);
                }
            }
            if is_there {
                tree.files.push(file.at(moment, &zone, known));
            } else {
                tree.absent_files.insert(file.path.clone());
            }
        }
        tree.remove_redirects_over(&present, known);
        tree.rebuild_index();
        tree
    }

    /// Returns the part of the tree that rules for a file see: the definitions of all files, the fees
    /// and the list of phrases. The results of these rules are reused while everything that they read
    /// of it is the same, so they see the day but no moment, which is different at each save.
    pub fn surroundings(&self) -> Self {
        let mut files = Vec::new();
        let mut absent_files = self.absent_files.clone();
        let mut definitions = Vec::new();
        for file in &self.files {
            if matches!(file.kind, FileKind::Fees | FileKind::Words) {
                files.push(Arc::clone(file));
                continue;
            }
            absent_files.insert(file.path.clone());
            if FileKind::SINGLE.contains(&file.kind) {
                definitions.push(Arc::clone(file));
            }
        }
        Self {
            files,
            definitions: Definitions::new(definitions),
            absent_files,
            images: self.images.clone(),
            tokens: self.tokens.clone(),
            tokens_by_value: self.tokens_by_value.clone(),
            yearly: self.yearly.clone(),
            routes: self.routes.unread(),
            has_tax_dates: self.has_tax_dates,
            definitions_are_known: self.definitions_are_known,
            today: self.today,
            year: self.year,
            history: self.history.clone(),
            ..Self::default()
        }
    }

    /// Records what rules read of other surroundings.
    pub fn record_reads_of(&self, other: &Self) {
        self.definitions.record_all(&other.definitions);
        self.routes.record_all(&other.routes);
    }

    /// Adds the parts of pages and articles that only exist at some moments to the routes of a tree.
    fn add_parts_by_clock(&self, moment: Timestamp, zone: &TimeZone, tree: &mut Self) {
        for file in &self.files {
            let Some(route) = file.route() else { continue };
            let mut starts = AnchorStarts::new();
            for window in &file.windows {
                if window.kind == WindowKind::Item
                    && let Some(part) = file.document.value.pointer(&window.pointer)
                {
                    let start = window.start(zone).filter(|start| moment < *start);
                    add_ids(part, start, &mut starts);
                }
            }
            if !starts.is_empty() {
                tree.routes.set_by_clock(route, starts);
            }
        }
    }

    /// Returns the year at a moment; `None` if the moment is unknown.
    fn year_at(&self, moment: Timestamp) -> Option<i16> {
        if moment == Timestamp::MAX {
            return None;
        }
        Some(self.date_at(moment).year())
    }

    /// Returns true if a published page or article doesn't exist at some moment, so that its
    /// address may have a redirect then. An article published before the commit isn't one of these,
    /// unless it had a redirect earlier: that was right until the article's day, and the day must
    /// not make it a mistake.
    fn comes_or_goes(&self, file: &File, redirected: &BTreeSet<String>, zone: &TimeZone) -> bool {
        let Some(window) = file.own_window() else {
            return false;
        };
        if file.is_draft() {
            return false;
        }
        let is_dated_alone = window
            .bounds()
            .all(|bound| bound.pointer.ends_with("/published"));
        let starts_later = self
            .committed
            .is_some_and(|committed| window.start(zone).is_some_and(|start| start > committed));
        let was_redirected = file
            .route()
            .is_some_and(|route| redirected.contains(&route));
        !is_dated_alone || starts_later || was_redirected
    }

    /// Returns the addresses that had a redirect at the merge base.
    fn redirected_before(&self) -> BTreeSet<String> {
        let mut addresses = BTreeSet::new();
        let Some(before) = self.toml_before(&FileKind::Redirects) else {
            return addresses;
        };
        for redirect in before["redirects"].as_array().into_iter().flatten() {
            if let Some(from) = redirect["from"].as_str() {
                addresses.insert(from.to_owned());
            }
        }
        addresses
    }

    /// Removes the redirects of pages that exist: a redirect only holds while its page doesn't
    /// exist.
    fn remove_redirects_over(&mut self, present: &BTreeSet<String>, known: &[Arc<File>]) {
        let Some(index) = self
            .files
            .iter()
            .position(|file| file.kind == FileKind::Redirects)
        else {
            return;
        };
        let file = &self.files[index];
        let mut over = BTreeSet::new();
        let redirects = file.document.value["redirects"].as_array();
        for (number, redirect) in redirects.into_iter().flatten().enumerate() {
            let from = redirect["from"].as_str().unwrap_or_default();
            if present.contains(from) {
                over.insert(format!("/redirects/{number}"));
            }
        }
        if !over.is_empty() {
            self.files[index] = file.without(over, known);
        }
    }

    /// Returns the moments after another one when scheduled content changes, sorted.
    pub fn moments_after(&self, moment: Timestamp) -> Vec<Timestamp> {
        let zone = self.zone();
        let mut moments = BTreeSet::new();
        for file in &self.files {
            if file.is_draft() {
                continue;
            }
            for window in &file.windows {
                moments.extend(window.start(&zone));
                moments.extend(window.end(&zone));
            }
        }
        moments.extend(self.turn_of_year(moment, &zone));
        moments.retain(|later| *later > moment);
        moments.into_iter().collect()
    }

    /// Returns the start of the next year, if a value quoted without its year changes then. Later
    /// years are ignored, because their values aren't known yet.
    fn turn_of_year(&self, moment: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let next = self.year_at(moment)?.checked_add(1)?;
        for name in self.quoted_tokens() {
            if let Some(quoted) = self.yearly_token(name)
                && quoted.turns_in(next)
            {
                return first_moment(Date::new(next, 1, 1).ok()?, zone);
            }
        }
        None
    }

    /// Returns the names of all tokens in published content.
    fn quoted_tokens(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        for file in &self.files {
            if file.is_draft() {
                continue;
            }
            for token in file.references_of(Target::Token) {
                names.insert(token.name.as_str());
            }
        }
        names
    }

    /// Returns every address that has a page, a document or a redirect, or is marked as gone. It
    /// leaves out the file of tax dates, which depends on the dates and can't be replaced.
    pub fn answering(&self) -> BTreeSet<String> {
        let mut addresses = BTreeSet::new();
        for route in self.routes.addresses() {
            if self.is_published(route) {
                addresses.insert(route.to_owned());
            }
        }
        for document in MACHINE_DOCUMENTS {
            addresses.insert(document.to_owned());
        }
        let redirects = self.toml(&FileKind::Redirects)["redirects"].as_array();
        for redirect in redirects.into_iter().flatten() {
            if let Value::String(from) = &redirect["from"] {
                addresses.insert(from.clone());
            }
        }
        addresses
    }
}
