//! A real sshd, whose key may only run the real site-place.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The only key exchange. With OpenSSH's default, the key exchange would take most of the time of these short connections.
const KEY_EXCHANGE: &str = "curve25519-sha256";

pub struct Sshd {
    folder: PathBuf,
    address: SocketAddr,
    process: Child,
}

impl Sshd {
    /// Starts sshd in a folder, with this command for the key. Returns `None` if the programs aren't installed.
    pub fn start(folder: &Path, command: &str) -> Option<Self> {
        let path = |name: &str| folder.join(name);
        for name in ["key", "host"] {
            let mut keygen = Command::new("ssh-keygen");
            keygen.args(["-q", "-t", "ed25519", "-N", "", "-f"]);
            keygen.arg(path(name)).status().ok()?;
        }
        let public = fs::read_to_string(path("key.pub")).ok()?;
        let keys = format!("restrict,command=\"{command}\" {public}");
        fs::write(path("authorized_keys"), keys).ok()?;
        let address = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?;
        let host = fs::read_to_string(path("host.pub")).ok()?;
        let known = format!("[127.0.0.1]:{} {host}", address.port());
        fs::write(path("hosts"), known).ok()?;
        // Bash runs the start files of its home for each connection. Those of whoever runs the tests may take longer than a request.
        fs::create_dir(path("home")).ok()?;
        let config = format!(
            "ListenAddress {address}\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nUsePAM no\nStrictModes no\nKexAlgorithms {KEY_EXCHANGE}\n\
             SetEnv HOME={}\n",
            path("host").display(),
            path("authorized_keys").display(),
            path("home").display()
        );
        fs::write(path("sshd_config"), config).ok()?;
        _ = fs::create_dir_all("/run/sshd");
        let mut sshd = Command::new("/usr/sbin/sshd");
        sshd.args(["-D", "-e", "-f"]).arg(path("sshd_config"));
        // sshd's sandbox kills a process if another library asks for the time.
        sshd.env_remove("LD_PRELOAD").stderr(Stdio::null());
        let process = sshd.spawn().ok()?;
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(start.elapsed() < Duration::from_secs(20), "sshd listens");
            sleep(Duration::from_millis(20));
        }
        Some(Self {
            folder: folder.to_owned(),
            address,
            process,
        })
    }

    /// The command that sends a request.
    pub fn command(&self, request: &str) -> Command {
        let mut ssh = Command::new("ssh");
        let hosts = self.folder.join("hosts");
        for option in [
            "BatchMode=yes",
            "IdentitiesOnly=yes",
            &format!("UserKnownHostsFile={}", hosts.display()),
        ] {
            ssh.args(["-o", option]);
        }
        ssh.arg("-i").arg(self.folder.join("key"));
        ssh.arg(format!("ssh://{}", self.address)).arg(request);
        ssh
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}
