//! The arguments of every command. The modules next to this folder do the work, with plain values.

mod approvals;
mod protect;
#[cfg(unix)]
mod publish;
mod record;
#[cfg(unix)]
mod rollback;
#[cfg(unix)]
mod take_down;
#[cfg(unix)]
mod verify;

use crate::exit::Exit;
#[cfg(unix)]
use crate::{hold, nightly};
use anyhow::Result;
#[cfg(unix)]
use clap::Args;
use clap::Parser;
#[cfg(unix)]
use site_place::state::Hold;

/// The text of `cargo site-ops nightly --help` below the options.
#[cfg(unix)]
const AFTER_NIGHTLY: &str = "\
SITE_SERVER is the live built server; without it, the place in SITE_PLACE provides it. SITE_ORIGIN and SITE_URL are its addresses.
SITE_STATE is a folder that counts nights without an answer. SITE_REPOSITORY is OWNER/NAME of a public repository on GitHub.

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
    /// Publish a built server: check approvals, record it, verify it, and undo it if verification fails
    #[cfg(unix)]
    #[command(after_help = publish::AFTER_HELP)]
    Publish(publish::Arguments),
    /// Show the live version, any hold, and the versions that the place keeps
    #[cfg(unix)]
    Status {
        /// Print the whole state as JSON
        #[arg(long)]
        json: bool,
    },
    /// Make the previous publication live again, from the copy that the place keeps, and put publishing on hold
    #[cfg(unix)]
    #[command(after_help = rollback::AFTER_HELP)]
    Rollback(rollback::Arguments),
    /// Withdraw one live page or article immediately, by break-glass, and create the branch that proposes the same change
    #[cfg(unix)]
    #[command(after_help = take_down::AFTER_HELP)]
    TakeDown(take_down::Arguments),
    /// Put publishing on hold until someone releases it
    #[cfg(unix)]
    Hold {
        #[command(flatten)]
        person: Person,
        /// Keep another person's hold
        #[arg(long)]
        if_free: bool,
    },
    /// End a hold
    #[cfg(unix)]
    Release {
        #[command(flatten)]
        person: Person,
        /// End only this hold, given as JSON from `status --json`, and leave any other hold in place
        #[arg(long, value_name = "JSON", value_parser = hold_in_json)]
        of: Option<Hold>,
    },
    /// Declare a commit approved if the program that checks approvals doesn't work. Needs full rights to the place
    #[cfg(unix)]
    ApproveByHand {
        /// The commit of main whose changes are all approved
        commit: String,
        #[command(flatten)]
        person: Person,
    },
    /// Compare every response of a place with what it should answer
    #[cfg(unix)]
    #[command(after_help = verify::AFTER_HELP)]
    Verify(verify::Arguments),
    /// Check that visitors get the live version, and that GitHub's nightly check still runs
    #[cfg(unix)]
    #[command(after_help = AFTER_NIGHTLY)]
    Nightly,
    /// Show which approvals a range of main's commits requires, and which it has
    #[command(after_help = approvals::AFTER_HELP)]
    Approvals(approvals::Arguments),
    /// Compare GitHub's rules and code owners with the repository's files
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
    /// The person who decides this
    #[arg(long)]
    who: String,
    /// The reason, which the place keeps
    #[arg(long)]
    reason: String,
}

#[cfg(unix)]
impl From<Person> for crate::publish::Person {
    fn from(Person { who, reason }: Person) -> Self {
        Self { who, reason }
    }
}

/// Parses a hold from JSON.
#[cfg(unix)]
fn hold_in_json(text: &str) -> Result<Hold, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("expected a hold as `status --json` has it, found {error}"))
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Returns an error if the answer is unknown.
    pub fn run(self) -> Result<Exit> {
        match self {
            #[cfg(unix)]
            Self::Publish(arguments) => arguments.run(),
            #[cfg(unix)]
            Self::Status { json } => Ok(hold::status(json)?.into()),
            #[cfg(unix)]
            Self::Rollback(arguments) => arguments.run(),
            #[cfg(unix)]
            Self::TakeDown(arguments) => arguments.run(),
            #[cfg(unix)]
            Self::Hold { person, if_free } => Ok(hold::hold(person.into(), if_free)?.into()),
            #[cfg(unix)]
            Self::Release { person, of } => Ok(hold::release(person.into(), of)?.into()),
            #[cfg(unix)]
            Self::ApproveByHand { commit, person } => {
                Ok(hold::approve_by_hand(commit, person.into())?.into())
            }
            #[cfg(unix)]
            Self::Verify(arguments) => arguments.run(),
            #[cfg(unix)]
            Self::Nightly => Ok(nightly::nightly()?.into()),
            Self::Approvals(arguments) => arguments.run(),
            Self::Protect(arguments) => arguments.run(),
            Self::Record(arguments) => arguments.run(),
        }
    }
}
