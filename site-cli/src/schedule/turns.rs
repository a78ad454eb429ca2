//! Scheduled changes: each edition compared with the one before it, described as in `cargo site diff`.

use crate::diff::entry::Entry;
use crate::diff::{Side, fees, lines, pages::Pairs};
use crate::escape::{code, text};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use site_check::moment_words::in_words;
use site_check::reading::Reading;
use site_schema::Edition;
use site_schema::model::{Content, Withdrawn};
use std::collections::BTreeSet;

/// A moment, and the changes at that moment.
pub struct Turn {
    pub starts: Timestamp,
    pub changes: Vec<Entry>,
    /// The number of pages after the change.
    page_count: usize,
}

impl Turn {
    /// Renders the changes with a heading of the given level (its `#` marks), and the time in a time zone.
    pub fn markdown(&self, heading: &str, zone: &TimeZone) -> String {
        let mut out = format!("{heading} From {}\n\n", in_words(self.starts, zone, None));
        if self.changes.is_empty() {
            out += "Visitors see no change.\n";
        }
        for change in &self.changes {
            out += &change.markdown(self.page_count);
            out += "\n";
        }
        out
    }
}

/// Returns the changes of each edition that starts after a moment.
pub fn after(editions: &[Edition], moment: Timestamp) -> Vec<Turn> {
    let mut turns = Vec::new();
    let mut before = None;
    for edition in editions {
        let side = Side::of_edition(&edition.content);
        let starts = edition.starts.map(Timestamp::from_second);
        if let (Some(before), Some(Ok(starts))) = (&before, starts)
            && starts > moment
        {
            turns.push(turn(starts, before, &side));
        }
        before = Some(side);
    }
    turns
}

fn turn(starts: Timestamp, before: &Side, after: &Side) -> Turn {
    let pairs = Pairs::new(before, after);
    let mut changes = come_and_gone(before, after);
    changes.extend(withdrawn(&before.content, &after.content));
    changes.extend(fees::schedules(before, after).entries);
    let words = pairs.changes(|old, new| lines::in_order(&old.lines, &new.lines));
    changes.extend(lines::grouped(words, pairs.page_count));
    let others = pairs.changes(|old, new| lines::in_any_order(&others(old), &others(new)));
    changes.extend(lines::grouped(others, pairs.page_count));
    Turn {
        starts,
        changes,
        page_count: pairs.page_count,
    }
}

/// Returns the links and images of a page.
fn others(page: &Reading) -> Vec<String> {
    let mut others = Vec::new();
    for link in &page.links {
        others.push(format!("“{}” → {}", link.label, link.href));
    }
    others.extend(page.pictures.iter().cloned());
    others
}

/// Returns the added and removed pages and articles.
fn come_and_gone(before: &Side, after: &Side) -> Vec<Entry> {
    let mut entries = Vec::new();
    let routes_before: BTreeSet<&str> = before.content.routes().collect();
    let routes_after: BTreeSet<&str> = after.content.routes().collect();
    for page in &after.readings {
        let route = page.route.as_str();
        if routes_after.contains(route) && !routes_before.contains(route) {
            entries.push(Entry::new(format!("**Comes**: {}", named(page))));
        }
    }
    for page in &before.readings {
        let route = page.route.as_str();
        if routes_before.contains(route) && !routes_after.contains(route) {
            let fate = fate(&after.content, route);
            entries.push(Entry::new(format!("**Ends**: {}; {fate}", named(page))));
        }
    }
    entries
}

/// Returns a page's title and address.
fn named(page: &Reading) -> String {
    format!("“{}”, {}", text(&page.title), code(&page.route))
}

/// Describes the response at the address of a page that is removed.
fn fate(content: &Content, route: &str) -> String {
    let mut redirects = content.redirects.iter();
    let Some(redirect) = redirects.find(|redirect| redirect.from == *route) else {
        return "**its address no longer works**".to_owned();
    };
    match &redirect.to {
        Some(link) => format!("its address leads to {}", code(&link.href)),
        None => "its address reports that it is permanently gone".to_owned(),
    }
}

/// Returns the pages and articles that are withdrawn, with the reason.
fn withdrawn(before: &Content, after: &Content) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (route, why) in reasons(after) {
        let is_known = reasons(before).iter().any(|(known, _)| *known == route);
        if !is_known {
            let mut entry = Entry::new(format!("**Withdrawn**: {}", text(&why.why)));
            entry.pages.insert(route.to_owned());
            entries.push(entry);
        }
    }
    entries
}

/// Returns the routes of all pages and articles that are withdrawn.
fn reasons(content: &Content) -> Vec<(&str, &Withdrawn)> {
    let mut all = Vec::new();
    for page in &content.pages {
        if let Some(withdrawn) = &page.meta.withdrawn {
            all.push((page.route.as_str(), withdrawn));
        }
    }
    for article in &content.articles {
        if let Some(withdrawn) = &article.matter.withdrawn {
            all.push((article.route.as_str(), withdrawn));
        }
    }
    all
}
