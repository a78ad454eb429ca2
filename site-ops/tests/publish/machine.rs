//! A machine that is published to: a real sshd on this one, whose key may do nothing but what site-place does.

use super::systemd::Systemd;
use super::{Place, script};
use crate::server::free_address;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub struct Machine {
    pub systemd: Systemd,
    folder: TempDir,
    sshd: Child,
    address: SocketAddr,
}

impl Machine {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("place")).expect("writable");
        let systemd = Systemd::start(&path("systemd"), &path("place/publications"));
        for name in ["key", "other", "host"] {
            make_key(&path(name));
        }

        let public = fs::read_to_string(path("key.pub")).expect("made");
        let keys = format!(
            "restrict,port-forwarding,permitopen=\"{}\",command=\"SITE_PLACE_FOLDER={} SITE_PLACE_SYSTEMCTL={} {}\" {public}",
            systemd.address,
            path("place").display(),
            systemd.systemctl().display(),
            script("site-place").display(),
        );
        fs::write(path("authorized_keys"), keys).expect("writable");
        let address = free_address().expect("a free port");
        let config = format!(
            "ListenAddress {address}\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nUsePAM no\nStrictModes no\n\
             PasswordAuthentication no\nPermitRootLogin prohibit-password\nPermitUserRC no\n\
             KexAlgorithms {KEY_EXCHANGE}\n",
            path("host").display(),
            path("authorized_keys").display()
        );
        fs::write(path("sshd_config"), config).expect("writable");
        let sshd = sshd(&path("sshd_config"), address);

        let machine = Self {
            systemd,
            folder,
            sshd,
            address,
        };
        machine.know_host("host");
        machine
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes down a key as the machine's own.
    pub fn know_host(&self, key: &str) {
        let public = fs::read_to_string(self.path(key).with_extension("pub")).expect("made");
        let line = format!("[127.0.0.1]:{} {public}", self.address.port());
        fs::write(self.path("hosts"), line).expect("writable");
    }

    /// The command of place.sh with this key.
    pub fn command_with(&self, key: &str) -> Command {
        let mut command = Command::new("bash");
        let place = format!("ssh://{}@{}", user(), self.address);
        command.arg(script("place.sh")).env("SITE_PLACE", place);
        command.env("SITE_SSH_KEY", self.path(key));
        command.env("SITE_SSH_HOSTS", self.path("hosts"));
        let port = self.systemd.address.port().to_string();
        command.env("SITE_SSH_PORT", port);
        command
    }

    /// Ends the machine's sshd: nobody answers any more.
    pub fn go_down(&mut self) {
        _ = self.sshd.kill();
        _ = self.sshd.wait();
    }

    /// Starts the machine's sshd again.
    pub fn come_up(&mut self) {
        self.go_down();
        self.sshd = sshd(&self.path("sshd_config"), self.address);
    }

    /// The address of the machine's sshd.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of the process of the machine's sshd.
    pub fn sshd_id(&self) -> u32 {
        self.sshd.id()
    }
}

impl Place for Machine {
    fn command(&self) -> Command {
        self.command_with("key")
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.go_down();
    }
}

/// The only key exchange that this machine offers. OpenSSH's default, made to withstand quantum computers, takes most of the processor
/// time of a connection as short as the tests' own.
const KEY_EXCHANGE: &str = "curve25519-sha256";

/// Starts a sshd, and waits until it listens.
fn sshd(config: &Path, address: SocketAddr) -> Child {
    _ = fs::create_dir_all("/run/sshd");
    let mut command = Command::new("/usr/sbin/sshd");
    command.args(["-D", "-e", "-f"]).arg(config);
    // Its sandbox ends a process in which another library asks for the time.
    command.env_remove("LD_PRELOAD");
    let sshd = command.stderr(Stdio::null()).spawn().expect("sshd runs");
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "sshd listens");
        std::thread::sleep(Duration::from_millis(20));
    }
    sshd
}

/// The user that this test runs as.
pub fn user() -> String {
    let output = Command::new("id").arg("-un").output().expect("id runs");
    String::from_utf8(output.stdout)
        .expect("UTF-8")
        .trim()
        .to_owned()
}

fn make_key(path: &Path) {
    let mut keygen = Command::new("ssh-keygen");
    keygen
        .args(["-q", "-t", "ed25519", "-N", "", "-f"])
        .arg(path);
    assert!(keygen.status().expect("ssh-keygen runs").success());
}
