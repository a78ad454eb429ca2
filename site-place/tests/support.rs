//! A place in a folder, with a stand-in for systemctl: its servers are files.

use crate::sshd::Sshd;
use serde_json::Value;
use site_place::request::{Grounds, Request, Upload};
use site_place::sha256;
use site_place::state::State;
use site_place::step::{Step, VARIABLE};
use site_table::{Body, IDENTITY, Row, Table};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

/// A unit is a file. A unit whose server can't start has another file.
const SYSTEMCTL: &str = r#"#!/bin/sh
cd "$(dirname "$0")" || exit 2
case "$1" in
start)
    if [ -e "broken.$2" ]; then exit 1; fi
    : > "unit.$2"
    ;;
stop) rm -f "unit.$2" ;;
list-units)
    for unit in unit.*; do
        if [ -e "$unit" ]; then echo "${unit#unit.} loaded active running"; fi
    done
    ;;
*) exit 2 ;;
esac
"#;

/// The commit that every place begins with.
pub const BEGINNING: &str = "beginning";

/// The file of a built server.
pub struct Server {
    pub digest: String,
    pub commit: String,
    pub path: PathBuf,
}

/// The servers that tests upload, in one folder for all of them.
pub static SERVERS: LazyLock<Vec<Server>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("servers");
    fs::create_dir_all(&folder).expect("writable");
    let mut servers = Vec::new();
    for number in 0..14 {
        servers.push(server(&folder, &format!("commit{number:02}")));
    }
    servers
});

/// Makes a server for this machine that ends with a table of one page.
pub fn server(folder: &Path, commit: &str) -> Server {
    server_for(std::env::consts::ARCH, folder, commit)
}

/// Makes a server for a processor that ends with a table of one page.
pub fn server_for(architecture: &str, folder: &Path, commit: &str) -> Server {
    let program = folder.join(format!("{commit}.program"));
    fs::write(&program, elf(architecture)).expect("writable");
    let text: &'static [u8] = Box::leak(commit.as_bytes().into());
    let row = |path| Row {
        path,
        edition: 0,
        status: 200,
        bodies: vec![Body::new(
            IDENTITY,
            vec![("content-type", "text/plain")],
            text,
        )],
    };
    let mut table = Table::new(None, Vec::new(), Vec::new(), vec![row("/")], vec![row("")]);
    table.commit = Some(Box::leak(commit.into()));
    let table_path = folder.join(format!("{commit}.table"));
    fs::write(&table_path, table.to_bytes().expect("a table")).expect("writable");
    let path = folder.join(format!("{commit}.server"));
    site_table::assemble(&program, &table_path, &path).expect("a server");
    let identity = site_table::identify(&path).expect("a server");
    Server {
        digest: identity.digest,
        commit: commit.to_owned(),
        path,
    }
}

