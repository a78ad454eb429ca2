//! Reads the files of a content folder, and rejects the others.

use super::file::{File, RejectedFile, Rejection};
use super::kind::FileKind;
use super::picture::{self, Picture, Pictures};
use super::tree::Tree;
use super::{MAX_FILE, MAX_IMAGE};
use rayon::prelude::*;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::Arc;
use walkdir::{DirEntry, WalkDir};

/// The file extensions of pictures.
pub const PICTURES: [&str; 6] = ["svg", "jpg", "jpeg", "png", "webp", "avif"];

/// The parts of the last reading that can be reused.
#[derive(Debug, Default)]
pub struct Before {
    pub files: Vec<Arc<File>>,
    pub images: Pictures,
}

/// Reads every file below the content folder, sorted by path. A file with the same text as before
/// isn't parsed again, and a picture of the same length and time isn't read again.
pub fn read(content: &Path, before: Before) -> io::Result<Tree> {
    fs::read_dir(content)?;
    let mut files_before: HashMap<String, Arc<File>> = HashMap::with_capacity(before.files.len());
    for file in before.files {
        files_before.insert(file.path.clone(), file);
    }

    let mut tree = Tree::default();
    let mut accepted = Vec::new();
    let mut pictures = Vec::new();
    for entry in WalkDir::new(content).min_depth(1).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => {
                let path = display_path(content, entry.path());
                match sort_file(&entry, &path, &mut tree) {
                    Some(ReadAs::Text(kind)) => accepted.push(AcceptedFile {
                        on_disk: entry.into_path(),
                        before: files_before.remove(&path),
                        path,
                        kind,
                    }),
                    Some(ReadAs::Picture(name)) => pictures.push((name, entry)),
                    None => {}
                }
            }
            Err(error) => tree.rejected.push(RejectedFile {
                path: display_path(content, error.path().unwrap_or(content)),
                reason: Rejection::Unreadable(error.to_string()),
                kind: None,
            }),
        }
    }

    let results: Vec<_> = accepted.into_par_iter().map(AcceptedFile::read).collect();
    for result in results {
        match result {
            Ok(file) => tree.files.push(file),
            Err(rejected) => tree.rejected.push(rejected),
        }
    }
    read_pictures(&pictures, &before.images, &mut tree);
    tree.rebuild_index();
    Ok(tree)
}

/// Reads pictures, and adds their errors to the tree. Their bytes aren't kept.
fn read_pictures(pictures: &[(String, DirEntry)], before: &Pictures, tree: &mut Tree) {
    let results: Vec<_> = pictures
        .par_iter()
        .map(|(name, entry)| read_picture(name, entry, before.get(name)))
        .collect();
    for ((name, _), result) in pictures.iter().zip(results) {
        match result {
            Ok(picture) => _ = tree.images.insert(name.clone(), picture),
            Err(error) => tree.rejected.push(RejectedFile {
                path: format!("content/images/{name}"),
                reason: Rejection::Unreadable(error.to_string()),
                kind: None,
            }),
        }
    }
}

fn read_picture(name: &str, entry: &DirEntry, before: Option<&Picture>) -> io::Result<Picture> {
    let metadata = entry.metadata()?;
    let stamp = Some((metadata.len(), metadata.modified()?));
    if let Some(before) = before
        && before.stamp == stamp
    {
        return Ok(before.clone());
    }

    let mut bytes = Vec::new();
    let file = fs::File::open(entry.path())?;
    file.take(MAX_IMAGE).read_to_end(&mut bytes)?;
    Ok(Picture {
        stamp,
        error: picture::examine(name, &bytes),
        has_text: picture::has_text(name, &bytes),
    })
}

/// The way to read a file.
enum ReadAs {
    Text(FileKind),
    /// A picture, by its path relative to `content/images`.
    Picture(String),
}

