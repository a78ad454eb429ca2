//! The reasons why a file isn't a server or a table, or doesn't match its trailer.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

/// A problem with a file. Its message says what was expected, what was found, and what to do.
#[derive(Debug)]
pub enum Problem {
    /// A problem with the file at this path.
    InFile {
        path: PathBuf,
        problem: Box<Problem>,
    },
    /// The operating system failed at this task.
    System {
        task: &'static str,
        error: io::Error,
    },
    /// The file is shorter than a trailer.
    TooShort { length: u64 },
    /// The file doesn't end with a trailer.
    NoTrailer { found: String },
    /// A line of the trailer has another form.
    Line { expected: String, found: String },
    /// The trailer has extra lines, or its lines have another form.
    Form,
    /// The file is of another kind.
    Kind {
        expected: &'static str,
        found: &'static str,
    },
    /// The table and the trailer don't fit into the file, or don't fill it.
    Length { expected: String, found: u64 },
    /// The bytes of the table have another digest than the trailer.
    Digest { expected: String, found: String },
    /// The program is for another kind of processor than the trailer says, or for an unknown one.
    Architecture { expected: String, found: String },
    /// The file isn't an executable program.
    NoProgram { expected: &'static str },
    /// The program file already ends with a table.
    HasTable,
    /// The file has neither a trailer nor an earlier version's ending.
    NoTable,
    /// This program can't read the table's version of the format.
    Version { found: u32 },
    /// The table has the right digest, but its content is invalid.
    Content,
    /// The table is of another commit than the trailer says.
    Commit { expected: String, found: String },
    /// The target folder contains files.
    FolderInUse,
    /// An unpacked site is malformed, or a body has other bytes.
    Unpacked { expected: String, found: String },
}

impl Problem {
    /// Adds the path of the file.
    pub fn in_file(self, path: &Path) -> Self {
        Problem::InFile {
            path: path.to_owned(),
            problem: Box::new(self),
        }
    }

    /// Returns a function that converts an I/O error.
    pub(crate) fn system(task: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Problem::System { task, error }
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BUILD: &str = "build it again with `cargo site build`";
        const COPY: &str =
            "copy it again from where it was built, or build it again with `cargo site build`";
        match self {
            Problem::InFile { path, problem } => write!(f, "{}: {problem}", path.display()),
            Problem::System { task, error } => {
                write!(
                    f,
                    "expected to {task}, found: {error}; check the path, its permissions and the disk"
                )
            }
            Problem::TooShort { length } => write!(
                f,
                "expected a file with a trailer of 256 bytes, found a file of {length} bytes; {COPY}"
            ),
            Problem::NoTrailer { found } => write!(
                f,
                "expected a trailer that begins with \"site-trailer 1\" in the last 256 bytes, found {found}; {BUILD}"
            ),
            Problem::Line { expected, found } => {
                write!(
                    f,
                    "expected {expected} in the trailer, found {found:?}; {COPY}"
                )
            }
            Problem::Form => write!(
                f,
                "expected seven lines, then spaces and a newline in the trailer, found another form; {COPY}"
            ),
            Problem::Kind { expected, found } => write!(
                f,
                "expected a {expected} file, found a {found} file; name another file"
            ),
            Problem::Length { expected, found } => write!(
                f,
                "expected {expected} before the trailer, found {found} bytes; {COPY}"
            ),
            Problem::Digest { expected, found } => write!(
                f,
                "expected a table with the digest {expected}, found {found}: the file is damaged; {COPY}"
            ),
            Problem::Architecture { expected, found } => write!(
                f,
                "expected a program for {expected}, found one for {found}; \
                 build it for that processor with `cargo site build --target`"
            ),
            Problem::NoProgram { expected } => {
                write!(f, "expected {expected}, found another kind of file; {COPY}")
            }
            Problem::HasTable => write!(
                f,
                "expected a program without a table, found a built server; name the program that Cargo compiled"
            ),
            Problem::NoTable => write!(
                f,
                "expected the table of a site at the end of the file, found none; \
                 `cargo site build` makes a program with one"
            ),
            Problem::Version { found } => write!(
                f,
                "expected a table of version 7 or 8, found version {found}; \
                 use the program of the commit that built the file, or build the file again with `cargo site build`"
            ),
            Problem::Content => write!(
                f,
                "expected the format of the table's version, found another format; {BUILD}"
            ),
            Problem::Commit { expected, found } => write!(
                f,
                "expected a table of commit {expected}, from the trailer, found commit {found}; {COPY}"
            ),
            Problem::FolderInUse => write!(
                f,
                "expected an empty folder, or none, found files in it; empty it, or name another one"
            ),
            Problem::Unpacked { expected, found } => {
                write!(
                    f,
                    "expected {expected}, found {found}; unpack the site again"
                )
            }
        }
    }
}

impl Error for Problem {}
