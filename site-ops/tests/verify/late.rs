//! Caches in front of the server: an earlier response is valid for a while, but only where a cache can have it.

use super::place::{BEFORE, CHANGED, LIVE, live, verify};
use super::proxy::{self, Lie};
use crate::server::Running;
use jiff::{Timestamp, ToSpan};
use site_cli::client::Client;
use std::sync::Arc;

/// How long a cache may serve a page, in seconds: fresh, then stale while it revalidates, plus the tolerance.
const KEPT: i64 = 60 + 60 + 30;

fn ago(seconds: i64) -> String {
    (Timestamp::now() - seconds.seconds()).to_string()
}

/// A cache that serves a page's earlier version until a given time.
fn cache(old: &Running, until: Timestamp, with_queries: bool, age: Option<&'static str>) -> Lie {
    let address = old.address;
    Arc::new(move |request, response| {
        let is_kept = request.path == CHANGED && Timestamp::now() < until;
        if is_kept && (with_queries || request.query.is_none()) {
            let client = Client::connect(address).expect("it listens");
            *response = client.get(CHANGED, &[]).expect("a response");
            if let Some(age) = age {
                response.headers.push(("age".to_owned(), age.to_owned()));
            }
        }
    })
}

#[test]
fn a_cache_may_be_late_and_must_follow() {
    let (server, old) = (
        live(),
        Running::site_server(&BEFORE, &[]).expect("it listens"),
    );
    let before = BEFORE.to_str().expect("UTF-8");
    let soon = Timestamp::now() + 6.seconds();
    let lie = cache(&old, soon, false, None);
    let since = ago(KEPT - 10);
    let edge = ["--edge", "--before", before, "--since", &since];
    let verified = verify(proxy::before(server.address, lie), &edge);
    assert_eq!(verified.status, Some(0), "{}", verified.said);

    // If there is no time to wait, the report lists the earlier responses.
    let never = Timestamp::now() + 1.hours();
    let place = proxy::before(server.address, cache(&old, never, false, None));
    let now = ago(1);
    let edge = [
        "--edge",
        "--before",
        before,
        "--since",
        &now,
        "--seconds",
        "60",
    ];
    let verified = verify(place, &edge);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    assert_eq!(verified.report["kept"][0]["path"], CHANGED);
}

#[test]
fn a_cache_that_keeps_a_page_for_too_long_is_found() {
    let (server, old) = (
        live(),
        Running::site_server(&BEFORE, &[]).expect("it listens"),
    );
    let before = BEFORE.to_str().expect("UTF-8");
    let same = LIVE.to_str().expect("UTF-8");
    let never = Timestamp::now() + 1.hours();
    let waits = ["--edge", "--before", before];
    let hurries = ["--edge", "--before", before, "--seconds", "60"];
    let of_another = ["--edge", "--before", same];
    for (name, with_queries, age, since, arguments, status) in [
        ("after its time", false, None, KEPT + 1, &waits[..], 1),
        ("waited for", false, None, KEPT - 8, &waits, 1),
        ("a new question", true, None, 1, &hurries, 1),
        ("a cache without queries", true, Some("9"), 1, &hurries, 0),
        ("nothing before", false, None, 1, &["--edge"], 1),
        ("at the origin", false, None, 1, &waits[1..], 1),
        ("of another publication", false, None, 1, &of_another, 1),
    ] {
        let lie = cache(&old, never, with_queries, age);
        let since = ago(since);
        let arguments = [arguments, &["--since", &since]].concat();
        let verified = verify(proxy::before(server.address, lie), &arguments);
        assert_eq!(verified.status, Some(status), "{name}: {}", verified.said);
    }
}
