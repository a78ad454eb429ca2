//! The files of the built site, and the paths that serve them.
//!
//! A page is an `.html` file. Its path is its route: `index.html` is `/`, and `blog/x.html` is `/blog/x`. `404.html` answers
//! unknown paths and doesn't have its own path. Names of files in `assets/` contain a hash of the content. Names that begin with a dot
//! belong to tools and aren't served, except `.well-known`.
//!
//! These files are the first edition. `.editions/SECONDS/` has pages that change or start at that time, and
//! `.editions/files.json` has the time when each later file is first used. A file is never removed, because a page that a
//! visitor has open may still request it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use crate::cache::Cache;
use crate::resource::Resource;
use crate::{headers, policy};

const NOT_FOUND: &str = "404.html";
const EDITIONS: &str = ".editions";
const LATER_FILES: &str = "files.json";

/// The contents of a built site.
#[derive(Default)]
pub struct Dist {
    /// The files by path.
    pub files: BTreeMap<String, Versions>,
    pub problems: Vec<String>,
}

/// The versions of one path, each with its start. A version without a start belongs to the first edition.
#[derive(Default)]
pub struct Versions {
    /// Sorted by start.
    list: Vec<(Option<i64>, File)>,
}

/// A file to serve.
pub struct File {
    /// Its location on disk.
    pub source: PathBuf,
    pub resource: Resource,
}

impl Versions {
    /// The version for the edition that starts at this time.
    pub fn at(&self, starts: Option<i64>) -> Option<&File> {
        let mut newest = None;
        for (begins, file) in &self.list {
            if *begins <= starts {
                newest = Some(file);
            }
        }
        newest
    }
}

/// Reads every file in `dist`.
pub fn read(dist: &Path, cache: &Cache) -> Dist {
    let mut read = Dist::default();
    let editions = dist.join(EDITIONS);
    match later_files(&editions.join(LATER_FILES)) {
        Ok(later) => read.add_folder(dist, cache, |path| later.get(path).copied()),
        Err(problem) => read.problems.push(problem),
    }

    let mut moments = Vec::new();
    // The folder doesn't exist if nothing is scheduled.
    for entry in fs::read_dir(&editions).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if let Ok(seconds) = name.to_string_lossy().parse::<i64>() {
            moments.push(seconds);
        }
    }
    moments.sort_unstable();
    for seconds in moments {
        let folder = editions.join(seconds.to_string());
        read.add_folder(&folder, cache, |_| Some(seconds));
    }
    read
}

/// The starts of files that only a later edition uses, by path. Empty if there is no such list.
fn later_files(list: &Path) -> Result<BTreeMap<String, i64>, String> {
    let text = match fs::read_to_string(list) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(format!("{}: {}", list.display(), unread(&error))),
    };
    let listed: BTreeMap<String, i64> = serde_json::from_str(&text).map_err(|error| {
        format!(
            "{}: expected the moment of each file, in seconds since 1970, found: {error}; run `cargo site build`",
            list.display()
        )
    })?;
    let mut moments = BTreeMap::new();
    for (path, seconds) in listed {
        moments.insert(format!("/{}", path.trim_start_matches('/')), seconds);
    }
    Ok(moments)
}

impl Dist {
    /// Adds every file in a folder. `begins` returns the start for a path.
    fn add_folder(&mut self, folder: &Path, cache: &Cache, begins: impl Fn(&str) -> Option<i64>) {
        let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
        let mut found = Vec::new();
        for entry in entries.filter_entry(is_served) {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => found.push(entry.into_path()),
                Err(error) => {
                    let problem = unread(&error);
                    self.problems
                        .push(format!("{}: {problem}", folder.display()));
                }
            }
        }

        // Parallel, because reading the pages is most of the work.
        let resources: Vec<_> = found
            .par_iter()
            .map(|file| resource(file, &name(folder, file), cache))
            .collect();
        for (source, resource) in found.into_iter().zip(resources) {
            let path = route(&name(folder, &source));
            match resource {
                Ok(resource) => self.add_file(&path, begins(&path), File { source, resource }),
                Err(problem) => self
                    .problems
                    .push(format!("{}: {problem}", source.display())),
            }
        }
    }

    /// Adds a file that is served at a path from a given time.
    fn add_file(&mut self, path: &str, begins: Option<i64>, file: File) {
        let versions = self.files.entry(path.to_owned()).or_default();
        let is_taken = versions.list.iter().any(|(other, _)| *other == begins);
        if is_taken {
            self.problems.push(format!(
                "{}: expected a path that nothing else uses, found that {path} is already served; rename or remove one",
                file.source.display()
            ));
        } else {
            versions.list.push((begins, file));
        }
    }
}

/// The path of a file below a folder.
fn name<'f>(folder: &Path, file: &'f Path) -> Cow<'f, str> {
    file.strip_prefix(folder).unwrap_or(file).to_string_lossy()
}

/// Returns true if visitors may open this folder or file.
fn is_served(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() == 0 || !name.starts_with('.') || name == ".well-known"
}

/// The path that serves a file: `index.html` -> `/`, `blog/index.html` -> `/blog`, `fees.html` -> `/fees`, `favicon.svg` -> `/favicon.svg`.
fn route(name: &str) -> String {
    match name.strip_suffix(".html") {
        Some("index") => "/".to_owned(),
        Some(page) => format!("/{}", page.strip_suffix("/index").unwrap_or(page)),
        None => format!("/{name}"),
    }
}

/// Reads a file, with the headers for its kind.
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
        body: body.leak(),
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

/// The message for a file that can't be read.
fn unread(error: &dyn Display) -> String {
    format!("expected a readable file, found: {error}; check its permissions")
}
