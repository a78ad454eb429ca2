//! What is requested, and what must come back.

use crate::client::{Client, Response};
use anyhow::{Context, Result, ensure};
use std::net::SocketAddr;

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

/// No page has this path.
pub const NOWHERE: &str = "/nowhere";
/// Of the page that is measured alone, compressed.
const BYTES: usize = 10_000;

/// What a browser sends with a page's request, about as long as Chromium's own.
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

/// Every page of the sitemap, and last the page for paths that no page has.
pub fn pages(address: SocketAddr) -> Result<Vec<Page>> {
    let mut client = Client::connect(address)?;
    let sitemap = client.get("/sitemap.xml", &[])?;
    let sitemap = String::from_utf8(sitemap.body).context("the sitemap is not UTF-8")?;
    let addresses = sitemap.split("<loc>").skip(1);
    let path = |rest: &str| {
        let (address, _) = rest.split_once("</loc>")?;
        Some(format!("/{}", address.splitn(4, '/').nth(3)?))
    };
    let mut paths: Vec<_> = addresses.filter_map(path).collect();
    ensure!(
        !paths.is_empty(),
        "expected pages in the sitemap, found none"
    );
    paths.push(NOWHERE.to_owned());
    let page = |path: String| {
        Ok(Page {
            plain: client.get(&path, &[])?,
            brotli: client.get(&path, &HEADERS)?,
            path,
        })
    };
    paths.into_iter().map(page).collect()
}

/// Every kind of request that is measured, of pages as [`pages`] lists them.
pub fn all(pages: &[Page]) -> Result<Vec<Case<'_>>> {
    let (nowhere, pages) = pages.split_last().context("expected pages, found none")?;
    let size = |page: &Page| page.brotli.body.len();
    let nearest = pages.iter().min_by_key(|page| size(page).abs_diff(BYTES));
    let middle = nearest.context("expected pages, found none")?;
    let case = |name: &str, status, pages| Case {
        name: name.to_owned(),
        status,
        pages,
    };
    let one = format!("one page, {} bytes", size(middle));
    let many = format!("{} pages in random order", pages.len());
    Ok(vec![
        case(&one, 200, vec![middle]),
        case(&many, 200, pages.iter().collect()),
        case("a page that the client has (304)", 304, vec![middle]),
        case("a page that is not there (404)", 404, vec![nowhere]),
    ])
}

impl Case<'_> {
    /// The headers of each request to a server, once all of its responses are as expected.
    pub fn checked(&self, server: &str, address: SocketAddr) -> Result<Vec<String>> {
        let mut client = Client::connect(address)?;
        let known = client.get(&self.pages[0].path, &HEADERS)?;
        let mut headers = HEADERS.to_vec();
        if self.status == 304 {
            let tag = known.header("etag");
            let tag = tag.with_context(|| format!("{server} gives no entity tag"))?;
            headers.push(("if-none-match", tag));
        }
        for page in &self.pages {
            let found = client.get(&page.path, &headers)?;
            let has_body = self.status != 304;
            let body: &[u8] = if has_body { &page.brotli.body } else { &[] };
            ensure!(
                found.status == self.status && found.body == body,
                "expected {server} to answer {} with status {} and the page, found {} and {} bytes",
                page.path,
                self.status,
                found.status,
                found.body.len()
            );
            let mut expected = fixed(&page.brotli);
            let missing =
                expected.find(|(name, value)| has_body && found.header(name) != Some(value));
            ensure!(
                missing.is_none(),
                "{server} answers {} without {missing:?}",
                page.path
            );
        }
        Ok(headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect())
    }
}

/// The headers that are the same from any server: not the time, nor the tag, which each makes in its own way.
pub fn fixed(response: &Response) -> impl Iterator<Item = &(String, String)> {
    let other = ["date", "etag", "content-length", "vary"];
    let headers = response.headers.iter();
    headers.filter(move |(name, _)| !other.contains(&name.as_str()))
}
