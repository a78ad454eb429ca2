//! The measured requests, and their expected responses.

use crate::client::{Client, Response};
use anyhow::{Context, Result, ensure};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

/// A page as sent by our server.
pub struct Page {
    pub path: String,
    pub plain: Response,
    pub brotli: Response,
}

/// Requests of one kind.
pub struct Case<'p> {
    pub name: String,
    pub status: u16,
    pub pages: Vec<&'p Page>,
}

/// A path without a page.
pub const NOWHERE: &str = "/nowhere";
/// The target size of the page that is measured separately, in compressed bytes. The page with the nearest size is used.
const BYTES: usize = 10_000;

/// The header fields of a browser's page request, about as long as Chromium's.
const HEADERS: [(&str, &str); 4] = [
    (
        "user-agent",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ),
    (
        "accept",
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    ),
    ("accept-language", "en-US,en;q=0.9"),
    ("accept-encoding", "gzip, deflate, br, zstd"),
];

/// Returns every page that a program serves at an address, followed by the page for unknown paths.
pub fn pages(program: &Path, address: SocketAddr) -> Result<Vec<Page>> {
    let output = Command::new(program).arg("--paths").output()?;
    let paths = String::from_utf8(output.stdout)?;
    let client = Client::connect(address)?;
    let mut pages = Vec::new();
    for path in paths.lines().chain([NOWHERE]) {
        let plain = client.get(path, &[])?;
        let kind = plain.header("content-type").unwrap_or_default();
        if kind.starts_with("text/html") && (plain.status == 200 || path == NOWHERE) {
            pages.push(Page {
                path: path.to_owned(),
                plain,
                brotli: client.get(path, &HEADERS)?,
            });
        }
    }
    Ok(pages)
}

/// Every kind of measured request for these pages, which come from [`pages`].
pub fn all(pages: &[Page]) -> Result<Vec<Case<'_>>> {
    let (nowhere, pages) = pages.split_last().context("expected pages, found none")?;
    let middle = pages
        .iter()
        .min_by_key(|page| size(page).abs_diff(BYTES))
        .context("expected pages, found none")?;

    let one = format!("one page, {} bytes", size(middle));
    let many = format!("{} pages in random order", pages.len());
    Ok(vec![
        Case::new(&one, 200, vec![middle]),
        Case::new(&many, 200, pages.iter().collect()),
        Case::new(
            "a page that the client already has (304)",
            304,
            vec![middle],
        ),
        Case::new("a missing page (404)", 404, vec![nowhere]),
    ])
}

/// The compressed size of a page in bytes.
fn size(page: &Page) -> usize {
    page.brotli.body.len()
}

impl<'p> Case<'p> {
    fn new(name: &str, status: u16, pages: Vec<&'p Page>) -> Self {
        Self {
            name: name.to_owned(),
            status,
            pages,
        }
    }
}

impl Case<'_> {
    /// The headers of each request to a server, after checking all of its responses.
    pub fn checked(&self, server: &str, address: SocketAddr) -> Result<Vec<String>> {
        let client = Client::connect(address)?;
        let known = client.get(&self.pages[0].path, &HEADERS)?;
        let mut headers = HEADERS.to_vec();
        if self.status == 304 {
            let tag = known
                .header("etag")
                .with_context(|| format!("{server} sends no entity tag"))?;
            headers.push(("if-none-match", tag));
        }
        for page in &self.pages {
            let found = client.get(&page.path, &headers)?;
            ensure!(
                self.is_expected(page, &found),
                "expected {server} to answer {} with status {} and what site-server sends, found {} and {:?}",
                page.path,
                self.status,
                found.status,
                found.headers
            );
        }
        let mut lines = Vec::new();
        for (name, value) in headers {
            lines.push(format!("{name}: {value}"));
        }
        Ok(lines)
    }

    /// Returns true if a response has this case's status and our server's bytes and headers. A 304 has no body.
    fn is_expected(&self, page: &Page, found: &Response) -> bool {
        if found.status != self.status {
            return false;
        }
        if self.status == 304 {
            return found.body.is_empty();
        }
        let mut expected = fixed(&page.brotli);
        let has_headers = expected.all(|(name, value)| found.header(name) == Some(value));
        has_headers && found.body == page.brotli.body
    }
}

/// The headers that every server should send alike: all except the time and the entity tag, which each server makes differently.
pub fn fixed(response: &Response) -> impl Iterator<Item = &(String, String)> {
    response
        .headers
        .iter()
        .filter(|(name, _)| !["date", "etag", "content-length", "vary"].contains(&name.as_str()))
}
