//! `cargo site-ops …`: the commands of those who publish the site and keep its record.
//!
//! The commands use the library of `cargo site`, never the reverse.

use anyhow::Result;
use clap::Parser;
use site_ops::exit::Exit;
use site_ops::{approvals, protect, record};
#[cfg(unix)]
use site_ops::{rollback, scripts, take_down, verify};
#[cfg(unix)]
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(
    name = "cargo site-ops",
    bin_name = "cargo site-ops",
    version,
    about = "Publishes the site, verifies it, goes back, and keeps the record"
)]
enum Command {
    /// Publish a built server: approved, recorded, checked, and undone if its check fails
    #[cfg(unix)]
    #[command(after_help = scripts::AFTER_PUBLISH)]
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
    Hold(scripts::Person),
    /// End a hold
    #[cfg(unix)]
    Release(scripts::Person),
    /// Compare every response of a place with what it should answer
    #[cfg(unix)]
    #[command(after_help = verify::AFTER_HELP)]
    Verify(verify::Arguments),
    /// Check that visitors get the live version, and that GitHub's nightly check still runs
    #[cfg(unix)]
    #[command(after_help = scripts::AFTER_NIGHTLY)]
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

fn main() -> ExitCode {
    Exit::of(execute(Command::parse())).into()
}

/// Executes a command.
fn execute(command: Command) -> Result<Exit> {
    let is_yes = match command {
        #[cfg(unix)]
        Command::Publish { server } => return scripts::publish(&server),
        #[cfg(unix)]
        Command::Status => return scripts::status(),
        #[cfg(unix)]
        Command::Hold(person) => return scripts::hold(&person),
        #[cfg(unix)]
        Command::Release(person) => return scripts::release(&person),
        #[cfg(unix)]
        Command::Nightly => return scripts::nightly(),
        #[cfg(unix)]
        Command::Rollback(arguments) => rollback::rollback(&arguments)?,
        #[cfg(unix)]
        Command::TakeDown(arguments) => take_down::take_down(&arguments)?,
        #[cfg(unix)]
        Command::Verify(arguments) => verify::verify(&arguments)?,
        Command::Approvals(arguments) => approvals::approvals(&arguments)?,
        Command::Protect(arguments) => protect::protect(&arguments)?,
        Command::Record(arguments) => record::record(&arguments)?,
    };
    Ok(is_yes.into())
}
