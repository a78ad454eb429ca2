//! Caching and security headers, and a policy that fits its page.

use std::io::{Read as _, Write as _};

use crate::common::{Response, Server, assets, site};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use scraper::Selector;
use sha2::{Digest as _, Sha256};

#[test]
fn pages_are_revalidated_and_hashed_assets_are_kept() {
    let server = Server::start();
    let home = server.get("/", &[]);
    for (path, tags) in [
        ("/", "site,/"),
        ("/fees", "site,/fees"),
        ("/blog/first", "site,/blog/first"),
        ("/sitemap.xml", "site,/sitemap.xml"),
        ("/favicon.svg", "site,/favicon.svg"),
    ] {
        let response = server.get(path, &[]);
        assert_eq!(
            response.header("cache-control"),
            Some("max-age=0,s-maxage=60,stale-while-revalidate=60,stale-if-error=604800"),
            "{path}"
        );
        assert_eq!(response.header("cache-tag"), Some(tags), "{path}");
    }
    let redirect = server.get(site::MOVED.0, &[]);
    assert_eq!(redirect.header("cache-control"), Some("max-age=3600"));
    assert_eq!(redirect.header("cache-tag"), Some("site,/old"));
    for path in ["/nowhere", site::GONE] {
        let response = server.get(path, &[]);
        assert_eq!(response.header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(response.header("cache-tag"), None, "{path}");
    }
    for asset in assets(&home.text()) {
        let response = server.get(&asset, &[]);
        assert_eq!(response.status, 200, "{asset}");
        assert_eq!(
            response.header("cache-control"),
            Some("public, max-age=31536000, immutable"),
            "{asset}"
        );
        assert_eq!(response.header("cache-tag"), None, "{asset}");
    }
    assert_eq!(
        server
            .get("/assets/nowhere-00000000.js", &[])
            .header("cache-control"),
        Some("no-cache")
    );
}

#[test]
fn every_response_is_strict_about_transport_and_types() {
    let server = Server::start();
    let asset = assets(&server.get("/", &[]).text()).remove(0);
    for (method, path) in [
        ("GET", "/"),
        ("GET", &*asset),
        ("GET", "/nowhere"),
        ("GET", "/fees/"),
        ("OPTIONS", "/"),
        ("POST", "/"),
    ] {
        let response = server.request(method, path, &[]);
        let hsts = response.header("strict-transport-security");
        assert_eq!(hsts, Some("max-age=31536000"), "{method} {path}");
        assert_eq!(
            response.header("x-content-type-options"),
            Some("nosniff"),
            "{method} {path}"
        );
        assert!(response.header("date").is_some(), "{method} {path}");
        if response.status >= 400 && response.status != 404 {
            assert_eq!(response.header("cache-control"), Some("no-store"));
        }
        for name in ["server", "x-powered-by", "via"] {
            assert_eq!(response.header(name), None, "{method} {path}: {name}");
        }
    }
}

#[test]
fn what_governs_documents_is_on_pages_only() {
    let server = Server::start();
    for path in ["/", "/fees", "/contact", "/nowhere"] {
        let page = server.get(path, &[]);
        for (name, expected) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("referrer-policy", "strict-origin"),
            ("no-vary-search", "params"),
        ] {
            assert_eq!(page.header(name), Some(expected), "{path}: {name}");
        }
        assert!(
            page.header("permissions-policy")
                .is_some_and(|policy| policy.contains("camera=()")),
            "{path}"
        );
        assert!(page.header("content-security-policy").is_some(), "{path}");
    }
    for path in [
        "/sitemap.xml",
        "/favicon.svg",
        "/manifest.webmanifest",
        "/assets/main-1a2b3c4d.js",
    ] {
        let document = server.get(path, &[]);
        assert_eq!(
            document.header("content-security-policy"),
            Some("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
            "{path}"
        );
        for name in ["permissions-policy", "referrer-policy", "no-vary-search"] {
            assert_eq!(document.header(name), None, "{path}: {name}");
        }
    }
}

/// Beside 13 kB of a page it fits the ten packets that a server sends before it hears from the visitor again.
#[test]
fn the_head_of_a_page_is_at_most_1000_bytes() {
    let server = Server::start();
    for path in site::PAGES {
        let mut stream = server.connect();
        let request = format!("HEAD {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut head = [0; 2000];
        let length = stream.read(&mut head).expect("a head");
        assert!(head[..length].ends_with(b"\r\n\r\n"), "{path}: all of it");
        assert!(length <= 1000, "{path}: {length} bytes");
    }
}

#[test]
fn the_policy_is_strict_and_allows_exactly_what_is_inline() {
    let server = Server::start();
    for path in ["/", "/fees", "/blog", "/contact", "/nowhere"] {
        let page = server.get(path, &[]);
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        for directive in [
            "default-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(
                policy.split(';').any(|found| found == directive),
                "{path}: {policy}"
            );
        }
        let scripts =
            "script:not([src]):not([type='application/json']):not([type='application/ld+json'])";
        assert_eq!(
            allowed(policy, "script-src"),
            hashes(&page, scripts),
            "{path}: {policy}"
        );
        assert_eq!(
            allowed(policy, "style-src"),
            hashes(&page, "style"),
            "{path}: {policy}"
        );
    }
}

#[test]
fn only_a_page_with_a_frame_may_load_one() {
    let server = Server::start();
    for path in ["/", "/fees", "/blog", "/contact", "/nowhere"] {
        let page = server.get(path, &[]);
        let policy = page.header("content-security-policy").expect("a policy");
        let frames = policy
            .split(';')
            .find_map(|directive| directive.strip_prefix("frame-src "))
            .unwrap_or("'none'");
        let html = page.page();
        let found: Vec<_> = html
            .select(&selector("iframe[src]"))
            .filter_map(|frame| frame.attr("src"))
            .collect();
        assert_eq!(frames == "'none'", found.is_empty(), "{path}: {policy}");
        for frame in found {
            assert!(
                frames
                    .split(' ')
                    .any(|origin| frame.starts_with(&format!("{origin}/"))),
                "{path}: {frame}, {policy}"
            );
        }
    }
}

/// The hashes in a directive.
fn allowed(policy: &str, directive: &str) -> Vec<String> {
    let sources = policy
        .split(';')
        .find_map(|found| found.strip_prefix(directive))
        .expect("the directive");
    sources
        .split(' ')
        .filter(|source| source.starts_with("'sha256-"))
        .map(str::to_owned)
        .collect()
}

fn hashes(page: &Response, inline: &str) -> Vec<String> {
    let html = page.page();
    let hash = |text: String| {
        format!(
            "'sha256-{}'",
            STANDARD.encode(Sha256::digest(text.as_bytes()))
        )
    };
    let mut hashes: Vec<_> = html
        .select(&selector(inline))
        .map(|element| hash(element.text().collect()))
        .collect();
    hashes.sort();
    hashes.dedup();
    hashes
}

fn selector(selector: &str) -> Selector {
    Selector::parse(selector).expect("a selector")
}
