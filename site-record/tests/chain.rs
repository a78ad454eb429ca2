//! Verification finds every change to a record.

use crate::site::{Site, copy, decision, files, ours};
use site_record::digest::Digest;
use site_record::event::Event;
use site_record::record::Record;
use site_record::verify::{End, Report, end_by_copy, end_by_head, verify};
use std::fs;

/// A record with at least one entry, body and timestamp token.
fn small() -> Site {
    let mut site = Site::new();
    site.publishes(&[("/fees", "<p>$5</p>")]);
    let moment = site.later();
    let token = [("tsr".to_owned(), b"a token".to_vec())];
    site.writer()
        .stamp(3, &token, "an authority", moment)
        .expect("stamped");
    site
}

fn report(site: &Site) -> Report {
    verify(&site.record()).expect("readable")
}

/// The problems that verification finds in a damaged record.
fn problems(site: &Site) -> String {
    report(site).problems.join("\n")
}

#[test]
fn a_whole_record_has_no_problems_and_says_that_its_end_is_not_proved() {
    let site = small();
    let report = report(&site);
    assert_eq!(report.problems, Vec::<String>::new());
    assert_eq!((report.entries, report.bodies), (4, 5));
    let head = *report.head().expect("entries");
    assert_eq!(end_by_head(&report, &head), End::Proved);
    let third = site.record().entry(3).expect("there").digest;
    assert!(matches!(end_by_head(&report, &third), End::Unproved(_)));
    let other = Digest::of(b"other");
    assert!(matches!(end_by_head(&report, &other), End::Wrong(_)));
}

/// Flips one bit of every ninth byte, a different bit each time, so that every file and every part of an entry has some.
#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    assert!(found_flips(|at, bit| at % 9 == 0 && at % 8 == bit) > 200);
}

/// Flips every bit of every byte, which takes 30 seconds of processor time.
#[test]
#[ignore = "long"]
fn every_single_bit_flip_is_found() {
    assert!(found_flips(|_, _| true) > 10_000);
}

/// Flips the chosen bits one at a time, and asserts that verification finds each. Returns their number.
fn found_flips(is_chosen: fn(usize, usize) -> bool) -> usize {
    let site = small();
    let mut flips = 0;
    for path in files(&site.path()) {
        let whole = fs::read(&path).expect("readable");
        for at in 0..whole.len() {
            for bit in 0..8 {
                if !is_chosen(at, bit) {
                    continue;
                }
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << bit;
                fs::write(&path, &flipped).expect("writable");
                let is_found = match verify(&site.record()) {
                    Ok(report) => !report.problems.is_empty(),
                    Err(_) => true,
                };
                assert!(is_found, "bit {bit} of byte {at} of {}", path.display());
                flips += 1;
            }
        }
        fs::write(&path, &whole).expect("writable");
    }
    assert_eq!(problems(&site), "");
    flips
}

#[test]
fn every_cut_of_the_end_is_found_by_the_head_and_by_a_copy() {
    let site = small();
    let head = *report(&site).head().expect("entries");
    let copied = site.above().join("copy");
    copy(&site.path(), &copied);
    let second = Record::open(&copied, None).expect("a record");
    assert_eq!(
        end_by_copy(&report(&site), &second).expect("readable"),
        End::Proved
    );
    for number in (1..=4).rev() {
        for name in site.record().files_about(number).expect("readable") {
            fs::remove_file(site.path().join(name.path())).expect("removed");
        }
        let cut = report(&site);
        let by_head = end_by_head(&cut, &head);
        assert!(matches!(by_head, End::Wrong(_)), "entry {number}");
        let by_copy = end_by_copy(&cut, &second).expect("readable");
        assert!(matches!(by_copy, End::Wrong(_)), "entry {number}");
        let by_shorter = end_by_copy(&verify(&second).expect("readable"), &site.record());
        let is_open = matches!(by_shorter.expect("readable"), End::Unproved(_));
        assert!(is_open, "entry {number}");
    }
}

