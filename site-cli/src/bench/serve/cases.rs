//! What is asked for, and what must come back.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use blake3::Hash;

use crate::client::{Client, Response};

/// A page in each of its encodings, as our server sends it.
pub struct Page {
    pub path: String,
    pub bodies: Vec<Body>,
}

pub struct Body {
    pub coding: Option<&'static str>,
    pub response: Response,
}

/// Requests of one kind.
pub struct Case {
    pub name: String,
    pub headers: Vec<(&'static str, String)>,
    /// Whether each request names the entity tag that the server itself gave.
    pub conditional: bool,
    pub wanted: Vec<Wanted>,
}

/// A path, and the response to it.
pub struct Wanted {
    pub path: String,
    pub status: u16,
    pub coding: Option<&'static str>,
    pub digest: Hash,
    pub headers: Vec<(String, String)>,
}

const CODINGS: [Option<&str>; 3] = [Some("br"), Some("gzip"), None];
/// No page has this path.
pub const NOWHERE: &str = "/nowhere";
/// Of the page that is measured alone, compressed.
const BYTES: usize = 10_000;

/// Every page of the sitemap, and the page for those that are not there.
pub fn pages(address: SocketAddr) -> Result<Vec<Page>> {
    let mut client = Client::connect(address)?;
    let sitemap = client.get("/sitemap.xml", &[])?;
    let sitemap = String::from_utf8(sitemap.body).context("the sitemap is not UTF-8")?;
    let addresses = sitemap
        .split("<loc>")
        .skip(1)
        .filter_map(|rest| rest.split_once("</loc>"));
    let mut paths: Vec<_> = addresses
        .filter_map(|(address, _)| address.splitn(4, '/').nth(3))
        .map(|path| format!("/{path}"))
        .collect();
    paths.push(NOWHERE.to_owned());
    let page = |path: String| {
        let bodies = CODINGS.iter().map(|coding| {
            let response =
                client.get(&path, &[("accept-encoding", coding.unwrap_or("identity"))])?;
            Ok(Body {
                coding: *coding,
                response,
            })
        });
        Ok(Page {
            bodies: bodies.collect::<Result<_>>()?,
            path,
        })
    };
    let mut pages = paths.into_iter().map(page).collect::<Result<Vec<Page>>>()?;
    if let Some(nowhere) = pages.last_mut() {
        "/404".clone_into(&mut nowhere.path);
    }
    Ok(pages)
}

pub fn all(pages: &[Page]) -> Result<Vec<Case>> {
    let (nowhere, pages) = pages.split_last().context("expected pages, found none")?;
    let middle = pages
        .iter()
        .min_by_key(|page| page.bodies[0].response.body.len().abs_diff(BYTES));
    let middle = middle.context("expected pages in the sitemap, found none")?;
    let size = middle.bodies[0].response.body.len();
    let encodings = || vec![("accept-encoding", "gzip, deflate, br, zstd".to_owned())];
    let mut browser: Vec<_> = BROWSER
        .into_iter()
        .map(|(name, value)| (name, value.to_owned()))
        .collect();
    browser.extend(encodings());
    Ok(vec![
        Case {
            name: format!("one page, {size} bytes"),
            headers: encodings(),
            conditional: false,
            wanted: vec![wanted(middle, &middle.path)],
        },
        Case {
            name: format!("{} pages in random order, as a browser asks", pages.len()),
            headers: browser,
            conditional: false,
            wanted: pages.iter().map(|page| wanted(page, &page.path)).collect(),
        },
        Case {
            name: "a page that the client has (304)".to_owned(),
            headers: encodings(),
            conditional: true,
            wanted: vec![Wanted {
                status: 304,
                coding: None,
                digest: blake3::hash(b""),
                headers: Vec::new(),
                ..wanted(middle, &middle.path)
            }],
        },
        Case {
            name: "a page that is not there (404)".to_owned(),
            headers: encodings(),
            conditional: false,
            wanted: vec![wanted(nowhere, NOWHERE)],
        },
    ])
}

fn wanted(page: &Page, path: &str) -> Wanted {
    let body = &page.bodies[0];
    Wanted {
        path: path.to_owned(),
        status: body.response.status,
        coding: body.coding,
        digest: blake3::hash(&body.response.body),
        headers: fixed(&body.response),
    }
}

/// The headers that are the same from any server: not the time, nor the tag, which each makes in its own way.
pub fn fixed(response: &Response) -> Vec<(String, String)> {
    let other = ["date", "etag", "content-encoding", "content-length", "vary"];
    response
        .headers
        .iter()
        .filter(|(name, _)| !other.contains(&name.as_str()))
        .cloned()
        .collect()
}

/// What a Chromium sends with a page's request, besides its encodings.
const BROWSER: [(&str, &str); 10] = [
    (
        "user-agent",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ),
    (
        "accept",
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    ),
    ("accept-language", "en-US,en;q=0.9"),
    (
        "sec-ch-ua",
        "\"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\"",
    ),
    ("sec-ch-ua-mobile", "?0"),
    ("sec-ch-ua-platform", "\"Linux\""),
    ("sec-fetch-dest", "document"),
    ("sec-fetch-mode", "navigate"),
    ("sec-fetch-site", "none"),
    ("upgrade-insecure-requests", "1"),
];
