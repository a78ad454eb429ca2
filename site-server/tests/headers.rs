//! Caching and security headers, and a policy that fits its page.

use std::io::Read as _;

use crate::common::{Server, assets, send, site};

#[test]
fn pages_are_revalidated_and_hashed_assets_are_kept() {
    let server = Server::start();
    let shared = "max-age=0,s-maxage=60,stale-while-revalidate=60,stale-if-error=604800";
    for path in ["/", "/fees", "/blog/first", "/sitemap.xml", "/favicon.svg"] {
        let tags = format!("site,{path}");
        server.all(
            &[path],
            200,
            &[("cache-control", shared), ("cache-tag", &tags)],
        );
    }
    let hour = [
        ("cache-control", "max-age=3600"),
        ("cache-tag", "site,/old"),
    ];
    server.all(&[site::MOVED.0], 301, &hour);
    let revalidated = [("cache-control", "no-cache"), ("cache-tag", "")];
    server.all(&[site::GONE], 410, &revalidated);
    server.all(
        &["/nowhere", "/assets/nowhere-00000000.js"],
        404,
        &revalidated,
    );
    let assets = assets(&server.get("/", &[]).text());
    let kept = "public, max-age=31536000, immutable";
    let assets: Vec<_> = assets.iter().map(String::as_str).collect();
    server.all(&assets, 200, &[("cache-control", kept), ("cache-tag", "")]);
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
        let strict = [
            ("strict-transport-security", "max-age=31536000"),
            ("x-content-type-options", "nosniff"),
            ("server", ""),
            ("x-powered-by", ""),
            ("via", ""),
        ];
        response.expect(response.status, &strict);
        assert!(response.header("date").is_some(), "{method} {path}");
        if response.status >= 400 && response.status != 404 {
            response.expect(response.status, &[("cache-control", "no-store")]);
        }
    }
}

#[test]
fn what_governs_documents_is_on_pages_only() {
    let server = Server::start();
    for path in ["/", "/fees", "/contact", "/nowhere"] {
        let page = server.get(path, &[]);
        let governed = [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("referrer-policy", "strict-origin"),
            ("no-vary-search", "params"),
            ("permissions-policy", "camera=()"),
        ];
        page.expect(page.status, &governed);
        assert!(page.header("content-security-policy").is_some(), "{path}");
    }
    let documents = [
        "/sitemap.xml",
        "/favicon.svg",
        "/manifest.webmanifest",
        "/assets/main-1a2b3c4d.js",
    ];
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    let headers = [
        ("content-security-policy", policy),
        ("permissions-policy", ""),
        ("referrer-policy", ""),
        ("no-vary-search", ""),
    ];
    server.all(&documents, 200, &headers);
}

/// Beside 13 kB of a page it fits the ten packets that a server sends before it hears from the visitor again.
#[test]
fn the_head_of_a_page_is_at_most_1000_bytes() {
    let server = Server::start();
    for path in site::PAGES {
        let mut stream = server.connect();
        let request = format!("HEAD {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n");
        send(&mut stream, request);
        let mut head = [0; 2000];
        let length = stream.read(&mut head).expect("a head");
        assert!(head[..length].ends_with(b"\r\n\r\n"), "{path}: all of it");
        assert!(length <= 1000, "{path}: {length} bytes");
    }
}
