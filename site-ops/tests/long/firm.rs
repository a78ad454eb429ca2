//! A firm's repositories on this machine's Git, the machine that serves its site, and the runs that publish it, by the scripts of the
//! workflow as they stand. Cargo and npm alone are stood in for: all is compiled and installed before.

use super::github::{GitHub, REPOSITORY};
use crate::publish::Place;
use crate::publish::machine::Machine;
use crate::verify::host::Host;
use crate::workspace::{git, said};
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
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

/// What the workflow's repository has of the real one.
const COPIED: [&str; 9] = [
    ".github/scripts",
    "deploy/publish",
    "web/src",
    "web/scripts",
    "web/public",
    "web/package.json",
    "web/package-lock.json",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

/// The firm's repositories, as GitHub would name them.
const REPOSITORIES: &str = "git@github.com:example/";

/// A way of publishing; each has a record of its own.
#[derive(Clone, Copy, PartialEq)]
pub enum Way {
    /// A machine, by ssh.
    Machine,
    /// A folder that a static host serves.
    Files,
}

pub const WAYS: [Way; 2] = [Way::Machine, Way::Files];

impl Way {
    /// The name of the record's repository.
    fn record(self) -> &'static str {
        match self {
            Self::Machine => "record",
            Self::Files => "record-of-files",
        }
    }
}

pub struct Firm {
    pub folder: TempDir,
    pub machine: Machine,
    host: Host,
    pub github: GitHub,
    merges: u64,
}

/// A pull request that was merged.
pub struct Merge {
    pub number: u64,
    /// The commit that was approved, or not.
    pub head: String,
}

/// The end of a run that publishes.
pub struct Run {
    pub status: Option<i32>,
    pub outcome: String,
    pub said: String,
}

impl Firm {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::create_dir(folder.path().join("www")).expect("writable");
        let firm = Self {
            machine: Machine::start(),
            host: Host::start(folder.path().join("www/site")),
            folder,
            github: GitHub::start(),
            merges: 0,
        };
        firm.make_programs();
        firm.make_repositories();
        firm
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    /// The file or folder of content in the editors' clone.
    pub fn content(&self) -> PathBuf {
        self.path("author/content")
    }

    /// The address at which visitors find the site.
    pub fn address(&self, way: Way) -> SocketAddr {
        match way {
            Way::Machine => self.machine.systemd.address,
            Way::Files => self.host.address,
        }
    }

    /// The firm's repository as its editors begin it, and the records'.
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

