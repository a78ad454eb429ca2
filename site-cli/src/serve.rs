//! `cargo site serve`: builds the site, except unchanged parts, then replaces itself with the server.

use anyhow::Result;
use site_schema::model::WrittenMoment;

/// Serves the site, at a fixed moment or by the clock, until a signal stops the server.
#[cfg(unix)]
pub fn serve(addr: &str, on: Option<WrittenMoment>) -> Result<bool> {
    use crate::workspace::{Profile, Workspace, shown};
    use crate::{build, listen};
    use anyhow::{Context as _, Error};
    use fs_err as fs;
    use site_schema::model::zone_named;
    use site_schema::{COMPILED_FILE, Compiled};
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    let address = listen::address(addr)?;
    let workspace = Workspace::find()?;
    let server = build::build(&workspace, Profile::Dev)?;

    // The server replaces this process, so it receives signals directly.
    let mut command = Command::new(&server);
    command.arg("--addr").arg(address.to_string());
    if let Some(on) = on {
        let compiled = fs::read(workspace.path(COMPILED_FILE))?;
        let compiled: Compiled = serde_json::from_slice(&compiled)?;
        let zone = zone_named(&compiled.first().site.time_zone);
        let moment = on.start(&zone).context("no such moment")?;
        command.arg("--on").arg(moment.to_string());
    }
    let error = Error::new(command.exec());
    Err(error.context(format!("cannot start {}", shown(&server))))
}

/// Explains what to use instead.
#[cfg(not(unix))]
pub fn serve(_addr: &str, _on: Option<WrittenMoment>) -> Result<bool> {
    anyhow::bail!(
        "the server needs Linux or macOS; to see the pages here, use `cargo site dev`, or run `cargo site serve` in WSL"
    )
}
