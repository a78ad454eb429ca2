//! Where the sources and the measured programs are.

use anyhow::{Context, Result, ensure};
use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the whole product.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A program of the release profile, in the folder that Cargo builds into.
pub fn program(name: &str) -> Result<PathBuf> {
    let own = env::current_exe().context("cannot find this program's own file")?;
    let target = own
        .ancestors()
        .nth(2)
        .context("cannot find Cargo's folder")?;
    Ok(target.join("release").join(format!("{name}{EXE_SUFFIX}")))
}

/// The program behind `cargo site`, compiled from the sources as they are.
pub fn site() -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--package", "site-cli"]);
    run(cargo.current_dir(root()))?;
    program("site")
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
