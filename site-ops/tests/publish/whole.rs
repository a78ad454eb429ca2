//! A whole publication by publish.sh: approved, written down before the place is touched, checked, and undone where the origin differs.

use super::machine::Machine;
use super::{Place, are_installed, script, write_script_with_table};
use crate::verify::place::{BEFORE, CHANGED, LIVE, nobody};
use crate::verify::proxy;
use crate::workspace::{holds, said};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

/// `cargo site` but for approvals and the record: those are written down, and answered as the test says, unless it wants a real record.
const PROGRAM: &str = r#"#!/bin/bash
if [ "$1$TEST_REAL_RECORD" = recordyes ]; then
    if [ "$2" = shown ]; then echo "[]"; exit; fi
    exec "$TEST_SITE" "$@"
fi
case "$1" in
approvals | record)
    echo "$*" >> "$TEST_CALLS"
    if [ "$1 $3" = "record begins" ]; then ls "$TEST_PLACE/publications" >> "$TEST_CALLS"; fi
    case "$*" in $TEST_FAILS) exit "$TEST_STATUS" ;; esac
    case "$2" in
    status)
        served=5
        if grep -q 'write live --publication 6' "$TEST_CALLS"; then served=6 TEST_OPEN=null; fi
        echo "{\"held\":[],\"place\":\"live\",\"served\":{\"commit\":null,\"digest\":\"$TEST_SERVED\",\"publication\":$served},\"under_way\":$TEST_OPEN}"
        ;;
    *) echo '{"number":7,"digest":"d"}' ;;
    esac
    ;;
# The clone has no content.
export) cd "$TEST_ROOT" && exec "$TEST_SITE" "$@" ;;
*) exec "$TEST_SITE" "$@" ;;
esac
"#;

/// A clone whose commits are named as the servers of the tests say, and a machine that it is published to.
pub struct Firm {
    pub machine: Machine,
    clone: PathBuf,
}

impl Firm {
    pub fn new() -> Self {
        let machine = Machine::start();
        let clone = machine.path("clone");
        fs::create_dir(&clone).expect("writable");
        let program = machine.path("program");
        fs::write(&program, PROGRAM).expect("writable");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
        let firm = Self { machine, clone };
        firm.git("init --quiet");
        for name in ["before", "live"] {
            firm.git("commit --quiet --allow-empty --message=Change");
            firm.git(&format!("tag {name}"));
        }
        firm
    }

    fn git(&self, words: &str) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]);
        git.args(words.split(' ')).current_dir(&self.clone);
        assert!(git.status().expect("git runs").success(), "{words}");
    }

    /// The answer of Git to a question.
    fn asked(&self, words: &str) -> String {
        let mut git = Command::new("git");
        let output = git.args(words.split(' ')).current_dir(&self.clone).output();
        let answer = output.expect("git runs").stdout;
        String::from_utf8(answer).expect("UTF-8").trim().to_owned()
    }

    /// The command that publishes a built server, where such calls of `cargo site` end with that status.
    pub fn publishing(&self, server: &Path, fails: &str, status: &str) -> Command {
        let mut command = Command::new("bash");
        // Where the place is, and by which key.
        for (name, value) in self.machine.command().get_envs() {
            command.env(name, value.expect("it is set"));
        }
        command
            .arg(script("publish.sh"))
            .arg(server)
            .current_dir(&self.clone);
        command.env("SITE_PROGRAM", crate::program("export"));
        command.env("SITE_OPS_PROGRAM", self.machine.path("program"));
        command.env("SITE_APPROVALS", self.machine.path("answers"));
        command.env("SITE_RECORD", self.machine.path("record"));
        command.env("SITE_OUTCOME", self.machine.path("outcome"));
        command.env("TEST_SITE", env!("CARGO_BIN_EXE_site-ops"));
        command.env("TEST_CALLS", self.machine.path("calls"));
        command.env("TEST_PLACE", self.machine.path("place"));
        command.env("TEST_OPEN", "null");
        command.env("TEST_SERVED", digest_of(&BEFORE));
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        command.env("TEST_ROOT", root);
        command.env("TEST_FAILS", fails).env("TEST_STATUS", status);
        command.env("TEST_REAL_RECORD", "");
        command
    }

    pub fn publish(
        &self,
        server: &Path,
        fails: &str,
        status: &str,
        more: &[(&str, &str)],
    ) -> Output {
        let mut command = self.publishing(server, fails, status);
        command.envs(more.iter().copied());
        _ = fs::remove_file(self.machine.path("calls"));
        command.output().expect("bash runs")
    }

    fn calls(&self) -> String {
        fs::read_to_string(self.machine.path("calls")).unwrap_or_default()
    }

    /// Asserts how a publication ended, and which is live then.
    fn ended(&self, output: &Output, status: i32, words: &str, live: &str) {
        assert_eq!(output.status.code(), Some(status), "{}", said(output));
        let outcome = fs::read_to_string(self.machine.path("outcome")).expect("written");
        holds(&outcome, &[words]);
        holds(&self.machine.live(), &[&format!(" {live} ")]);
    }
}

