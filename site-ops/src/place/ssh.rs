//! A machine with systemd, whose keys may only run `site-place`.

use super::origin::Origin;
use super::{Place, Reply, sha256, variable};
use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use fs_err::File;
use jiff::Timestamp;
use site_place::request::{Request, Upload};
use site_place::state::State;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// ssh's own exit code: no answer, a refused key, or a machine with an unknown host key.
const NO_ANSWER: i32 = 255;

/// The most attempts to open a tunnel. Another program may take a port before ssh does.
const ATTEMPTS: usize = 10;

/// The longest wait for a tunnel.
const PATIENCE: Duration = Duration::from_secs(20);

/// A machine that SITE_PLACE names as `ssh://user@host:port`.
///
/// SITE_SSH_KEY is the file of the key. SITE_SSH_HOSTS is the file of the machine's host keys, as `ssh-keyscan` prints them.
/// SITE_SSH_PORT is the port of the server itself on the machine.
pub struct Machine {
    address: String,
}

impl Machine {
    pub fn new(address: String) -> Self {
        Self { address }
    }

    fn ssh(&self) -> Command {
        let mut ssh = Command::new("ssh");
        for option in [
            "BatchMode=yes",
            "ConnectTimeout=20",
            "ServerAliveInterval=10",
            "ServerAliveCountMax=3",
            "StrictHostKeyChecking=yes",
        ] {
            ssh.args(["-o", option]);
        }
        if let Some(key) = variable("SITE_SSH_KEY") {
            ssh.args(["-i", &key, "-o", "IdentitiesOnly=yes"]);
        }
        if let Some(hosts) = variable("SITE_SSH_HOSTS") {
            ssh.args(["-o", &format!("UserKnownHostsFile={hosts}")]);
        }
        ssh
    }

    /// Sends a request, with a body on standard input.
    fn ask(&self, request: &Request, body: Stdio, output: Stdio) -> Result<Output> {
        let text = serde_json::to_string(request)?;
        let mut ssh = self.ssh();
        ssh.arg(&self.address).arg(text);
        ssh.stdin(body).stdout(output).stderr(Stdio::piped());
        let started = ssh
            .spawn()
            .context("cannot start `ssh`; is it installed?")?;
        let output = started.wait_with_output()?;
        if output.status.code() == Some(NO_ANSWER) {
            bail!(
                "{}\nexpected an answer from {}, found none. See that the machine runs, that its own key is in SITE_SSH_HOSTS, and that the public half of SITE_SSH_KEY is in /etc/ssh/authorized_keys.d/site there",
                error_text(&output),
                self.address
            );
        }
        Ok(output)
    }

    /// Parses the answer to a request for a change.
    fn reply(&self, output: &Output) -> Result<Reply> {
        match output.status.code() {
            Some(0) => Ok(Reply::Done(Box::new(self.read_state(output)?))),
            Some(1) => Ok(Reply::Refused(error_text(output))),
            _ => bail!("{}", error_text(output)),
        }
    }

    fn read_state(&self, output: &Output) -> Result<State> {
        serde_json::from_slice(&output.stdout).with_context(|| {
            format!(
                "expected the state of a site-place {} from {}, found {:?}. On the machine, as root, in a clone of main: deploy/publish/install.sh --approved COMMIT",
                env!("CARGO_PKG_VERSION"),
                self.address,
                String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default()
            )
        })
    }
}

impl Place for Machine {
    fn state(&self) -> Result<State> {
        let output = self.ask(&Request::Status, Stdio::null(), Stdio::piped())?;
        match self.reply(&output)? {
            Reply::Done(state) => Ok(*state),
            Reply::Refused(reason) => bail!("{reason}"),
        }
    }

    fn keep(&self, server: &Path, revision: u64, is_take_down: bool) -> Result<Reply> {
        let request = Request::Keep(Upload {
            bytes: fs::metadata(server)?.len(),
            sha256: sha256(server)?,
            revision,
            is_take_down,
        });
        let body = Stdio::from(File::open(server)?.into_file());
        self.reply(&self.ask(&request, body, Stdio::piped())?)
    }

