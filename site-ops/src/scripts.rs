//! The commands that the scripts of deploy/publish/ run.

use crate::exit::Exit;
use crate::place::script;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use std::path::Path;

pub fn publish(server: &Path) -> Result<Exit> {
    let server = server
        .to_str()
        .context("expected a path in UTF-8 for the built server")?;
    run("publish.sh", &[server])
}

pub fn status() -> Result<Exit> {
    run("place.sh", &["status"])
}

pub fn hold(who: &str, reason: &str) -> Result<Exit> {
    run("place.sh", &["hold", who, reason])
}

pub fn release(who: &str, reason: &str) -> Result<Exit> {
    run("place.sh", &["release", who, reason])
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
