//! The content as it is at a moment, and the moments at which it changes.

use super::file::File;
use super::kind::FileKind;
use super::markdown::Target;
use super::tree::{AnchorStarts, Tree};
use super::windows::WindowKind;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;
use site_schema::model::first_moment;
use site_schema::{LINKED_ROUTES, MACHINE_DOCUMENTS};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Returns whether a file is a page that code leads to, which is there at all times, whatever its window says.
fn takes_no_window(file: &File) -> bool {
    let route = file.route();
    route.is_some_and(|route| LINKED_ROUTES.contains(&route.as_str()))
}

/// Adds the ids in a part of a page, which starts at a moment.
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
    /// The content as it is at a moment. A file that is the same at all moments is shared, and of `known`
    /// files, which are as they are at other moments, those that are the same.
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
            anchors_by_clock: self.anchors_by_clock(&zone),
            ..Self::default()
        };
        let redirected = self.redirected_before();
        let mut present = BTreeSet::new();
        for file in &self.files {
            let window = file.own_window();
            let is_there =
                takes_no_window(file) || window.is_none_or(|window| window.holds(moment, &zone));
            if let Some(route) = file.route()
                && self.comes_or_goes(file, &redirected, &zone)
            {
                let routes = if is_there {
                    &mut present
                } else {
                    &mut tree.absent
                };
                routes.insert(route);
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

    /// The parts of pages and articles that are there at some moments only, by address and by anchor.
    fn anchors_by_clock(&self, zone: &TimeZone) -> BTreeMap<String, AnchorStarts> {
        let mut by_clock = BTreeMap::new();
        for file in &self.files {
            let Some(route) = file.route() else { continue };
            let mut starts = AnchorStarts::new();
            for window in &file.windows {
                if window.kind == WindowKind::Item
                    && let Some(part) = file.document.value.pointer(&window.pointer)
                {
                    add_ids(part, window.start(zone), &mut starts);
                }
            }
            if !starts.is_empty() {
                by_clock.insert(route, starts);
            }
        }
        by_clock
    }

    /// The year at a moment. None where the moment is not known.
    fn year_at(&self, moment: Timestamp) -> Option<i16> {
        if moment == Timestamp::MAX {
            return None;
        }
        Some(self.date_at(moment).year())
    }

    /// Returns whether a published page or article is not there at some moment, so that a redirect may stand for it
    /// then. An article that was published before the commit is an ordinary one, but for a redirect from before: that
    /// was right until the article's day, and does not become a mistake by it.
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

    /// The addresses that had a redirect at the merge base.
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

    /// Leaves out the redirects of pages that are there: a redirect holds only while they are not.
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

    /// The moments after another one at which the content changes by itself, in their order.
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

    /// The beginning of the next year, where a value that is quoted without its year changes then. Of the years after
    /// it nobody knows enough yet.
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

    /// The names of all tokens that published content quotes.
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

    /// Every address that the site answers with a page, a document or a redirect, or by saying that it is gone. The file
    /// of tax dates is not among them: it comes and goes with the dates, and nothing can take its place.
    pub fn answering(&self) -> BTreeSet<String> {
        let mut addresses = BTreeSet::new();
        for route in self.routes.keys() {
            if self.is_published(route) {
                addresses.insert(route.clone());
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
