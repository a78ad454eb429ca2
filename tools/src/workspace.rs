//! Where the sources and the measured programs are.

use anyhow::{Context, Result, ensure};
use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the whole product.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A program of a profile, in the folder that Cargo builds into.
fn program(profile: &str, name: &str) -> Result<PathBuf> {
    let own = env::current_exe().context("cannot find this program's own file")?;
    let target = own.ancestors().nth(2).unwrap_or(root());
    Ok(target.join(profile).join(format!("{name}{EXE_SUFFIX}")))
}

/// The server, once built.
pub fn server() -> Result<PathBuf> {
    program("site/release", "site-server")
}

/// The program behind `cargo site`, compiled from the sources as they are.
pub fn site() -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--locked", "--package", "site-cli"]);
    run(cargo.current_dir(root()))?;
    program("debug", "site")
}

/// The same, once it has built the whole product.
pub fn built() -> Result<PathBuf> {
    let site = site()?;
    run(Command::new(&site).arg("build").current_dir(root()))?;
    Ok(site)
}

/// Runs a program, which prints for itself and must succeed.
pub fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .with_context(|| format!("cannot start {name}; docs/bench.md says what to install"))?;
    ensure!(status.success(), "{name} failed");
    Ok(())
}
