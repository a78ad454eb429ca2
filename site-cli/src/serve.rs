//! `cargo site serve`: build what has changed, then become the server.

use crate::build::build;
use crate::listen;
use crate::workspace::{Profile, Workspace};
use anyhow::{Result, anyhow};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

pub fn serve(addr: &str) -> Result<bool> {
    let address = listen::address(addr)?;
    let server = build(&Workspace::find()?, Profile::Dev)?;
    // It replaces this process, so that signals reach the server itself.
    let error = Command::new(&server)
        .args(["--addr", &address.to_string()])
        .exec();
    Err(anyhow!(error).context(format!("cannot start {}", server.display())))
}
