//! A machine for publishing: a real sshd on this machine, whose key may only run the real site-place.

use super::systemd::Systemd;
use crate::long::clock;
use crate::server::free_address;
use crate::workspace::said;
use site_place::request::{Grounds, Request, Upload};
use site_place::sha256;
use site_place::state::State;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
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
            "restrict,port-forwarding,permitopen=\"{}\",command=\"{}SITE_PLACE_FOLDER={} SITE_PLACE_SYSTEMCTL={} {} key write\" {public}",
            systemd.address,
            variables_of_clock(),
            path("place").display(),
            systemd.systemctl().display(),
            site_place_program().display(),
        );
        fs::write(path("authorized_keys"), keys).expect("writable");
        let address = free_address().expect("a free port");
        // Bash runs the start files of its home for each connection. Those of whoever runs the tests may take longer than a request.
        fs::create_dir(path("home")).expect("writable");
        let config = format!(
            "ListenAddress {address}\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nUsePAM no\nStrictModes no\n\
             PasswordAuthentication no\nPermitRootLogin prohibit-password\nPermitUserRC no\n\
             KexAlgorithms {KEY_EXCHANGE}\nSetEnv HOME={}\n",
            path("host").display(),
            path("authorized_keys").display(),
            path("home").display()
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
        machine.init("before");
        machine
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Records a key as the machine's host key.
    pub fn know_host(&self, key: &str) {
        let public = fs::read_to_string(self.path(key).with_extension("pub")).expect("made");
        let line = format!("[127.0.0.1]:{} {public}", self.address.port());
        fs::write(self.path("hosts"), line).expect("writable");
    }

    /// Runs site-place on the machine, like root does.
    pub fn site_place(&self, words: &[&str]) -> Output {
        let mut command = Command::new(site_place_program());
        command.args(words);
        command.env("SITE_PLACE_FOLDER", self.path("place"));
        command.env("SITE_PLACE_SYSTEMCTL", self.systemd.systemctl());
        command.output().expect("site-place runs")
    }

    /// Creates the first state of the place.
    pub fn init(&self, approved: &str) {
        let output = self.site_place(&["init", "--approved", approved]);
        assert!(output.status.success(), "{}", said(&output));
    }

    /// The command `cargo site-ops` for this machine, with this key.
    pub fn ops_with(&self, key: &str) -> Command {
        let mut ops = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        let place = format!("ssh://{}@{}", user(), self.address);
        ops.env("SITE_PLACE", place);
        ops.env("SITE_SSH_KEY", self.path(key));
        ops.env("SITE_SSH_HOSTS", self.path("hosts"));
        let port = self.systemd.address.port().to_string();
        ops.env("SITE_SSH_PORT", port);
        for name in ["SITE_RECORD", "SITE_ORIGIN", "SITE_URL", "SITE_GATE"] {
            ops.env_remove(name);
        }
        ops.env("SITE_ACTOR", "ann");
        ops
    }

    pub fn ops(&self) -> Command {
        self.ops_with("key")
    }

    /// The command `ssh` with this key.
    pub fn ssh(&self, key: &str) -> Command {
        let mut ssh = Command::new("ssh");
        for option in ["BatchMode=yes", "IdentitiesOnly=yes"] {
            ssh.args(["-o", option]);
        }
        let hosts = self.path("hosts").display().to_string();
        ssh.args(["-o", &format!("UserKnownHostsFile={hosts}"), "-i"]);
        ssh.arg(self.path(key));
        ssh.arg(format!("ssh://{}@{}", user(), self.address));
        ssh
    }

    /// Sends a request by ssh, with the file of a body.
    pub fn send(&self, request: &Request, body: Option<&Path>) -> Output {
        let mut ssh = self.ssh("key");
        ssh.arg(serde_json::to_string(request).expect("JSON"));
        let body = body.map(|path| fs::File::open(path).expect("readable"));
        ssh.stdin(body.map_or_else(Stdio::null, Stdio::from));
        ssh.output().expect("ssh runs")
    }

    /// Sends a request that must succeed. Returns the state after it.
    #[track_caller]
    pub fn done(&self, request: &Request) -> State {
        let output = self.send(request, None);
        assert!(output.status.success(), "{request:?}: {}", said(&output));
        serde_json::from_slice(&output.stdout).expect("a state")
    }

    /// The state of the place.
    pub fn state(&self) -> State {
        let output = self.site_place(&["status"]);
        assert!(output.status.success(), "{}", said(&output));
        serde_json::from_slice(&output.stdout).expect("a state")
    }

    /// The digest and the commit of the live version.
    pub fn live(&self) -> (String, String) {
        let state = self.state();
        let live = state.live().expect("a live version");
        (live.digest.clone(), live.commit.clone())
    }

    /// The request that keeps a file.
    pub fn upload(&self, server: &Path) -> Request {
        Request::Keep(Upload {
            bytes: fs::metadata(server).expect("built").len(),
            sha256: sha256::of_file(server).expect("readable"),
            revision: self.state().revision,
            is_take_down: false,
        })
    }

    /// Uploads a built server, and switches to it without a check. Returns its digest.
    #[track_caller]
    pub fn switch(&self, server: &Path) -> (String, Output) {
        let identity = site_table::identify(server).expect("a built server");
        let output = self.send(&self.upload(server), Some(server));
        assert!(output.status.success(), "{}", said(&output));
        let state = self.state();
        let output = self.send(
            &Request::Switch {
                digest: identity.digest.clone(),
                revision: state.revision,
                base: state.approved.commit,
                grounds: Grounds::Approved {
                    commit: identity.commit.expect("a commit"),
                    program: None,
                },
                withdraws: Vec::new(),
            },
            None,
        );
        (identity.digest, output)
    }

    /// Publishes a built server, and confirms its check. Returns its digest.
    #[track_caller]
    pub fn publish(&self, server: &Path) -> String {
        let (digest, output) = self.switch(server);
        assert!(output.status.success(), "{}", said(&output));
        self.done(&Request::Confirm {
            digest: digest.clone(),
        });
        digest
    }

    /// Stops the machine's sshd, so that no one answers.
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

    /// The process ID of the machine's sshd.
    pub fn sshd_id(&self) -> u32 {
        self.sshd.id()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.go_down();
    }
}

