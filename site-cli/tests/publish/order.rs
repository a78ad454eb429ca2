//! The order of switches at a place, the publication before the live one, and the verbs that a hold lets through.

use super::folder::Folder;
use super::machine::Machine;
use super::registry::Registry;
use super::{Place, are_installed, make_executable, script};
use crate::verify::place::{BEFORE, CHANGED, LIVE};
use crate::workspace::{holds, said};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAMS: [&str; 3] = ["sshd", "ssh-keygen", "flock"];

/// Writes a built server that answers as another one, with a digest of one digit only.
pub fn write_server(folder: &Path, digit: char) -> PathBuf {
    let digest = digit.to_string().repeat(64);
    let text = format!(
        "#!/bin/bash\nif [ \"$1\" = --version ]; then echo 'site-server 0.1.0 (commit before, content {digest})'; else exec {} \"$@\"; fi\n",
        BEFORE.display()
    );
    let file = folder.join(format!("server-{digit}"));
    fs::write(&file, text).expect("writable");
    make_executable(&file);
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

#[track_caller]
fn run(mut command: Command, status: i32) -> String {
    let output: Output = command.output().expect("the command runs");
    let text = said(&output);
    assert_eq!(output.status.code(), Some(status), "{text}");
    text
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
