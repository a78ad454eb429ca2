//! A port of this machine that leads to a server in the cluster.

use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The line of kubectl that names the port, such as `Forwarding from 127.0.0.1:40000 -> 8080`.
const START_OF_LINE: &str = "Forwarding from ";

/// A running `kubectl port-forward`, which ends when this value is dropped.
pub struct Tunnel {
    /// The address on this machine that forwards to the server.
    pub address: SocketAddr,
    child: Child,
    /// The folder of kubectl's output.
    _folder: TempDir,
}

impl Tunnel {
    /// Starts kubectl, and waits until it listens.
    ///
    /// # Errors
    /// Returns an error if kubectl ends, or takes longer than `patience`.
    pub fn start(kubectl: &mut Command, patience: Duration) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let (stdout, stderr) = (folder.path().join("stdout"), folder.path().join("stderr"));
        kubectl.stdin(Stdio::null());
        kubectl.stdout(fs::File::create(&stdout)?.into_file());
        kubectl.stderr(fs::File::create(&stderr)?.into_file());
        let child = kubectl.spawn().context(
            "expected to start kubectl, and that fails; is it installed and in the PATH?",
        )?;
        // Dropping the tunnel on an error ends kubectl.
        let mut tunnel = Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            child,
            _folder: folder,
        };

        let start = Instant::now();
        loop {
            let has_ended = tunnel.child.try_wait()?.is_some();
            if let Some(address) = address_in(&fs::read_to_string(&stdout)?) {
                tunnel.address = address;
                return Ok(tunnel);
            }
            if has_ended || start.elapsed() >= patience {
                let message = fs::read_to_string(&stderr)?;
                bail!(
                    "expected kubectl to lead to a server of the Service `site`, and it doesn't: {}. \
                     See that a pod is ready (kubectl --namespace site get pods), and that the user of KUBECONFIG has the rights in deploy/kubernetes/rights.yaml",
                    message.trim()
                );
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Finds the address in kubectl's output.
fn address_in(text: &str) -> Option<SocketAddr> {
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix(START_OF_LINE) {
            let (address, _) = rest.split_once(' ')?;
            return address.parse().ok();
        }
    }
    None
}

impl Drop for Tunnel {
    fn drop(&mut self) {
        // It may have ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
