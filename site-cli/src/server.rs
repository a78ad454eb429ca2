//! The built server, running on a free port of this machine.

use anyhow::{Context, Result};
use std::env;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server; ended when dropped.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts the program as [`command`] makes it.
    pub fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        let mut child = command(program, arguments)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let address = address(&mut child)?;
        Ok(Self { address, child })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone afterwards.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program as it is when nobody configures it, but for these arguments, on a port of its choice unless they name one.
pub fn command(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("SITE_") {
            command.env_remove(name);
        }
    }
    if !arguments.contains(&"--addr") {
        command.args(["--addr", "127.0.0.1:0"]);
    }
    command.args(arguments).stdout(Stdio::piped());
    command
}

/// Where it listens, as it says itself.
pub fn address(child: &mut Child) -> Result<SocketAddr> {
    let stdout = child
        .stdout
        .take()
        .context("the server's output is piped")?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    let address = line
        .split_whitespace()
        .find_map(|word| word.strip_prefix("http://")?.parse().ok());
    address.with_context(|| format!("the server did not say where it listens, but {line:?}"))
}
