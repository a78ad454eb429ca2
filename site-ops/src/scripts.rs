//! The commands that the scripts of deploy/publish/ run.

use crate::exit::Exit;
use crate::place::script;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use std::path::Path;

/// The text of `cargo site-ops publish --help` below the options.
pub const AFTER_PUBLISH: &str = "\
The variables that name the place, the origin, the approvals and the record are in deploy/publish/publish.sh.

Exit codes:
  0  the version is live and checked
  1  the version isn't live
  2  the live version is unknown, or a question had no answer
  4  the version is live at the origin, and SITE_URL answers with something else";

/// The text of `cargo site-ops nightly --help` below the options.
pub const AFTER_NIGHTLY: &str = "\
The variables that name the place and its addresses are in deploy/publish/nightly.sh.

Exit codes:
  0  visitors get the live version
  1  something is wrong
  2  a question had no answer; with SITE_STATE, for three nights in a row";

/// The person who holds or releases a place.
#[derive(clap::Args)]
pub struct Person {
    /// The person who does it
    #[arg(long)]
    who: String,
    /// The reason, which the place keeps
    #[arg(long)]
    reason: String,
}

pub fn publish(server: &Path) -> Result<Exit> {
    let server = server
        .to_str()
        .context("expected a path in UTF-8 for the built server")?;
    run("publish.sh", &[server])
}

pub fn status() -> Result<Exit> {
    run("place.sh", &["status"])
}

pub fn hold(person: &Person) -> Result<Exit> {
    run("place.sh", &["hold", &person.who, &person.reason])
}

pub fn release(person: &Person) -> Result<Exit> {
    run("place.sh", &["release", &person.who, &person.reason])
}

pub fn nightly() -> Result<Exit> {
    run("nightly.sh", &[])
}

/// Runs a script, and returns its answer.
fn run(name: &str, arguments: &[&str]) -> Result<Exit> {
    let workspace = Workspace::find()?;
    let mut command = script(&workspace, name);
    command.args(arguments);
    let status = command.status().context("cannot start `bash`")?;
    Ok(Exit::of_script(status.code()))
}
