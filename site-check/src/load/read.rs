//! The files of a content folder as they stand.

use super::conflict::{conflicts, first_versions};
use super::document::Document;
use super::file::{File, FileKind, FrontMatterFault};
use super::leaves::leaves;
use super::limits::{MAX_FILE, MAX_IMAGE, MAX_LEDGER};
use super::markdown::{Prose, tokens};
use super::scratch::is_scratch;
use super::strings::SourceMap;
use super::uses::{Target, Use};
use super::validate::violations;
use rayon::prelude::*;
use site_schema::model::format;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::string::FromUtf8Error;
use std::sync::Arc;
use walkdir::{DirEntry, WalkDir};

/// What the names of pictures end in.
pub const PICTURES: [&str; 6] = ["svg", "jpg", "jpeg", "png", "webp", "avif"];

/// A file that could not be taken, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    pub path: String,
    pub fault: StrayFault,
    /// What it would be, were it sound.
    pub kind: Option<FileKind>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StrayFault {
    /// No kind of content lives at this place under this name.
    Unexpected,
    /// An editor or the system keeps it for itself: no fault unless it is committed.
    Scratch,
    /// It is not UTF-8; the line and the column where that shows.
    NotUtf8 {
        line: usize,
        column: usize,
        /// Whether it is the UTF-16 of some editors.
        is_utf16: bool,
    },
    /// A symbolic link, and where it leads.
    Link(String),
    /// Neither a file nor a folder: a pipe, a socket, a device.
    Special(&'static str),
    /// It has more bytes than it may have.
    TooLarge {
        bytes: u64,
        limit: u64,
    },
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
                    kind: None,
                });
                continue;
            }
        };
        let path = shown(content, entry.path());
        let below = path.trim_start_matches("content/").to_owned();
        if entry.file_type().is_dir() {
            continue;
        }
        if is_scratch(&entry.file_name().to_string_lossy()) {
            folder.strays.push(Stray {
                path,
                fault: StrayFault::Scratch,
                kind: None,
            });
            continue;
        }
        let kind = kind(&below);
        let image = below.strip_prefix("images/");
        let is_image = image.is_some_and(is_picture);
        folder
            .images
            .extend(image.filter(|_| is_image).map(str::to_owned));
        let fault = if !entry.file_type().is_file() {
            Some(not_a_file(&entry))
        } else if kind.is_none() && !is_image {
            Some(StrayFault::Unexpected)
        } else {
            let limit = match kind {
                _ if is_image => MAX_IMAGE,
                Some(FileKind::Published) => MAX_LEDGER,
                _ => MAX_FILE,
            };
            let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
            (bytes > limit).then_some(StrayFault::TooLarge { bytes, limit })
        };
        match (fault, kind) {
            (Some(fault), kind) => folder.strays.push(Stray { path, fault, kind }),
            (None, Some(kind)) => wanted.push((entry.into_path(), path, kind)),
            (None, None) => {}
        }
    }
    let read: Vec<Result<File, Stray>> = wanted
        .into_par_iter()
        .map(|(on_disk, path, kind)| {
            let text = fs::read(&on_disk)
                .map_err(|error| StrayFault::Unreadable(error.to_string()))
                .and_then(|bytes| String::from_utf8(bytes).map_err(|error| not_utf8(&error)));
            match text {
                Ok(text) => Ok(parse(path, kind, text)),
                Err(fault) => Err(Stray {
                    path,
                    fault,
                    kind: Some(kind),
                }),
            }
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

fn not_a_file(entry: &DirEntry) -> StrayFault {
    if entry.path_is_symlink() {
        let target = fs::read_link(entry.path());
        return StrayFault::Link(target.map_or_else(
            |error| error.to_string(),
            |to| to.to_string_lossy().into_owned(),
        ));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = entry.file_type();
        StrayFault::Special(if kind.is_fifo() {
            "a pipe"
        } else if kind.is_socket() {
            "a socket"
        } else {
            "a device"
        })
    }
    #[cfg(not(unix))]
    StrayFault::Special("neither a file nor a folder")
}

fn not_utf8(error: &FromUtf8Error) -> StrayFault {
    let bytes = error.as_bytes();
    let sound = &bytes[..error.utf8_error().valid_up_to()];
    let last_line = sound
        .rsplit(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    StrayFault::NotUtf8 {
        line: sound.iter().filter(|byte| **byte == b'\n').count() + 1,
        column: String::from_utf8_lossy(last_line).chars().count() + 1,
        is_utf16: bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]),
    }
}

/// A path as it is shown: from the folder that holds `content`, with slashes.
pub fn shown(content: &Path, path: &Path) -> String {
    let below = path.strip_prefix(content).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    format!("content/{}", parts.join("/")).replace(char::is_control, "\u{fffd}")
}

/// Whether a file in `content/images` is a picture, by its name alone.
fn is_picture(name: &str) -> bool {
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase());
    ending.is_some_and(|ending| PICTURES.contains(&ending.as_str()))
}

/// What a file is, by its path below `content`.
pub fn kind(below: &str) -> Option<FileKind> {
    match below {
        "site.toml" => return Some(FileKind::Site),
        "fees.toml" => return Some(FileKind::Fees),
        "facts.toml" => return Some(FileKind::Facts),
        "redirects.toml" => return Some(FileKind::Redirects),
        "published.toml" => return Some(FileKind::Published),
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
    let schema = kind.schema();
    let conflicts = conflicts(&text);
    let text: Arc<str> = text.into();
    let first_versions: Option<Arc<str>> =
        (!conflicts.is_empty()).then(|| first_versions(&text, &conflicts).into());
    let read = first_versions.as_ref().unwrap_or(&text);
    let (front_matter, body, fault) = match kind {
        FileKind::Article(_) => match split_front_matter(read, start) {
            Ok((front_matter, body)) => (front_matter, Some(body), None),
            Err(fault) => (start..start, None, Some(fault)),
        },
        _ => (start..read.len(), None, None),
    };
    let document = Document::parse(read, front_matter);
    let whole = document.errors.is_empty() && fault.is_none() && document.too_deep.is_none();
    let mut file = File {
        violations: if whole {
            violations(schema, &document.value)
        } else {
            Vec::new()
        },
        leaves: leaves(read, &document, &schema.schema),
        body: body.map(|range| Prose::parse(&read[range.clone()], SourceMap::verbatim(range))),
        path,
        kind,
        conflicts,
        first_versions,
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
        uses.extend(leaf.prose.iter().flat_map(|prose| prose.uses()));
    }
    uses.extend(file.body.iter().flat_map(Prose::uses));
    uses
}
