//! The order of switches at a place, the publication before the live one, and the verbs that a hold lets through.

use super::folder::Folder;
use super::machine::Machine;
use super::registry::Registry;
use super::whole::Firm;
use super::{Place, are_installed, make_executable, script, write_script_with_table};
use crate::verify::place::{BEFORE, CHANGED, LIVE};
use crate::verify::proxy;
use crate::workspace::{holds, said};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

const PROGRAMS: [&str; 3] = ["sshd", "ssh-keygen", "flock"];

/// Writes a built server that answers as another one, with a digest of one digit only.
pub fn write_server(folder: &Path, digit: char) -> PathBuf {
    let digest = digit.to_string().repeat(64);
    let text = format!(
        "#!/bin/bash\nif [ \"$1\" = --version ]; then echo 'site-server 0.1.0 (commit before, content {digest})'; else exec {} \"$@\"; fi",
        BEFORE.display()
    );
    let file = folder.join(format!("server-{digit}"));
    write_script_with_table(&file, &text, &BEFORE);
    file
}

/// Publishes these servers, and notes that each was checked; returns their digests.
fn publish_checked<const N: usize>(
    place: &impl Place,
    folder: &Path,
    digits: [char; N],
) -> [String; N] {
    digits.map(|digit| {
        let digest = place.publish(&write_server(folder, digit));
        place.done(&["checked", &digest]);
        digest
    })
}

/// Asserts which publication is live, and which one was live before it.
#[track_caller]
fn is_live(place: &impl Place, live: &str, before: Option<&str>) {
    let status = place.done(&["status"]);
    let has_line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name));
    let digest = has_line("live: ").and_then(|line| line.split(' ').next());
    assert_eq!(digest, Some(live), "{status}");
    assert_eq!(has_line("before: "), before, "{status}");
}

/// Tries every verb that switches, at an empty place.
pub fn keeps_the_order(place: &impl Place, folder: &Path) {
    let [a, b, c] = publish_checked(place, folder, ['a', 'b', 'c']);
    is_live(place, &c, Some(&b));

    // A switch that fails is undone, also under a hold, and is never the one before.
    let server = write_server(folder, 'd').display().to_string();
    let d = place.done(&["put", &server]);
    place.done(&["switch", &d]);
    is_live(place, &d, Some(&c));
    place.done(&["hold", "ann", "the fees were wrong"]);
    place.done(&["undo", &d]);
    is_live(place, &c, Some(&b));
    assert!(place.done(&["undo", &d]).starts_with(&c), "nothing to undo");

    // Under a hold, only a take-down is put and switched to.
    for words in [&["put", &server][..], &["switch", &d]] {
        holds(
            &place.refused(words, 3),
            &["held by ann since ", "the fees were wrong"],
        );
    }
    is_live(place, &c, Some(&b));
    place.done(&["put", &server, "under-hold"]);
    place.done(&["switch", &d, "under-hold"]);
    is_live(place, &d, Some(&c));

    // A person goes back: later publications are never the one before, and nothing undoes that.
    place.done(&["back", &b]);
    is_live(place, &b, Some(&a));
    holds(
        &place.refused(&["undo", &d], 3),
        &["a person has switched the place since"],
    );
    is_live(place, &b, Some(&a));
    place.done(&["back", &c]);
    is_live(place, &c, Some(&a));
    place.done(&["back", &a]);
    is_live(place, &a, None);
    place.refused(&["back", &"0".repeat(64)], 2);
    is_live(place, &a, None);
    place.done(&["release", "ann", "put right"]);
}

#[test]
fn a_folder_keeps_the_order_of_switches() {
    if are_installed(&["rsync"]) {
        let servers = tempfile::tempdir().expect("a folder for the test");
        keeps_the_order(&Folder::new(), servers.path());
    }
}

#[test]
fn a_machine_keeps_the_order_of_switches() {
    if are_installed(&PROGRAMS) {
        let machine = Machine::start();
        keeps_the_order(&machine, &machine.path(""));
    }
}

/// A registry, with a cluster that obeys.
struct Images(Registry);

