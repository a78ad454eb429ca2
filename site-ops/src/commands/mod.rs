//! The arguments of every command. The modules next to this folder do the work, with plain values.

mod approvals;
mod protect;
mod record;
#[cfg(unix)]
mod rollback;
#[cfg(unix)]
mod take_down;
#[cfg(unix)]
mod verify;

use crate::exit::Exit;
#[cfg(unix)]
use crate::scripts;
use anyhow::Result;
#[cfg(unix)]
use clap::Args;
use clap::Parser;
#[cfg(unix)]
use std::path::PathBuf;

/// The text of `cargo site-ops publish --help` below the options.
#[cfg(unix)]
const AFTER_PUBLISH: &str = "\
The variables that name the place, the origin, the approvals and the record are in deploy/publish/publish.sh.

Exit codes:
  0  the version is live and checked
  1  the version isn't live
  2  the live version is unknown, or a question had no answer
  4  the version is live at the origin, and SITE_URL answers with something else";

/// The text of `cargo site-ops nightly --help` below the options.
#[cfg(unix)]
const AFTER_NIGHTLY: &str = "\
The variables that name the place and its addresses are in deploy/publish/nightly.sh.

Exit codes:
  0  visitors get the live version
  1  something is wrong
  2  a question had no answer; with SITE_STATE, for three nights in a row";

#[derive(Parser)]
#[command(
    name = "cargo site-ops",
    bin_name = "cargo site-ops",
    version,
    about = "Publishes the site, verifies it, goes back, and keeps the record"
)]
pub enum Command {
    /// Publish a built server: approved, recorded, checked, and undone if its check fails
    #[cfg(unix)]
    #[command(after_help = AFTER_PUBLISH)]
    Publish {
        /// The built server, which `cargo site build` makes
        server: PathBuf,
    },
    /// Show the live version, any hold, and the versions that the place keeps
    #[cfg(unix)]
    Status,
    /// Make the previous publication live again, from the copy that the place keeps, and hold publishing
    #[cfg(unix)]
    #[command(after_help = rollback::AFTER_HELP)]
    Rollback(rollback::Arguments),
    /// Withdraw one live page or article at once, by break-glass, and make the branch that proposes it
    #[cfg(unix)]
    #[command(after_help = take_down::AFTER_HELP)]
    TakeDown(take_down::Arguments),
    /// Stop publishing until it is released
    #[cfg(unix)]
    Hold(Person),
    /// End a hold
    #[cfg(unix)]
    Release(Person),
    /// Compare every response of a place with what it should answer
    #[cfg(unix)]
    #[command(after_help = verify::AFTER_HELP)]
    Verify(verify::Arguments),
    /// Check that visitors get the live version, and that GitHub's nightly check still runs
    #[cfg(unix)]
    #[command(after_help = AFTER_NIGHTLY)]
    Nightly,
    /// Show which approvals a range of main's commits requires, and which are there
    #[command(after_help = approvals::AFTER_HELP)]
    Approvals(approvals::Arguments),
    /// Compare GitHub's own rules and the owners of files with what the repository says
    #[command(after_help = protect::AFTER_HELP)]
    Protect(protect::Arguments),
    /// Keep a record of every publication, and show what was online, when, and who approved it
    #[command(after_help = record::AFTER_HELP)]
    Record(record::Arguments),
}

/// The person who holds or releases a place.
#[cfg(unix)]
#[derive(Debug, Args)]
pub struct Person {
    /// The person who does it
    #[arg(long)]
    who: String,
    /// The reason, which the place keeps
    #[arg(long)]
    reason: String,
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Returns an error if the answer is unknown.
    pub fn run(self) -> Result<Exit> {
        match self {
            #[cfg(unix)]
            Self::Publish { server } => scripts::publish(&server),
            #[cfg(unix)]
            Self::Status => scripts::status(),
            #[cfg(unix)]
            Self::Rollback(arguments) => arguments.run(),
            #[cfg(unix)]
            Self::TakeDown(arguments) => arguments.run(),
            #[cfg(unix)]
            Self::Hold(person) => scripts::hold(&person.who, &person.reason),
            #[cfg(unix)]
            Self::Release(person) => scripts::release(&person.who, &person.reason),
            #[cfg(unix)]
            Self::Verify(arguments) => arguments.run(),
            #[cfg(unix)]
            Self::Nightly => scripts::nightly(),
            Self::Approvals(arguments) => arguments.run(),
            Self::Protect(arguments) => arguments.run(),
            Self::Record(arguments) => arguments.run(),
        }
    }
}
