//! The exit codes of all commands: yes, no, unknown.

use anyhow::Result;
use std::process::ExitCode;

/// The answer to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Yes,
    No,
    Unknown,
    /// The origin serves the version, but the public address serves something else.
    EdgeDiffers,
}

impl Exit {
    /// The exit code of a command that answers yes or no, or fails without an answer. Prints the error.
    pub fn of(result: Result<Self>) -> Self {
        result.unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            Self::Unknown
        })
    }
}

impl From<bool> for Exit {
    fn from(is_yes: bool) -> Self {
        if is_yes { Self::Yes } else { Self::No }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Unknown => 2,
            Exit::EdgeDiffers => 4,
        })
    }
}
