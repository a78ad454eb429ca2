//! Taking down a page or article: publishes the live version with one added entry.

mod real;

use super::firm::{Firm, succeeds};
use super::{are_installed, make_executable};
use crate::verify::place::{BEFORE, LIVE, compressed, copy};
use crate::workspace::{git, holds, said};
use site_place::request::Request;
use site_place::state::What;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAMS: [&str; 2] = ["sshd", "ssh-keygen"];

const ARTICLE: &str = "/blog/a-long-walk";

/// A firm whose site is live. A stand-in for `cargo site build` combines the pages of the tests' own site with a real server of the
/// checked-out commit.
struct LiveFirm(Firm);

impl LiveFirm {
    fn new() -> Self {
        let Self(firm) = Self::before_its_first_publication();
        let output = firm.publish(&BEFORE, &[]);
        firm.ended(&output, 0, "Live since ", "before");
        let firm = Self(firm);
        firm.build("$(git rev-parse HEAD)");
        firm
    }

    /// A firm whose place has no version yet.
    fn before_its_first_publication() -> Self {
        let firm = Firm::new();
        let exclude = firm.clone.path().join(".git/info/exclude");
        fs::write(exclude, "/target/\n").expect("writable");
        Self(firm)
    }

    /// Makes builds use this commit.
    fn build(&self, commit: &str) {
        let server = Path::new(env!("CARGO_BIN_EXE_site-ops")).with_file_name("site-server");
        let table = self.0.machine.path("table");
        copy(&compressed(), &table.with_extension("bodies"));
        let server_of_commit = self.0.machine.path("site-server");
        let prepare = server.with_file_name("site-prepare");
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/testing/content.json");
        let verify = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify/before");
        let lines = format!(
            "{0} --content {1} --dist {2}/dist --cache {3}.bodies --out {3} --commit {commit} >&2\n\
             {0} --table {3} --program {4} --out {5} >&2\necho {5}",
            prepare.display(),
            content.display(),
            verify.display(),
            table.display(),
            server.display(),
            server_of_commit.display()
        );
        self.build_by(&lines);
    }

    /// Makes builds run these lines of Bash.
    fn build_by(&self, lines: &str) {
        let program = self.0.machine.path("program");
        fs::write(&program, format!("#!/bin/bash\nset -e\n{lines}\n")).expect("writable");
        make_executable(&program);
    }

    fn command(&self, path: &str, more: &[&str]) -> Command {
        let reason = ["--who", "ann", "--reason", "a wrong figure"];
        let mut site = self.0.ops(&["take-down", path]);
        site.args(reason).args(["--why", "A figure was wrong."]);
        site.args(more).env_remove("CARGO_TARGET_DIR");
        site.env("SITE_PROGRAM", self.0.machine.path("program"));
        for role in ["AUTHOR", "COMMITTER"] {
            site.env(format!("GIT_{role}_NAME"), "Ann");
            site.env(format!("GIT_{role}_EMAIL"), "ann@example.com");
        }
        site
    }

    /// Takes a page down.
    fn take_down(&self, path: &str, more: &[&str]) -> Output {
        let mut site = self.command(path, more);
        site.output().expect("the command runs")
    }

    /// Takes a page down. The command must exit with this code.
    #[track_caller]
    fn ends(&self, path: &str, more: &[&str], code: i32) -> String {
        let output = self.take_down(path, more);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{path}: {}",
            said(&output)
        );
        said(&output)
    }

    /// Creates a branch on main, without a place.
    #[track_caller]
    fn branch_on_main(&self, path: &str) -> String {
        let mut site = self.command(path, &["--branch-on", "main"]);
        succeeds(site.env_remove("SITE_PLACE"));
        self.branch()
    }

    /// The name of the only branch.
    fn branch(&self) -> String {
        self.git("branch --list take-down/* --format=%(refname:short)")
    }

    /// Runs Git, and returns its output.
    fn git(&self, words: &str) -> String {
        git(&self.0.clone, words).trim().to_owned()
    }

    /// The place's changes since the last call, without their times.
    fn changes(&self) -> Vec<What> {
        let state = self.0.machine.state();
        let mut changes = Vec::new();
        for event in &state.events {
            changes.push(event.what.clone());
        }
        if let Some(last) = state.events.last() {
            let through = last.number;
            self.0.machine.done(&Request::Recorded { through });
        }
        changes
    }
}