        for way in WAYS {
            let made = format!("{}-made", way.record());
            let record = self.path(&made);
            let mut create = Command::new(env!("CARGO_BIN_EXE_site-ops"));
            create.args(["record", "create", "--zone", super::clock::ZONE]);
            create.args(["--fiscal-year-ends", "12-31", "--actor", "Cora Compliance"]);
            create.arg("--record").arg(&record);
            let output = create.output().expect("the command runs");
            assert!(output.status.success(), "{}", said(&output));
            git(&record, "init --quiet --initial-branch=main");
            self.share(&made, &format!("{}.git", way.record()));
        }
        git(&self.path("."), "clone --quiet origin.git runner");
    }

    /// Commits all of a repository, and pushes it to a bare one.
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

    /// Programs of a folder of their own, in which a build finds what it would compile.
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
        // Node looks for packages in each folder above a script.
        let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/node_modules");
        let packages = packages.canonicalize().expect("installed packages");
        symlink(packages, self.path("node_modules")).expect("writable");
    }

    /// Merges what an editor changes below `content/`, by a pull request that nobody has approved yet.
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
        Merge { number, head }
    }

    /// Has the compliance officer approve a pull request.
    pub fn approve(&self, merge: &Merge) {
        self.github
            .approved(merge.number, "cora", &merge.head, &moment());
    }

    /// Builds main's tip; returns the built server.
    fn build(&self) -> PathBuf {
        let runner = self.path("runner");
        git(&runner, "fetch --quiet origin");
        git(&runner, "checkout --quiet --detach origin/main");
        let mut build = self.site(&["build"]);
        build.env("CARGO_TARGET_DIR", self.path("target"));
        let path = std::env::var("PATH").expect("a PATH");
        build.env("PATH", format!("{}:{path}", self.path("bin").display()));
        let output = build.output().expect("the command runs");
        assert!(output.status.success(), "{}", said(&output));
        self.path("target/site/release/site-server")
    }

    /// The command `cargo site` in the runner's clone.
    pub fn site(&self, arguments: &[&str]) -> Command {
        let mut site = Command::new(crate::program(arguments.first().unwrap_or(&"")));
        site.args(arguments).current_dir(self.path("runner"));
        site.env_remove("GITHUB_SHA")
            .env_remove("GITHUB_STEP_SUMMARY");
        for (name, value) in self.machine.command().get_envs() {
            site.env(name, value.expect("it is set"));
        }
        site
    }

    /// The script of the workflow, with what GitHub gives it; main's tip is built.
    fn publishing(&self, way: Way, more: &[(&str, &str)]) -> Command {
        let server = self.build();
        let temporary = self.path("temporary");
        _ = fs::remove_dir_all(&temporary);
        let publication = temporary.join("publication");
        fs::create_dir_all(&publication).expect("writable");
        fs::copy(server, publication.join("site-server")).expect("writable");
        for program in [crate::program("build"), crate::program("publish")] {
            let name = program.file_name().expect("a name");
            symlink(&program, publication.join(name)).expect("writable");
        }

        let read = |name: &str| fs::read_to_string(self.machine.path(name)).expect("made");
        let mut publish = Command::new("bash");
        publish.arg(".github/scripts/publish.sh");
        publish.current_dir(self.path("runner"));
        for (name, value) in self.machine.command().get_envs() {
            publish.env(name, value.expect("it is set"));
        }
        publish.env("RUNNER_TEMP", &temporary);
        publish.env("PUBLISHING_KEY", read("key").trim_end());
        publish.env("PLACE_HOST_KEYS", read("hosts").trim_end());
        publish.env("RECORD_KEY", "none is needed for a folder");
        let record = format!("example/{}", way.record());
        publish.env("SITE_RECORD_REPOSITORY", record);
        publish.env("GITHUB_API_URL", format!("http://{}", self.github.address));
        publish.env("GITHUB_SERVER_URL", "https://github.example");
        publish.env("GITHUB_REPOSITORY", REPOSITORY);
        publish.env("GITHUB_TOKEN", "a-token");
        publish.env("SITE_ACTOR", "erin");
        for name in ["SITE_IF_DUE", "SITE_ORIGIN", "SITE_URL", "TAKE_DOWN"] {
            publish.env(name, "");
        }
        if way == Way::Files {
            publish.env("SITE_PLACE", self.path("www"));
            publish.env("SITE_URL", format!("http://{}", self.host.address));
        }
        // The record's repository is a folder on this machine.
        let instead = format!("url.{}/.insteadOf", self.folder.path().display());
        publish.env("GIT_CONFIG_COUNT", "1");
        publish.env("GIT_CONFIG_KEY_0", instead);
        publish.env("GIT_CONFIG_VALUE_0", REPOSITORIES);
        publish.envs(more.iter().copied());
        publish
    }

    /// Publishes main's tip as the workflow does.
    pub fn publish(&self, way: Way, more: &[(&str, &str)]) -> Run {
        let output = self.publishing(way, more).output().expect("bash runs");
        self.ended(&output)
    }

    /// Publishes main's tip, and kills the runner with all that it started once the record has what begins.
    pub fn publish_by_half(&self, way: Way) {
        let record = self.path(&format!("{}.git", way.record()));
        let before = tip(&record);
        let mut publish = self.publishing(way, &[]);
        publish.process_group(0);
        publish.stdout(Stdio::null()).stderr(Stdio::null());
        let mut runner = publish.spawn().expect("bash runs");
        let start = Instant::now();
        while tip(&record) == before {
            assert!(start.elapsed() < Duration::from_secs(120), "it is written");
            std::thread::sleep(Duration::from_millis(10));
        }
        kill_group(&mut runner);
    }

    fn ended(&self, output: &Output) -> Run {
        let outcome = fs::read_to_string(self.path("temporary/outcome"));
        Run {
            status: output.status.code(),
            outcome: outcome.unwrap_or_default(),
            said: said(output),
        }
    }

    /// A clone of a way's record as it is pushed.
    pub fn record(&self, way: Way) -> PathBuf {
        let name = format!("{}-read", way.record());
        let folder = self.path(&name);
        _ = fs::remove_dir_all(&folder);
        git(
            &self.path("."),
            &format!("clone --quiet {}.git {name}", way.record()),
        );
        folder
    }

    /// The bytes of all files of a way's record as it is pushed.
    pub fn record_size(&self, way: Way) -> u64 {
        let record = self.path(&format!("{}.git", way.record()));
        let mut bytes = 0;
        for line in git(&record, "ls-tree -r -l main").lines() {
            let size = line.split_whitespace().nth(3).expect("a size");
            bytes += size.parse::<u64>().expect("a number");
        }
        bytes
    }

    /// Gives a command a clone of the record to write into, and the name by which it commits.
    pub fn keeps_record(&self, command: &mut Command) {
        command.env("SITE_RECORD", self.record(Way::Machine));
        crate::name_programs(command);
        for person in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{person}_NAME"), "Erin Editor");
            command.env(format!("GIT_{person}_EMAIL"), "erin@example.com");
        }
    }
}

impl Run {
    /// Asserts how it ended.
    #[track_caller]
    pub fn is(&self, status: i32, words: &str) {
        assert_eq!(self.status, Some(status), "{}", self.said);
        assert!(
            self.outcome.contains(words),
            "expected {words:?} in {:?}:\n{}",
            self.outcome,
            self.said
        );
    }
}

/// Kills a process and all in its group.
fn kill_group(runner: &mut Child) {
    let group = format!("-{}", runner.id());
    let mut kill = Command::new("kill");
    let status = kill.args(["-KILL", "--", &group]).status();
    assert!(status.expect("kill runs").success());
    _ = runner.wait();
}

/// The moment as GitHub writes it.
fn moment() -> String {
    let now = jiff::Timestamp::now();
    now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn tip(folder: &Path) -> String {
    let folder = folder.to_owned();
    git(&folder, "rev-parse HEAD").trim().to_owned()
}

/// Copies a file, or a folder with all below it.
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
