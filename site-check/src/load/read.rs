//! The files of a content folder as they are.

use super::file::{File, RejectedFile, Rejection};
use super::kind::FileKind;
use super::limits::{MAX_FILE, MAX_IMAGE, MAX_LEDGER};
use super::tree::Tree;
use rayon::iter::Either;
use rayon::prelude::*;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::string::FromUtf8Error;
use walkdir::{DirEntry, WalkDir};

/// The file extensions of pictures.
pub const PICTURES: [&str; 6] = ["svg", "jpg", "jpeg", "png", "webp", "avif"];

/// Reads every file below the content folder, in the order of their paths. One that was read before, and whose text is the
/// same, is not parsed again.
pub fn read(content: &Path, before: Vec<File>) -> io::Result<Tree> {
    fs::read_dir(content)?;
    let before = before.into_iter().map(|file| (file.path.clone(), file));
    let mut before: HashMap<_, _> = before.collect();
    let mut tree = Tree::default();
    let mut accepted = Vec::new();
    for entry in WalkDir::new(content).min_depth(1).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) if entry.file_type().is_dir() => continue,
            Ok(entry) => entry,
            Err(error) => {
                tree.rejected.push(RejectedFile {
                    path: shown(content, error.path().unwrap_or(content)),
                    reason: Rejection::Unreadable(error.to_string()),
                    kind: None,
                });
                continue;
            }
        };
        let path = shown(content, entry.path());
        let is_editor_temp_file = is_editor_temp_file(&entry.file_name().to_string_lossy());
        let kind = FileKind::at(&path).filter(|_| !is_editor_temp_file);
        let picture = path.strip_prefix("content/images/");
        let picture = picture.filter(|name| !is_editor_temp_file && is_picture(name));
        tree.images.extend(picture.map(str::to_owned));
        let reason = match picture {
            _ if is_editor_temp_file => Some(Rejection::Scratch),
            _ => rejection(&entry, kind.as_ref(), picture.is_some()),
        };
        match (reason, kind) {
            (Some(reason), kind) => tree.rejected.push(RejectedFile { path, reason, kind }),
            (None, Some(kind)) => {
                let before = before.remove(&path);
                accepted.push((entry.into_path(), path, kind, before));
            }
            (None, None) => {}
        }
    }
    let read = accepted.into_par_iter();
    let (files, rejected): (_, Vec<_>) = read.partition_map(
        |(on_disk, path, kind, before)| match (read_text(&on_disk), before) {
            (Ok(text), Some(before)) if *before.text == *text => Either::Left(before),
            (Ok(text), _) => Either::Left(File::parse(path, kind, text)),
            (Err(reason), _) => Either::Right(RejectedFile {
                path,
                reason,
                kind: Some(kind),
            }),
        },
    );
    tree.files = files;
    tree.rejected.extend(rejected);
    tree.rebuild_index();
    Ok(tree)
}

/// Why a file is not read, as far as that shows before it is opened.
fn rejection(entry: &DirEntry, kind: Option<&FileKind>, is_picture: bool) -> Option<Rejection> {
    if !entry.file_type().is_file() {
        let link = fs::read_link(entry.path());
        return Some(Rejection::Special(link.map_or_else(
            |_| "a pipe, a socket or a device".to_owned(),
            |to| format!("a symbolic link to {}", to.display()),
        )));
    }
    let limit = match kind {
        _ if is_picture => MAX_IMAGE,
        Some(FileKind::Published) => MAX_LEDGER,
        Some(_) => MAX_FILE,
        None => return Some(Rejection::Unexpected),
    };
    let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
    (bytes > limit).then_some(Rejection::TooLarge { bytes, limit })
}

fn read_text(path: &Path) -> Result<String, Rejection> {
    let bytes = fs::read(path).map_err(|error| Rejection::Unreadable(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| not_utf8(&error))
}

fn not_utf8(error: &FromUtf8Error) -> Rejection {
    let bytes = error.as_bytes();
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Rejection::NotUtf8("UTF-16, which some editors call Unicode".to_owned());
    }
    let valid = String::from_utf8_lossy(&bytes[..error.utf8_error().valid_up_to()]);
    let last = valid.rsplit('\n').next().unwrap_or_default();
    let (line, column) = (valid.matches('\n').count() + 1, last.chars().count() + 1);
    Rejection::NotUtf8(format!("an invalid byte in line {line}, column {column}"))
}

/// Whether a file, by its name, is one that an open editor or the system keeps
/// beside the files people write.
pub fn is_editor_temp_file(name: &str) -> bool {
    let is_own = |ending: &&str| name.ends_with(*ending);
    // Of systems, Vim, Emacs and office programs; 4913 is how Vim tries whether it may write.
    name.starts_with(['.', '~'])
        || (name.starts_with('#') && name.ends_with('#'))
        || matches!(name, "Thumbs.db" | "desktop.ini" | "4913")
        || ["~", "___jb_tmp___", "___jb_old___"].iter().any(is_own)
}

/// A path as it is shown: from the folder that holds `content`, with slashes.
fn shown(content: &Path, path: &Path) -> String {
    let below = path.strip_prefix(content).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    format!("content/{}", parts.join("/")).replace(char::is_control, "\u{fffd}")
}

/// Whether a file in `content/images` is a picture, by its name alone.
fn is_picture(name: &str) -> bool {
    let extension = name.rsplit_once('.');
    extension.is_some_and(|(_, extension)| PICTURES.contains(&extension.to_lowercase().as_str()))
}
