//! A folder that a static host serves: parts before pages, and pages that are over gone at once.

use super::{Over, PAUSE, Place, are_installed, broken, publications, script};
use crate::verify::place::{BEFORE, CHANGED, LIVE, OLD_PART, WITHDRAWN};
use crate::workspace::{holds, said};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tempfile::TempDir;

pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    /// Writes down that each part was last in use so many days ago.
    fn date_parts(&self, days: i64) {
        let list = self.path("parts");
        let seconds = jiff::Timestamp::now().as_second() - days * 24 * 60 * 60;
        let mut lines = String::new();
        for line in fs::read_to_string(&list).expect("a list").lines() {
            let (name, _) = line.split_once(' ').expect("a part and its time");
            lines += &format!("{name} {seconds}\n");
        }
        fs::write(&list, lines).expect("writable");
    }

    pub fn page(&self, path: &str) -> Option<String> {
        let file = self.path("site").join(&path[1..]).with_extension("html");
        fs::read_to_string(file).ok()
    }
}

impl Place for Folder {
    fn command(&self) -> Command {
        let mut command = Command::new("bash");
        command
            .arg(script("place.sh"))
            .env("SITE_PLACE", self.0.path());
        crate::name_programs(&mut command);
        command
    }
}

/// The parts that a page asks for.
pub fn parts(page: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for (at, _) in page.match_indices("/assets/") {
        let rest = &page[at..];
        let end = rest.find(['"', '\'', ' ', ')', ',', '<', '&', '\\']);
        parts.push(&rest[..end.unwrap_or(rest.len())]);
    }
    parts
}

#[test]
fn a_publication_takes_the_place_of_the_one_before() {
    if !are_installed(&["rsync"]) {
        return;
    }
    let folder = Folder::new();
    let before = folder.publish(&BEFORE);
    assert!(folder.page(WITHDRAWN).is_some());
    assert!(folder.live().starts_with(&format!("{before} before ")));
    let live = folder.publish(&LIVE);
    assert!(
        folder.page(WITHDRAWN).is_none(),
        "a page that is over goes at once"
    );
    assert!(!folder.page(CHANGED).expect("a page").contains("As it was."));
    assert!(folder.live().starts_with(&format!("{live} live ")));

    // What was live is live again, from what the place keeps.
    folder.done(&["switch", &before]);
    assert!(folder.page(CHANGED).expect("a page").contains("As it was."));
    let kept = folder.path("kept");
    folder.done(&["get", &live, kept.to_str().expect("UTF-8")]);
    assert!(fs::read(kept).expect("fetched") == fs::read(&*LIVE).expect("built"));
    let output = folder.ask(&["switch", &"0".repeat(64)]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(
        folder.live().starts_with(&before),
        "the live version hasn't changed"
    );
}

#[test]
fn parts_stay_for_thirty_days() {
    if !are_installed(&["rsync"]) {
        return;
    }
    let folder = Folder::new();
    folder.publish(&LIVE);
    let old = folder.path("site/assets/old-12345678.js");
    fs::write(&old, "old").expect("writable");
    folder.publish(&LIVE);
    assert!(
        old.exists(),
        "one that nothing is known of is as new as any"
    );
    folder.date_parts(29);
    folder.publish(&LIVE);
    assert!(old.exists());
    folder.date_parts(31);
    folder.publish(&LIVE);
    assert!(!old.exists(), "30 days are over");
    let page = folder.page("/index").expect("a page");
    for part in parts(&page) {
        assert!(
            folder.path("site").join(&part[1..]).exists(),
            "{part} is in use"
        );
    }
}

#[test]
fn the_thirty_days_of_a_part_begin_when_its_publication_is_over() {
    if !are_installed(&["rsync"]) {
        return;
    }
    let folder = Folder::new();
    folder.publish(&BEFORE);
    let old = folder.path("site").join(&OLD_PART[1..]);
    // Nothing is merged for longer than that, and pages that were loaded today are open.
    folder.date_parts(40);
    folder.publish(&LIVE);
    assert!(old.exists(), "it was in use until now");
    folder.date_parts(31);
    folder.publish(&LIVE);
    assert!(!old.exists(), "30 days are over");
}

#[test]
fn ten_publications_are_kept() {
    if !are_installed(&["rsync"]) {
        return;
    }
    let folder = Folder::new();
    let first = folder.publish(&BEFORE);
    let mut history = String::new();
    for number in 0..12 {
        let digest = format!("{number:064}");
        history += &format!("{digest} unknown 2026-01-01T00:00:00Z\n");
        fs::create_dir(folder.path("publications").join(digest)).expect("writable");
    }
    fs::write(folder.path("history"), history).expect("writable");
    let live = folder.done(&["put", LIVE.to_str().expect("UTF-8")]);
    let status = folder.done(&["status"]);
    assert_eq!(status.lines().count(), 12, "{status}");
    let kept = fs::read_dir(folder.path("publications")).expect("readable");
    let names: Vec<_> = kept
        .map(|entry| entry.expect("readable").file_name())
        .collect();
    assert!(names.iter().any(|name| *name == *live), "{names:?}");
    assert!(
        names.iter().any(|name| *name == *first),
        "what is live is kept: {names:?}"
    );
    assert_eq!(names.len(), 11, "{names:?}");
}

#[test]
fn a_place_that_is_held_takes_nothing() {
    if !are_installed(&["rsync"]) {
        return;
    }
    let folder = Folder::new();
    let live = folder.publish(&LIVE);
    folder.done(&["hold", "ann", "the fees were wrong"]);
    let output = folder.ask(&["put", BEFORE.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    holds(&said(&output), &["held by ann", "the fees were wrong"]);
    // Going back is what it is held for.
    folder.done(&["back", &live]);
    folder.done(&["release", "ann", "put right"]);
    folder.publish(&BEFORE);
}

#[test]
fn visitors_find_every_part_whenever_a_run_ends() {
    if !are_installed(&["rsync"]) {
        return;
    }
    let folder = Folder::new();
    folder.publish(&LIVE);
    let (is_over, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let page = folder.page(CHANGED).expect("it never goes");
                assert!(
                    page.ends_with("</html>\n") || page.ends_with("</html>"),
                    "whole"
                );
                for part in parts(&page) {
                    let file = folder.path("site").join(&part[1..]);
                    assert!(file.exists(), "{part}");
                }
                asked.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(PAUSE);
            }
        });
        let _over = Over(&is_over);
        for server in publications(4) {
            folder.publish(server);
        }
        // A host that goes down half-way, at each step in turn: the next run repairs.
        let digest = folder.live()[..64].to_owned();
        for step in 1..=6 {
            let path = broken("rsync", &folder.path("broken"), step);
            let output = folder
                .command()
                .args(["switch", &digest])
                .env("PATH", path)
                .output();
            assert!(!output.expect("bash runs").status.success(), "step {step}");
        }
        folder.done(&["switch", &digest]);
    });
    println!(
        "a page and its parts were read {} times",
        asked.load(Ordering::Relaxed)
    );
}
