//! `cargo site serve`: build what has changed, then become the server.

use anyhow::Result;

/// Serves the site until a signal ends the server.
#[cfg(unix)]
pub fn serve(addr: &str) -> Result<bool> {
    use crate::workspace::{Profile, Workspace, shown};
    use crate::{build, listen};
    use anyhow::Error;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    let address = listen::address(addr)?;
    let workspace = Workspace::find()?;
    let server = build::build(&workspace, Profile::Dev)?;

    // It replaces this process, so that signals reach the server itself.
    let mut command = Command::new(&server);
    command.arg("--addr").arg(address.to_string());
    let error = Error::new(command.exec());
    Err(error.context(format!("cannot start {}", shown(&server))))
}

/// Says what to use instead.
#[cfg(not(unix))]
pub fn serve(_addr: &str) -> Result<bool> {
    anyhow::bail!(
        "the server needs Linux or macOS; to see the pages here, use `cargo site dev`, or call `cargo site serve` in WSL"
    )
}
