//! The bytes of each event, in this version and earlier ones.

use crate::site::{START, Site, decision, ours};
use site_record::digest::Digest;
use site_record::entry::Entry;
use site_record::event::Event;
use site_record::layout::Name;
use std::fs;

/// One entry per event, as in its file. `DIGEST` is a placeholder for a digest.
const EVENTS: &str = r#"
{"actor":"ann","event":"opened","fiscal_year_ends":"12-31","format":1,"moment":{"ours":1},"number":1,"zone":"America/Chicago"}
{"actor":"publish","approvals":"DIGEST","commit":"c0ffee","digest":"d1","documents":[],"editions":[{"table":"DIGEST"},{"starts":5,"table":"DIGEST"}],"event":"begins","evidence":[{"body":"DIGEST","name":"reviews.json"}],"moment":{"ours":1},"number":1,"place":"live","previous":{"digest":"DIGEST","sidecars":["00000001-DIGEST.tsr"]},"range":{"from":"0ff1ce","to":"c0ffee"},"turns":"clock"}
{"actor":"publish","digest":"d1","documents":[{"body":"DIGEST","name":"https://firm.example/adv.pdf"}],"editions":[{"table":"DIGEST"}],"event":"begins","evidence":[],"moment":{"difference":-3,"latest":5,"ours":1,"place":-2},"number":1,"place":"live","turns":"run"}
{"commit":"c0ffee","digest":"d1","event":"live","moment":{"ours":1},"number":1,"place":"live","publication":2,"verified":"the origin: all"}
{"digest":"d1","event":"failed","moment":{"ours":1},"number":1,"place":"live","publication":2,"reason":"the host was down"}
{"began":5,"commit":"c0ffee","digest":"d1","event":"back","moment":{"ours":1},"number":1,"place":"live","publication":2,"reason":"a wrong fee"}
{"digest":"d1","event":"back","moment":{"ours":1},"number":1,"place":"live","publication":2,"reason":"a wrong fee"}
{"actor":"ann","event":"held","moment":{"ours":1},"name":"publishing","number":1,"reason":"an audit"}
{"actor":"ann","at":5,"event":"held","event_number":7,"moment":{"ours":1},"name":"publishing","number":1,"reason":"an audit"}
{"actor":"ann","event":"released","moment":{"ours":1},"name":"publishing","number":1,"reason":"it has ended"}
{"actor":"ann","event":"approved_by_hand","moment":{"ours":1},"name":"publishing","number":1,"reason":"c0ffee is approved by hand: a force push"}
{"authority":"an authority","event":"stamp","moment":{"ours":1},"number":1,"of":3,"of_digest":"DIGEST","sidecars":["00000003-DIGEST.tsr"]}
{"actor":"ann","body":"DIGEST","event":"tombstone","moment":{"ours":1},"number":1,"reason":"a client’s name"}
{"address":"/fees","event":"observed","moment":{"ours":1},"number":1,"place":"live","reason":"another host answered","row":"DIGEST"}
{"actor":"ann","event":"hold","moment":{"ours":1},"name":"audit","number":1,"reason":"an audit"}
{"actor":"ann","event":"hold_ends","moment":{"ours":1},"name":"audit","number":1,"reason":"it has ended"}
"#;

/// Parses a line, which must be a valid entry.
fn parse(line: &str) -> Entry {
    let name = Name {
        number: 1,
        digest: Digest::of(line.as_bytes()),
        kind: "json".into(),
    };
    Entry::parse(&name, line.as_bytes()).expect(line)
}

#[test]
fn every_event_is_written_as_it_was_read() {
    let digest = Digest::of(b"").to_string();
    for line in EVENTS.trim().lines() {
        let line = line.replace("DIGEST", &digest);
        let entry = parse(&line);
        assert_ne!(entry.event, Event::Other, "{line}");
        assert_eq!(String::from_utf8(entry.bytes().expect("in form")), Ok(line));
    }
}

#[test]
fn an_event_of_a_later_version_is_left_alone() {
    let site = Site::new();
    let head = site.record().entry(1).expect("opened");
    let line = format!(
        r#"{{"event":"audited","moment":{{"ours":{START}}},"number":2,"previous":{{"digest":"{}","sidecars":[]}},"words":["new"]}}"#,
        head.digest
    );
    let file = format!(
        "entries/00000/00000002-{}.json",
        Digest::of(line.as_bytes())
    );
    fs::write(site.path().join(file), line).expect("writable");
    let mut writer = site.writer();
    assert_eq!(writer.head().expect("there").event, Event::Other);
    let held = Event::Held(decision("publishing", "ann", "a reason"));
    writer.append(held, ours(START)).expect("written");
    let report = site_record::verify::verify(&site.record()).expect("readable");
    assert_eq!((report.entries, report.problems.len()), (3, 0));
}
