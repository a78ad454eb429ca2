//! The exit codes of every command: yes, no, unknown.

use anyhow::Result;
use std::process::ExitCode;

/// The answer of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Yes,
    No,
    Unknown,
    /// The origin has the version, and the address that visitors know answers with something else.
    EdgeDiffers,
}

impl Exit {
    /// The exit of a command that says yes or no, or fails without an answer. Prints the error.
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