impl Place for Images {
    fn command(&self) -> Command {
        let mut command = Command::new("bash");
        command.arg(script("place.sh"));
        command.env(
            "SITE_PLACE",
            format!("image://{}", self.0.repository("site")),
        );
        command.env("HOME", self.0.home());
        let path = std::env::var("PATH").expect("a PATH");
        command.env(
            "PATH",
            format!("{}:{path}", self.0.path("programs").display()),
        );
        command
    }
}

/// Writes a program that goes back to a publication before its first call with these words, and then does as the lines say.
fn write_interrupted(file: &Path, words: &str, earlier: &str, lines: &str) {
    let text = format!(
        "#!/bin/bash\nif [[ \"$*\" == *{words}* ]] && mkdir {}; then\n    bash {} back {earlier} >&2\nfi\n{lines}\n",
        file.with_extension("called").display(),
        script("place.sh").display()
    );
    fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
    fs::write(file, text).expect("writable");
    make_executable(file);
}

#[test]
fn a_folder_has_the_files_of_a_person_who_went_back_meanwhile() {
    if !are_installed(&["rsync"]) {
        return;
    }
    let folder = Folder::new();
    let earlier = folder.publish(&BEFORE);
    let live = folder.done(&["put", LIVE.to_str().expect("UTF-8")]);
    let programs = tempfile::tempdir().expect("a folder for the test");
    let path = std::env::var("PATH").expect("a PATH");
    let lines = format!("PATH='{path}' exec rsync \"$@\"");
    write_interrupted(
        &programs.path().join("rsync"),
        "delete-delay",
        &earlier,
        &lines,
    );
    let mut switch = folder.command();
    switch.args(["switch", &live]);
    switch.env("PATH", format!("{}:{path}", programs.path().display()));
    let text = run(switch, 3);
    holds(&text, &["a person has switched the place meanwhile"]);
    is_live(&folder, &earlier, None);
    assert!(folder.page(CHANGED).expect("a page").contains("As it was."));
}

#[test]
#[ignore = "long"]
fn a_cluster_runs_the_choice_of_a_person_who_went_back_meanwhile() {
    if !are_installed(&["docker-registry", "skopeo", "jq", "tar"]) {
        return;
    }
    let images = Images(Registry::start());
    let (kubectl, runs) = (images.0.path("programs/kubectl"), images.0.path("runs"));
    let lines = format!(
        "if [ \"$3\" = set ]; then echo \"$*\" > {}; fi",
        runs.display()
    );
    write_interrupted(&kubectl, "nothing", "", &lines);
    images.done(&["create"]);
    let folder = images.0.folder.path();
    let [earlier, live] = publish_checked(&images, folder, ['a', 'b']);
    let image = |status: &str| {
        let line = status.lines().find(|line| line.starts_with(&earlier));
        line.and_then(|line| line.split(' ').nth(3))
            .expect("an image")
            .to_owned()
    };
    let image = image(&images.done(&["status"]));
    write_interrupted(&kubectl, "set", &earlier, &lines);
    let text = images.refused(&["switch", &live], 3);
    holds(&text, &["a person has switched the place meanwhile"]);
    is_live(&images, &earlier, None);
    holds(&fs::read_to_string(runs).expect("it was asked"), &[&image]);
}

#[test]
#[ignore = "long"]
fn a_registry_keeps_the_order_of_switches() {
    if !are_installed(&["docker-registry", "skopeo", "jq", "tar"]) {
        return;
    }
    let images = Images(Registry::start());
    let kubectl = images.0.path("programs/kubectl");
    fs::create_dir(images.0.path("programs")).expect("writable");
    fs::write(&kubectl, "#!/bin/bash\n").expect("writable");
    make_executable(&kubectl);
    images.done(&["create"]);
    keeps_the_order(&images, images.0.folder.path());
}

