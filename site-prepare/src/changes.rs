//! The rows that a table needs: for each path what is there in the first edition, and then only what is not as it was before.

use std::collections::BTreeSet;

use crate::resource::Resource;
use crate::site::Site;

/// Another answer at a path from an edition on.
pub struct Change<'s> {
    pub path: &'s str,
    /// The first edition that has it; 0 is the first of all.
    pub edition: usize,
    /// Nothing is there without one.
    pub resource: Option<&'s Resource>,
}

/// All changes from edition to edition, sorted by path and by edition.
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

/// The changes of one answer, which `find` finds in an edition.
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
