//! A server as a process of the system: where it runs, and what it uses.

use std::fs;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::server;

/// A running server; ended when dropped.
pub struct Running {
    pub address: SocketAddr,
    child: Child,
}

/// The cores for servers and for load.
const SERVER_CORE: &str = "0";
const LOAD_CORE: &str = "1";

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Running {
    /// Starts a server on its core.
    pub fn start(command: &Command, address: SocketAddr) -> Result<Self> {
        let child = spawn(command, Stdio::null())?;
        Ok(Running { address, child })
    }

    /// Starts a server that prints its address.
    pub fn start_saying_where(command: Command) -> Result<Self> {
        let mut child = spawn(&command, Stdio::piped())?;
        let address = server::address(&mut child)?;
        Ok(Running { address, child })
    }

    /// In nanoseconds, since the start: the time of all of its processes and their threads on a core.
    pub fn cpu(&self) -> Result<u64> {
        let mut nanoseconds = 0;
        for process in self.processes() {
            for task in fs::read_dir(format!("/proc/{process}/task"))
                .context("can't list threads; Linux tells")?
            {
                let told = fs::read_to_string(task?.path().join("schedstat"))?;
                let first = told.split(' ').next().unwrap_or_default();
                nanoseconds += first
                    .parse::<u64>()
                    .context("expected a time in schedstat")?;
            }
        }
        Ok(nanoseconds)
    }

    /// In bytes: resident memory, what processes share counted once.
    pub fn memory(&self) -> Result<u64> {
        let mut kilobytes = 0;
        for process in self.processes() {
            let told = fs::read_to_string(format!("/proc/{process}/smaps_rollup"))
                .context("can't tell memory; Linux does")?;
            let line = told
                .lines()
                .find_map(|line| line.strip_prefix("Pss:"))
                .unwrap_or_default();
            kilobytes += line.trim().trim_end_matches(" kB").parse::<u64>()?;
        }
        Ok(kilobytes * 1024)
    }

    fn processes(&self) -> Vec<u32> {
        let id = self.child.id();
        let children =
            fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let children = children
            .split_whitespace()
            .filter_map(|child| child.parse().ok());
        std::iter::once(id).chain(children).collect()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A killed nginx would leave its worker behind.
        let asked = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        if !asked.is_ok_and(|status| status.success()) {
            _ = self.child.kill();
        }
        _ = self.child.wait();
    }
}

fn spawn(command: &Command, stdout: Stdio) -> Result<Child> {
    let mut pinned = pinned(command, SERVER_CORE);
    pinned
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::inherit());
    pinned
        .spawn()
        .with_context(|| format!("can't start {}", command.get_program().to_string_lossy()))
}

pub fn on_load_core(command: &Command) -> Command {
    pinned(command, LOAD_CORE)
}

/// The command on one core, where there are two and `taskset` is installed. It becomes the command, so its id is the same.
fn pinned(command: &Command, core: &str) -> Command {
    let mut pinned = match cores() > 1 && installed("taskset") {
        true => {
            let mut taskset = Command::new("taskset");
            taskset.args(["-c", core]).arg(command.get_program());
            taskset
        }
        false => Command::new(command.get_program()),
    };
    pinned.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => pinned.env(name, value),
            None => pinned.env_remove(name),
        };
    }
    pinned
}

pub fn installed(program: &str) -> bool {
    Command::new(program)
        .arg("-v")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}