/// The command `cargo site-ops rollback` for a machine.
fn rollback(machine: &Machine, arguments: &[&str]) -> Command {
    let mut site = Command::new(env!("CARGO_BIN_EXE_site-ops"));
    site.arg("rollback").args(arguments);
    site.args(["--who", "ann", "--reason", "the fees were wrong"]);
    site.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    for (name, value) in machine.command().get_envs() {
        site.env(name, value.expect("it is set"));
    }
    crate::name_programs(&mut site);
    site.env_remove("SITE_RECORD");
    site
}

#[track_caller]
fn run(mut command: Command, status: i32) -> String {
    let output: Output = command.output().expect("the command runs");
    let text = said(&output);
    assert_eq!(output.status.code(), Some(status), "{text}");
    text
}

#[test]
fn a_rollback_never_returns_to_a_version_that_failed_its_check() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    let machine = &firm.machine;
    let [first, second] = publish_checked(machine, &machine.path(""), ['a', 'b']);
    let output = firm.publish(&BEFORE, "none", "0", &[]);
    assert!(output.status.success(), "{}", said(&output));
    let lie: proxy::Lie = Arc::new(|request, response| {
        if request.path == CHANGED {
            response.status = 500;
        }
    });
    let liar = format!("http://{}", proxy::before(machine.systemd.address, lie));
    let output = firm.publish(&LIVE, "none", "0", &[("SITE_ORIGIN", &liar)]);
    holds(
        &said(&output),
        &["Went back because the origin answered otherwise"],
    );

    run(rollback(machine, &[]), 0);
    assert_eq!(machine.live_digest(), second);
    run(rollback(machine, &[]), 0);
    assert_eq!(machine.live_digest(), first);
    let text = run(rollback(machine, &[]), 2);
    holds(
        &text,
        &["expected a publication that was live before", "--list"],
    );
    assert_eq!(machine.live_digest(), first);
}

#[test]
fn a_place_without_an_order_goes_back_by_uploads_and_says_so() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    let folder = machine.path("");
    let [earlier, live] = publish_checked(&machine, &folder, ['a', 'b']);
    let later = write_server(&folder, 'c').display().to_string();
    machine.done(&["put", &later]);
    // As an older site-place leaves it.
    fs::remove_file(machine.path("place/switches")).expect("written");
    is_live(&machine, &live, None);
    let text = run(rollback(&machine, &[]), 0);
    holds(&text, &["the place has no order of switches before"]);
    assert_eq!(machine.live_digest(), earlier);
}

#[test]
fn a_rollback_asks_in_a_terminal() {
    if !are_installed(&["sshd", "ssh-keygen", "flock", "script"]) {
        return;
    }
    let machine = Machine::start();
    let [earlier, live] = publish_checked(&machine, &machine.path(""), ['a', 'b']);
    for (key, status, expected) in [("n", 1, &live), ("y", 0, &earlier)] {
        let mut command = rollback(&machine, &[]);
        let mut line = String::from("exec");
        for word in std::iter::once(command.get_program()).chain(command.get_args()) {
            line += &format!(" '{}'", word.to_str().expect("UTF-8"));
        }
        let mut script = Command::new("script");
        script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
        script.current_dir(command.get_current_dir().expect("it is set"));
        for (name, value) in command.get_envs() {
            if let Some(value) = value {
                script.env(name, value);
            }
        }
        script.stdin(Stdio::piped()).stdout(Stdio::piped());
        command = script;
        let mut child = command.spawn().expect("it runs");
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(key.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        drop(stdin);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(status), "{text}");
        holds(&text, &["Go back to "]);
        assert_eq!(machine.live_digest(), *expected, "{text}");
    }
}

#[test]
fn the_installed_site_place_is_one_file() {
    let root = tempfile::tempdir().expect("a folder for the test");
    let mut install = Command::new(script("install.sh"));
    install
        .arg("ssh-ed25519 AAAA test")
        .env("ROOT", root.path());
    run(install, 0);
    let mut place = Command::new(root.path().join("usr/local/bin/site-place"));
    place.arg("status");
    place.env("SITE_PLACE_FOLDER", root.path().join("var/lib/site-place"));
    assert_eq!(run(place, 0), "live: nothing\n");
}
