//! `.github/scripts/gate.sh` with the real program, in real repositories. Compiling the program of a later commit would take minutes, so a
//! stand-in for Cargo copies a script from the commit.

use crate::workspace::{Workspace, git, holds, said};
use serde_json::{Value, json};
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const GATE: &str = "../.github/scripts/gate.sh";

const APPROVERS: &str = r#"
[[approvers]]
login = "cora"
name = "Cora"
role = "compliance"
starts = 2026-01-01

[[approvers]]
login = "erin"
name = "Erin"
role = "editor"
starts = 2026-01-01
"#;

const AT: &str = "2026-03-10T12:00:00Z";

/// "Compiles" the program of a commit: copies the script below, if the commit has it.
const CARGO: &str = r#"#!/bin/sh
[ "$*" = "build --locked --bin site-ops --target-dir $6" ] || exit 9
case $PWD in "$CHECKOUT"*) exit 8 ;; esac
mkdir -p "$6/debug"
cp site-schema/program "$6/debug/site-ops"
"#;
/// The program of a commit, relative to the repository.
const PROGRAM: &str = "site-schema/program";

/// A site whose main is approved up to `base`, and GitHub's responses about later commits.
struct Site {
    workspace: Workspace,
    base: String,
    commits: Vec<Value>,
    /// The break-glass publications that the place knows.
    broken_glass: Vec<Value>,
    /// The program of the base.
    program: PathBuf,
    others: TempDir,
}

impl Site {
    fn new() -> Self {
        let workspace = Workspace::small();
        let site = Self {
            base: String::new(),
            workspace: workspace.committed(),
            commits: Vec::new(),
            broken_glass: Vec::new(),
            program: crate::program("approvals"),
            others: tempfile::tempdir().expect("a folder"),
        };
        site.write(".github/approvers.toml", APPROVERS);
        let gate = Path::new(env!("CARGO_MANIFEST_DIR")).join(GATE);
        let gate = fs::read_to_string(gate).expect("readable");
        site.write(".github/scripts/gate.sh", &gate);
        site.write(PROGRAM, "");
        site.workspace.commit();
        let cargo = site.others.path().join("cargo");
        fs::write(&cargo, CARGO).expect("writable");
        fs::set_permissions(cargo, fs::Permissions::from_mode(0o755)).expect("permissions");
        let base = site.tip();
        Self { base, ..site }
    }

