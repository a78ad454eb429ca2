//! The files of the built site, and the paths that they are served at.
//!
//! A page is an `.html` file whose path is its route: `index.html` is `/`, `blog/x.html` is `/blog/x`. `404.html` answers
//! every unknown path and has none of its own. What lies in `assets/` has a hash of its content in its name. Names that
//! begin with a dot are tools' own and stay out, except `.well-known`.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use crate::cache::Cache;
use crate::site::{Resource, Site};
use crate::{headers, policy};

const NOT_FOUND: &str = "404.html";

/// Adds every file in `dist` to the site, by its path.
pub fn read(dist: &Path, cache: &Cache, site: &mut Site) {
    let entries = WalkDir::new(dist).sort_by_file_name().into_iter();
    let mut files = Vec::new();
    for entry in entries.filter_entry(is_served) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => files.push(entry.into_path()),
            Err(error) => {
                let problem = unread(&error);
                site.problems.push(format!("{}: {problem}", dist.display()));
            }
        }
    }

    // To read the pages is most of the work.
    let resources: Vec<_> = files
        .par_iter()
        .map(|file| resource(file, &name(dist, file), cache))
        .collect();
    for (file, resource) in files.iter().zip(resources) {
        match resource {
            Ok(resource) => site.add(file.display(), &route(&name(dist, file)), resource),
            Err(problem) => site.problems.push(format!("{}: {problem}", file.display())),
        }
    }
}

/// The path of a file below `dist`.
fn name<'f>(dist: &Path, file: &'f Path) -> Cow<'f, str> {
    file.strip_prefix(dist).unwrap_or(file).to_string_lossy()
}

/// Returns true for a folder or a file that visitors may open.
fn is_served(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() == 0 || !name.starts_with('.') || name == ".well-known"
}

/// The path that a file is served at: `index.html` -> `/`, `blog/index.html` -> `/blog`, `fees.html` -> `/fees`, `favicon.svg` -> `/favicon.svg`.
fn route(name: &str) -> String {
    match name.strip_suffix(".html") {
        Some("index") => "/".to_owned(),
        Some(page) => format!("/{}", page.strip_suffix("/index").unwrap_or(page)),
        None => format!("/{name}"),
    }
}

/// Reads a file, with the headers that belong on its kind.
fn resource(file: &Path, name: &str, cache: &Cache) -> Result<Resource, String> {
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    let Some(content_type) = headers::content_type(&extension) else {
        return Err(format!(
            "expected a kind of file that the server knows, found .{extension}; add its media type to site-prepare/src/headers.rs, or keep the file out of the web build"
        ));
    };
    let body = fs::read(file).map_err(|error| unread(&error))?;
    let caching = match name {
        NOT_FOUND => headers::REVALIDATE,
        name if name.starts_with("assets/") => headers::IMMUTABLE,
        _ => headers::SHARED,
    };
    let headers = if extension == "html" {
        headers::of_page(policy_of(&body, cache)?.leak(), caching)
    } else {
        headers::of_file(content_type, caching)
    };
    Ok(Resource {
        headers,
        body,
        ..Resource::default()
    })
}

/// The Content-Security-Policy of a page.
fn policy_of(page: &[u8], cache: &Cache) -> Result<String, String> {
    let html = str::from_utf8(page).map_err(|error| {
        format!("expected UTF-8, found: {error}; the web build must write UTF-8")
    })?;
    let policy = cache.get_or_make(page, policy::HOW, |_| policy::policy(html).into_bytes());
    Ok(String::from_utf8_lossy(&policy).into_owned())
}

/// The problem of a file that can't be read.
fn unread(error: &dyn Display) -> String {
    format!("expected a readable file, found: {error}; check its permissions")
}
