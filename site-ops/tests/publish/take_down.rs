//! One page or article that is taken down: what is live, and one entry.

use super::machine::Machine;
use super::{Place as _, are_installed, script};
use crate::workspace::{Workspace, git, holds, said};
use site_cli::client::Client;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

const ARTICLE: &str = "/blog/a-long-walk";

/// A place that keeps its hold, and the calls that it gets.
const PLACE: &str = r#"
cd "$TEST_PLACE"
echo "$1" >> asked
case "$1" in
status)
    echo "live: $(printf '%064d' 1) $TEST_LIVE 2026-01-01T00:00:00Z"
    if [ -s hold ]; then echo "held: $(cat hold)"; fi
    ;;
hold) echo "$2 since 2026-01-01T00:00:00Z: $3" | tee hold ;;
release) rm hold ;;
esac
"#;

/// A firm's repository, whose place and whose publication answer as the test says.
struct Firm(Workspace);

impl Firm {
    fn new() -> Self {
        let workspace = Workspace::small();
        let scripts = workspace.path().join("deploy/publish");
        fs::create_dir_all(&scripts).expect("writable");
        fs::write(scripts.join("place.sh"), PLACE).expect("writable");
        let publish = "{ echo \"$*\"; echo \"$SITE_BREAK_GLASS\"; echo \"$SITE_TAKE_DOWN\"; git rev-parse HEAD; } > \"$TEST_CALLS\"\necho publish >> \"$TEST_PLACE/asked\"\nexit \"$TEST_STATUS\"\n";
        fs::write(scripts.join("publish.sh"), publish).expect("writable");
        let program = workspace.path().join("site-schema/program");
        fs::write(
            &program,
            "#!/bin/bash\necho Building\necho /built/site-server\n",
        )
        .expect("writable");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
        fs::write(
            workspace.path().join(".gitignore"),
            "/target/\n/calls\n/place/\n",
        )
        .expect("writable");
        fs::create_dir(workspace.path().join("place")).expect("writable");
        Self(workspace.committed())
    }

    fn calls(&self) -> PathBuf {
        self.0.path().join("calls")
    }

    /// Takes a page down, where publishing ends with this status.
    fn take_down(&self, path: &str, more: &[&str], status: &str) -> Output {
        let mut site = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        site.args([
            "take-down",
            path,
            "--who",
            "ann",
            "--reason",
            "a wrong figure",
        ]);
        site.args(["--why", "A figure was wrong."]).args(more);
        site.current_dir(self.0.path());
        site.env_remove("CARGO_TARGET_DIR");
        site.env("SITE_PROGRAM", self.0.path().join("site-schema/program"));
        site.env("TEST_LIVE", self.asked("rev-parse main"));
        site.env("TEST_CALLS", self.calls())
            .env("TEST_STATUS", status)
            .env("TEST_PLACE", self.0.path().join("place"));
        for role in ["AUTHOR", "COMMITTER"] {
            site.env(format!("GIT_{role}_NAME"), "Ann");
            site.env(format!("GIT_{role}_EMAIL"), "ann@example.com");
        }
        _ = fs::remove_file(self.calls());
        site.output().expect("the command runs")
    }

    /// The calls of the place and of publish.sh, in their order. Reading them forgets them.
    fn asked_of_place(&self) -> String {
        let file = self.0.path().join("place/asked");
        let calls = fs::read_to_string(&file).unwrap_or_default();
        _ = fs::remove_file(file);
        calls.replace('\n', " ")
    }

    /// The answer of Git to a question.
    fn asked(&self, words: &str) -> String {
        let mut git = Command::new("git");
        let output = git
            .args(words.split(' '))
            .current_dir(self.0.path())
            .output();
        let answer = output.expect("git runs").stdout;
        String::from_utf8(answer).expect("UTF-8").trim().to_owned()
    }
}

