//! The requests that are measured, and the responses that they must have.

use crate::client::{Client, Response};
use anyhow::{Context, Result, ensure};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

/// A page as our server sends it.
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

/// A path that no page has.
pub const NOWHERE: &str = "/nowhere";
/// The size of the page that is measured alone, compressed: the nearest one is taken.
const BYTES: usize = 10_000;

/// The header fields that a browser sends with a page's request, about as long as Chromium's own.
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

/// Returns every page that a program serves at an address, and last the page for paths that no page has.
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

/// Every kind of request that is measured, of pages as [`pages`] lists them.
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
        Case::new("a page that the client has (304)", 304, vec![middle]),
        Case::new("a page that is not there (404)", 404, vec![nowhere]),
    ])
}

/// The size of a page, compressed.
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
    /// The headers of each request to a server, once all of its responses are as expected.
    pub fn checked(&self, server: &str, address: SocketAddr) -> Result<Vec<String>> {
        let client = Client::connect(address)?;
        let known = client.get(&self.pages[0].path, &HEADERS)?;
        let mut headers = HEADERS.to_vec();
        if self.status == 304 {
            let tag = known
                .header("etag")
                .with_context(|| format!("{server} gives no entity tag"))?;
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

    /// Returns true for a response with this case's status and with what our server sends; a 304 has no body.
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

/// The headers that are the same from any server: not the time, nor the tag, which each makes in its own way.
pub fn fixed(response: &Response) -> impl Iterator<Item = &(String, String)> {
    response
        .headers
        .iter()
        .filter(|(name, _)| !["date", "etag", "content-length", "vary"].contains(&name.as_str()))
}
