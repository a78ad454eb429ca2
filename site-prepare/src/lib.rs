//! Makes the table of responses of the built pages and the compiled content: all that `site-server` serves, in one file.
//!
//! 1. The pages must be made from the same content.
//! 2. [`dist`] finds the files and the paths that they are served at.
//! 3. [`policy`] reads each page and writes its Content-Security-Policy.
//! 4. [`headers`] gives each response the headers that belong on its kind.
//! 5. [`encode`] compresses each body and tags each encoding; [`cache`] keeps the results that have taken long.
//!
//! Every problem is collected and reported at once. The same input gives the same bytes.

mod cache;
mod dist;
mod encode;
mod headers;
mod hex;
mod policy;
mod site;

use std::path::Path;
use std::{fs, io};

use http::StatusCode;
use rayon::prelude::*;
use site_schema::model::Content;
use site_server::table::Table;

use cache::Cache;
use encode::encode;
use site::{Resource, Site};

/// The content of a site, and the digest that its pages must be made from.
pub struct Source<'a> {
    /// The name of where it comes from, for messages.
    pub name: String,
    pub digest: &'a str,
    pub content: &'a Content,
}

/// Writes the table of the built pages in `dist` and of the content to `out`; `cache` is the folder of what takes long to make.
///
/// # Errors
/// Everything that is wrong, each with what to do. Then nothing is written.
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
    let table = table(dist, source.content, &cache)?;
    write(out, &table).map_err(unwritten)?;
    cache.close().map_err(unwritten)
}

/// Writes a file, and the folder that it is in.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, bytes)
}

/// Checks that the pages were made from the same content: the web build writes the digest of what it has made them from.
fn check_digest(source: &Source<'_>, dist: &Path) -> Result<(), String> {
    let mark = dist.join(".content");
    let text = fs::read_to_string(&mark).unwrap_or_else(|error| error.to_string());
    let found = text.trim_end();
    if found == source.digest {
        return Ok(());
    }
    Err(format!(
        "expected the pages in {} to be made from the same content as {}, of digest {}, found {found} in {}; run `cargo site build`",
        dist.display(),
        source.name,
        source.digest,
        mark.display()
    ))
}

/// Returns the bytes of the table, or everything that is wrong.
fn table(dist: &Path, content: &Content, cache: &Cache) -> Result<Vec<u8>, Vec<String>> {
    let mut site = Site::default();
    dist::read(dist, cache, &mut site);
    let documents = site_content::documents(content).map_err(|error| vec![error.to_string()])?;
    for document in documents {
        let source = format!("the document {}", document.path);
        let resource = Resource {
            headers: headers::of_file(document.content_type, headers::SHARED),
            body: document.body,
            ..Resource::default()
        };
        site.add(source, document.path, resource);
    }

    // It answers every unknown path, and has none of its own.
    let Some(mut not_found) = site.resources.remove("/404") else {
        site.problems.push(format!(
            "expected the not-found page 404.html in {}, found none; `cargo site build` makes it from content/pages/404.toml",
            dist.display()
        ));
        return Err(site.problems);
    };
    not_found.status = StatusCode::NOT_FOUND;
    for (from, to) in site_content::redirects(content) {
        site.add_redirect(from, to, &not_found);
    }
    if !site.problems.is_empty() {
        return Err(site.problems);
    }

    let common = headers::common(&content.site.hsts);
    let rows = site
        .resources
        .into_par_iter()
        .map(|(path, resource)| encode(path, resource, &common, cache))
        .collect();
    let not_found = encode(String::new(), not_found, &common, cache);
    let own_host = own_host(&content.site);
    Ok(Table::new(own_host, common, rows, not_found).to_bytes())
}

/// The host of the site's own address, where visitors of other hosts are redirected to it.
fn own_host(site: &site_schema::model::Site) -> Option<&'static str> {
    if !site.redirect_other_hosts {
        return None;
    }
    let host = site.origin.strip_prefix("https://")?;
    Some(host.to_owned().leak())
}
