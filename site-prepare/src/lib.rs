//! Makes the table of responses from the built pages and the compiled content: everything that `site-server` serves, in one file.
//!
//! 1. The pages must come from the same content.
//! 2. [`dist`] finds the files, their paths, and when they start.
//! 3. [`policy`] reads each page and writes its Content-Security-Policy.
//! 4. [`headers`] adds the headers for each kind of response.
//! 5. [`site`] collects the responses of each edition, and [`changes`] finds the differences between editions.
//! 6. [`encode`] compresses each body and tags each coding; [`cache`] keeps results that take long to compute.
//!
//! All problems are collected and reported together. The same input always produces the same bytes.

mod cache;
mod changes;
mod dist;
mod encode;
mod headers;
mod hex;
mod policy;
mod resource;
mod site;

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io, mem};

use rayon::prelude::*;
use site_schema::Edition;
use site_table::{Field, Row, Table};

use cache::Cache;
use changes::{Change, changes, changes_of};
use encode::encode;
use site::{Site, routes};

/// The editions of a site, and the digest of the content that its pages must be made from.
pub struct Source<'a> {
    /// The name of the source, for messages.
    pub name: String,
    pub digest: &'a str,
    /// At least one edition, sorted by start.
    pub editions: &'a [Edition],
    /// The commit of the content, if it has one.
    pub commit: Option<&'a str>,
}

/// Writes the table of the built pages in `dist` and the content to `out`. `cache` is the folder for results that take long to compute.
///
/// # Errors
/// Returns all problems, each with what to do. In that case, nothing is written.
pub fn prepare(
    source: &Source<'_>,
    dist: &Path,
    out: &Path,
    cache: &Path,
) -> Result<(), Vec<String>> {
    check_digest(source, dist).map_err(|problem| vec![problem])?;
    let unwritten = |error: io::Error| {
        vec![format!(
            "expected to write {} and below {}, found: {error}; check the disk and its permissions",
            out.display(),
            cache.display()
        )]
    };
    let cache = Cache::open(cache).map_err(unwritten)?;
    let table = table(dist, source, &cache)?;
    write(out, &table).map_err(unwritten)?;
    cache.close().map_err(unwritten)
}

/// Writes a file, and creates its folder.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, bytes)
}

/// Checks that the pages come from the same content: the web build writes the digest of the content that it used.
fn check_digest(source: &Source<'_>, dist: &Path) -> Result<(), String> {
    let mark = dist.join(".content");
    let text = fs::read_to_string(&mark).unwrap_or_else(|error| error.to_string());
    let found = text.trim_end();
    if found == source.digest {
        return Ok(());
    }
    Err(format!(
        "expected the pages in {} to be made from the same content as {}, with the digest {}, found {found} in {}; run `cargo site build`",
        dist.display(),
        source.name,
        source.digest,
        mark.display()
    ))
}

/// Returns the bytes of the table, or all problems.
fn table(dist: &Path, source: &Source<'_>, cache: &Cache) -> Result<Vec<u8>, Vec<String>> {
    let editions = source.editions;
    let mut dist = dist::read(dist, cache);
    let mut problems = mem::take(&mut dist.problems);
    let mut pages = BTreeSet::new();
    for edition in editions {
        pages.extend(routes(&edition.content));
    }
    let mut sites = Vec::new();
    for edition in editions {
        let mut site = Site::collect(&dist, &edition.content, edition.starts, &pages);
        for problem in mem::take(&mut site.problems) {
            // Most problems are the same in every edition.
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        sites.push(site);
    }
    if !problems.is_empty() {
        return Err(problems);
    }

    // Settings for all responses can't differ between editions.
    let first = &editions[0].content.site;
    let common = headers::common(&first.hsts);
    let of_paths = encoded(changes(&sites), &common, cache);
    let not_found = changes_of("", &sites, |site| Some(&site.not_found));
    let of_no_path = encoded(not_found, &common, cache);
    let mut starts = Vec::new();
    for edition in editions {
        starts.extend(edition.starts);
    }
    let mut table = Table::new(own_host(first), common, starts, of_paths, of_no_path);
    table.commit = source.commit.map(|commit| &*commit.to_owned().leak());
    table
        .to_bytes()
        .map_err(|problem| vec![format!("--commit: {problem}")])
}

/// The row of each change.
fn encoded(changes: Vec<Change<'_>>, common: &[Field], cache: &Cache) -> Vec<Row<Vec<Field>>> {
    let changes = changes.into_par_iter();
    changes
        .map(|change| encode(change, common, cache))
        .collect()
}

/// The host of the site's address. Visitors of other hosts are redirected to it.
fn own_host(site: &site_schema::model::Site) -> Option<&'static str> {
    if !site.redirect_other_hosts {
        return None;
    }
    let host = site.origin.strip_prefix("https://")?;
    Some(host.to_owned().leak())
}
