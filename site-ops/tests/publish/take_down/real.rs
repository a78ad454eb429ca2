//! Takes down an article of the real site, built with Cargo.

use crate::publish::are_installed;
use crate::publish::machine::Machine;
use crate::workspace::{git, holds, said};
use site_cli::client::Client;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

/// A clone of this repository, with Ann as an approver, and the machine that serves it.
struct RealFirm {
    machine: Machine,
    clone: PathBuf,
}

impl RealFirm {
    fn new() -> Self {
        let machine = Machine::start();
        let clone = machine.path("clone");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut copy = Command::new("git");
        copy.args(["clone", "--quiet"]).arg(&root).arg(&clone);
        assert!(copy.status().expect("git runs").success());
        let approvers = "[[approvers]]\nlogin = \"ann\"\nname = \"Ann\"\nrole = \"compliance\"\nstarts = 2020-01-01\n";
        fs::write(clone.join(".github/approvers.toml"), approvers).expect("writable");
        git(&clone, "commit --quiet --all --message=Change");
        Self { machine, clone }
    }

    /// A command in the clone, with the variables of the place.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.clone);
        for (name, value) in self.machine.ops().get_envs() {
            if let Some(value) = value {
                command.env(name, value);
            }
        }
        for name in [
            "CARGO_HOME",
            "CARGO_TARGET_DIR",
            "RUSTC_WORKSPACE_WRAPPER",
            "RUSTFLAGS",
        ] {
            command.env_remove(name);
        }
        for role in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{role}_NAME"), "Ann");
            command.env(format!("GIT_{role}_EMAIL"), "ann@example.com");
        }
        command
    }

    fn ops(&self, arguments: &[&str]) -> Output {
        let mut ops = self.command(env!("CARGO_BIN_EXE_site-ops"));
        ops.args(arguments).output().expect("it runs")
    }

    /// Builds main's tip in the same folders as a take-down, which then finds the compiled programs. Returns the server.
    fn build(&self) -> PathBuf {
        let folder = self.clone.join("target/take-down");
        git(
            &self.clone,
            "worktree add --quiet --detach target/take-down",
        );
        let mut cargo = self.command("cargo");
        cargo.args(["run", "--config"]);
        cargo.arg("build.rustc-workspace-wrapper = 'clippy-driver'");
        cargo.args(["--bin", "site", "--", "build"]);
        cargo.env(
            "CARGO_TARGET_DIR",
            self.clone.join("target/take-down-target"),
        );
        let output = cargo.current_dir(&folder).output().expect("it runs");
        assert!(output.status.success(), "{}", said(&output));
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let built = folder.join(printed.lines().last().expect("the server"));
        let server = self.machine.path("site-server");
        fs::copy(&built, &server).expect("writable");
        git(&self.clone, "worktree remove --force target/take-down");
        server
    }

    /// Commits changes that aren't published: to the footer of each page, and to Cargo's settings.
    fn commit_unpublished_changes(&self) {
        let change = |file: &str, old: &str, new: &str| {
            let path = self.clone.join(file);
            let text = fs::read_to_string(&path).expect("readable");
            let changed = text.replacen(old, new, 1);
            assert_ne!(changed, text, "expected `{old}` in {file}");
            fs::write(path, changed).expect("writable");
        };
        let tagline = format!("tagline = \"{UNPUBLISHED}\"\n# Before: ");
        change("content/site.toml", "tagline = ", &tagline);
        change(
            ".cargo/config.toml",
            "site = [\"run\",",
            "site = [\"run\", \"--quiet\",",
        );
        git(&self.clone, "commit --quiet --all --message=Change");
    }

    /// Publishes a server whose commit is approved.
    fn publish(&self, server: &Path) -> Output {
        let identity = site_table::identify(server).expect("a built server");
        let commit = identity.commit.expect("a commit");
        let approve = [
            "approve-by-hand",
            &commit,
            "--who",
            "ann",
            "--reason",
            "a test",
        ];
        let output = self.machine.site_place(&approve);
        assert!(output.status.success(), "{}", said(&output));
        let server = server.display().to_string();
        self.ops(&["publish", &server])
    }

    /// A page from the machine.
    fn page(&self, path: &str) -> String {
        let client = Client::connect(self.machine.systemd.address).expect("it listens");
        let response = client.get(path, &[]).expect("a response");
        assert_eq!(response.status, 200, "{path}");
        String::from_utf8(response.body).expect("UTF-8")
    }
}

/// A line that only the newest commit has.
const UNPUBLISHED: &str = "An unapproved line.";

/// The checkout is newer than what is live.
#[test]
#[ignore = "long"]
fn an_article_of_the_real_site_is_taken_down_from_a_real_machine() {
    if !are_installed(&["sshd", "ssh-keygen", "npm"]) {
        return;
    }
    let firm = RealFirm::new();
    let server = firm.build();
    let output = firm.publish(&server);
    assert!(output.status.success(), "{}", said(&output));
    let listed = Command::new(&server).arg("--paths").output();
    let listed = String::from_utf8(listed.expect("it runs").stdout).expect("UTF-8");
    // Other articles may link to it in their text, but their quotes are escaped.
    let is_in_feed = |path: &str| firm.page("/feed.xml").contains(&format!("{path}\""));
    let mut articles = listed
        .lines()
        .filter(|path| path.starts_with("/blog/") && is_in_feed(path));
    let (article, other) = (articles.next(), articles.next());
    let (article, other) = (article.expect("an article"), other.expect("another"));
    let other_before = firm.page(other);
    assert!(!firm.page(article).contains("A figure was wrong."));
    assert!(firm.page("/sitemap.xml").contains(article));

    firm.commit_unpublished_changes();
    let start = Instant::now();
    let words = [
        "take-down",
        article,
        "--who",
        "ann",
        "--reason",
        "a wrong figure",
        "--why",
        "A figure was wrong.",
    ];
    let output = firm.ops(&words);
    assert!(output.status.success(), "{}", said(&output));
    let seconds = start.elapsed().as_secs_f64();
    println!("{article} was taken down in {seconds:.0} s, the server compiled before");
    holds(
        &firm.page(article),
        &["A figure was wrong.", "content=\"noindex"],
    );
    for list in ["/blog", "/sitemap.xml"] {
        assert!(!firm.page(list).contains(article), "{list} has {article}");
    }
    assert!(!is_in_feed(article), "the feed has it");
    assert!(firm.page("/blog").contains(other), "other articles stay");
    let has_link = other_before.contains(article);
    assert!(
        has_link || firm.page(other) == other_before,
        "{other} stays"
    );

    let home = firm.page("/");
    assert!(!home.contains(UNPUBLISHED), "main's tip was published");

    // Until main has the entry, nothing else can be published.
    git(&firm.clone, "commit --quiet --allow-empty --message=Change");
    let output = firm.publish(&firm.build());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(&said(&output), &["was taken down by break-glass"]);
    assert!(firm.page(article).contains("A figure was wrong."));
}
