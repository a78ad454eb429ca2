//! Errors of reading and writing a record.

use std::fmt;
use std::io;
use std::path::Path;

/// The result of reading or writing a record.
pub type Result<T> = std::result::Result<T, Error>;

/// An error. Its message says what was expected, what was found, where, and what to do.
#[derive(Debug)]
pub enum Error {
    /// The operating system refused an operation, for example because a disk is full or a permission is missing.
    System { tried: String, reason: io::Error },
    /// The record has changed since it was written.
    Damaged(String),
    /// The record doesn't allow the request, for example a second writer.
    Refused(String),
}

impl Error {
    /// The error for a file operation that the operating system refused.
    pub fn system(tried: &str, path: &Path, reason: io::Error) -> Self {
        let tried = format!("{tried} {}", path.display());
        Self::System { tried, reason }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::System { tried, reason } => write!(
                formatter,
                "cannot {tried} ({reason}); the record lost nothing: remove the cause, and run the command again"
            ),
            Self::Damaged(words) | Self::Refused(words) => formatter.write_str(words),
        }
    }
}

impl std::error::Error for Error {}
