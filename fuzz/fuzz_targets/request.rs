//! Requests with any target and header fields: choosing the response never panics, and no response leads to another site.
#![no_main]

use std::sync::LazyLock;

use http::Request;
use libfuzzer_sys::fuzz_target;
use site_table::Table;

/// The real site from `cargo site build`.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/site/table.bin");
    Table::open(file.as_ref()).expect("a table")
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(request) = parse(bytes) else { return };
    // The first edition. Later ones are chosen in the same way.
    let response = site_server::respond(&TABLE, 0, &request);
    if let Some(location) = response.headers().get("location") {
        assert!(stays_here(location.as_bytes()), "{location:?}");
    }
});

/// Returns true for a path of this site, and for an https address: a redirect in the content may lead to another site.
fn stays_here(location: &[u8]) -> bool {
    if location.starts_with(b"//") || location.starts_with(b"/\\") {
        return false;
    }
    location.starts_with(b"/") || location.starts_with(b"https://")
}

/// Parses a target, a line feed, and lines of header fields.
fn parse(bytes: &[u8]) -> Result<Request<()>, http::Error> {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let target = lines.next().unwrap_or_default();
    let mut request = Request::builder().uri(target).header("host", "x");
    for line in lines {
        let (name, value) = split_field(line);
        request = request.header(name, value);
    }
    request.body(())
}

/// Splits a line at its first colon. Without a colon, the whole line is the name.
fn split_field(line: &[u8]) -> (&[u8], &[u8]) {
    match line.iter().position(|byte| *byte == b':') {
        Some(colon) => (&line[..colon], &line[colon + 1..]),
        None => (line, b""),
    }
}
