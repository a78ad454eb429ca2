//! The files of the built site, and the paths that they are served at.
//!
//! A page is an `.html` file whose path is its route: `index.html` is `/`, `blog/x.html` is `/blog/x`. `404.html` answers
//! every unknown path and has none of its own. What lies in `assets/` has a hash of its content in its name. Names that
//! begin with a dot are tools' own and stay out, except `.well-known`.

use std::fs;
use std::path::Path;

use http::StatusCode;
use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use crate::cache::Cache;
use crate::site::{Resource, Site};
use crate::{headers, media, policy};

const NOT_FOUND: &str = "404.html";

/// Adds every file in `dist` to the site, by its path, and the not-found page.
pub fn read(dist: &Path, cache: &Cache, site: &mut Site) {
    let entries: Vec<_> = WalkDir::new(dist)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_served)
        .collect();
    // Reading the pages is most of the work.
    let entries = entries.into_par_iter();
    let files: Vec<Result<_, Vec<String>>> = entries
        .map(|entry| {
            let entry = entry.map_err(|error| {
                let dist = dist.display();
                vec![format!(
                    "expected to read {dist}, found: {error}; check its permissions"
                )]
            })?;
            if !entry.file_type().is_file() {
                return Ok(None);
            }
            let file = entry.into_path();
            let name = file.strip_prefix(dist).unwrap_or(&file);
            let name = name.to_string_lossy().into_owned();
            let resource = resource(&name, &file, cache)?;
            Ok(Some((name, file, resource)))
        })
        .collect();
    for file in files {
        match file {
            Ok(None) => {}
            Ok(Some((name, _, mut page))) if name == NOT_FOUND => {
                page.status = StatusCode::NOT_FOUND;
                site.not_found = Some(page);
            }
            Ok(Some((name, file, resource))) => site.add(file.display(), &route(&name), resource),
            Err(problems) => site.problems.extend(problems),
        }
    }
    if site.not_found.is_none() && site.problems.is_empty() {
        site.problems.push(format!(
            "expected the not-found page {}, found none; `cargo site build` makes it from content/pages/404.toml",
            dist.join(NOT_FOUND).display()
        ));
    }
}

fn is_served(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() == 0 || !name.starts_with('.') || name == ".well-known"
}

/// `index.html` -> `/`, `blog/index.html` -> `/blog`, `fees.html` -> `/fees`, `favicon.svg` -> `/favicon.svg`.
fn route(name: &str) -> String {
    match name.strip_suffix(".html") {
        Some("index") => "/".to_owned(),
        Some(page) => format!("/{}", page.strip_suffix("/index").unwrap_or(page)),
        None => format!("/{name}"),
    }
}

fn resource(name: &str, file: &Path, cache: &Cache) -> Result<Resource, Vec<String>> {
    let place = file.display();
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    let Some(content_type) = media::content_type(&extension) else {
        return Err(vec![format!(
            "{place}: expected a kind of file that the server knows, found .{extension}; add its media type to site-server/src/bin/prepare/media.rs, or keep the file out of the web build"
        )]);
    };
    let body = fs::read(file).map_err(|error| {
        vec![format!(
            "{place}: expected a readable file, found: {error}; check its permissions"
        )]
    })?;
    let caching = match name {
        NOT_FOUND => headers::REVALIDATE,
        name if name.starts_with("assets/") => headers::IMMUTABLE,
        _ => headers::SHARED,
    };
    let headers = if extension == "html" {
        let html = str::from_utf8(&body).map_err(|error| {
            vec![format!(
                "{place}: expected UTF-8, found: {error}; the web build must write UTF-8"
            )]
        })?;
        let policy = cache.made(&body, policy::HOW, |_| {
            policy::policy(&place.to_string(), html).map(String::into_bytes)
        })?;
        headers::of_page(
            String::from_utf8_lossy(&policy).into_owned().leak(),
            caching,
        )
    } else {
        headers::of_file(content_type, caching)
    };
    Ok(Resource {
        status: StatusCode::OK,
        headers,
        body,
    })
}

#[cfg(test)]
mod tests {
    use super::route;

    #[test]
    fn a_file_name_is_its_route() {
        for (name, expected) in [
            ("index.html", "/"),
            ("fees.html", "/fees"),
            ("blog/market-drop.html", "/blog/market-drop"),
            ("blog/index.html", "/blog"),
            ("favicon.svg", "/favicon.svg"),
            ("assets/a-1b2c.js", "/assets/a-1b2c.js"),
        ] {
            assert_eq!(route(name), expected, "{name}");
        }
    }
}