/// The header of a program for a processor.
fn elf(architecture: &str) -> Vec<u8> {
    let mut header = vec![0; 64];
    header[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
    header[18] = if architecture == "aarch64" { 183 } else { 62 };
    header[16] = 2;
    header
}

pub struct Place {
    /// The sshd for the requests, if they aren't sent to the program directly. Declared first, so that it ends before the folder.
    sshd: Option<Sshd>,
    folder: TempDir,
}

impl Place {
    /// A place as created by install.sh.
    pub fn new() -> Self {
        let place = Self::empty();
        place.init();
        place
    }

    /// A folder without a state.
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let systemctl = folder.path().join("systemd/systemctl");
        fs::create_dir_all(folder.path().join("place")).expect("writable");
        fs::create_dir_all(folder.path().join("systemd")).expect("writable");
        fs::write(&systemctl, SYSTEMCTL).expect("writable");
        fs::set_permissions(&systemctl, fs::Permissions::from_mode(0o755)).expect("ours");
        Self { sshd: None, folder }
    }

    /// A place that receives requests through ssh. Returns `None` if sshd isn't installed.
    pub fn over_ssh() -> Option<Self> {
        let mut place = Self::new();
        let command = format!(
            "SITE_PLACE_FOLDER={} SITE_PLACE_SYSTEMCTL={} {} key write",
            place.folder.path().join("place").display(),
            place.folder.path().join("systemd/systemctl").display(),
            env!("CARGO_BIN_EXE_site-place")
        );
        let folder = place.folder.path().join("ssh");
        fs::create_dir(&folder).expect("writable");
        place.sshd = Some(Sshd::start(&folder, &command)?);
        Some(place)
    }

    pub fn init(&self) {
        let output = self.run(&["init", "--approved", BEGINNING]);
        assert!(output.status.success(), "{}", printed(&output));
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("place").join(name)
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_site-place"));
        command.args(words);
        command.env("SITE_PLACE_FOLDER", self.folder.path().join("place"));
        let systemctl = self.folder.path().join("systemd/systemctl");
        command.env("SITE_PLACE_SYSTEMCTL", systemctl);
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("site-place runs")
    }

    /// Sends a request with the publishing key. A test can kill the program at a step.
    pub fn send(&self, request: &Request, body: Option<&Path>, killed_at: Option<&str>) -> Output {
        let json = serde_json::to_string(request).expect("JSON");
        let mut command = match &self.sshd {
            Some(sshd) if killed_at.is_none() => sshd.command(&json),
            _ => {
                let mut command = self.command(&["key", "write"]);
                command.env("SSH_ORIGINAL_COMMAND", json);
                command
            }
        };
        command.stdin(Stdio::null());
        if let Some(body) = body {
            command.stdin(File::open(body).expect("readable"));
        }
        if let Some(step) = killed_at {
            command.env(VARIABLE, step);
        }
        command.output().expect("site-place runs")
    }

    pub fn state(&self) -> State {
        let output = self.run(&["status"]);
        assert!(output.status.success(), "{}", printed(&output));
        serde_json::from_slice(&output.stdout).expect("a state")
    }

    pub fn keep(&self, server: &Server, is_take_down: bool, killed_at: Option<&str>) -> Output {
        let upload = Upload {
            bytes: fs::metadata(&server.path).expect("built").len(),
            sha256: sha256::of_file(&server.path).expect("readable"),
            revision: self.state().revision,
            is_take_down,
        };
        self.send(&Request::Keep(upload), Some(&server.path), killed_at)
    }

    pub fn switch(&self, digest: &str, grounds: Grounds, killed_at: Option<&str>) -> Output {
        let state = self.state();
        let mut withdraws = Vec::new();
        for taken in &state.take_downs {
            withdraws.push(taken.address.clone());
        }
        let request = Request::Switch {
            digest: digest.to_owned(),
            revision: state.revision,
            base: state.approved.commit,
            grounds,
            withdraws,
        };
        self.send(&request, None, killed_at)
    }

    /// Uploads a server, switches to it, and confirms it.
    pub fn publish(&self, server: &Server) {
        for output in [
            self.keep(server, false, None),
            self.switch(&server.digest, approved(server), None),
            self.send(&confirm(&server.digest), None, None),
        ] {
            assert!(output.status.success(), "{}", printed(&output));
        }
    }

    /// The digests of the servers that run.
    pub fn running(&self) -> BTreeSet<String> {
        let mut running = BTreeSet::new();
        for entry in fs::read_dir(self.folder.path().join("systemd")).expect("readable") {
            let name = entry.expect("readable").file_name();
            let name = name.to_string_lossy();
            if let Some(unit) = name.strip_prefix("unit.site-server@") {
                running.insert(unit.trim_end_matches(".service").to_owned());
            }
        }
        running
    }

    /// Ends all servers, like a reboot.
    pub fn lose_power(&self) {
        for digest in self.running() {
            fs::remove_file(self.unit("unit", &digest)).expect("ours");
        }
    }

    /// Starts a server without site-place.
    pub fn start_by_hand(&self, digest: &str) {
        fs::write(self.unit("unit", digest), "").expect("writable");
    }

    /// Makes the server of a version fail at its start.
    pub fn break_server(&self, digest: &str) {
        fs::write(self.unit("broken", digest), "").expect("writable");
    }

    fn unit(&self, kind: &str, digest: &str) -> PathBuf {
        let name = format!("systemd/{kind}.site-server@{digest}.service");
        self.folder.path().join(name)
    }
}

/// The grounds of a version whose changes are all approved.
pub fn approved(server: &Server) -> Grounds {
    Grounds::Approved {
        commit: server.commit.clone(),
        program: None,
    }
}

pub fn confirm(digest: &str) -> Request {
    Request::Confirm {
        digest: digest.to_owned(),
    }
}

/// Everything that a run printed.
pub fn printed(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{out}{err}")
}

/// The names of all steps.
pub fn steps() -> Vec<String> {
    use clap::ValueEnum as _;
    let mut names = Vec::new();
    for step in Step::value_variants() {
        let value = step.to_possible_value().expect("a step has a name");
        names.push(value.get_name().to_owned());
    }
    names
}

/// The contents of the state's file.
pub fn file_of_state(place: &Place) -> Value {
    let text = fs::read_to_string(place.path("state.json")).expect("a state");
    serde_json::from_str(&text).expect("JSON")
}
