//! A firm's repositories in local Git, the machine that serves its site, and the publishing runs, like the workflow's. Only Cargo and npm
//! have stand-ins, because everything was compiled and installed before.

use super::github::{GitHub, REPOSITORY};
use crate::publish::firm::succeeds;
use crate::publish::machine::Machine;
use crate::workspace::{git, said};
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use walkdir::WalkDir;

const APPROVERS: &str = r#"
[[approvers]]
login = "cora"
name = "Cora Compliance"
role = "compliance"
starts = 2026-01-01

[[approvers]]
login = "erin"
name = "Erin Editor"
role = "editor"
starts = 2026-01-01
"#;

/// The files that are copied from the real repository to the workflow's.
const COPIED: [&str; 8] = [
    ".github/scripts",
    "web/src",
    "web/scripts",
    "web/public",
    "web/package.json",
    "web/package-lock.json",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

pub struct Firm {
    pub folder: TempDir,
    pub machine: Machine,
    pub github: GitHub,
    merges: u64,
}

/// A pull request that was merged.
pub struct Merge {
    pub number: u64,
    /// The head, which may or may not be approved.
    pub head: String,
    /// The resulting commit of main.
    pub commit: String,
}

/// The end of a run: the result of the publication, or of the gate if it says no.
pub struct Run {
    pub status: Option<i32>,
    /// The sentence of the publication.
    pub outcome: String,
    /// All output.
    pub text: String,
}

impl Firm {
    pub fn new() -> Self {
        let firm = Self {
            machine: Machine::start(),
            folder: tempfile::tempdir().expect("a folder for the test"),
            github: GitHub::start(),
            merges: 0,
        };
        firm.make_programs();
        firm.make_repositories();
        let commit = tip(&firm.path("author"));
        let approve = [
            "approve-by-hand",
            &commit,
            "--who",
            "cora",
            "--reason",
            "the first commit",
        ];
        let output = firm.machine.site_place(&approve);
        assert!(output.status.success(), "{}", said(&output));
        firm
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    /// The file or folder of content in the editors' clone.
    pub fn content(&self) -> PathBuf {
        self.path("author/content")
    }

    /// The site's address for visitors.
    pub fn address(&self) -> SocketAddr {
        self.machine.systemd.address
    }

    /// Creates the firm's repository, and the record's.
    fn make_repositories(&self) {
        let author = self.path("author");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for below in COPIED {
            copy(&root.join(below), &author.join(below));
        }
        copy(&root.join("site-schema/tests/content"), &self.content());
        let files = [
            (".github/approvers.toml", APPROVERS),
            ("site-schema/lib.rs", ""),
            (
                ".gitignore",
                "/target\n/web/node_modules\n/web/dist\n/web/.cache\n",
            ),
        ];
        for (name, text) in files {
            let file = author.join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
            fs::write(file, text).expect("writable");
        }
        git(&author, "init --quiet --initial-branch=main");
        self.share("author", "origin.git");

        let record = self.path("record-begin");
        let mut create = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        create.args(["record", "create", "--zone", super::clock::ZONE]);
        create.args(["--fiscal-year-ends", "12-31", "--actor", "Cora Compliance"]);
        succeeds(create.arg("--record").arg(&record));
        git(&record, "init --quiet --initial-branch=main");
        self.share("record-begin", "record.git");
        git(&self.path("."), "clone --quiet origin.git runner");
    }

    /// Commits everything in a repository, and pushes it to a bare one.
    fn share(&self, from: &str, bare: &str) {
        git(
            &self.path("."),
            &format!("init --quiet --bare --initial-branch=main {bare}"),
        );
        let folder = self.path(from);
        git(&folder, "add --all");
        git(&folder, "commit --quiet --message=Begin");
        git(
            &folder,
            &format!("remote add origin {}", self.path(bare).display()),
        );
        git(&folder, "push --quiet origin main");
    }

    /// Creates a folder of stand-in programs, which provide what a build would compile.
    fn make_programs(&self) {
        let built = Path::new(env!("CARGO_BIN_EXE_site-ops"));
        let prepare = format!(
            "#!/bin/bash\n[ \"$1\" = --table ] || set -- --content {} \"$@\"\nexec {} \"$@\"\n",
            self.path("runner/target/site/content.json").display(),
            built.with_file_name("site-prepare").display()
        );
        let npm = "#!/bin/bash\nmkdir -p node_modules\ntouch node_modules/.package-lock.json\n";
        for (name, text) in [
            ("bin/cargo", "#!/bin/bash\n"),
            ("bin/npm", npm),
            ("target/debug/site-prepare", &prepare),
        ] {
            let file = self.path(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
            fs::write(&file, text).expect("writable");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("ours");
        }
        fs::create_dir_all(self.path("target/release")).expect("writable");
        let server = self.path("target/release/site-server");
        symlink(built.with_file_name("site-server"), server).expect("writable");
        // Node looks for packages in all parent folders of a script.
        let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/node_modules");
        let packages = packages.canonicalize().expect("installed packages");
        symlink(packages, self.path("node_modules")).expect("writable");
    }

    /// Merges an edit below `content/` with a pull request that no one has approved yet.
    pub fn merge(&mut self, title: &str, edit: impl FnOnce(&Path)) -> Merge {
        self.merges += 1;
        let number = self.merges;
        let author = self.path("author");
        git(&author, &format!("switch --quiet --create change-{number}"));
        edit(&self.content());
        git(&author, "add --all");
        git(&author, "commit --quiet --message=Change");
        let head = tip(&author);
        git(
            &author,
            &format!("push --quiet origin HEAD:refs/pull/{number}/head"),
        );
        git(&author, "switch --quiet main");
        git(
            &author,
            &format!("merge --quiet --no-ff --no-edit change-{number}"),
        );
        git(&author, "push --quiet origin main");
        let commit = tip(&author);
        self.github.merged(number, title, &head, &commit, &moment());
        Merge {
            number,
            head,
            commit,
        }
    }

    /// Has the compliance officer approve a pull request.
    pub fn approve(&self, merge: &Merge) {
        self.github
            .approved(merge.number, "cora", &merge.head, &moment());
    }

    /// Builds main's tip. Returns the built server.
    fn build(&self) -> PathBuf {
        let runner = self.path("runner");
        git(&runner, "fetch --quiet origin");
        git(&runner, "checkout --quiet --detach origin/main");
        let mut build = Command::new(crate::program("build"));
        build.arg("build").current_dir(&runner);
        build
            .env_remove("GITHUB_SHA")
            .env_remove("GITHUB_STEP_SUMMARY");
        build.env("CARGO_TARGET_DIR", self.path("target"));
        let path = std::env::var("PATH").expect("a PATH");
        build.env("PATH", format!("{}:{path}", self.path("bin").display()));
        let output = build.output().expect("the command runs");
        assert!(output.status.success(), "{}", said(&output));
        runner.join("target/site/release/site-server")
    }

    /// The command `cargo site-ops` in the runner's clone.
    pub fn ops(&self, arguments: &[&str]) -> Command {
        let mut ops = self.machine.ops();
        ops.args(arguments).current_dir(self.path("runner"));
        ops.env_remove("GITHUB_SHA")
            .env_remove("GITHUB_STEP_SUMMARY");
        ops
    }

    /// Publishes main's tip like the workflow, after a positive answer of the gate.
    pub fn publish(&self, more: &[(&str, &str)]) -> Run {
        let server = self.build();
        match self.ask_gate() {
            Ok(gate) => self.publish_server(&server, gate.as_deref(), more),
            Err(refusal) => refusal,
        }
    }

    /// Publishes main's tip without the gate's answer.
    pub fn publish_without_gate(&self) -> Run {
        self.publish_server(&self.build(), None, &[])
    }

    fn publish_server(&self, server: &Path, gate: Option<&Path>, more: &[(&str, &str)]) -> Run {
        let outcome = self.path("outcome");
        _ = fs::remove_file(&outcome);
        let mut publish = self.publishing(server, gate);
        publish.envs(more.iter().copied());
        let output = publish.output().expect("site-ops runs");
        Run {
            status: output.status.code(),
            outcome: fs::read_to_string(outcome).unwrap_or_default(),
            text: said(&output),
        }
    }

    /// Publishes main's tip. When the record says that the publication has begun, kills the run and all its processes.
    pub fn publish_by_half(&self) {
        let server = self.build();
        let Ok(gate) = self.ask_gate() else {
            panic!("expected a positive answer of the gate, found none");
        };
        let record = self.path("record.git");
        let before = tip(&record);
        let mut publish = self.publishing(&server, gate.as_deref());
        publish.process_group(0);
        publish.stdout(Stdio::null()).stderr(Stdio::null());
        let mut run = publish.spawn().expect("site-ops runs");
        let start = Instant::now();
        while tip(&record) == before {
            assert!(start.elapsed() < Duration::from_secs(120), "it is written");
            std::thread::sleep(Duration::from_millis(10));
        }
        kill_group(&mut run);
    }

    /// The command that publishes a server.
    fn publishing(&self, server: &Path, gate: Option<&Path>) -> Command {
        let mut publish = self.ops(&["publish"]);
        publish.arg(server).args(["--actor", "erin"]);
        publish.arg("--outcome").arg(self.path("outcome"));
        if let Some(gate) = gate {
            publish.arg("--gate").arg(gate);
        }
        self.keep_record(&mut publish);
        publish
    }

    /// Runs the gate for main's tip, which is checked out. Returns the folder of its positive answer, or `None` if the tip is the newest
    /// approved commit.
    fn ask_gate(&self) -> Result<Option<PathBuf>, Run> {
        let runner = self.path("runner");
        let state = self.machine.state();
        let (base, head) = (state.approved.commit, tip(&runner));
        if base == head {
            return Ok(None);
        }
        let [folder, answers, broken_glass] =
            ["gate", "answers", "broken-glass"].map(|name| self.path(name));
        _ = fs::remove_dir_all(&folder);
        let list = serde_json::to_string(&state.broken_glass).expect("JSON");
        fs::write(&broken_glass, list).expect("writable");

        let mut ask = Command::new("node");
        ask.arg(".github/scripts/answers.mjs").arg(&answers);
        ask.args([&base, &head]).current_dir(&runner);
        ask.env("GITHUB_API_URL", format!("http://{}", self.github.address));
        ask.env("GITHUB_SERVER_URL", "https://github.example");
        ask.env("GITHUB_REPOSITORY", REPOSITORY);
        succeeds(ask.env("GITHUB_TOKEN", "a-token"));

        let mut gate = Command::new("bash");
        gate.args([".github/scripts/gate.sh", &base, &head]);
        gate.arg(&answers).arg(&folder).current_dir(&runner);
        gate.env("SITE_OPS_PROGRAM", env!("CARGO_BIN_EXE_site-ops"));
        gate.env("SITE_BROKEN_GLASS", broken_glass);
        gate.env("SITE_REVISION", state.revision.to_string());
        let output = gate.output().expect("bash runs");
        if !output.status.success() {
            return Err(Run {
                status: output.status.code(),
                outcome: String::new(),
                text: said(&output),
            });
        }
        Ok(Some(folder))
    }

    /// A clone of the pushed record.
    pub fn record(&self) -> PathBuf {
        let folder = self.path("record");
        _ = fs::remove_dir_all(&folder);
        git(&self.path("."), "clone --quiet record.git record");
        folder
    }

    /// The total size of all files in the pushed record, in bytes.
    pub fn record_size(&self) -> u64 {
        let mut bytes = 0;
        for line in git(&self.path("record.git"), "ls-tree -r -l main").lines() {
            let size = line.split_whitespace().nth(3).expect("a size");
            bytes += size.parse::<u64>().expect("a number");
        }
        bytes
    }

    /// Gives a command a clone of the record for writing, and an author name for commits.
    pub fn keep_record(&self, command: &mut Command) {
        command.env("SITE_RECORD", self.record());
        for person in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{person}_NAME"), "Erin Editor");
            command.env(format!("GIT_{person}_EMAIL"), "erin@example.com");
        }
    }
}

impl Run {
    /// Asserts the exit code and the output.
    #[track_caller]
    pub fn is(&self, status: i32, words: &str) {
        assert_eq!(self.status, Some(status), "{}", self.text);
        assert!(
            self.outcome.contains(words),
            "expected {words:?} in {:?}:\n{}",
            self.outcome,
            self.text
        );
    }
}

/// Kills a process and its group.
fn kill_group(run: &mut Child) {
    let group = format!("-{}", run.id());
    let mut kill = Command::new("kill");
    let status = kill.args(["-KILL", "--", &group]).status();
    assert!(status.expect("kill runs").success());
    _ = run.wait();
}

/// The current time in GitHub's format.
fn moment() -> String {
    let now = jiff::Timestamp::now();
    now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn tip(folder: &Path) -> String {
    let folder = folder.to_owned();
    git(&folder, "rev-parse HEAD").trim().to_owned()
}

/// Copies a file, or a folder with its contents.
fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.expect("readable");
        let below = entry.path().strip_prefix(from).expect("below");
        let target = if below.as_os_str().is_empty() {
            to.to_owned()
        } else {
            to.join(below)
        };
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).expect("writable");
        } else {
            fs::create_dir_all(target.parent().expect("a folder")).expect("writable");
            fs::copy(entry.path(), target).expect("readable");
        }
    }
}
