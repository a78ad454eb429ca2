//! The arguments of `cargo site-ops protect`.

use crate::exit::Exit;
use crate::protect::protect;
use anyhow::{Result, ensure};
use clap::Args;
use std::path::PathBuf;

/// The text of `cargo site-ops protect --help` below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  GitHub's rules and the owners of files are what the repository says
  1  at least one is not
  2  unknown: GitHub's answer is not complete, or can't be read";

#[derive(Debug, Args)]
pub struct Arguments {
    /// Compare, and change nothing: people change the rules in GitHub's settings
    #[arg(long, required = true)]
    check: bool,
    /// The file with GitHub's response, which .github/scripts/protect.mjs fetches. Without it, check only the repository's files
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        ensure!(self.check, "expected --check");
        Ok(protect(self.answers.as_deref())?.into())
    }
}
