//! `cargo site serve`: build what has changed, then become the server.

use crate::build::build;
use crate::workspace::{Profile, Workspace};
use anyhow::{Result, anyhow};
use std::process::Command;

pub fn serve(addr: &str) -> Result<bool> {
    let mut server = Command::new(build(&Workspace::find()?, Profile::Dev)?);
    server.args(["--addr", addr]);
    become_program(&mut server)
}

/// Replaces this process, so that signals reach the server itself.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<bool> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(anyhow!(error).context(format!(
        "cannot start {}",
        command.get_program().to_string_lossy()
    )))
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<bool> {
    let status = command
        .status()
        .map_err(|error| anyhow!(error).context("cannot start the server"))?;
    Ok(status.success())
}
