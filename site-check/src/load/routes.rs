//! The addresses of pages and articles.

use super::reads::Reads;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The parts of a page that don't always exist, by their anchors, with their starts. `None` for a
/// part that has started, or that only ends.
pub type AnchorStarts = BTreeMap<String, Option<Timestamp>>;

/// The routes of pages and articles. It records which are read.
#[derive(Debug, Default)]
pub struct Routes {
    routes: BTreeMap<String, Route>,
    read: Reads<String>,
    /// True if all routes were read.
    are_all_read: AtomicBool,
}

/// The state of an address of this site.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Route {
    pub page: Option<RoutedPage>,
    /// True if the page exists only at another moment.
    pub is_absent: bool,
    /// The parts that don't always exist.
    pub by_clock: AnchorStarts,
}

/// The page or article at an address.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RoutedPage {
    /// `None` if its file can't be read.
    pub anchors: Option<Arc<BTreeSet<String>>>,
    pub is_draft: bool,
}

static NOTHING: Route = Route {
    page: None,
    is_absent: false,
    by_clock: BTreeMap::new(),
};

impl Routes {
    /// Returns the state of an address, and records that it was read.
    pub fn at(&self, address: &str) -> &Route {
        self.read.record(address);
        self.find(address)
    }

    /// Returns the addresses of all pages and articles.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.are_all_read.store(true, Ordering::Relaxed);
        let pages = self.routes.iter().filter(|(_, route)| route.page.is_some());
        pages.map(|(address, _)| address.as_str())
    }

    /// Removes all pages.
    pub fn clear_pages(&mut self) {
        for route in self.routes.values_mut() {
            route.page = None;
        }
    }

    pub fn add_page(&mut self, address: String, page: RoutedPage) {
        self.routes.entry(address).or_default().page = Some(page);
    }

    /// Adds the address of a page that exists only at another moment.
    pub fn add_absent(&mut self, address: String) {
        self.routes.entry(address).or_default().is_absent = true;
    }

    pub fn set_by_clock(&mut self, address: String, by_clock: AnchorStarts) {
        self.routes.entry(address).or_default().by_clock = by_clock;
    }

    /// Returns the same routes, without the record of reads.
    pub fn unread(&self) -> Self {
        Self {
            routes: self.routes.clone(),
            ..Self::default()
        }
    }

    /// Records the addresses that were read from other routes.
    pub fn record_all(&self, other: &Self) {
        self.read.record_all(&other.read);
        let are_all_read = other.are_all_read.load(Ordering::Relaxed);
        self.are_all_read.fetch_or(are_all_read, Ordering::Relaxed);
    }

    fn find(&self, address: &str) -> &Route {
        self.routes.get(address).unwrap_or(&NOTHING)
    }
}

/// Routes are the same if each address that was read from one of them has the same state in both.
impl PartialEq for Routes {
    fn eq(&self, other: &Self) -> bool {
        if self.are_all_read.load(Ordering::Relaxed) || other.are_all_read.load(Ordering::Relaxed) {
            return self.routes == other.routes;
        }
        let is_same = |address: &String| self.find(address) == other.find(address);
        self.read.keys().iter().all(is_same) && other.read.keys().iter().all(is_same)
    }
}
