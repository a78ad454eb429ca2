//! A server as a process of Linux: on which core it runs, and what it uses.

use crate::workspace::run;
use anyhow::{Context as _, Result};
use fs_err as fs;
use site_cli::server::{Running, free_address};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};

/// The cores for servers and for load.
pub const SERVER_CORE: &str = "0";
pub const LOAD_CORE: &str = "1";

/// What a server shows to those who come by TLS: files in the folder of the servers' files.
pub const CHAIN: &str = "chain.pem";
pub const KEY: &str = "key.pem";

/// The unit of times in /proc, in microseconds.
const TICK: u64 = 10_000;

/// A program on one core. `taskset` becomes the program, so its process is the program's.
pub fn on_core(core: &str, program: impl AsRef<Path>) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", core]).arg(program.as_ref());
    command
}

/// Makes a certificate, as long-lived as a benchmark.
pub fn certify(folder: &Path) -> Result<()> {
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-nodes", "-days", "90", "-newkey", "ec"]);
    openssl.args(["-pkeyopt", "ec_paramgen_curve:P-256"]);
    openssl.args(["-subj", "/CN=localhost"]);
    openssl.args(["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]);
    openssl.args(["-out", CHAIN, "-keyout", KEY]);
    run(openssl.current_dir(folder).stderr(Stdio::null()))
}

/// A running server.
pub struct Server {
    pub name: &'static str,
    pub address: SocketAddr,
    pub tls_address: SocketAddr,
    running: Running,
}

/// Where a server listens: without TLS, and with it.
pub type Addresses = [SocketAddr; 2];

impl Server {
    pub fn start(
        name: &'static str,
        command: &mut Command,
        [address, tls_address]: Addresses,
    ) -> Result<Self> {
        Ok(Self {
            name,
            address,
            tls_address,
            running: Running::start(command, address)?,
        })
    }

    /// Our server.
    pub fn site_server(program: &Path, folder: &Path) -> Result<Self> {
        let addresses = [free_address()?, free_address()?];
        let [address, tls_address] = addresses.map(|address| address.to_string());
        let mut command = on_core(SERVER_CORE, program);
        command
            .args(["--addr", &address, "--tls-addr", &tls_address])
            .args(["--plain", "serve"])
            .args(["--tls-certificate", CHAIN, "--tls-key", KEY])
            // All of the load comes from one address.
            .env("SITE_CONNECTIONS_PER_ADDRESS", "1000000")
            .env("SITE_HANDSHAKES", "1000000")
            .current_dir(folder);
        Self::start("site-server", &mut command, addresses)
    }

    /// Processor time since the start, in microseconds.
    pub fn cpu(&self) -> Result<u64> {
        self.figure("stat", |text| {
            let (_, fields) = text.rsplit_once(')')?;
            let mut times = fields.split_whitespace().skip(11);
            let [user, system] = [times.next()?, times.next()?].map(str::parse::<u64>);
            Some((user.ok()? + system.ok()?) * TICK)
        })
    }

    /// Resident memory in bytes; what processes share is counted in part.
    pub fn memory(&self) -> Result<u64> {
        self.figure("smaps_rollup", |text| {
            let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
            let kilobytes = line.trim().strip_suffix(" kB")?.parse::<u64>();
            Some(kilobytes.ok()? * 1024)
        })
    }

    fn figure(&self, file: &str, figure: impl Fn(&str) -> Option<u64>) -> Result<u64> {
        let path = format!("/proc/{}/{file}", self.running.child.id());
        figure(&fs::read_to_string(&path)?).with_context(|| format!("cannot parse {path}"))
    }
}