/// The digest of what a built server answers.
fn digest_of(server: &Path) -> String {
    let output = Command::new(server).arg("--version").output();
    let version = String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
    let (_, digest) = version.trim_end().split_once("content ").expect("a digest");
    digest.trim_end_matches(')').to_owned()
}

#[test]
fn what_is_merged_is_live_or_what_was_live_stays() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    firm.ended(&output, 0, "Live since ", "before");

    // What is not approved, or not written down, is not published.
    let output = firm.publish(&LIVE, "approvals*", "1", &[]);
    firm.ended(&output, 1, "an approval is missing", "before");
    let output = firm.publish(&LIVE, "approvals*", "2", &[]);
    firm.ended(&output, 2, "the approvals of ", "before");
    let output = firm.publish(&LIVE, "record write begins*", "2", &[]);
    firm.ended(
        &output,
        1,
        "what is not written down is not published",
        "before",
    );
    assert_eq!(
        firm.machine.done(&["status"]).lines().count(),
        3,
        "the place was not touched"
    );
    firm.machine.done(&["hold", "ann", "the fees were wrong"]);
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 1, "held: ann since ", "before");
    firm.machine.done(&["release", "ann", "put right"]);

    // The origin answers otherwise: the live version hasn't changed again, and it is written down.
    let address = firm.machine.systemd.address;
    let lie: proxy::Lie = Arc::new(|request, response| {
        if request.path == CHANGED {
            response.status = 500;
        }
    });
    let liar = format!("http://{}", proxy::before(address, lie));
    let output = firm.publish(&LIVE, "none", "0", &[("SITE_ORIGIN", &liar)]);
    firm.ended(
        &output,
        1,
        "Went back because the origin answered otherwise",
        "before",
    );
    holds(
        &firm.calls(),
        &[
            "record write back --publication 5",
            "differs from what it should answer",
        ],
    );

    // The origin is right, and the proxy in front differs: that is reported, and takes nothing back.
    let output = firm.publish(&LIVE, "none", "0", &[("SITE_URL", &liar)]);
    firm.ended(&output, 4, "answers otherwise", "live");
    let calls = firm.calls();
    let at = |words: &str| {
        calls
            .find(words)
            .unwrap_or_else(|| panic!("{words}: {calls}"))
    };
    assert!(at("approvals before..live") < at("record write begins"));
    assert!(at("record write begins") < at("record write live --publication 7"));
    assert!(at("record shown --head live") < at("record write begins"));
    holds(
        &calls,
        &[
            "--range before..live",
            "--turns clock",
            "--shown ",
            "--evidence ",
        ],
    );

    // A run that was ended half-way is closed by the next one, as the place says.
    let open = "{\"commit\":null,\"digest\":\"d\",\"publication\":6}";
    fs::remove_file(firm.machine.path("place/switches")).expect("written");
    let output = firm.publish(&LIVE, "none", "0", &[("TEST_OPEN", open)]);
    firm.ended(&output, 0, "checked: live", "live");
    holds(&firm.calls(), &["record write failed --publication 6"]);

    // Again, older, and with an origin that does not answer, which takes nothing back.
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 0, "Already live with live", "live");
    let output = firm.publish(&LIVE, "none", "0", &[("SITE_IF_DUE", "yes")]);
    firm.ended(&output, 0, "Nothing is due", "live");
    assert_eq!(firm.calls(), "", "nothing is written down");
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    firm.ended(&output, 0, "Already live with live", "live");
    let silent = format!("http://{}", nobody());
    fs::remove_file(firm.machine.path("place/switches")).expect("written");
    let output = firm.publish(&LIVE, "none", "0", &[("SITE_ORIGIN", &silent)]);
    firm.ended(&output, 2, "not checked", "live");
}