/// The only key exchange that this machine offers. OpenSSH's default, which resists quantum computers, would take most of the processor
/// time of these short connections.
const KEY_EXCHANGE: &str = "curve25519-sha256";

/// Starts a sshd, and waits until it listens.
fn sshd(config: &Path, address: SocketAddr) -> Child {
    _ = fs::create_dir_all("/run/sshd");
    let mut command = Command::new("/usr/sbin/sshd");
    // With -r, each connection is a fork of this process, which takes less time than a new program. OpenSSH from 9.8 ignores it.
    command.args(["-D", "-r", "-e", "-f"]).arg(config);
    // sshd's sandbox kills a process if another library asks for the time.
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

/// The variables that set a test's clock, if it has one. sshd doesn't pass variables on.
fn variables_of_clock() -> String {
    let mut words = String::new();
    for name in clock::VARIABLES {
        if let Ok(value) = std::env::var(name) {
            words += &format!("{name}={value} ");
        }
    }
    words
}

fn make_key(path: &Path) {
    let mut keygen = Command::new("ssh-keygen");
    keygen
        .args(["-q", "-t", "ed25519", "-N", "", "-f"])
        .arg(path);
    assert!(keygen.status().expect("ssh-keygen runs").success());
}

/// The program site-place of this build.
pub fn site_place_program() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_site-ops")).with_file_name("site-place");
    assert!(
        program.is_file(),
        "expected site-place at {}, found none; build it with the tests: cargo test -p site-place -p site-ops",
        program.display()
    );
    program
}