#[test]
fn an_article_is_published_withdrawn_and_proposed() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = LiveFirm::new();
    firm.git("remote add origin git@github.com:firm/site.git");
    let before = firm.0.clone.content();
    let output = firm.take_down(ARTICLE, &["--instead", "/fees"]);
    assert!(output.status.success(), "{}", said(&output));
    let branch = firm.branch();
    holds(&branch, &["take-down/blog-a-long-walk-"]);
    holds(
        &said(&output),
        &[
            &format!("git push origin {branch}"),
            &format!("https://github.com/firm/site/compare/{branch}"),
        ],
    );

    // The live commit, and one entry.
    let parent = firm.git(&format!("rev-parse {branch}^"));
    assert_eq!(parent, firm.git("rev-parse before"));
    assert_eq!(
        firm.git(&format!("diff --shortstat before {branch}")),
        "1 file changed, 1 insertion(+)"
    );
    let article = firm.git(&format!("show {branch}:content/articles/a-long-walk.mdx"));
    holds(
        &article,
        &[
            "withdrawn = { starts = 20",
            "why = \"A figure was wrong.\"",
            "instead = \"/fees\"",
        ],
    );
    let message = firm.git(&format!("log -1 --format=%B {branch}"));
    holds(
        &message,
        &[
            "a wrong figure",
            "By ann, by break-glass",
            "Taken-down: /blog/a-long-walk",
        ],
    );
    let commit = firm.git(&format!("rev-parse {branch}"));
    let state = firm.0.machine.state();
    let live = state.live().expect("live");
    assert_eq!(
        (&live.commit, live.is_checked, live.is_approved),
        (&commit, true, false)
    );
    assert_eq!(state.approved.commit, "before", "nobody has approved it");
    assert_eq!(state.take_downs[0].address, ARTICLE);
    assert_eq!(state.take_downs[0].commit, commit);
    let switch = What::Switched {
        digest: live.digest.clone(),
        commit: commit.clone(),
    };
    let event = state.events.iter().find(|event| event.what == switch);
    let event = event.expect("the place has an event of the switch");
    assert_eq!(event.who.as_deref(), Some("ann"));
    assert_eq!(event.reason.as_deref(), Some("a wrong figure"));

    // The clone is unchanged.
    assert_eq!(firm.0.clone.content(), before);
    assert_eq!(firm.git("status --porcelain"), "");
    assert_eq!(firm.git("worktree list").lines().count(), 1);
    // Taken down again, because the text was wrong. The public address serves something else, but the page is down.
    let mut again = firm.command(ARTICLE, &[]);
    again.env("SITE_URL", firm.0.liar_at_changed());
    let output = again.output().expect("the command runs");
    assert!(output.status.success(), "{}", said(&output));
    holds(&said(&output), &["serves something else (above)"]);
    assert_eq!(firm.0.machine.state().take_downs.len(), 2);
    // And with the same text, as after an interrupted run.
    firm.ends(ARTICLE, &[], 0);
    assert!(firm.0.machine.state().hold.is_none());
}

#[test]
fn a_take_down_holds_the_place_from_its_first_question_until_the_end() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = LiveFirm::new();
    firm.changes();
    // Nothing is built.
    firm.ends("/nowhere", &[], 2);
    assert_eq!(firm.changes(), [What::Held, What::Released]);
    firm.build_by("exit 1");
    firm.ends(ARTICLE, &[], 2);
    assert_eq!(firm.changes(), [What::Held, What::Released]);
    // The server is from another commit.
    firm.build("live");
    firm.ends(ARTICLE, &[], 1);
    assert_eq!(firm.changes(), [What::Held, What::Released]);
    assert_eq!(firm.0.machine.live().1, "before");

    // The page itself isn't as expected: it stays down, and a person must check.
    firm.build("$(git rev-parse HEAD)");
    let liar = firm.0.liar(ARTICLE);
    let mut take_down = firm.command(ARTICLE, &[]);
    let output = take_down.env("SITE_ORIGIN", liar).output();
    let output = output.expect("the command runs");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let changes = firm.changes();
    assert!(
        matches!(
            &*changes,
            [What::Held, What::Switched { .. }, What::Released]
        ),
        "{changes:?}"
    );

    // The hold of a person stays.
    let hold = ["hold", "--who", "ben", "--reason", "the fees were wrong"];
    succeeds(&mut firm.0.ops(&hold));
    let hold = firm.0.machine.state().hold;
    firm.changes();
    firm.ends("/about", &[], 0);
    let changes = firm.changes();
    assert!(matches!(&*changes, [What::Switched { .. }]), "{changes:?}");
    assert_eq!(firm.0.machine.state().hold, hold);
}

