//! Programs that listen on this machine and stop when dropped.

use crate::client::Client;
use anyhow::{Context, Result};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running program; stopped when dropped.
pub struct Running {
    pub address: SocketAddr,
    pub child: Child,
}

impl Running {
    /// Starts a program and waits until it listens on the address in its arguments.
    pub fn start(command: &mut Command, address: SocketAddr) -> Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = command
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let running = Self { address, child };
        running
            .client()
            .with_context(|| format!("{command:?} doesn't listen"))?;
        Ok(running)
    }

    /// Starts the built server with its default configuration and these arguments.
    pub fn site_server(program: &Path, arguments: &[&str]) -> Result<Self> {
        let address = free_address()?;
        let mut command = Command::new(program);
        command.env_clear().args(["--addr", &address.to_string()]);
        Self::start(command.args(arguments), address)
    }

    /// Connects to the program.
    pub fn client(&self) -> Result<Client> {
        Client::connect(self.address)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // If the process has exited, its ID may belong to another process.
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        // If nginx or Varnish is killed, its worker keeps running.
        let id = self.child.id().to_string();
        let asked = Command::new("kill").arg(id).status();
        if !asked.is_ok_and(|status| status.success()) {
            _ = self.child.kill();
        }
        _ = self.child.wait();
    }
}

/// Finds a local address that isn't in use.
pub fn free_address() -> Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot find a free port")?;
    Ok(listener.local_addr()?)
}