/// An origin that answers otherwise at one path.
fn liar(firm: &Firm, path: &'static str) -> String {
    let lie: proxy::Lie = Arc::new(move |request, response| {
        if request.path == path {
            response.status = 500;
        }
    });
    let address = proxy::before(firm.machine.systemd.address, lie);
    format!("http://{address}")
}

#[test]
fn going_back_names_the_publication_that_an_earlier_run_left_open() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    firm.ended(&output, 0, "Live since ", "before");
    let digest = digest_of(&BEFORE);
    let open = format!("{{\"commit\":null,\"digest\":\"{digest}\",\"publication\":6}}");
    let more = [
        ("TEST_OPEN", &*open),
        ("SITE_ORIGIN", &liar(&firm, CHANGED)),
    ];
    let output = firm.publish(&LIVE, "none", "0", &more);
    firm.ended(&output, 1, "Went back because the origin", "before");
    let calls = firm.calls();
    holds(
        &calls,
        &[
            "record write live --publication 6",
            "record write back --publication 6",
        ],
    );

    // The place returns to a publication that the record does not have.
    let more = [("TEST_SERVED", "d"), ("SITE_ORIGIN", more[1].1)];
    let output = firm.publish(&LIVE, "none", "0", &more);
    firm.ended(&output, 1, "Went back because the origin", "before");
    let calls = firm.calls();
    holds(&calls, &["record write failed --publication 7"]);
    assert!(!calls.contains("write back"), "{calls}");
}

#[test]
fn nothing_of_a_build_runs_before_its_approvals_are_checked() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    firm.ended(&output, 0, "Live since ", "before");
    let mark = firm.machine.path("mark");
    let server = firm.machine.path("server");
    let text = format!(
        "#!/bin/bash\ntouch {}\nexec {} \"$@\"",
        mark.display(),
        LIVE.display()
    );
    write_script_with_table(&server, &text, &LIVE);
    let version = firm.machine.path("version");
    let line = |commit: &str, digest: &str| {
        let line = format!("site-server 0.1.0 (commit {commit}, content {digest})\n");
        fs::write(&version, line).expect("writable");
    };
    line("live", &digest_of(&LIVE));
    let more = [("SITE_VERSION", version.to_str().expect("UTF-8"))];
    let output = firm.publish(&server, "approvals*", "1", &more);
    firm.ended(&output, 1, "an approval is missing", "before");
    // For a build that says that it is the live one, the place is asked what is due.
    line("before", &digest_of(&BEFORE));
    let due = [more[0], ("SITE_IF_DUE", "yes")];
    let output = firm.publish(&server, "none", "0", &due);
    firm.ended(&output, 0, "Nothing is due", "before");
    assert!(!mark.exists(), "the build has run");

    // Its own version must be the approved one.
    line("live", &"0".repeat(64));
    let output = firm.publish(&server, "none", "0", &more);
    firm.ended(&output, 1, "that its approvals were checked for", "before");
    line("live", &digest_of(&LIVE));
    let output = firm.publish(&server, "none", "0", &more);
    firm.ended(&output, 0, "checked: live", "live");
}

#[test]
fn a_change_of_snapshots_alone_publishes_nothing() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    firm.ended(&output, 0, "Live since ", "before");
    fs::write(firm.clone.join("fees.snap"), "taken again").expect("writable");
    firm.git("add --all");
    firm.git("commit --quiet --message=Snapshots");
    firm.git("tag --force live");
    firm.git("tag --force before live^");
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 0, "Already live with before", "before");
    assert_eq!(firm.calls(), "");
    fs::write(firm.clone.join("page"), "changed").expect("writable");
    firm.git("add --all");
    firm.git("commit --quiet --message=Page");
    firm.git("tag --force live");
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 0, "checked: live", "live");
}

/// Takes a page down whose origin answers otherwise at one path, under the hold of the take-down.
fn takes_down(address: &str, status: i32, words: &str) {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    firm.ended(&output, 0, "Live since ", "before");
    firm.git("checkout --quiet before");
    firm.git(&format!(
        "commit --quiet --allow-empty --message=Down --trailer=Taken-down:{address}"
    ));
    firm.git("tag --force live");
    firm.machine.done(&["hold", "ann", "taking down a page"]);
    let liar = liar(&firm, CHANGED);
    let more = [
        ("SITE_TAKE_DOWN", "yes"),
        ("SITE_BREAK_GLASS", "ann: a wrong figure"),
        ("SITE_ORIGIN", &liar),
    ];
    let output = firm.publish(&LIVE, "none", "0", &more);
    firm.ended(&output, status, words, "live");
    holds(&firm.calls(), &["record write live --publication 7"]);
    assert!(!firm.calls().contains("write failed"));
}

