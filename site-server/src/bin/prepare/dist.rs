//! The files of the built site, and the paths that they are served at.
//!
//! A page is an `.html` file whose path is its route: `index.html` is `/`, `blog/x.html` is `/blog/x`. `404.html` answers
//! every unknown path and has none of its own. What lies in `assets/` has a hash of its content in its name. Names that
//! begin with a dot are tools' own and stay out, except `.well-known`.

use std::collections::BTreeMap;
use std::path::Path;

use http::StatusCode;
use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use crate::cache::Cache;
use crate::headers::{self, Caching};
use crate::site::{Resource, insert};
use crate::{media, policy};

const NOT_FOUND: &str = "404.html";

/// Everything in `dist` by its path, the not-found page, and what is wrong.
pub fn resources(
    dist: &Path,
    cache: &Cache,
) -> (BTreeMap<String, Resource>, Option<Resource>, Vec<String>) {
    let mut resources = BTreeMap::new();
    let mut not_found = None;
    let mut problems = Vec::new();
    let files: Vec<_> = walk(dist)
        .filter(|entry| {
            entry
                .as_ref()
                .map_or(true, |entry| entry.file_type().is_file())
        })
        .collect();
    // Reading the pages is most of the work.
    let read: Vec<Result<_, Vec<String>>> = files
        .into_par_iter()
        .map(|entry| {
            let file = entry
                .map_err(|error| {
                    vec![format!(
                        "expected to read {}, found: {error}; check its permissions",
                        dist.display()
                    )]
                })?
                .into_path();
            let name = name_below(dist, &file);
            let resource = resource(&name, &file, cache)?;
            Ok((file, name, resource))
        })
        .collect();
    for read in read {
        match read {
            Ok((_, name, resource)) if name == NOT_FOUND => {
                not_found = Some(Resource {
                    status: StatusCode::NOT_FOUND,
                    ..resource
                })
            }
            Ok((file, name, resource)) => insert(
                &mut resources,
                &route(&name),
                resource,
                &file.display().to_string(),
                &mut problems,
            ),
            Err(found) => problems.extend(found),
        }
    }
    if not_found.is_none() && problems.is_empty() {
        problems.push(format!(
            "expected the not-found page {}, found none; `cargo site build` makes it from content/pages/404.toml",
            dist.join(NOT_FOUND).display()
        ));
    }
    (resources, not_found, problems)
}

fn walk(dist: &Path) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    WalkDir::new(dist)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !name.starts_with('.') || name == ".well-known"
        })
}

fn name_below(dist: &Path, file: &Path) -> String {
    let below = file.strip_prefix(dist).unwrap_or(file);
    below
        .iter()
        .map(|part| part.to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
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
    let extension = file
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default();
    let Some(content_type) = media::content_type(extension) else {
        return Err(vec![format!(
            "{place}: expected a kind of file that the server knows, found .{extension}; add its media type to site-server/src/bin/prepare/media.rs, or keep the file out of the web build"
        )]);
    };
    let body = std::fs::read(file).map_err(|error| {
        vec![format!(
            "{place}: expected a readable file, found: {error}; check its permissions"
        )]
    })?;
    let headers = if extension == "html" {
        let html = str::from_utf8(&body).map_err(|error| {
            vec![format!(
                "{place}: expected UTF-8, found: {error}; the web build must write UTF-8"
            )]
        })?;
        let caching = if name == NOT_FOUND {
            Caching::Revalidate
        } else {
            Caching::Shared
        };
        let policy = cache.made(&body, policy::HOW, |_| {
            policy::policy(&place.to_string(), html).map(String::into_bytes)
        })?;
        headers::of_page(&String::from_utf8_lossy(&policy), caching)
    } else {
        let caching = if name.starts_with("assets/") {
            Caching::Immutable
        } else {
            Caching::Shared
        };
        headers::of_file(content_type, caching)
    };
    Ok(Resource {
        status: StatusCode::OK,
        headers,
        body,
        compressible: media::compressible(content_type),
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
