//! A server as a process of Linux: its core, its processor time and its memory.

use anyhow::{Context as _, Result};
use fs_err as fs;
use site_cli::server::{Running, free_address};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

/// The cores for servers and for load.
pub const SERVER_CORE: &str = "0";
pub const LOAD_CORE: &str = "1";

/// The certificate and the key of the servers: files in the folder that they start in.
pub const CHAIN: &str = "chain.pem";
pub const KEY: &str = "key.pem";

/// A program on one core. `taskset` becomes the program, so its process is the program's.
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
    /// Starts it where it listens without TLS, and with it.
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

    /// Starts our server, by a command that begins with its program.
    pub fn site_server(mut command: Command, folder: &Path) -> Result<Self> {
        let addresses = [free_address()?, free_address()?];
        let [address, tls_address] = addresses.map(|address| address.to_string());
        command
            .args(["--addr", &address, "--tls-addr", &tls_address])
            .args(["--plain", "serve", "--threads", "1"])
            .args(["--tls-certificate", CHAIN, "--tls-key", KEY])
            // All of the load comes from one address.
            .env("SITE_CONNECTIONS_PER_ADDRESS", "1000000")
            .env("SITE_HANDSHAKES", "1000000")
            .current_dir(folder);
        Self::start("site-server", &mut command, addresses)
    }

    /// Starts the yardstick, by a command that begins with its program.
    pub fn plain_hyper(mut command: Command, table: &Path, folder: &Path) -> Result<Self> {
        let addresses = [free_address()?, free_address()?];
        command.arg(table);
        command.args(addresses.map(|address| address.to_string()));
        command.args([CHAIN, KEY]).current_dir(folder);
        Self::start("plain hyper", &mut command, addresses)
    }

    /// Ends it as an operator does, so that it can write what it has measured.
    pub fn end(mut self) -> Result<()> {
        let id = self.running.child.id().to_string();
        let mut kill = Command::new("kill");
        // What a shell starts in the background is deaf to INT.
        kill.args(["-s", "TERM", &id]);
        crate::workspace::run(&mut kill)?;
        self.running.child.wait()?;
        Ok(())
    }

    /// Processor time of all threads since their start, in microseconds.
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

    /// Resident memory in bytes; what processes share is counted in part.
    pub fn memory(&self) -> Result<u64> {
        let maps = self.read("smaps_rollup")?;
        let mut lines = maps.lines();
        let share = lines.find_map(|line| line.strip_prefix("Pss:")?.strip_suffix(" kB"));
        Ok(1024 * share.context("expected Pss")?.trim().parse::<u64>()?)
    }

    /// Reads a file of the process in /proc.
    fn read(&self, file: &str) -> Result<String> {
        let id = self.running.child.id();
        Ok(fs::read_to_string(format!("/proc/{id}/{file}"))?)
    }
}