#[test]
fn a_take_down_stays_live_whatever_differs_elsewhere() {
    takes_down("/about", 4, "It stays live");
}

#[test]
#[ignore = "long"]
fn a_take_down_says_if_the_page_itself_differs() {
    takes_down(CHANGED, 2, "answers otherwise at /fees itself");
}

#[test]
fn a_take_down_of_a_page_that_is_live_no_longer_is_not_published() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    firm.ended(&output, 0, "Live since ", "before");
    firm.git("commit --quiet --allow-empty --message=Down --trailer=Taken-down:/about");
    firm.git("tag --force live");
    let more = [
        ("SITE_TAKE_DOWN", "yes"),
        ("SITE_BREAK_GLASS", "ann: a wrong figure"),
    ];
    let output = firm.publish(&LIVE, "none", "0", &more);
    firm.ended(&output, 1, "on top of the live commit before", "before");
}

#[test]
fn what_was_taken_down_stays_so() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    let page = "content/pages/fees.toml";
    fs::create_dir_all(firm.clone.join("content/pages")).expect("writable");
    let write = |text: &str| fs::write(firm.clone.join(page), text).expect("writable");
    write("[meta]\n");
    for path in ["site-schema/README.md", "content/site.toml"] {
        fs::create_dir_all(firm.clone.join("site-schema")).expect("writable");
        fs::write(firm.clone.join(path), "").expect("writable");
    }
    firm.git("add --all");
    firm.git("commit --quiet --message=Page");
    firm.git("tag main");

    // Live is a commit beside main, which withdraws the page.
    write("[meta]\nwithdrawn = { starts = 2026-01-01, why = \"Wrong.\" }\n");
    firm.git("add --all");
    firm.git("commit --quiet --message=Down --trailer=Taken-down:/fees");
    firm.git("tag --force before");
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    firm.ended(&output, 0, "Live since ", "before");

    // Main goes on without the entry: the page would be back.
    firm.git("checkout --quiet -b next main");
    firm.git("commit --quiet --allow-empty --message=Change");
    firm.git("tag --force live");
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 1, "was taken down by break-glass", "before");

    // Main has the page at another address.
    firm.git("mv content/pages/fees.toml content/pages/costs.toml");
    fs::write(
        firm.clone.join("content/redirects.toml"),
        "[[redirects]]\nfrom = \"/fees\"\nto = \"/costs\"\n",
    )
    .expect("writable");
    firm.git("add --all");
    firm.git("commit --quiet --message=Rename");
    firm.git("tag --force live");
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 1, "was taken down by break-glass", "before");
    holds(
        &said(&output),
        &["expected content/pages/costs.toml to be withdrawn"],
    );

    // Main has the entry, by another commit.
    firm.git("cherry-pick before");
    firm.git("tag --force live");
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 0, "Live since ", "live");
    let main = firm.asked("rev-parse main");
    holds(&firm.calls(), &[&format!("approvals {main}..live")]);
}

#[test]
fn a_main_that_was_rewritten_is_not_published() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    firm.publish(&BEFORE, "none", "0", &[]);
    firm.git("checkout --quiet --orphan other");
    firm.git("commit --quiet --allow-empty --message=Other");
    firm.git("tag --force live");
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 1, "was main rewritten?", "before");
    firm.git("tag --delete before");
    let output = firm.publish(&LIVE, "none", "0", &[]);
    firm.ended(&output, 1, "was main rewritten?", "before");
    let by = [("SITE_BREAK_GLASS", "ann: the host lost its history")];
    let output = firm.publish(&LIVE, "none", "0", &by);
    firm.ended(&output, 1, "was main rewritten?", "before");
}

#[test]
fn an_operator_who_breaks_the_glass_publishes_without_approvals() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let firm = Firm::new();
    firm.publish(&BEFORE, "none", "0", &[]);
    let by = [("SITE_BREAK_GLASS", "ann: the phone number was wrong")];
    let output = firm.publish(&LIVE, "approvals*", "1", &by);
    firm.ended(&output, 0, "Live since ", "live");
    holds(&firm.calls(), &["--range before..live", "break-glass"]);
}
