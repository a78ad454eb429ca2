//! The amounts that every fee schedule of the site charges, as snapshots for review.

mod taken;

use site_content::{CONTENT, EDITIONS};
use site_schema::fees::{Quote, grouped, percent};
use site_schema::model::FeeSchedule;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use taken::{Folder, Start, starts, starts_since};

#[test]
fn every_schedule_of_every_edition() {
    let folder = Folder::at("site-content/tests/snapshots");
    let later = EDITIONS.iter().filter_map(|edition| edition.starts);
    let starts = starts(later, &CONTENT.site.time_zone);
    let mut names = BTreeSet::new();
    for (edition, start) in EDITIONS.iter().zip(&starts) {
        for (schedule, fees) in edition.content.fees.schedules.iter() {
            let name = format!("fees__{schedule}");
            let table = table(fees);
            folder.holds(&name, start, &table, |snapshot| {
                insta::with_settings!({ prepend_module_to_snapshot => false }, {
                    insta::assert_snapshot!(snapshot, table);
                });
            });
            names.insert(name);
        }
    }
    // The other snapshots in the folder belong to the tests' own site.
    folder.has_no_orphans(&names, &starts, |name| !name.starts_with("fees__"));
}

fn table(schedule: &FeeSchedule) -> String {
    let mut out = format!(
        "{:>12}  {:>10} {:>10} {:>9}  tier\n",
        "assets", "annual", "quarterly", "monthly"
    );
    for assets in schedule.amounts_of_interest() {
        line(&mut out, schedule, assets);
    }
    out
}

fn line(out: &mut String, schedule: &FeeSchedule, assets: u64) {
    let written = match schedule.quote(assets) {
        Some(Quote::Fee { tier, fee }) => writeln!(
            out,
            "{:>12}  {:>10} {:>10} {:>9}  {} at {}",
            grouped(assets),
            grouped(fee.annual()),
            grouped(fee.quarterly()),
            grouped(fee.monthly()),
            tier.label,
            tier.rate.map_or_else(String::new, percent),
        ),
        Some(Quote::Minimum { tier, minimum }) => {
            let label = minimum.map_or("", |fee| &*fee.label);
            writeln!(out, "{:>12}  {label}  {}", grouped(assets), tier.label)
        }
        None => writeln!(out, "{:>12}  nothing", grouped(assets)),
    };
    written.expect("writing to a string can't fail");
}

/// In Tulsa: midnight at the start of 2027, 9:00 that day, and the middle of 2026.
const NEW_YEAR: i64 = 1_798_783_200;
const MORNING: i64 = NEW_YEAR + 9 * 3600;
const SUMMER: i64 = 1_782_000_000;

/// An empty folder of snapshots, which Cargo provides for tests.
fn empty(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    folder
}

/// Takes or compares the snapshots of one page's editions, and returns the names of the failed ones.
fn take(folder: &Folder, starts: &[Start], shown: &[&str]) -> Vec<String> {
    let mut failed = Vec::new();
    for (start, shown) in starts.iter().zip(shown) {
        let mut name = String::new();
        let result = catch_unwind(AssertUnwindSafe(|| {
            folder.holds("page", start, shown, |snapshot| {
                name = snapshot.to_owned();
                let file = folder.on_disk.join(format!("{snapshot}.snap"));
                let text = format!("---\nsource: a test\n---\n{shown}\n");
                if folder.is_accepting {
                    fs::write(file, text).expect("writable");
                } else {
                    assert_eq!(fs::read_to_string(file).unwrap_or_default(), text);
                }
            });
        }));
        if result.is_err() {
            failed.push(name);
        }
    }
    failed
}

fn files(folder: &Folder) -> Vec<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder.on_disk).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        files.push(name.to_string_lossy().into_owned());
    }
    files.sort();
    files
}

fn folder(name: &str, is_accepting: bool) -> Folder {
    Folder {
        on_disk: empty(name),
        path: "tests/snapshots",
        is_accepting,
        stale: None,
    }
}

#[test]
fn a_snapshot_is_there_from_the_beginning_and_from_each_moment_on_from_which_it_differs() {
    let zone = "America/Chicago";
    let mut folder = folder("editions", true);
    let starts = starts_since(SUMMER, [NEW_YEAR, MORNING], zone);
    take(&folder, &starts, &["old", "old", "new"]);
    assert_eq!(files(&folder), ["page.2027-01-01T0900.snap", "page.snap"]);
    fs::remove_file(folder.on_disk.join("page.2027-01-01T0900.snap")).expect("removed");
    take(&folder, &starts, &["old", "new", "new"]);
    assert_eq!(files(&folder), ["page.2027-01-01.snap", "page.snap"]);

    folder.is_accepting = false;
    let none: [&str; 0] = [];
    assert_eq!(take(&folder, &starts, &["old", "new", "new"]), none);
    assert_eq!(
        take(&folder, &starts, &["old", "old", "new"]),
        ["page.2027-01-01"]
    );
    assert_eq!(take(&folder, &starts, &["new", "new", "new"]), ["page"]);
    // The time has passed, and the content may no longer mention it.
    for build in [NEW_YEAR, MORNING + 86_400] {
        let passed = starts_since(build, [], zone);
        assert_eq!(take(&folder, &passed, &["new"]), none);
        assert_eq!(take(&folder, &passed, &["old"]), ["page.2027-01-01"]);
    }
}

#[test]
fn what_is_superseded_or_has_ended_is_no_orphan_and_what_nothing_leads_to_is() {
    let zone = "America/Chicago";
    let folder = folder("orphans", false);
    let names = [
        "page",
        "page.2027-01-01",
        "ended",
        "page.2026-01-01",
        "gone",
    ];
    for name in names {
        fs::write(folder.on_disk.join(format!("{name}.snap")), "").expect("writable");
    }
    let shown = BTreeSet::from(["page".to_owned()]);
    let orphans = |later: &[i64], is_gone: bool| {
        let starts = starts_since(SUMMER, later.iter().copied(), zone);
        let is_kept = |name: &str| name == "ended" || (name == "gone" && !is_gone);
        let checked = AssertUnwindSafe(|| folder.has_no_orphans(&shown, &starts, is_kept));
        let thrown = catch_unwind(checked).err()?;
        thrown.downcast::<String>().ok()
    };
    assert_eq!(orphans(&[NEW_YEAR], false), None);
    let gone = orphans(&[NEW_YEAR], true).expect("an orphan");
    assert!(gone.contains("gone.snap"), "{gone}");
    let ahead = orphans(&[MORNING], false).expect("an orphan");
    assert!(ahead.contains("page.2027-01-01.snap"), "{ahead}");
}

#[test]
fn a_stale_snapshot_fails_or_is_listed() {
    let mut folder = folder("stale", true);
    let starts = starts_since(SUMMER, [], "America/Chicago");
    take(&folder, &starts, &["old"]);
    folder.is_accepting = false;
    assert_eq!(take(&folder, &starts, &["new"]), ["page"]);
    let list = folder.on_disk.join("list");
    folder.stale = Some(list.clone());
    let none: [&str; 0] = [];
    assert_eq!(take(&folder, &starts, &["old"]), none);
    assert!(!list.exists());
    assert_eq!(take(&folder, &starts, &["new"]), none);
    let listed = fs::read_to_string(&list).expect("a list");
    assert_eq!(listed, "tests/snapshots/page.snap\n");
}
