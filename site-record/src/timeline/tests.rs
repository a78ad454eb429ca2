use super::*;
use crate::digest::Digest;
use crate::entry::Clocks;
use crate::event::{About, CHECKED, Edition};

/// An entry about the place `live`. A `live` event is checked, and a `back` event began at 290.
fn step(event: &str, number: u64, publication: u64, moment: i64) -> Entry {
    let about = About {
        publication,
        place: "live".into(),
        digest: String::new(),
        commit: None,
    };
    let (verified, reason) = (format!("{CHECKED}all"), String::new());
    let event = match event {
        "begins" => Event::Begins(begins_at(&[])),
        "live" => Event::Live { about, verified },
        "failed" => Event::Failed { about, reason },
        _ => Event::Back {
            about,
            reason,
            began: Some(290),
        },
    };
    Entry {
        digest: Digest::of(b""),
        number,
        event,
        moment: Clocks {
            ours: moment,
            place: None,
            difference: None,
            latest: None,
        },
        previous: None,
    }
}

/// A publication whose editions start at these moments.
fn begins_at(starts: &[i64]) -> Begins {
    let table = Digest::of(b"");
    let mut editions = vec![Edition {
        table,
        starts: None,
    }];
    for starts in starts {
        editions.push(Edition {
            table,
            starts: Some(*starts),
        });
    }
    Begins {
        place: "live".into(),
        turns: Turns::Clock,
        actor: String::new(),
        digest: String::new(),
        commit: None,
        range: None,
        approvals: None,
        evidence: Vec::new(),
        documents: Vec::new(),
        editions,
    }
}

/// The spans, one per line: publication, edition, and the four times.
fn shown(steps: &[Entry]) -> Vec<String> {
    shown_by(steps, i64::MAX)
}

/// The spans up to `now`.
fn shown_by(steps: &[Entry], now: i64) -> Vec<String> {
    let mut lines = Vec::new();
    for span in spans_by(steps, now) {
        let time = span.time;
        let text = |moment: Option<i64>| moment.map_or("-".to_owned(), |at| at.to_string());
        let (from, until) = (text(time.surely_from), text(time.surely_until));
        let end = text(time.may_until);
        lines.push(format!(
            "{}.{}: {} {from} {until} {end}",
            span.publication, span.edition, time.may_from
        ));
    }
    lines
}

#[test]
fn within_a_change_both_sides_may_have_been_served() {
    let steps = [
        step("begins", 1, 1, 100),
        step("live", 2, 1, 110),
        step("begins", 3, 3, 200),
        step("live", 4, 3, 215),
    ];
    assert_eq!(shown(&steps), ["1.0: 100 110 200 215", "3.0: 200 215 - -"]);
    assert_eq!(open_publication(&steps[..3], "live"), Some(3));
    assert_eq!(open_publication(&steps, "live"), None);
    assert_eq!(served_publication(&steps, "live"), Some(3));
    assert_eq!(shown(&steps[..3]), ["1.0: 100 110 200 -", "3.0: 200 - - -"]);
}

#[test]
fn a_failed_publication_may_have_been_served_until_it_failed() {
    let steps = [
        step("begins", 1, 1, 100),
        step("live", 2, 1, 110),
        step("begins", 3, 3, 200),
        step("failed", 4, 3, 230),
    ];
    assert_eq!(
        shown(&steps),
        [
            "3.0: 200 - - 230",
            "1.0: 100 110 200 230",
            "1.0: 200 230 - -"
        ]
    );
}

#[test]
fn a_change_back_ends_what_was_live_and_what_had_begun() {
    let back = step("back", 5, 1, 300);
    let rolled_back = [
        step("begins", 1, 1, 100),
        step("live", 2, 1, 110),
        step("begins", 3, 3, 200),
        step("live", 4, 3, 210),
        back.clone(),
    ];
    assert_eq!(
        shown(&rolled_back),
        [
            "1.0: 100 110 200 210",
            "3.0: 200 210 290 300",
            "1.0: 290 - - -"
        ]
    );

    let went_back = [
        step("begins", 1, 1, 100),
        step("live", 2, 1, 110),
        step("begins", 3, 3, 280),
        back,
    ];
    assert_eq!(
        shown(&went_back),
        ["3.0: 280 - - 300", "1.0: 100 110 280 300", "1.0: 280 - - -"]
    );
}

#[test]
fn only_a_check_of_the_origin_makes_it_sure() {
    let mut unchecked = step("live", 2, 1, 110);
    if let Event::Live { verified, .. } = &mut unchecked.event {
        *verified = "asked by hand".into();
    }
    let begun = [step("begins", 1, 1, 100), unchecked.clone()];
    assert_eq!(shown(&begun), ["1.0: 100 - - -"]);
    assert_eq!(served_publication(&begun, "live"), Some(1));

    // A second check, and a third check that adds no proof.
    let checked = [step("live", 3, 1, 150), step("live", 4, 1, 170)];
    let [begins, live] = begun.clone();
    let [first, second] = checked;
    let steps = [begins, live, first, second, step("begins", 5, 5, 200)];
    assert_eq!(shown(&steps), ["1.0: 100 150 200 -", "5.0: 200 - - -"]);

    // After a failure, an unchecked publication is still uncertain.
    let mut failed = begun.to_vec();
    failed.push(step("begins", 3, 3, 200));
    failed.push(step("failed", 4, 3, 230));
    assert_eq!(
        shown(&failed),
        ["3.0: 200 - - 230", "1.0: 100 - - 230", "1.0: 200 - - -"]
    );
}

#[test]
fn an_edition_turns_by_the_clock_of_the_place_or_by_a_run() {
    let mut begins = step("begins", 1, 1, 100);
    begins.event = Event::Begins(begins_at(&[50, 500]));
    begins.moment.difference = Some(-3);
    let steps = [begins.clone(), step("live", 2, 1, 110)];
    assert_eq!(shown(&steps), ["1.1: 100 110 497 503", "1.2: 497 503 - -"]);

    begins.event = Event::Begins(Begins {
        turns: Turns::Run,
        ..begins_at(&[50, 500])
    });
    let steps = [begins, step("live", 2, 1, 110)];
    assert_eq!(shown(&steps), ["1.1: 100 110 - -"]);
}

#[test]
fn what_is_to_come_was_not_served() {
    let mut begins = step("begins", 1, 1, 100);
    begins.event = Event::Begins(begins_at(&[300, 400]));
    let steps = [begins, step("live", 2, 1, 110)];
    assert_eq!(shown_by(&steps, 299), ["1.0: 100 110 - -"]);
    assert_eq!(
        shown_by(&steps, 300),
        ["1.0: 100 110 300 300", "1.1: 300 300 - -"]
    );
    assert_eq!(shown_by(&steps, 400), shown(&steps));
}

#[test]
fn what_lasted_less_than_a_second_is_not_lost() {
    let steps = [
        step("begins", 1, 1, 100),
        step("live", 2, 1, 100),
        step("begins", 3, 3, 100),
        step("live", 4, 3, 100),
    ];
    assert_eq!(shown(&steps), ["1.0: 100 100 100 100", "3.0: 100 100 - -"]);
    assert!(spans_by(&steps, i64::MAX)[0].time.overlaps(100, 101));
}

#[test]
fn a_clock_that_ran_back_makes_an_interval_wider_and_never_narrower() {
    let mut live = step("live", 2, 1, 95);
    live.moment.latest = Some(100);
    let steps = [step("begins", 1, 1, 100), live];
    assert_eq!(shown(&steps), ["1.0: 95 100 - -"]);
}
