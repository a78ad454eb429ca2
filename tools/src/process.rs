//! Runs a server as a Linux process: its core, its processor time and its memory.

use anyhow::{Context as _, Result};
use fs_err as fs;
use site_cli::server::{Running, free_address};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

/// The cores for the servers and for the load.
pub const SERVER_CORE: &str = "0";
pub const LOAD_CORE: &str = "1";

/// The servers' certificate and key: files in the working folder.
pub const CHAIN: &str = "chain.pem";
pub const KEY: &str = "key.pem";

/// Runs a program on one core. `taskset` replaces itself with the program, so the process is the program's.
pub fn on_core(core: &str, program: impl AsRef<Path>) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", core]).arg(program.as_ref());
    command
}

/// Makes a certificate.
pub fn certify(folder: &Path) -> Result<()> {
    let issued = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
    fs::write(folder.join(CHAIN), issued.cert.pem())?;
    fs::write(folder.join(KEY), issued.signing_key.serialize_pem())?;
    Ok(())
}

/// A running server.
pub struct Server {
    pub name: &'static str,
    pub address: SocketAddr,
    pub tls_address: SocketAddr,
    running: Running,
}

impl Server {
    /// Starts a server with its addresses without TLS and with TLS.
    pub fn start(
        name: &'static str,
        command: &mut Command,
        [address, tls_address]: [SocketAddr; 2],
    ) -> Result<Self> {
        Ok(Self {
            name,
            address,
            tls_address,
            running: Running::start(command, address)?,
        })
    }

    /// Starts our server with a command that begins with its program.
    pub fn site_server(mut command: Command, folder: &Path) -> Result<Self> {
        let addresses = [free_address()?, free_address()?];
        let [address, tls_address] = addresses.map(|address| address.to_string());
        command
            .args(["--addr", &address, "--tls-addr", &tls_address])
            .args(["--plain", "serve", "--threads", "1"])
            .args(["--tls-certificate", CHAIN, "--tls-key", KEY])
            // All load comes from one address.
            .env("SITE_CONNECTIONS_PER_ADDRESS", "1000000")
            .env("SITE_HANDSHAKES", "1000000")
            .current_dir(folder);
        Self::start("site-server", &mut command, addresses)
    }

    /// Starts the baseline with a command that begins with its program.
    pub fn plain_hyper(mut command: Command, table: &Path, folder: &Path) -> Result<Self> {
        let addresses = [free_address()?, free_address()?];
        command.arg(table);
        command.args(addresses.map(|address| address.to_string()));
        command.args([CHAIN, KEY]).current_dir(folder);
        Self::start("plain hyper", &mut command, addresses)
    }

    /// Stops it like an operator would, so that it can write its measurements.
    pub fn end(mut self) -> Result<()> {
        let id = self.running.child.id().to_string();
        let mut kill = Command::new("kill");
        // A background process of a shell ignores INT.
        kill.args(["-s", "TERM", &id]);
        crate::workspace::run(&mut kill)?;
        self.running.child.wait()?;
        Ok(())
    }

    /// The processor time of all threads since their start, in microseconds.
    pub fn cpu(&self) -> Result<u64> {
        let id = self.running.child.id();
        let mut nanoseconds = 0;
        for thread in fs::read_dir(format!("/proc/{id}/task"))? {
            let times = fs::read_to_string(thread?.path().join("schedstat"))?;
            let on_processor = times.split_whitespace().next().context("expected times")?;
            nanoseconds += on_processor.parse::<u64>()?;
        }
        Ok(nanoseconds / 1_000)
    }

    /// The resident memory in bytes. Memory that processes share counts in part.
    pub fn memory(&self) -> Result<u64> {
        let maps = self.read("smaps_rollup")?;
        let mut lines = maps.lines();
        let share = lines.find_map(|line| line.strip_prefix("Pss:")?.strip_suffix(" kB"));
        Ok(1024 * share.context("expected Pss")?.trim().parse::<u64>()?)
    }

    /// Reads a file of the process below /proc.
    fn read(&self, file: &str) -> Result<String> {
        let id = self.running.child.id();
        Ok(fs::read_to_string(format!("/proc/{id}/{file}"))?)
    }
}
