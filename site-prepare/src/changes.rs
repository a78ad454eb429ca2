//! The rows of a table: for each path, its response in the first edition, and then only changes.

use std::collections::BTreeSet;

use crate::resource::Resource;
use crate::site::Site;

/// A new response at a path, starting with an edition.
pub struct Change<'s> {
    pub path: &'s str,
    /// The first edition with this response, starting at 0.
    pub edition: usize,
    /// The response. `None` if nothing is at the path.
    pub resource: Option<&'s Resource>,
}

/// All changes between editions, sorted by path and edition.
pub fn changes(sites: &[Site]) -> Vec<Change<'_>> {
    let mut paths = BTreeSet::new();
    for site in sites {
        paths.extend(site.resources.keys());
    }
    let mut changes = Vec::new();
    for path in paths {
        changes.extend(changes_of(path, sites, |site| site.resources.get(path)));
    }
    changes
}

/// The changes of one response. `find` returns its resource in an edition.
pub fn changes_of<'s>(
    path: &'s str,
    sites: &'s [Site],
    find: impl Fn(&'s Site) -> Option<&'s Resource>,
) -> Vec<Change<'s>> {
    let mut changes = Vec::new();
    let mut last = None;
    for (edition, site) in sites.iter().enumerate() {
        let resource = find(site);
        if resource != last {
            changes.push(Change {
                path,
                edition,
                resource,
            });
            last = resource;
        }
    }
    changes
}
