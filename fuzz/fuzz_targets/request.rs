//! Any bytes as what a client sends: reading them never panics, and what is taken for a plain request is one to httparse, too.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use site_server::table::Table;

/// The real site, which `cargo site build` makes.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    Table::read(include_bytes!("../../target/site/table.bin")).expect("a table")
});

fuzz_target!(|bytes: &[u8]| {
    if site_server::read_plain(&TABLE, bytes) {
        let mut room = [httparse::EMPTY_HEADER; 64];
        let mut request = httparse::Request::new(&mut room);
        assert!(request.parse(bytes).is_ok_and(|status| status.is_complete()));
        assert_eq!(request.version, Some(1));
        assert!(matches!(request.method, Some("GET" | "HEAD")));
        let named = |name: &str| request.headers.iter().filter(|field| field.name.eq_ignore_ascii_case(name)).count();
        assert_eq!(named("host"), 1);
        for body in ["content-length", "transfer-encoding", "upgrade", "expect"] {
            assert_eq!(named(body), 0, "{body}");
        }
    }
    if let Ok(request) = http_request(bytes) {
        let response = site_server::respond(&TABLE, &request);
        assert!(response.headers().get("location").is_none_or(|to| {
            let to = to.as_bytes();
            to.starts_with(b"https://") || to.starts_with(b"/") && !to.starts_with(b"//") && !to.starts_with(b"/\\")
        }));
    }
});

/// A target, a line feed, and lines of header fields.
fn http_request(bytes: &[u8]) -> Result<http::Request<()>, http::Error> {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let mut request = http::Request::builder().uri(lines.next().unwrap_or_default()).header("host", "x");
    for line in lines {
        let mut parts = line.splitn(2, |byte| *byte == b':');
        request = request.header(parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    }
    request.body(())
}
