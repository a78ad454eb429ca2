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
  0  all approvals are there
  1  at least one is missing
  2  unknown: GitHub's answers are not complete, or a commit is not here";

#[derive(Debug, Args)]
pub struct Arguments {
    /// The commits of main to check, BASE..HEAD: after BASE up to HEAD, and in the 30 days before; for a pull request, main and its head
    range: String,
    /// The file of GitHub's answers, which .github/scripts/answers.mjs fetches
    #[arg(long, value_name = "FILE")]
    answers: PathBuf,
    /// Judge the open pull request of this number instead, of which HEAD is the head
    #[arg(long, value_name = "NUMBER")]
    pull: Option<u64>,
    /// The publications by break-glass that the place knows: `broken_glass` of `status --json`. Each gives its changes 7 days
    #[arg(long, value_name = "FILE", env = "SITE_BROKEN_GLASS")]
    broken_glass: Option<OsString>,
    /// The record, if one is kept: a publication by break-glass gives its changes 7 days
    #[arg(long, value_name = "DIR", env = "SITE_RECORD")]
    record: Option<OsString>,
    /// The folder of the record's bodies, if it's outside the record
    #[arg(long, value_name = "DIR", env = "SITE_RECORD_BODIES")]
    bodies: Option<OsString>,
    /// The form of the report
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

/// A path; none if its variable is empty.
fn path(name: Option<OsString>) -> Option<PathBuf> {
    name.filter(|name| !name.is_empty()).map(PathBuf::from)
}
