//! The arguments of `cargo site-ops approvals`.

use crate::approvals::{Format, Question, approvals};
use crate::exit::Exit;
use anyhow::Result;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// The text of `cargo site-ops approvals --help` below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  no approval is missing
  1  at least one is missing
  2  unknown: GitHub's answers are not complete, or a commit is not here";

#[derive(Debug, Args)]
pub struct Arguments {
    /// The commits of main to check, BASE..HEAD, and the 30 days before them. For a pull request, main's tip and the pull request's head
    range: String,
    /// The file with GitHub's responses, which .github/scripts/answers.mjs fetches
    #[arg(long, value_name = "FILE")]
    answers: PathBuf,
    /// Check the open pull request with this number, whose head is HEAD
    #[arg(long, value_name = "NUMBER")]
    pull: Option<u64>,
    /// The break-glass publications that the place knows: `broken_glass` in `status --json`. Each gives its changes 7 days for approval
    #[arg(long, value_name = "FILE", env = "SITE_BROKEN_GLASS")]
    broken_glass: Option<OsString>,
    /// The record, if there is one. A break-glass publication gives its changes 7 days for approval
    #[arg(long, value_name = "DIR", env = "SITE_RECORD")]
    record: Option<OsString>,
    /// The folder of the record's bodies, if it's outside the record
    #[arg(long, value_name = "DIR", env = "SITE_RECORD_BODIES")]
    bodies: Option<OsString>,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let question = Question {
            range: self.range,
            answers: self.answers,
            pull: self.pull,
            broken_glass: path(self.broken_glass),
            record: path(self.record),
            bodies: path(self.bodies),
            format: self.format,
        };
        Ok(approvals(&question)?.into())
    }
}

/// Returns a path, or `None` if its variable is empty.
fn path(name: Option<OsString>) -> Option<PathBuf> {
    name.filter(|name| !name.is_empty()).map(PathBuf::from)
}