#[test]
fn a_publication_during_a_take_down_is_refused() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = LiveFirm::new();
    // The take-down's build publishes something else first.
    let publish = firm.0.publishing_without_gate(&LIVE);
    let mut words = Vec::new();
    words.push(publish.get_program().display().to_string());
    for argument in publish.get_args() {
        words.push(argument.display().to_string());
    }
    let output = firm.0.machine.path("meanwhile");
    let break_glass = "--break-glass ben --reason other";
    firm.build_by(&format!(
        "{} {break_glass} > {} 2>&1 || true\nexit 1",
        words.join(" "),
        output.display()
    ));
    firm.ends(ARTICLE, &[], 2);
    let text = fs::read_to_string(output).expect("the build ran");
    holds(&text, &["the place is held by ann since "]);
    assert_eq!(firm.0.machine.live().1, "before");
}

#[test]
fn a_redirected_address_is_taken_down_at_its_target() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = LiveFirm::before_its_first_publication();
    let state = firm.0.machine.state();
    let branch = firm.branch_on_main("/team");
    let message = firm.git(&format!("log -1 --format=%B {branch}"));
    holds(&message, &["Take down /about", "Taken-down: /about"]);
    let page = firm.git(&format!("show {branch}:content/pages/about.toml"));
    holds(&page, &["withdrawn = { starts = 20"]);
    assert_eq!(
        firm.0.machine.state(),
        state,
        "a branch alone publishes nothing"
    );
    let text = firm.ends("/about", &["--branch-on", "0000000"], 2);
    holds(&text, &["git fetch --tags origin"]);
}

#[test]
fn the_check_finds_a_page_that_was_taken_down_wherever_it_is() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = LiveFirm::before_its_first_publication();
    let down = firm.branch_on_main(ARTICLE);
    let is_down = |taken: &str, range: &str| {
        let mut site = firm.0.ops(&["take-down", taken, "--check", range]);
        site.output().expect("the command runs")
    };
    let content = &firm.0.clone;
    let check = |expected: i32, words: &[&str]| {
        content.commit();
        for taken in [ARTICLE, "content/articles/a-long-walk.mdx"] {
            let output = is_down(taken, &format!("{down}..HEAD"));
            assert_eq!(output.status.code(), Some(expected), "{}", said(&output));
            holds(&said(&output), words);
        }
    };
    let moved = "articles/a-short-walk.mdx";
    content.append("redirects.toml", "\n");
    check(
        1,
        &["expected content/articles/a-long-walk.mdx to be withdrawn"],
    );
    // First only with Git's rename detection, then with a redirect, which may lead to another redirect.
    content.rename("articles/a-long-walk.mdx", moved);
    check(
        1,
        &["expected content/articles/a-short-walk.mdx to be withdrawn"],
    );
    let redirect = |from: &str, to: &str| {
        let text = format!("\n[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
        content.append("redirects.toml", &text);
    };
    redirect(ARTICLE, "/blog/walks#top");
    redirect("/blog/walks", "/blog/a-short-walk");
    check(
        1,
        &["expected content/articles/a-short-walk.mdx to be withdrawn"],
    );
    // Until the entry starts, the page is visible.
    let entry =
        |starts: &str| format!("+++\nwithdrawn = {{ starts = {starts}, why = \"Wrong.\" }}\n");
    let text = content.read(moved);
    content.write(moved, &text.replacen("+++\n", &entry("2999-01-01"), 1));
    check(
        1,
        &["expected content/articles/a-short-walk.mdx to be withdrawn"],
    );
    content.write(moved, &text.replacen("+++\n", &entry("2026-01-01"), 1));
    check(0, &[]);
    // The page is gone.
    content.remove(moved);
    check(0, &[]);
    let output = is_down(ARTICLE, "HEAD");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn what_cannot_be_withdrawn_is_refused_with_what_to_do_instead() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = LiveFirm::new();
    let main = firm.git("rev-parse main");
    for (path, more, words) in [
        ("/", &[][..], "all other pages link to it"),
        ("/blog", &[], "all other pages link to it"),
        ("/nowhere", &[], "which doesn't exist"),
        ("/assets/a-1a2b3c4d.js", &[], "cargo site-ops rollback"),
        ("about", &[], "as visitors see it"),
        (
            "/about",
            &["--instead", "/nowhere"],
            "Correct --why or --instead",
        ),
    ] {
        holds(&firm.ends(path, more, 2), &[words]);
        assert_eq!(firm.0.machine.live().1, "before");
    }
    assert_eq!(firm.branch(), "");
    assert_eq!(firm.git("rev-parse main"), main);
}

#[test]
fn only_who_may_approve_today_takes_a_page_down() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = LiveFirm::new();
    let github = firm.0.clone.path().join(".github");
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
        let live = firm.0.machine.live();
        let text = firm.ends(ARTICLE, &[], expected);
        assert_eq!(firm.0.machine.live() != live, expected == 0, "{name}");
        if expected != 0 {
            holds(&text, &["someone who may approve today, found `ann`"]);
        }
    }
}
