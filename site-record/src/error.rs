//! The ways in which reading or writing a record fails.

use std::fmt;
use std::io;
use std::path::Path;

/// The result of what reads or writes a record.
pub type Result<T> = std::result::Result<T, Error>;

/// An error, whose words say what was expected, what was found, where, and what to do.
#[derive(Debug)]
pub enum Error {
    /// The operating system's refusal, with what was tried: a full disk, a missing permission.
    System { tried: String, reason: io::Error },
    /// A record that is not as it was written.
    Damaged(String),
    /// A request that a record does not accept, such as a second writer.
    Refused(String),
}

impl Error {
    /// The error where the system refuses something about a file.
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
                "cannot {tried} ({reason}); nothing of the record is lost: remove the cause, and call it again"
            ),
            Self::Damaged(words) | Self::Refused(words) => formatter.write_str(words),
        }
    }
}

impl std::error::Error for Error {}
