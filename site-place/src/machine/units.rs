//! The systemd units of the servers.

use rustix::process::geteuid;
use std::process::{Command, Stdio};

/// The program that starts and stops the unit of each version's server.
#[derive(Debug, Clone)]
pub struct Units {
    /// The command that may change units.
    change: Vec<String>,
    /// The program that lists units.
    list: String,
}

impl Default for Units {
    /// systemctl, with sudo unless this program runs as root.
    fn default() -> Self {
        let program = "/usr/bin/systemctl".to_owned();
        let mut change = Vec::new();
        if !geteuid().is_root() {
            change.extend(["sudo".to_owned(), "--non-interactive".to_owned()]);
        }
        change.push(program.clone());
        Self {
            change,
            list: program,
        }
    }
}

impl Units {
    /// Another program instead of systemctl.
    pub fn of(program: String) -> Self {
        Self {
            change: vec![program.clone()],
            list: program,
        }
    }

    /// Starts the server of a version, and waits until it is ready. Returns true if it is.
    pub fn start(&self, digest: &str) -> bool {
        self.run("start", digest)
    }

    /// Stops the server of a version, and waits until it has ended. Returns true if it has.
    pub fn stop(&self, digest: &str) -> bool {
        self.run("stop", digest)
    }

    /// The digests of the versions whose servers run, start or stop.
    pub fn running(&self) -> Vec<String> {
        let mut command = Command::new(&self.list);
        command.args(["list-units", "--plain", "--no-legend", "--full"]);
        command.arg("--state=active,activating,reloading,deactivating");
        command.arg("site-server@*.service").stdin(Stdio::null());
        let Ok(output) = command.output() else {
            return Vec::new();
        };
        let mut digests = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let unit = line.split_whitespace().next().unwrap_or_default();
            let digest = unit
                .strip_prefix("site-server@")
                .and_then(|rest| rest.strip_suffix(".service"));
            digests.extend(digest.map(str::to_owned));
        }
        digests
    }

    fn run(&self, verb: &str, digest: &str) -> bool {
        let Some((program, words)) = self.change.split_first() else {
            return false;
        };
        let mut command = Command::new(program);
        command.args(words).arg(verb);
        command.arg(format!("site-server@{digest}.service"));
        // Standard output has the answer to the request.
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}