#[test]
fn a_missing_entry_and_one_put_in_are_found() {
    let site = small();
    let name = &site.record().files_about(2).expect("readable")[0];
    let path = site.path().join(name.path());
    let bytes = fs::read(&path).expect("readable");
    fs::remove_file(&path).expect("removed");
    assert!(problems(&site).contains("expected entry 2, found entry 3 next"));

    // A valid entry, with its own number and digest.
    let text = String::from_utf8(bytes.clone()).expect("UTF-8");
    let other = text.replace("\"publish\"", "\"somebody\"");
    let digest = Digest::of(other.as_bytes());
    let put_in = path.with_file_name(format!("00000002-{digest}.json"));
    fs::write(&put_in, &other).expect("writable");
    assert!(problems(&site).contains("names a different entry 2 from the one in the record"));

    fs::write(&path, &bytes).expect("writable");
    assert!(problems(&site).contains("the record has two branches"));
    fs::remove_file(&put_in).expect("removed");
    assert_eq!(problems(&site), "");

    let last = text.replace("\"number\":2", "\"number\":5");
    let last_digest = Digest::of(last.as_bytes());
    fs::write(
        path.with_file_name(format!("00000005-{last_digest}.json")),
        last,
    )
    .expect("writable");
    assert!(problems(&site).contains("names a different entry 4"));
}

#[test]
fn two_branches_of_a_record_part_where_a_copy_says() {
    let mut site = small();
    let copied = site.above().join("copy");
    copy(&site.path(), &copied);
    let moment = site.later();
    let mut writer = site.writer();
    writer
        .append(
            Event::Held(decision("publishing", "ann", "one reason")),
            moment,
        )
        .expect("held");
    drop(writer);
    let mut other = site_record::write::Writer::open(&copied, None, std::time::Duration::ZERO)
        .expect("a writer");
    other
        .append(
            Event::Held(decision("publishing", "ben", "another reason")),
            moment,
        )
        .expect("held");
    let second = Record::open(&copied, None).expect("a record");
    let End::Wrong(words) = end_by_copy(&report(&site), &second).expect("readable") else {
        panic!("the branches were not found");
    };
    assert!(words.contains("expected entry 5 to be the same in both"));
}

#[test]
fn missing_evidence_and_evidence_put_in_are_found() {
    let site = small();
    let token = site.record().sidecars(3).expect("readable").remove(0);
    let path = site.path().join(token.path());
    fs::remove_file(&path).expect("removed");
    assert!(problems(&site).contains("evidence is missing"));
    fs::write(&path, b"a token").expect("writable");
    assert_eq!(problems(&site), "");

    site.writer().sidecar(2, "tsr", b"late").expect("writable");
    assert!(problems(&site).contains("evidence was added that no entry names"));
}

#[test]
fn evidence_beside_the_last_entry_is_named_by_the_next() {
    let mut site = small();
    site.writer().sidecar(4, "tsr", b"late").expect("writable");
    let before = report(&site);
    assert_eq!(before.problems, Vec::<String>::new());
    assert!(before.notes[0].contains("the next entry will name"));
    let moment = site.later();
    site.writer()
        .append(
            Event::Held(decision("publishing", "ann", "a reason")),
            moment,
        )
        .expect("held");
    let after = report(&site);
    assert_eq!((after.problems.len(), after.notes.len()), (0, 0));
    let entry = site.record().entry(5).expect("there");
    assert_eq!(entry.previous.expect("named").sidecars.len(), 1);
}

#[test]
fn a_missing_body_and_a_removed_one_differ() {
    let mut site = small();
    let body = Digest::of(b"<p>$5</p>");
    let path = site
        .record()
        .bodies()
        .folder()
        .join(site_record::layout::body_path(&body));
    fs::remove_file(&path).expect("removed");
    assert!(problems(&site).contains("is missing"));
    fs::write(&path, b"<p>$5</p>").expect("writable");

    let moment = site.later();
    site.writer()
        .tombstone(&body, "ann", "a client's name", moment)
        .expect("removed");
    assert!(!path.exists());
    let report = report(&site);
    assert_eq!(report.problems, Vec::<String>::new());
    assert!(report.removed[0].contains("by ann, entry 5: a client's name"));
}

#[test]
fn nothing_is_removed_during_a_hold() {
    let site = small();
    let moment = ours(site.clock);
    let mut writer = site.writer();
    writer
        .append(
            Event::Hold(decision("audit", "ann", "an examination")),
            moment,
        )
        .expect("held");
    let body = Digest::of(b"<p>$5</p>");
    let refused = writer.tombstone(&body, "ann", "space", moment);
    let words = refused.expect_err("a hold is in force").to_string();
    assert!(words.contains("expected no legal hold, found \"audit\""));
    writer
        .append(
            Event::HoldEnds(decision("audit", "ann", "it is over")),
            moment,
        )
        .expect("ended");
    writer
        .tombstone(&body, "ann", "space", moment)
        .expect("removed");
}
