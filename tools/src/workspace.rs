//! The source folder and the measured programs.

use anyhow::{Context, Result, ensure};
use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root folder of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Compiles `cargo site`, and returns the path of its program.
pub fn site() -> Result<PathBuf> {
    program("site-cli", "site")
}

/// Compiles `cargo site-ops`, and returns the path of its program.
pub fn site_ops() -> Result<PathBuf> {
    program("site-ops", "site-ops")
}

/// Compiles a program of a package, next to this one.
fn program(package: &str, name: &str) -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--locked", "--package", package]);
    run(cargo.current_dir(root()))?;
    let own = env::current_exe().context("cannot find this program's own file")?;
    Ok(own.with_file_name(format!("{name}{EXE_SUFFIX}")))
}

/// Builds the server with the site inside, and returns its path.
pub fn server() -> Result<PathBuf> {
    let program = site()?;
    let output = Command::new(program)
        .arg("build")
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "`cargo site build` failed");

    let printed = String::from_utf8(output.stdout)?;
    Ok(PathBuf::from(printed.trim_end()))
}

/// The table from `cargo site build`.
pub fn table() -> PathBuf {
    root().join("target/site/table.bin")
}

/// Compiles the baseline with the production profile, and returns its path.
pub fn plain_hyper() -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--locked", "--release", "--package", "plain-hyper"]);
    run(cargo.current_dir(root()))?;
    Ok(root().join("target/release/plain-hyper"))
}

/// Runs a program, which prints its own output and must succeed.
pub fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .with_context(|| format!("cannot start {name}; docs/bench.md says what to install"))?;
    ensure!(status.success(), "{name} failed");
    Ok(())
}