/// Adds a file to the tree if it is rejected or is a picture, without opening it. Returns how to
/// read it unless it is rejected.
fn sort_file(entry: &DirEntry, path: &str, tree: &mut Tree) -> Option<ReadAs> {
    if is_editor_temp_file(&entry.file_name().to_string_lossy()) {
        tree.rejected.push(RejectedFile {
            path: path.to_owned(),
            reason: Rejection::Scratch,
            kind: None,
        });
        return None;
    }

    let kind = FileKind::at(path);
    let mut image = None;
    if let Some(name) = path.strip_prefix("content/images/")
        && is_picture(name)
    {
        image = Some(name.to_owned());
        tree.images.insert(name.to_owned(), Picture::default());
    }
    if let Some(reason) = rejection(entry, kind.as_ref(), image.is_some()) {
        tree.rejected.push(RejectedFile {
            path: path.to_owned(),
            reason,
            kind,
        });
        return None;
    }
    match image {
        Some(name) => Some(ReadAs::Picture(name)),
        None => kind.map(ReadAs::Text),
    }
}

/// A file to read.
struct AcceptedFile {
    on_disk: PathBuf,
    path: String,
    kind: FileKind,
    /// The file in the last reading.
    before: Option<Arc<File>>,
}

impl AcceptedFile {
    /// Reads the file, and parses it if its text is different.
    fn read(self) -> Result<Arc<File>, RejectedFile> {
        match read_text(&self.on_disk) {
            Ok(text) => Ok(match self.before {
                Some(before) if *before.text == *text => before,
                _ => Arc::new(File::parse(self.path, self.kind, text)),
            }),
            Err(reason) => Err(RejectedFile {
                path: self.path,
                reason,
                kind: Some(self.kind),
            }),
        }
    }
}

/// Returns the reason to reject a file without opening it.
fn rejection(entry: &DirEntry, kind: Option<&FileKind>, is_image: bool) -> Option<Rejection> {
    if !entry.file_type().is_file() {
        let description = match fs::read_link(entry.path()) {
            Ok(target) => format!("a symbolic link to {}", target.display()),
            Err(_) => "a pipe, a socket or a device".to_owned(),
        };
        return Some(Rejection::Special(description));
    }
    if kind.is_none() && !is_image {
        return Some(Rejection::Unexpected);
    }
    let limit = if is_image { MAX_IMAGE } else { MAX_FILE };
    let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
    (bytes > limit).then_some(Rejection::TooLarge { bytes, limit })
}

fn read_text(path: &Path) -> Result<String, Rejection> {
    let bytes = fs::read(path).map_err(|error| Rejection::Unreadable(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| not_utf8(&error))
}

/// The byte-order marks of UTF-16.
const UTF16_MARKS: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

fn not_utf8(error: &FromUtf8Error) -> Rejection {
    let bytes = error.as_bytes();
    let is_utf16 = UTF16_MARKS.iter().any(|mark| bytes.starts_with(mark));
    if is_utf16 {
        return Rejection::NotUtf8("UTF-16, which some editors call Unicode".to_owned());
    }

    let valid_bytes = &bytes[..error.utf8_error().valid_up_to()];
    let valid = String::from_utf8_lossy(valid_bytes);
    let last_line = valid.rsplit('\n').next().unwrap_or_default();
    let line = valid.matches('\n').count() + 1;
    let column = last_line.chars().count() + 1;
    Rejection::NotUtf8(format!("an invalid byte in line {line}, column {column}"))
}

/// The suffixes of backups and temporary files of editors.
const TEMP_FILE_ENDINGS: [&str; 3] = ["~", "___jb_tmp___", "___jb_old___"];

/// Returns true if a file's name is that of a temporary file of an editor or the system.
pub fn is_editor_temp_file(name: &str) -> bool {
    // Files of systems, Vim, Emacs and office programs. Vim writes 4913 to find out whether a
    // folder is writable.
    let is_hidden = name.starts_with(['.', '~']);
    let is_autosave = name.starts_with('#') && name.ends_with('#');
    let is_of_system = matches!(name, "Thumbs.db" | "desktop.ini" | "4913");
    let has_temp_ending = TEMP_FILE_ENDINGS
        .iter()
        .any(|ending| name.ends_with(ending));
    is_hidden || is_autosave || is_of_system || has_temp_ending
}

/// Returns a path for people: relative to the folder that contains `content`, with slashes.
fn display_path(content: &Path, path: &Path) -> String {
    let below = path.strip_prefix(content).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    format!("content/{}", parts.join("/")).replace(char::is_control, "\u{fffd}")
}

/// Returns true if a file in `content/images` is a picture by its name.
fn is_picture(name: &str) -> bool {
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    PICTURES.contains(&extension.to_lowercase().as_str())
}