#[test]
fn an_article_is_published_withdrawn_and_proposed() {
    let firm = Firm::new();
    git(&firm.0, "remote add origin git@github.com:firm/site.git");
    let before = firm.0.content();
    let main = firm.asked("rev-parse main");
    let output = firm.take_down(ARTICLE, &["--instead", "/fees"], "0");
    assert!(output.status.success(), "{}", said(&output));
    let branch = firm.asked("branch --list take-down/* --format=%(refname:short)");
    holds(&branch, &["take-down/blog-a-long-walk-"]);
    holds(
        &said(&output),
        &[
            &format!("git push origin {branch}"),
            &format!("https://github.com/firm/site/compare/{branch}"),
        ],
    );

    // The commit of what is live, and one entry.
    assert_eq!(firm.asked(&format!("rev-parse {branch}^")), main);
    assert_eq!(
        firm.asked(&format!("diff --shortstat main {branch}")),
        "1 file changed, 1 insertion(+)"
    );
    let article = firm.asked(&format!("show {branch}:content/articles/a-long-walk.mdx"));
    holds(
        &article,
        &[
            "withdrawn = { starts = 20",
            "why = \"A figure was wrong.\"",
            "instead = \"/fees\"",
        ],
    );
    let message = firm.asked(&format!("log -1 --format=%B {branch}"));
    holds(
        &message,
        &[
            "a wrong figure",
            "By ann, by break-glass",
            "Taken-down: /blog/a-long-walk",
        ],
    );
    let calls = fs::read_to_string(firm.calls()).expect("published");
    let commit = firm.asked(&format!("rev-parse {branch}"));
    assert_eq!(
        calls,
        format!("/built/site-server\nann: a wrong figure\nyes\n{commit}\n")
    );

    // Nothing here is touched.
    assert_eq!(firm.0.content(), before);
    assert_eq!(firm.asked("status --porcelain"), "");
    assert_eq!(firm.asked("worktree list").lines().count(), 1);
    // Once more, since the words were wrong.
    let output = firm.take_down(ARTICLE, &[], "4");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn the_place_is_held_from_before_it_says_what_is_live_until_the_end() {
    let firm = Firm::new();
    let hold = firm.0.path().join("place/hold");
    for status in ["0", "1", "2"] {
        firm.take_down(ARTICLE, &[], status);
        assert_eq!(
            firm.asked_of_place(),
            "status hold status publish status release ",
            "{status}"
        );
    }
    // Also if nothing is built.
    let output = firm.take_down("/nowhere", &[], "0");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert_eq!(firm.asked_of_place(), "status hold status status release ");
    assert!(!hold.exists());

    // The hold of a person stays.
    let held = "ben since 2026-01-01T00:00:00Z: the fees were wrong\n";
    fs::write(&hold, held).expect("writable");
    let output = firm.take_down(ARTICLE, &[], "0");
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(firm.asked_of_place(), "status status publish ");
    assert_eq!(fs::read_to_string(&hold).expect("kept"), held);
    let output = firm.take_down(ARTICLE, &["--branch-on", "main"], "0");
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(firm.asked_of_place(), "", "the place is not asked");
}

#[test]
fn a_redirected_address_is_taken_down_at_its_target() {
    let firm = Firm::new();
    let output = firm.take_down("/team", &["--branch-on", "main"], "0");
    assert!(output.status.success(), "{}", said(&output));
    let branch = firm.asked("branch --list take-down/* --format=%(refname:short)");
    let message = firm.asked(&format!("log -1 --format=%B {branch}"));
    holds(&message, &["Take down /about", "Taken-down: /about"]);
    let page = firm.asked(&format!("show {branch}:content/pages/about.toml"));
    holds(&page, &["withdrawn = { starts = 20"]);
}

#[test]
fn a_page_that_was_taken_down_is_found_wherever_it_is() {
    let firm = Firm::new();
    let output = firm.take_down(ARTICLE, &["--branch-on", "main"], "0");
    assert!(output.status.success(), "{}", said(&output));
    let down = firm.asked("branch --list take-down/* --format=%(refname:short)");
    let is_down = |taken: &str, range: &str| {
        let mut site = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        site.args(["take-down", taken, "--check", range]);
        let output = site.current_dir(firm.0.path()).output();
        output.expect("the command runs")
    };
    let check = |expected: i32, words: &[&str]| {
        firm.0.commit();
        for taken in [ARTICLE, "content/articles/a-long-walk.mdx"] {
            let output = is_down(taken, &format!("{down}..HEAD"));
            assert_eq!(output.status.code(), Some(expected), "{}", said(&output));
            holds(&said(&output), words);
        }
    };
    let moved = "articles/a-short-walk.mdx";
    firm.0.append("redirects.toml", "\n");
    check(
        1,
        &["expected content/articles/a-long-walk.mdx to be withdrawn"],
    );
    // By Git's own rename only, then by a redirect, which may lead to another one.
    firm.0.rename("articles/a-long-walk.mdx", moved);
    check(
        1,
        &["expected content/articles/a-short-walk.mdx to be withdrawn"],
    );
    let redirect = |from: &str, to: &str| {
        let text = format!("\n[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
        firm.0.append("redirects.toml", &text);
    };
    redirect(ARTICLE, "/blog/walks#top");
    redirect("/blog/walks", "/blog/a-short-walk");
    check(
        1,
        &["expected content/articles/a-short-walk.mdx to be withdrawn"],
    );
    // An entry that has not begun shows the page until then.
    let entry =
        |starts: &str| format!("+++\nwithdrawn = {{ starts = {starts}, why = \"Wrong.\" }}\n");
    let text = firm.0.read(moved);
    firm.0
        .write(moved, &text.replacen("+++\n", &entry("2999-01-01"), 1));
    check(
        1,
        &["expected content/articles/a-short-walk.mdx to be withdrawn"],
    );
    firm.0
        .write(moved, &text.replacen("+++\n", &entry("2026-01-01"), 1));
    check(0, &[]);
    // The page is gone.
    firm.0.remove(moved);
    check(0, &[]);
    let output = is_down(ARTICLE, "HEAD");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn what_is_not_published_is_said() {
    let firm = Firm::new();
    for (status, expected) in [("1", 1), ("2", 2)] {
        let output = firm.take_down("/about", &[], status);
        assert_eq!(output.status.code(), Some(expected), "{}", said(&output));
    }
    let output = firm.take_down("/about", &["--branch-on", "main"], "1");
    assert!(output.status.success(), "{}", said(&output));
    assert!(!firm.calls().exists(), "nothing is published");
    let output = firm.take_down("/about", &["--branch-on", "0000000"], "1");
    assert_eq!(output.status.code(), Some(2));
    holds(&said(&output), &["git fetch --tags origin"]);
}

#[test]
fn what_cannot_be_withdrawn_is_refused_with_what_to_do_instead() {
    let firm = Firm::new();
    let main = firm.asked("rev-parse main");
    for (path, more, words) in [
        ("/", &[][..], "all other pages lead to it"),
        ("/blog", &[], "all other pages lead to it"),
        ("/nowhere", &[], "at which there is none"),
        ("/assets/a-1a2b3c4d.js", &[], "cargo site-ops rollback"),
        ("about", &[], "as visitors see it"),
        (
            "/about",
            &["--instead", "/nowhere"],
            "Correct --why or --instead",
        ),
    ] {
        let output = firm.take_down(path, more, "0");
        assert_eq!(output.status.code(), Some(2), "{path}: {}", said(&output));
        holds(&said(&output), &[words]);
        assert!(!firm.calls().exists(), "nothing is published");
    }
    assert_eq!(firm.asked("branch --list take-down/*"), "");
    assert_eq!(firm.asked("rev-parse main"), main);
}

#[test]
fn only_who_may_approve_today_takes_a_page_down() {
    let firm = Firm::new();
    let github = firm.0.path().join(".github");
    fs::create_dir(&github).expect("writable");
    for (login, name, ends, expected) in [
        ("ann", "Ann Approver", "2999-01-01", 0),
        ("ann-a", "ann", "2999-01-01", 0),
        ("ben", "Ben", "2999-01-01", 2),
        ("ann", "Ann Former", "2025-01-01", 2),
    ] {
        let list = format!(
            "[[approvers]]\nlogin = \"{login}\"\nname = \"{name}\"\nrole = \"compliance\"\nstarts = 2020-01-01\nends = {ends}\n"
        );
        fs::write(github.join("approvers.toml"), list).expect("writable");
        let output = firm.take_down(ARTICLE, &[], "0");
        let text = said(&output);
        assert_eq!(output.status.code(), Some(expected), "{name}: {text}");
        assert_eq!(firm.calls().exists(), expected == 0, "{name}");
        if expected != 0 {
            holds(&text, &["someone who may approve today, found `ann`"]);
        }
    }
}

/// A clone of this repository, in which Ann may approve, and the machine that it is published to.
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

    /// Runs a program in the clone, with what publishing needs to know of the place.
    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.clone);
        for (name, value) in self.machine.command().get_envs() {
            command.env(name, value.expect("it is set"));
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
        command.output().expect("it runs")
    }

    /// Builds what is checked out, and returns the server. What is compiled is left where taking down looks for it.
    fn build(&self) -> String {
        let output = self.run("cargo", &["site", "build"]);
        assert!(output.status.success(), "{}", said(&output));
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let built = self.clone.join(printed.lines().last().expect("the server"));
        let kept = self.machine.path("site-server");
        fs::copy(&built, &kept).expect("writable");
        let target = self.clone.join("target");
        let compiled = self.machine.path("compiled");
        fs::rename(&target, &compiled).expect("writable");
        fs::create_dir(&target).expect("writable");
        fs::rename(compiled, target.join("take-down-target")).expect("writable");
        kept.display().to_string()
    }

    fn publish(&self, server: &str) -> Output {
        let publish = script("publish.sh").display().to_string();
        self.run("bash", &[&publish, server])
    }

    /// A page, as the machine answers with it.
    fn page(&self, path: &str) -> String {
        let client = Client::connect(self.machine.systemd.address).expect("it listens");
        let response = client.get(path, &[]).expect("a response");
        assert_eq!(response.status, 200, "{path}");
        String::from_utf8(response.body).expect("UTF-8")
    }
}

#[test]
#[ignore = "long"]
fn an_article_of_the_real_site_is_taken_down_from_a_real_machine() {
    if !are_installed(&["sshd", "ssh-keygen", "flock", "npm"]) {
        return;
    }
    let firm = RealFirm::new();
    let server = firm.build();
    let output = firm.publish(&server);
    assert!(output.status.success(), "{}", said(&output));
    let listed = firm.run(&server, &["--paths"]);
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    // Within the words of others an article may be linked: quotes are escaped there.
    let is_in_feed = |path: &str| firm.page("/feed.xml").contains(&format!("{path}\""));
    let mut articles = listed
        .lines()
        .filter(|path| path.starts_with("/blog/") && is_in_feed(path));
    let (article, other) = (articles.next(), articles.next());
    let (article, other) = (article.expect("an article"), other.expect("another"));
    let other_before = firm.page(other);
    assert!(!firm.page(article).contains("A figure was wrong."));
    assert!(firm.page("/sitemap.xml").contains(article));

    let start = Instant::now();
    let words = [
        "site",
        "take-down",
        article,
        "--who",
        "ann",
        "--reason",
        "a wrong figure",
        "--why",
        "A figure was wrong.",
    ];
    let output = firm.run("cargo", &words);
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

    // Until main has the entry, nothing else is published.
    let output = firm.publish(&server);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(&said(&output), &["was taken down by break-glass"]);
    assert!(firm.page(article).contains("A figure was wrong."));
}
