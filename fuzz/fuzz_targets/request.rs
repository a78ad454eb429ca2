//! Any target and any header fields of a request: choosing the response never panics, and none leads to another site.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use site_server::table::Table;

/// The real site, which `cargo site build` makes.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/site/table.bin");
    Table::open(file.as_ref()).expect("a table")
});

fuzz_target!(|bytes: &[u8]| {
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
