//! The history of a path: what it served and when.

use crate::site::{MINUTE, START, Site};
use site_record::index::Index;
use site_record::showing::{Showing, showings};
use site_record::timeline::{Time, spans_by};

/// A time after everything that the tests write.
const NOW: i64 = i64::MAX;

/// The showings of a path.
fn showings_of(index: &Index, path: &str) -> Vec<Showing> {
    let answers = index.answers(path).expect("readable");
    showings(&answers, &spans_by(index.entries(), NOW))
}

/// The showings of a path, one per line: text, publications, and the four times in minutes since the start.
fn shown(site: &Site, path: &str) -> Vec<String> {
    let record = site.record();
    let index = Index::open(&record).expect("an index");
    let mut lines = Vec::new();
    for showing in showings_of(&index, path) {
        let body = showing.answer.and_then(|answer| answer.body());
        let words = match body {
            Some(body) => {
                String::from_utf8(record.bodies().read(&body).expect("there")).expect("UTF-8")
            }
            None if showing.removal(&index).is_some() => "removed".into(),
            None => "nothing".into(),
        };
        let time = shown_time(&showing.time);
        lines.push(format!("{words} {:?} {time}", showing.publications));
    }
    lines
}

fn shown_time(time: &Time) -> String {
    let minute = |moment: i64| (moment - START) / MINUTE;
    let text = |moment: Option<i64>| moment.map_or("-".to_owned(), |at| minute(at).to_string());
    format!(
        "{} {} {} {}",
        minute(time.may_from),
        text(time.surely_from),
        text(time.surely_until),
        text(time.may_until)
    )
}

#[test]
fn what_stays_the_same_is_one_interval_and_a_change_has_two_ends() {
    let mut site = Site::new();
    site.publishes(&[("/fees", "five"), ("/", "home")]);
    site.publishes(&[("/fees", "five"), ("/", "new home")]);
    site.publishes(&[("/fees", "six"), ("/", "new home")]);
    site.publishes(&[("/", "new home")]);
    assert_eq!(
        shown(&site, "/fees"),
        [
            "five [2, 4] 1 2 5 6",
            "six [6] 5 6 7 8",
            "nothing [8] 7 8 - -"
        ]
    );
    assert_eq!(
        shown(&site, "/"),
        ["home [2] 1 2 3 4", "new home [4, 6, 8] 3 4 - -"]
    );
    assert_eq!(shown(&site, "/never"), ["nothing [2, 4, 6, 8] 1 2 - -"]);
}

#[test]
fn a_failed_publication_and_a_rollback_are_told_apart() {
    let mut site = Site::new();
    let first = site.publishes(&[("/fees", "five")]);
    let failed = site.begins(&[("/fees", "wrong")]).number;
    let moment = site.later();
    site.writer()
        .failed(failed, "the host was down", moment)
        .expect("it fails");
    site.publishes(&[("/fees", "six")]);
    let moment = site.later();
    site.writer()
        .back(first, Some(moment.ours - 30), "a wrong fee", moment)
        .expect("it goes back");
    assert_eq!(
        shown(&site, "/fees"),
        [
            "five [2] 1 2 5 6",
            "wrong [4] 3 - - 4",
            "six [6] 5 6 6 7",
            "five [2] 6 - - -"
        ]
    );
}

#[test]
fn an_edition_that_turned_by_the_clock_is_of_its_publication() {
    let mut site = Site::new();
    let turn = START + 10 * MINUTE;
    site.begins_editions(&[
        (None, &[("/fees", "five"), ("/", "home")]),
        (Some(turn), &[("/fees", "six"), ("/", "home")]),
    ]);
    let moment = site.later();
    site.writer()
        .live(2, "the origin: asked", moment)
        .expect("live");
    assert_eq!(
        shown(&site, "/fees"),
        ["five [2] 1 2 10 10", "six [2] 10 10 - -"]
    );
    assert_eq!(shown(&site, "/"), ["home [2] 1 2 - -"]);
    // If the next publication has the same page, the two form one interval.
    site.clock = turn + MINUTE;
    site.publishes(&[("/fees", "six"), ("/", "home")]);
    assert_eq!(
        shown(&site, "/fees"),
        ["five [2] 1 2 10 10", "six [2, 4] 10 10 - -"]
    );
}

#[test]
fn only_the_edition_whose_table_was_removed_is_unknown() {
    for removed in [0, 1] {
        let mut site = Site::new();
        let turn = START + 10 * MINUTE;
        let begins = site.begins_editions(&[
            (None, &[("/fees", "five")]),
            (Some(turn), &[("/fees", "six"), ("/new", "new")]),
        ]);
        let moment = site.later();
        site.writer()
            .live(2, "the origin: asked", moment)
            .expect("live");
        site.clock = turn + MINUTE;
        site.publishes(&[("/fees", "six"), ("/new", "new")]);
        let table = begins.begins().expect("a publication").editions[removed].table;
        let moment = site.later();
        let tombstone = site.writer().tombstone(&table, "ann", "a name", moment);
        tombstone.expect("removed");
        let expected = if removed == 0 {
            [
                "removed [2] 1 2 10 10",
                "six [2, 4] 10 10 - -",
                "removed [2] 1 2 10 10",
                "new [2, 4] 10 10 - -",
            ]
        } else {
            [
                "five [2] 1 2 10 10",
                "removed [2] 10 10 12 13",
                "six [4] 12 13 - -",
                "nothing [2] 1 2 10 10",
            ]
        };
        let lines = [shown(&site, "/fees"), shown(&site, "/new")].concat();
        assert_eq!(lines[..4], expected);
        let report = site_record::verify::verify(&site.record()).expect("readable");
        assert_eq!(report.problems, Vec::<String>::new());
    }
}

#[test]
fn the_facts_of_a_page_are_with_its_row() {
    let mut site = Site::new();
    site.publishes(&[("/fees", "five")]);
    let record = site.record();
    let index = Index::open(&record).expect("an index");
    let showing = showings_of(&index, "/fees").remove(0);
    let row = showing.row(&record).expect("readable").expect("a row");
    assert_eq!(row.cached_for(), 90);
    let shown = row.shown.expect("facts").to_string();
    assert_eq!(shown, r#"{"facts":[{"name":"minimum","value":"$5"}]}"#);
}
