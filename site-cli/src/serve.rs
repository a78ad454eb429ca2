//! `cargo site serve`: builds the site, except unchanged parts, then replaces itself with the server.

use anyhow::Result;
use site_schema::model::WrittenMoment;

/// Serves the site, at a fixed moment or by the clock, until a signal stops the server.
#[cfg(unix)]
pub fn serve(addr: &str, on: Option<WrittenMoment>) -> Result<bool> {
    use crate::workspace::{Profile, Workspace};
    use crate::{build, listen};
    use anyhow::Context as _;
    use fs_err as fs;
    use site_schema::model::zone_named;
    use site_schema::{COMPILED_FILE, Compiled};
    use std::process::Command;

    let address = listen::address(addr)?;
    let workspace = Workspace::find()?;
    let mut server = Command::new(build::build(&workspace, Profile::Dev)?);
    server.arg("--addr").arg(address.to_string());
    if let Some(on) = on {
        let compiled = fs::read(workspace.path(COMPILED_FILE))?;
        let compiled: Compiled = serde_json::from_slice(&compiled)?;
        let zone = zone_named(&compiled.first().site.time_zone);
        let moment = on.start(&zone).context("no such moment")?;
        server.arg("--on").arg(moment.to_string());
    }
    become_program(server)
}

/// Serves the tests' own site, which the tests of web/ visit.
#[cfg(unix)]
pub fn serve_fixture(addr: &str) -> Result<bool> {
    use crate::build::{self, SERVER, Site};
    use crate::listen;
    use crate::packages::{self, Packages};
    use crate::step::in_parallel;
    use crate::workspace::{Profile, Workspace};
    use std::process::Command;

    let address = listen::address(addr)?;
    let workspace = Workspace::find()?;
    let site = Site::fixture(&workspace);
    in_parallel(
        || build::programs(&workspace, Profile::Dev, None),
        || {
            packages::install(&workspace, "web", Packages::Build)?;
            site.pages(&workspace)
        },
    )?;
    site.table(&workspace)?;
    let mut server = Command::new(workspace.program(Profile::Dev, SERVER));
    server.arg("--addr").arg(address.to_string());
    server.arg("--table").arg(&site.table);
    become_program(server)
}

/// Replaces this process with a program, so that signals reach the program itself.
#[cfg(unix)]
fn become_program(mut program: std::process::Command) -> Result<bool> {
    use crate::workspace::shown;
    use std::os::unix::process::CommandExt as _;

    let error = anyhow::Error::new(program.exec());
    let path = shown(program.get_program().as_ref());
    Err(error.context(format!("cannot start {path}")))
}

/// Explains what to use instead.
#[cfg(not(unix))]
pub fn serve(_addr: &str, _on: Option<WrittenMoment>) -> Result<bool> {
    anyhow::bail!(
        "the server needs Linux or macOS; to see the pages here, use `cargo site dev`, or run `cargo site serve` in WSL"
    )
}

/// Says what to use instead.
#[cfg(not(unix))]
pub fn serve_fixture(addr: &str) -> Result<bool> {
    serve(addr, None)
}
