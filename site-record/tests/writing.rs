//! One writer at a time, complete entries, and clocks.

use crate::site::{START, Site, decision, ours, unpack};
use site_record::error::Error;
use site_record::event::Event;
use site_record::layout::{UNFINISHED, body_path};
use site_record::verify::verify;
use site_record::write::{Moment, Writer};
use site_table::unpacked::Unpacked;
use std::fs;
use std::time::Duration;

#[test]
fn two_writers_wait_for_each_other_or_are_refused() {
    let site = Site::new();
    let first = site.writer();
    let refused = Writer::open(&site.path(), None, Duration::from_millis(50));
    let words = refused.expect_err("the first one has it").to_string();
    assert!(words.contains("expected to be the only writer"));
    drop(first);

    // With many concurrent writers, each entry follows the one before.
    std::thread::scope(|scope| {
        for name in ["one", "two", "three", "four"] {
            let path = site.path();
            scope.spawn(move || {
                for _ in 0..5 {
                    let patience = Duration::from_secs(60);
                    let mut writer = Writer::open(&path, None, patience).expect("a writer");
                    writer
                        .append(Event::Held(decision(name, "ann", "a test")), ours(START))
                        .expect("held");
                }
            });
        }
    });
    let report = verify(&site.record()).expect("readable");
    assert_eq!((report.entries, report.problems.len()), (21, 0));
}

/// A publication's entry refers to everything, so its digest reveals a change of any byte.
#[test]
fn a_publication_has_the_bytes_of_the_format() {
    let begins = Site::new().begins(&[("/fees", "<p>$5</p>"), ("", "not here")]);
    let digest = "ec6dce209bad98698b52d9e63652c441fe98fe609d7d806334a5bf62d95d5be1";
    assert_eq!(begins.digest.to_string(), digest);
}

#[test]
fn what_a_killed_writer_left_is_removed_or_finished() {
    let site = Site::new();
    let record = site.record();
    for folder in [site.path(), record.bodies().folder().to_owned()] {
        fs::create_dir_all(folder.join(UNFINISHED)).expect("a folder");
        fs::write(folder.join(UNFINISHED).join("half"), "half").expect("writable");
    }
    let report = verify(&record).expect("readable");
    assert_eq!(report.problems, Vec::<String>::new());
    assert!(report.notes[0].contains("killed before it finished"));
    // A body that no entry names yet does no harm.
    let mut writer = site.writer();
    let body = writer.body(b"a body").expect("kept");
    assert!(!site.path().join(UNFINISHED).join("half").exists());

    // The tombstone exists, and its body isn't removed yet.
    writer
        .tombstone(&body, "ann", "a test", ours(START))
        .expect("removed");
    drop(writer);
    let path = record.bodies().folder().join(body_path(&body));
    fs::write(&path, b"a body").expect("writable");
    drop(site.writer());
    assert!(!path.exists());
    assert!(verify(&record).expect("readable").problems.is_empty());
}

#[test]
fn a_writer_refuses_a_record_whose_last_entry_is_not_whole() {
    let site = Site::new();
    let name = site.record().files_about(1).expect("readable").remove(0);
    let path = site.path().join(name.path());
    let bytes = fs::read(&path).expect("readable");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("writable");
    let refused = Writer::open(&site.path(), None, Duration::ZERO);
    assert!(matches!(refused, Err(Error::Damaged(_))));
}

#[test]
fn a_body_that_was_changed_is_not_written_over() {
    let site = Site::new();
    let writer = site.writer();
    let body = writer.body(b"a body").expect("kept");
    let path = site.record().bodies().folder().join(body_path(&body));
    fs::write(&path, b"another").expect("writable");
    assert!(matches!(writer.body(b"a body"), Err(Error::Damaged(_))));
}

#[test]
fn evidence_of_another_kind_of_name_is_refused() {
    let site = Site::new();
    let writer = site.writer();
    let kept = writer.sidecar(1, "tsr", b"a time stamp").expect("a kind");
    assert!(site.path().join(kept.path()).is_file());
    for kind in ["", "TSR", "tsr2", "../tsr", "timestamp", "json"] {
        let refused = writer.sidecar(1, kind, b"a time stamp");
        let words = refused.expect_err(kind).to_string();
        assert!(words.contains("expected a kind of one to eight"), "{words}");
    }
}

#[test]
fn a_clock_that_runs_back_a_little_is_written_down_and_one_that_runs_back_far_is_refused() {
    let mut site = Site::new();
    site.publishes(&[("/fees", "words")]);
    let latest = site.clock;
    let note = |moment: Moment| {
        site.writer()
            .append(Event::Held(decision("a", "b", "c")), moment)
    };
    let behind = note(ours(latest - 10)).expect("a little behind");
    assert_eq!(behind.moment.latest, Some(latest));
    let again = note(ours(latest - 5)).expect("a little behind");
    assert_eq!(again.moment.latest, Some(latest));
    let words = note(ours(latest - 301)).expect_err("far behind");
    assert!(words.to_string().contains("301 seconds behind"));
    let place = Moment {
        ours: latest,
        place: Some(latest - 7),
    };
    let entry = note(place).expect("three clocks");
    assert_eq!(entry.moment.difference, Some(-7));
    assert!(
        verify(&site.record())
            .expect("readable")
            .problems
            .is_empty()
    );
}

#[test]
fn a_publication_begins_once_and_ends_once() {
    let mut site = Site::new();
    let number = site.begins(&[("/fees", "words")]).number;
    let moment = ours(site.clock);
    let twice = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        site.begins(&[("/fees", "words")])
    }));
    assert!(twice.is_err());
    site.writer()
        .failed(number, "the host was down", moment)
        .expect("it fails");
    let words = site.writer().live(number, "asked", moment);
    let words = words.expect_err("it has ended").to_string();
    assert!(words.contains("but it has ended"));
    for wrong in [0, 1, 99] {
        let words = site.writer().back(wrong, None, "a test", moment);
        let words = words.expect_err("no publication").to_string();
        assert!(words.contains("expected the number of a publication"));
    }
}

#[test]
fn a_site_that_is_not_as_its_manifest_says_is_refused() {
    let site = Site::new();
    let folder = site.above().join("wrong");
    let read = || Unpacked::read(&folder).expect_err("refused").to_string();
    unpack(&folder, &[(None, &[("/fees", "words")])]);
    let manifest = fs::read_to_string(folder.join("manifest.json")).expect("readable");
    for (what, by) in [
        ("\"editions\":[", "\"edition\":["),
        ("\"starts\":null", "\"starts\":5"),
        ("{\"commit\"", "{{\"commit\""),
    ] {
        let wrong = manifest.replacen(what, by, 1);
        assert_ne!(wrong, manifest, "{what}");
        fs::write(folder.join("manifest.json"), wrong).expect("writable");
        assert!(read().contains("unpack the site again"), "{what}");
    }
    fs::write(folder.join("manifest.json"), &manifest).expect("writable");
    let unpacked = Unpacked::read(&folder).expect("a site");
    let body = unpacked.manifest.editions[0].rows[0].body.clone();
    let body = body.expect("a body");
    fs::write(folder.join("bodies").join(&body), "other words").expect("writable");
    assert!(unpacked.body(&body).is_err());
    assert!(unpacked.body("../../manifest.json").is_err());
}
