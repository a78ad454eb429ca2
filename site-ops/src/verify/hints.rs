//! Early hints: 1xx responses before the actual response, which make browsers fetch other resources.
//!
//! The HTTP client skips them, so this module requests one page directly.

use super::asker::BROWSER;
use super::certificate::{Trust, open};
use super::compare::Difference;
use anyhow::{Context as _, Result};
use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::time::Instant;
use ureq::http::Uri;

/// The most bytes of the head that are read.
const MOST: usize = 4096;

/// The difference if the first page has early hints. `None` without early hints, or if nothing arrives before the deadline.
///
/// # Errors
/// Returns an error if the request fails.
pub fn check(
    base: &Uri,
    trust: &Trust,
    connect: Option<SocketAddr>,
    deadline: Instant,
) -> Result<Option<Difference>> {
    let authority = base.authority().context("an address has a host")?;
    let mut request = format!("GET / HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n");
    for (name, value) in BROWSER.headers {
        request += &format!("{name}: {value}\r\n");
    }
    let mut stream = open(base, trust, connect)?;
    stream.write_all(format!("{request}\r\n").as_bytes())?;
    stream.flush()?;

    let mut head = Vec::new();
    let mut buffer = [0; MOST];
    while !head.contains(&b'\n') && Instant::now() < deadline {
        let count = stream.read(&mut buffer)?;
        head.extend_from_slice(&buffer[..count]);
        if count == 0 || head.len() > MOST {
            break;
        }
    }
    let head = String::from_utf8_lossy(&head);
    let status = head.split(' ').nth(1).unwrap_or_default();
    if !status.starts_with('1') {
        return Ok(None);
    }
    Ok(Some(Difference::new(
        "early hints",
        "no response before the page",
        head.trim(),
        "switch off Early Hints (Cloudflare: Speed, Settings), or what else sends a response before the page's own",
    )))
}
