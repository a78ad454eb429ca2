//! The rows that are right at a moment, where editions turn over and caches follow.

use site_ops::publication::expected::Expected;
use site_ops::publication::{Edition, NOT_FOUND, Publication, Row};
use std::collections::BTreeMap;

fn row(body: &'static str, caching: &str) -> Row {
    Row {
        status: if body.is_empty() { 404 } else { 200 },
        headers: vec![("cache-control".to_owned(), caching.to_owned())],
        etags: Vec::new(),
        body: body.as_bytes(),
    }
}

fn publication(editions: &[(Option<i64>, &'static str)]) -> Publication {
    let mut made = Vec::new();
    for (starts, body) in editions {
        let mut rows = BTreeMap::new();
        rows.insert(NOT_FOUND.to_owned(), row("", "no-cache"));
        let caching = "max-age=0,s-maxage=60,stale-while-revalidate=60";
        rows.insert("/fees".to_owned(), row(body, caching));
        made.push(Edition {
            starts: *starts,
            rows,
        });
    }
    Publication {
        digest: String::new(),
        commit: None,
        editions: made,
    }
}

fn bodies(rows: &[&Row]) -> Vec<String> {
    let mut bodies = Vec::new();
    for row in rows {
        bodies.push(String::from_utf8_lossy(row.body).into_owned());
    }
    bodies
}

#[test]
fn editions_turn_over_and_caches_follow() {
    let live = publication(&[(None, "old"), (Some(1_000), "new"), (Some(9_000), "later")]);
    let expected = |is_edge| Expected {
        live: &live,
        before: None,
        since: 0,
        is_edge,
    };
    for (asked, current, earlier) in [
        (500, vec!["old"], 0),
        // The moment itself, as two clocks see it.
        (999, vec!["new", "old"], 0),
        (1_003, vec!["new"], 1),
        (1_149, vec!["new"], 1),
        (1_150, vec!["new"], 0),
    ] {
        let found = expected(true).candidates("/fees", asked, asked);
        assert_eq!(bodies(&found.current), current, "{asked}");
        assert_eq!(found.earlier.len(), earlier, "{asked}");
        let found = expected(false).candidates("/fees", asked, asked);
        assert!(found.earlier.is_empty(), "only caches are late");
    }
}

#[test]
fn the_publication_before_is_right_until_caches_forget_it() {
    let (live, before) = (publication(&[(None, "new")]), publication(&[(None, "old")]));
    let expected = Expected {
        live: &live,
        before: Some(&before),
        since: 2_000,
        is_edge: true,
    };
    for (asked, earlier) in [(2_001, Some(2_150)), (2_149, Some(2_150)), (2_150, None)] {
        let found = expected.candidates("/fees", asked, asked);
        assert_eq!(bodies(&found.current), ["new"]);
        let until = found.earlier.first().map(|(_, until)| *until);
        assert_eq!(until, earlier, "{asked}");
    }
    // Of a path that nothing was at, no cache holds the answer for longer than a request takes.
    let found = expected.candidates("/nowhere", 2_029, 2_029);
    assert_eq!(found.earlier.len(), 1);
    let found = expected.candidates("/nowhere", 2_030, 2_030);
    assert_eq!(found.earlier.len(), 0);
}
