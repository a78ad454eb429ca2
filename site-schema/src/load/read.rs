//! The files of a content folder as they stand.

use super::document::Document;
use super::file::{File, FileKind, FrontMatterFault, Target, Use};
use super::leaves::leaves;
use super::markdown::{Prose, tokens};
use super::strings::SourceMap;
use super::validate::violations;
use crate::model::format;
use crate::schemas::SCHEMAS;
use rayon::prelude::*;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use walkdir::WalkDir;

/// A file that could not be taken, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    pub path: String,
    pub fault: StrayFault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StrayFault {
    /// No kind of content lives at this place under this name.
    Unexpected,
    /// It is not UTF-8; the byte where that shows.
    NotUtf8(usize),
    /// Neither a file nor a folder, or a link.
    NotAFile,
    Unreadable(String),
}

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Folder {
    pub files: Vec<File>,
    /// Paths below `content/images`.
    pub images: Vec<String>,
    pub strays: Vec<Stray>,
}

/// Reads every file below the content folder, in the order of their paths.
pub fn read(content: &Path) -> io::Result<Folder> {
    fs::read_dir(content)?;
    let mut folder = Folder::default();
    let mut wanted = Vec::new();
    for entry in WalkDir::new(content).min_depth(1).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(content);
                let fault = StrayFault::Unreadable(error.to_string());
                folder.strays.push(Stray {
                    path: shown(content, path),
                    fault,
                });
                continue;
            }
        };
        let path = shown(content, entry.path());
        let below = path.trim_start_matches("content/").to_owned();
        if entry.file_type().is_dir() {
            continue;
        }
        if !entry.file_type().is_file() {
            folder.strays.push(Stray {
                path,
                fault: StrayFault::NotAFile,
            });
        } else if let Some(image) = below.strip_prefix("images/") {
            folder.images.push(image.to_owned());
        } else if let Some(kind) = kind(&below) {
            wanted.push((entry.into_path(), path, kind));
        } else {
            folder.strays.push(Stray {
                path,
                fault: StrayFault::Unexpected,
            });
        }
    }
    let read: Vec<Result<File, Stray>> = wanted
        .into_par_iter()
        .map(|(on_disk, path, kind)| match fs::read(&on_disk) {
            Err(error) => Err(Stray {
                path,
                fault: StrayFault::Unreadable(error.to_string()),
            }),
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Ok(parse(path, kind, text)),
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    Err(Stray {
                        path,
                        fault: StrayFault::NotUtf8(at),
                    })
                }
            },
        })
        .collect();
    for file in read {
        match file {
            Ok(file) => folder.files.push(file),
            Err(stray) => folder.strays.push(stray),
        }
    }
    Ok(folder)
}

/// A path as it is shown: from the folder that holds `content`, with slashes.
fn shown(content: &Path, path: &Path) -> String {
    let below = path.strip_prefix(content).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    format!("content/{}", parts.join("/"))
}

/// What a file is, by its path below `content`.
fn kind(below: &str) -> Option<FileKind> {
    match below {
        "site.toml" => return Some(FileKind::Site),
        "fees.toml" => return Some(FileKind::Fees),
        "facts.toml" => return Some(FileKind::Facts),
        "redirects.toml" => return Some(FileKind::Redirects),
        _ => {}
    }
    if let Some(slug) = below
        .strip_prefix("articles/")
        .and_then(|name| name.strip_suffix(".mdx"))
    {
        return (!slug.contains('/')).then(|| FileKind::Article(slug.to_owned()));
    }
    let page = below.strip_prefix("pages/")?.strip_suffix(".toml")?;
    let route = match page.strip_suffix("/index") {
        _ if page == "index" => "/".to_owned(),
        Some(folder) => format!("/{folder}"),
        None => format!("/{page}"),
    };
    Some(FileKind::Page(route))
}

/// Reads one file's text.
pub fn parse(path: String, kind: FileKind, text: String) -> File {
    let start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let schema = match kind {
        FileKind::Site => &SCHEMAS.site,
        FileKind::Fees => &SCHEMAS.fees,
        FileKind::Facts => &SCHEMAS.facts,
        FileKind::Redirects => &SCHEMAS.redirects,
        FileKind::Page(_) => &SCHEMAS.page,
        FileKind::Article(_) => &SCHEMAS.article,
    };
    let (front_matter, body, fault) = match kind {
        FileKind::Article(_) => match split_front_matter(&text, start) {
            Ok((front_matter, body)) => (front_matter, Some(body), None),
            Err(fault) => (start..start, None, Some(fault)),
        },
        _ => (start..text.len(), None, None),
    };
    let document = Document::parse(&text, front_matter);
    let whole = document.errors.is_empty() && fault.is_none();
    let mut file = File {
        violations: if whole {
            violations(schema, &document.value)
        } else {
            Vec::new()
        },
        leaves: leaves(&text, &document, &schema.schema),
        body: body
            .map(|range| Prose::parse(text[range.clone()].to_owned(), SourceMap::verbatim(range))),
        path,
        kind,
        text,
        document,
        front_matter_fault: fault,
        anchors: Vec::new(),
        uses: Vec::new(),
    };
    file.anchors = file.body.as_ref().map_or_else(Vec::new, Prose::anchors);
    file.uses = uses(&file);
    file
}

/// Where an article's front matter and body stand.
fn split_front_matter(
    text: &str,
    start: usize,
) -> Result<(Range<usize>, Range<usize>), FrontMatterFault> {
    let mut lines = text[start..].split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    match first.trim_end() {
        "+++" => {}
        "---" => return Err(FrontMatterFault::Yaml),
        _ => return Err(FrontMatterFault::Missing),
    }
    let from = start + first.len();
    let mut at = from;
    for line in lines {
        if line.trim_end() == "+++" {
            return Ok((from..at, at + line.len()..text.len()));
        }
        at += line.len();
    }
    Err(FrontMatterFault::Unclosed)
}

/// Every place of a file that points somewhere else.
fn uses(file: &File) -> Vec<Use> {
    let mut uses = Vec::new();
    for leaf in &file.leaves {
        let target = match leaf.format {
            format::LINK => Some(Target::Link),
            format::IMAGE => Some(Target::Image),
            format::SCHEDULE => Some(Target::Schedule),
            format::EXTERNAL => Some(Target::External),
            _ => None,
        };
        let whole = leaf.map.source(0..leaf.value.len());
        uses.extend(target.map(|target| Use {
            target,
            name: leaf.value.clone(),
            span: whole,
        }));
        if matches!(leaf.format, format::TEXT | format::TIME_OF_YEAR) {
            uses.extend(tokens(&leaf.value).into_iter().map(|(name, span)| Use {
                target: Target::Token,
                name,
                span: leaf.map.source(span),
            }));
        }
        uses.extend(leaf.prose.iter().flat_map(Prose::uses));
    }
    uses.extend(file.body.iter().flat_map(Prose::uses));
    uses
}