    fn write(&self, path: &str, text: &str) {
        let file = self.workspace.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(&file, text).expect("writable");
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    /// Writes the next commit's program: a script that logs its range, and writes a report with one change.
    fn write_program(&self, name: &str, script: &str) {
        let calls = self.calls_path(name).display().to_string();
        let missing = if script == YES { "" } else { "\"an approval\"" };
        self.write(
            PROGRAM,
            &format!(
                "#!/bin/sh\necho \"$2\" >> {calls}\n\
                 commit=${{2#*..}}\n\
                 echo '{{ \"changes\": [{{ \"commits\": [\"'$commit'\"], \"missing\": [{missing}], \"unknown\": [], \"broken_glass\": null }}] }}'\n\
                 {script}\n"
            ),
        );
    }

    fn calls_path(&self, name: &str) -> PathBuf {
        self.others.path().join(name)
    }

    /// The ranges that were passed to the program.
    fn calls(&self, name: &str) -> String {
        fs::read_to_string(self.calls_path(name)).unwrap_or_default()
    }

    fn tip(&self) -> String {
        git(&self.workspace, "rev-parse HEAD").trim().to_owned()
    }

    /// Commits the changes as amy, with a comment on the commit. Returns the commit.
    fn push(&mut self, login: &str, command: &str) -> String {
        self.workspace.commit();
        let sha = self.tip();
        let amy = json!({ "login": "amy" });
        let mut comments = Vec::new();
        if !command.is_empty() {
            let body = command.replace("COMMIT", &sha);
            comments.push(
                json!({ "user": { "login": login }, "body": body, "created_at": AT, "updated_at": AT }),
            );
        }
        self.commits.push(
            json!({ "sha": sha, "author": amy, "committer": amy, "comments": comments, "pulls": [] }),
        );
        sha
    }

    /// Commits a text change. Returns the commit.
    fn push_words(&mut self, words: &str, login: &str, command: &str) -> String {
        let page = "pages/index.toml";
        self.workspace
            .replace(page, "title = \"", &format!("title = \"{words} "));
        self.push(login, command)
    }

    /// A file in the folder that the gate created.
    fn answer(&self, file: &str) -> Value {
        let path = self.others.path().join("gate").join(file);
        let text = fs::read_to_string(path).expect("an answer");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Checks the gate's answer, and that the report has these changes.
    #[track_caller]
    fn answers(&self, approved: &str, changes: &[&str]) {
        let expected =
            json!({ "base": self.base, "head": self.tip(), "revision": 7, "approved": approved });
        assert_eq!(self.answer("gate.json"), expected);
        let report = self.answer("approvals.json");
        assert_eq!(report["base"], json!(self.base));
        assert_eq!(report["answer"], "all");
        let reported = report["changes"].as_array().expect("a list").iter();
        let reported: Vec<_> = reported
            .map(|change| change["commits"][0].as_str().expect("a commit"))
            .collect();
        assert_eq!(reported, changes);
        assert_eq!(self.answer("answers.json")["commits"], json!(self.commits));
    }

    /// Runs the gate for all changes after the base.
    #[track_caller]
    fn asks(&self, code: i32, parts: &[&str]) {
        let answers = json!({ "commits": self.commits, "pulls": [] });
        self.asks_with(&answers, code, parts);
    }

    #[track_caller]
    fn asks_with(&self, answers: &Value, code: i32, parts: &[&str]) {
        let file = self.others.path().join("answers.json");
        fs::write(&file, answers.to_string()).expect("writable");
        let path = env::var("PATH").expect("a path");
        let folder = self.others.path().join("gate");
        _ = fs::remove_dir_all(&folder);
        let broken_glass = self.others.path().join("broken-glass.json");
        fs::write(&broken_glass, json!(self.broken_glass).to_string()).expect("writable");
        let output = Command::new("bash")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(GATE))
            .args([&self.base, &self.tip()])
            .args([&file, &folder])
            .env("SITE_OPS_PROGRAM", &self.program)
            .env("SITE_BROKEN_GLASS", broken_glass)
            .env("SITE_REVISION", "7")
            .env("PATH", format!("{}:{path}", self.others.path().display()))
            .env("CHECKOUT", self.workspace.path())
            .current_dir(self.workspace.path().join("content"))
            .output()
            .expect("bash runs");
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        holds(&said(&output), parts);
        assert_eq!(folder.exists(), code == 0, "only a yes has an answer");
    }
}

const APPROVE: &str = "/approve COMMIT";
/// A script that says yes.
const YES: &str = "exit 0";

#[test]
fn a_range_whose_changes_are_approved_passes() {
    let mut site = Site::new();
    site.asks(0, &["approved"]);
    site.answers(&site.base, &[]);
    let first = site.push_words("Our", "erin", APPROVE);
    site.write_program("never", YES);
    let code = site.push("cora", APPROVE);
    let head = site.push_words("Now", "erin", APPROVE);
    site.asks(0, &["approved"]);
    site.answers(&head, &[&first, &code, &head]);
    assert_eq!(
        site.calls("never"),
        "",
        "the program of the base could judge"
    );
}

#[test]
fn the_program_of_an_approved_change_judges_the_content_that_only_it_can_read() {
    let mut site = Site::new();
    // A type gets a new field, and the next change uses it. To the program of the base, the content has an error.
    site.write_program("type", YES);
    let change = site.push("cora", APPROVE);
    site.workspace
        .replace("pages/index.toml", "title = ", "motto = \"New\"\ntitle = ");
    let head = site.push("erin", APPROVE);
    site.asks(0, &[&format!("the program of {change}")]);
    assert_eq!(site.calls("type"), format!("{change}..{head}\n"));
    site.answers(&head, &[&change, &head]);

    // The program's answer counts, and a failure means unknown.
    for (script, code) in [("exit 1", 1), ("kill -9 $$", 2)] {
        let mut site = Site::new();
        site.write_program("type", script);
        site.push("cora", APPROVE);
        site.workspace
            .replace("pages/index.toml", "title = ", "motto = \"New\"\ntitle = ");
        site.push("erin", APPROVE);
        site.asks(code, &[]);
    }
}

#[test]
fn a_change_that_ends_a_program_without_a_report_is_judged_by_the_next_program() {
    let mut site = Site::new();
    site.write_program("next", YES);
    let change = site.push("cora", APPROVE);
    let words = site.push_words("Our", "erin", APPROVE);
    let head = site.push_words("Now", "erin", APPROVE);
    let real = site.program.display().to_string();
    site.program = site.others.path().join("crash");
    let crash = format!("#!/bin/sh\ncase $2 in *{head}) kill -9 $$ ;; esac\nexec {real} \"$@\"\n");
    fs::write(&site.program, crash).expect("writable");
    fs::set_permissions(&site.program, fs::Permissions::from_mode(0o755)).expect("permissions");
    site.asks(0, &[&format!("the program of {words}")]);
    assert_eq!(site.calls("next"), format!("{words}..{head}\n"));
    // If the code is the same as the base's, the answer is unknown.
    site.base = change;
    site.asks(2, &[]);
}

#[test]
fn no_program_judges_its_own_change() {
    let mut site = Site::new();
    site.write_program("own", YES);
    site.write(".github/scripts/gate.sh", "exit 0\n");
    site.push("amy", APPROVE);
    site.asks(1, &["expected the approval of"]);
    site.push_words("Our", "erin", APPROVE);
    site.asks(1, &["expected the approval of"]);
    assert_eq!(site.calls("own"), "");

    // The program of an approved change runs, and says no.
    let mut site = Site::new();
    site.write_program("approved", "exit 1");
    let approved = site.push("cora", APPROVE);
    site.write_program("own", YES);
    let own = site.push("amy", APPROVE);
    site.asks(1, &[]);
    assert_eq!(site.calls("approved"), format!("{approved}..{own}\n"));
    assert_eq!(site.calls("own"), "");

    // Break-glass doesn't approve the program, although the change itself passes.
    let mut site = Site::new();
    site.write_program("own", YES);
    let at = jiff::Timestamp::now().to_string();
    site.push("erin", "/break-glass COMMIT The phone number was wrong");
    site.commits[0]["comments"][0]["created_at"] = json!(at);
    site.commits[0]["comments"][0]["updated_at"] = json!(at);
    site.asks(0, &[]);
    let own = site.tip();
    site.answers(&site.base, &[&own]);
    let head = site.push_words("Our", "erin", APPROVE);
    site.asks(0, &[]);
    site.answers(&site.base, &[&own, &head]);
    site.push_words("Now", "", "");
    site.asks(1, &["expected the approval of"]);
    assert_eq!(site.calls("own"), "");
}

#[test]
fn a_publication_by_break_glass_that_the_place_knows_gives_its_changes_7_days() {
    let mut site = Site::new();
    let first = site.push_words("Our", "erin", APPROVE);
    let broken = site.push_words("Now", "", "");
    let head = site.push_words("Here", "erin", APPROVE);
    site.asks(1, &["expected the approval of", "found none"]);
    for (days, code) in [(6, 0), (8, 1)] {
        let at = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(24 * days);
        site.broken_glass = vec![json!({
            "from": first, "to": broken, "who": "ann", "reason": "the hours were wrong", "at": at.to_string(),
        })];
        site.asks(code, &[]);
        if code == 0 {
            site.answers(&first, &[&first, &broken, &head]);
            let glass = &site.answer("approvals.json")["changes"][1]["broken_glass"];
            assert_eq!(glass["name"], "ann");
        }
    }
    // An invalid list makes the answer unknown.
    site.broken_glass = vec![json!("ann")];
    site.asks(
        2,
        &["expected `broken_glass` of `cargo site-ops status --json`"],
    );
}

#[test]
fn one_missing_approval_in_the_middle_refuses_the_range() {
    let mut site = Site::new();
    site.push_words("Our", "erin", APPROVE);
    let middle = site.push_words("Now", "amy", APPROVE);
    site.push_words("Here", "erin", APPROVE);
    site.asks(1, &[&middle, "by an editor, found none"]);
}

#[test]
fn an_answer_that_is_missing_makes_the_range_unknown() {
    let mut site = Site::new();
    site.push_words("Our", "erin", APPROVE);
    let whole = json!({ "commits": site.commits, "pulls": [] });
    site.asks_with(&whole, 0, &[]);
    let mut incomplete = whole.clone();
    incomplete["incomplete"] = json!("GET /pulls/3/reviews: 502");
    site.asks_with(&incomplete, 2, &["GET /pulls/3/reviews: 502"]);
    site.asks_with(
        &json!({ "commits": [], "pulls": [] }),
        2,
        &["GitHub's answer"],
    );
    site.asks_with(&json!("no answers"), 2, &[]);
    let mut unknown = whole;
    unknown["commits"][0]["author"] = json!(null);
    site.asks_with(&unknown, 2, &["GitHub doesn't know the account"]);
    // So does an approved commit whose program can't be compiled.
    site.write("site-schema/lib.rs", "// a change of code\n");
    fs::remove_file(site.workspace.path().join(PROGRAM)).expect("removed");
    site.push("cora", APPROVE);
    site.push_words("Now", "amy", APPROVE);
    site.asks(2, &["site-schema/program"]);
}

#[test]
fn a_gate_that_is_called_wrong_gives_no_answer() {
    let gate = Path::new(env!("CARGO_MANIFEST_DIR")).join(GATE);
    let site = Site::new();
    for arguments in [
        &["HEAD", "HEAD", "content/site.toml"][..],
        &["HEAD", "nothing", "f", "gate"],
        &["HEAD", "HEAD", "a/b/c", "gate"],
        &["HEAD", "HEAD", "content/site.toml", "content"],
    ] {
        let output = Command::new("bash")
            .arg(&gate)
            .args(arguments)
            .env("SITE_OPS_PROGRAM", crate::program("approvals"))
            .current_dir(site.workspace.path())
            .output()
            .expect("bash runs");
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    }
}