    fn change(&self, request: &Request) -> Result<Reply> {
        if let Request::Approve {
            commit,
            who,
            reason,
        } = request
        {
            return self.approve(commit, who, reason);
        }
        self.reply(&self.ask(request, Stdio::null(), Stdio::piped())?)
    }

    fn get(&self, digest: &str, file: &Path) -> Result<()> {
        let request = Request::Get {
            digest: digest.to_owned(),
        };
        let body = Stdio::from(File::create(file)?.into_file());
        let output = self.ask(&request, Stdio::null(), body)?;
        if !output.status.success() {
            bail!("{}", error_text(&output));
        }
        Ok(())
    }

    fn parts(&self) -> Result<String> {
        let output = self.ask(&Request::Parts, Stdio::null(), Stdio::piped())?;
        if !output.status.success() {
            bail!("{}", error_text(&output));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn tunnel(&self) -> Result<Origin> {
        for _ in 0..ATTEMPTS {
            let address = free_address();
            if TcpListener::bind(address).is_err() {
                continue;
            }
            if let Some(tunnel) = self.open_tunnel(address)? {
                return Ok(Origin::behind(tunnel, format!("http://{address}")));
            }
        }
        bail!(
            "expected a tunnel to the server itself, found none (above). See that the key may forward the port in SITE_SSH_PORT, or name the server's address in SITE_ORIGIN"
        )
    }
}

/// A running ssh that forwards a port. It ends when this value is dropped.
struct Tunnel(Child);

impl Drop for Tunnel {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

impl Machine {
    /// Forwards an address of this machine to the server. Returns `None` if ssh ends, for example because another program has taken the port.
    fn open_tunnel(&self, address: SocketAddr) -> Result<Option<Tunnel>> {
        let there = variable("SITE_SSH_PORT").unwrap_or_else(|| "8080".to_owned());
        let mut ssh = self.ssh();
        ssh.args(["-o", "ExitOnForwardFailure=yes", "-N", "-L"]);
        ssh.arg(format!("{address}:127.0.0.1:{there}"));
        ssh.arg(&self.address);
        ssh.stdin(Stdio::null()).stdout(Stdio::null());
        let started = ssh
            .spawn()
            .context("cannot start `ssh`; is it installed?")?;
        let mut tunnel = Tunnel(started);
        let start = Instant::now();
        while start.elapsed() < PATIENCE && tunnel.0.try_wait()?.is_none() {
            if TcpStream::connect(address).is_ok() {
                return Ok(Some(tunnel));
            }
            sleep(Duration::from_millis(50));
        }
        Ok(None)
    }

    /// Declares a commit approved, as root on the machine. The place's keys may not do that.
    fn approve(&self, commit: &str, who: &str, reason: &str) -> Result<Reply> {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
        let mut ssh = self.ssh();
        ssh.arg(&self.address).arg(format!(
            "/usr/local/bin/site-place approve-by-hand {} --who {} --reason {}",
            quoted(commit),
            quoted(who),
            quoted(reason)
        ));
        let output = ssh.stdin(Stdio::null()).output();
        let output = output.context("cannot start `ssh`; is it installed?")?;
        let text = error_text(&output);
        match output.status.code() {
            Some(0) => self.reply(&output),
            Some(NO_ANSWER) => bail!(
                "{text}\nexpected an answer from {}, found none",
                self.address
            ),
            _ => Ok(Reply::Refused(format!(
                "{text}\nexpected root's login in SITE_PLACE, such as ssh://root@www.example.com, found {}: approving isn't a request that this key may send",
                self.address
            ))),
        }
    }
}

/// An address of this machine with a port below the ephemeral range, so that another program that asks for any free port
/// doesn't take it before ssh does.
fn free_address() -> SocketAddr {
    let nanoseconds = Timestamp::now().subsec_nanosecond().unsigned_abs();
    let random = (nanoseconds / 100).wrapping_add(std::process::id().wrapping_mul(7919));
    let port = 20_000 + u16::try_from(random % 12_000).unwrap_or(0);
    (Ipv4Addr::LOCALHOST, port).into()
}

/// The error message of the machine or of ssh.
fn error_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}
