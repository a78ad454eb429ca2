//! The reasons why a file isn't a server or a table, or isn't the one that its trailer describes.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

/// A problem with a file. Its message names the expectation, the finding, and the next step.
#[derive(Debug)]
pub enum Problem {
    /// A problem with the file of this path.
    InFile {
        path: PathBuf,
        problem: Box<Problem>,
    },
    /// The system can't do this task.
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
    /// The trailer has the lines that it needs, and more, or in another form.
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
    /// The file isn't a program.
    NoProgram { expected: &'static str },
    /// The program file ends with a table already.
    HasTable,
    /// The file has neither a trailer nor the ending of an earlier version.
    NoTable,
    /// The format of the table is older or newer than this program reads.
    Version { found: u32 },
    /// The table has the right digest, and isn't in the format of its version.
    Content,
    /// The table is of another commit than the trailer says.
    Commit { expected: String, found: String },
    /// The folder to write into holds files.
    FolderInUse,
    /// A site that was unpacked has another form, or a body has other bytes.
    Unpacked { expected: String, found: String },
}

impl Problem {
    /// Returns the problem with the path of its file.
    pub fn in_file(self, path: &Path) -> Self {
        Problem::InFile {
            path: path.to_owned(),
            problem: Box::new(self),
        }
    }

    /// Returns a function that makes a problem of an error of the system.
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
                "expected a file of the kind {expected}, found one of the kind {found}; name another file"
            ),
            Problem::Length { expected, found } => write!(
                f,
                "expected {expected} before the trailer, found {found} bytes; {COPY}"
            ),
            Problem::Digest { expected, found } => write!(
                f,
                "expected a table of digest {expected}, found {found}: the file is damaged; {COPY}"
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
                "expected the format that the table's version has, found another; {BUILD}"
            ),
            Problem::Commit { expected, found } => write!(
                f,
                "expected a table of commit {expected}, as the trailer says, found commit {found}; {COPY}"
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
