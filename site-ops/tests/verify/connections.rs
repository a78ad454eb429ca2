//! The connections of a verification.

use super::place::{LIVE, verify};
use crate::server::{Running, free_address};
use site_cli::client::Client;

/// A new connection for each request would take most of the time at a place with TLS.
#[test]
fn each_connection_is_kept_for_further_requests() {
    let admin = free_address().expect("a free port");
    let arguments = ["--admin", &admin.to_string()];
    let server = Running::site_server(&LIVE, &arguments).expect("it listens");
    let accepted = || -> usize {
        let client = Client::connect(admin).expect("it listens");
        let metrics = client.get("/metrics", &[]).expect("a response").body;
        let metrics = String::from_utf8(metrics).expect("UTF-8");
        let lines = metrics.lines();
        let mut counts =
            lines.filter_map(|line| line.strip_prefix("site_connections_accepted_total "));
        let count = counts.next().expect("the count of connections");
        count.parse().expect("a number")
    };
    let before = accepted();
    let at_once = 4;
    let verified = verify(server.address, &["--at-once", &at_once.to_string()]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    let connections = accepted() - before;
    // One request asks to close its connection.
    assert!(
        connections <= at_once + 1,
        "{connections} connections for {at_once} threads"
    );
}
