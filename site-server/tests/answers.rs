//! The response to each request: a table of requests, and properties of all responses.

use std::collections::BTreeSet;

use crate::common::{Response, Server, ask, site};

/// Method and targets, header fields of each request, and the status and header fields of its response. A field without a value
/// must be absent. `¦` separates values of a field, each in a separate request, and `⏎` is a line break. `{tag}` is the entity tag
/// of the same path in the same coding, and the body must contain the value of `body`.
const CASES: &str = r#"
GET /robots.txt     | | 200 | content-type: text/plain; charset=utf-8 & body: User-Agent: *
GET /sitemap.xml    | | 200 | content-type: application/xml; charset=utf-8 & body: <?xml
GET /feed.xml       | | 200 | content-type: application/atom+xml; charset=utf-8 & body: <?xml
GET /manifest.webmanifest | | 200 | content-type: application/manifest+json & body: {

GET /nowhere /404 /404.html /blog/nowhere /Fees /fees%00 | | 404 | etag: & body: There is no such page
GET /%ff /%zz /%2565 /%2ffees /blog%2Ffirst /%2e%2e/etc/passwd | | 404 | etag: & body: There is no such page
GET /nowhere | If-None-Match: * | 404 |
GET /nowhere | If-Match: "a" | 404 |

GET /fees/ /fees.html //fees /fees/// /blog/../fees /%2e%2e//fees/ | | 308 | location: /fees & content-length: 0
GET /index.html // /.. | | 308 | location: /
GET /blog/index.html   | | 308 | location: /blog
GET /./blog/./first/   | | 308 | location: /blog/first
GET /index.html?a      | | 308 | location: /?a
GET /fees/?a=1&b=%20   | | 308 | location: /fees?a=1&b=%20
GET /old               | | 301 | location: /fees & content-length: 0 & cache-control: max-age=3600 & cache-tag: site,/old
GET /gone              | | 410 | location: & etag: & cache-control: no-cache & cache-tag: & body: There is no such page

GET //evil.example //evil.example/ /\evil.example/ /%5cevil.example/ /%2F%2Fevil.example/ | | 404 | location:
GET //evil.example/..  | | 308 | location: /
GET ///evil.example/%2e%2e/fees/ http://evil.example//fees/ /.//evil.example/../fees | | 308 | location: /fees
GET /fees/?//evil.example | | 308 | location: /fees?//evil.example
GET /%0d%0aLocation:%20https://evil.example/ | | 404 | location:

OPTIONS / /nowhere *   | | 204 | allow: GET, HEAD, OPTIONS & content-length:
POST / /nowhere        | Content-Length: 0 | 405 | allow: GET, HEAD, OPTIONS
TRACE /                | | 405 | allow: GET, HEAD, OPTIONS
get /                  | | 405 | allow: GET, HEAD, OPTIONS

GET /fees              | | 200 | cache-control: {shared} & cache-tag: site,/fees & last-modified:
GET /sitemap.xml       | | 200 | cache-control: {shared} & cache-tag: site,/sitemap.xml
GET /nowhere /assets/nowhere-00000000.js | | 404 | cache-control: no-cache & cache-tag:
GET /assets/main-1a2b3c4d.js /assets/style-5e6f7a8b.css | | 200 | cache-control: public, max-age=31536000, immutable & cache-tag:

GET / /fees /contact   | | 200 | cross-origin-opener-policy: same-origin & cross-origin-resource-policy: same-origin
GET / /fees /contact   | | 200 | referrer-policy: strict-origin & permissions-policy: camera=() & no-vary-search: params
GET /nowhere           | | 404 | referrer-policy: strict-origin & permissions-policy: camera=() & no-vary-search: params
GET /sitemap.xml /favicon.svg /assets/main-1a2b3c4d.js | | 200 | content-security-policy: {sandbox} & referrer-policy:
GET /manifest.webmanifest | | 200 | content-security-policy: {sandbox} & permissions-policy: & no-vary-search:

GET /fees | Accept-Encoding: gzip, deflate, br, zstd ¦ gzip;q=0.5⏎Accept-Encoding: br ¦ * | 200 | content-encoding: br
GET /fees | Accept-Encoding: x-gzip ¦ GZip ; Q=0.5 ¦ br;q=0.5, gzip;q=0.9 ¦ br;q=0.001, gzip;q=0.002 | 200 | content-encoding: gzip
GET /fees | Accept-Encoding: br;q=0, * ¦ *;q=0.5, gzip;q=0.6 ¦ identity;q=0, gzip;q=0.1 ¦ *;q=0, gzip | 200 | content-encoding: gzip
GET /fees | Accept-Encoding: br;q=2, gzip ¦ br;q=1.001, gzip ¦ br;q=-1, gzip ¦ br;level=4;q=0, gzip ¦ ,,; ;q=1,gzip,, | 200 | content-encoding: gzip
GET /fees | Accept-Encoding: ¦ deflate ¦ identity, br;q=0.9 ¦ identity;q=0.5, gzip;q=0.4 ¦ br;q= | 200 | content-encoding:
GET /fees | Accept-Encoding: identity;q=0 ¦ *;q=0 | 200 | content-encoding:

GET /fees | Accept-Encoding: br & If-None-Match: {tag}             | 304 | etag: {tag} & vary: accept-encoding & content-length:
GET /fees | Accept-Encoding: gzip & If-None-Match: {tag}           | 304 | etag: {tag} & cache-control: {shared}
GET /fees | If-None-Match: {tag} ¦ W/{tag} ¦ * ¦ "other", W/"x,y", {tag} ¦ , "other" ,, W/{tag},"other | 304 | content-encoding:
GET /fees | If-None-Match: "other"⏎If-None-Match: {tag} | 304 | content-security-policy:
GET /fees | If-None-Match: "other" ¦ w/{tag} ¦ x{tag} ¦ | 200 |
GET /fees | If-Match: {tag} ¦ * | 200 |
GET /fees | If-Match: "other" ¦ W/{tag} ¦ | 412 |
GET /fees | If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT | 200 |

GET /picture.png | Accept-Encoding: br       | 200 | accept-ranges: bytes & content-encoding: & content-length: 6000
GET /fees        | Range: bytes=0-1          | 200 | accept-ranges:
GET /picture.png | Range: bytes=0-99         | 206 | content-range: bytes 0-99/6000 & content-length: 100 & etag: {tag}
GET /picture.png | Range: bytes=0-99 & If-Range: {tag} | 206 | content-range: bytes 0-99/6000
GET /picture.png | Range: bytes=100-         | 206 | content-range: bytes 100-5999/6000
GET /picture.png | Range: bytes=-7           | 206 | content-range: bytes 5993-5999/6000
GET /picture.png | Range: bytes=5-99999999999999999999999 | 206 | content-range: bytes 5-5999/6000
GET /picture.png | Range: bytes=-999999999   | 206 | content-range: bytes 0-5999/6000
GET /picture.png | Range: Bytes=0-0          | 206 | content-range: bytes 0-0/6000
GET /picture.png | Range: bytes=0-1 & If-Range: "another" | 200 | content-length: 6000
GET /picture.png | Range: bytes=0-1 & If-Range: Fri, 01 Jan 2100 00:00:00 GMT | 200 | content-length: 6000
GET /picture.png | Range: bytes=0-1⏎Range: bytes=0-1 | 200 | content-length: 6000
GET /picture.png | Range: bytes=0-1,5-6 ¦ bytes=5-4 ¦ bytes=- ¦ bytes=+1-2 ¦ bytes=a-b ¦ pages=1-2 ¦ bytes ¦ | 200 | content-length: 6000
GET /picture.png | Range: bytes=6000- ¦ bytes=99999999999999999999999- ¦ bytes=-0 | 416 | content-range: bytes */6000 & content-length: 0
GET /picture.png | Range: bytes=0-1 & If-None-Match: {tag} | 304 |
HEAD /picture.png | Range: bytes=0-1         | 200 | content-length: 6000
"#;

const SHARED: &str = "max-age=0,s-maxage=60,stale-while-revalidate=60,stale-if-error=604800";
const SANDBOX: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

#[test]
fn each_request_has_its_response() {
    let server = Server::start();
    let cases = CASES
        .replace("{shared}", SHARED)
        .replace("{sandbox}", SANDBOX);
    for case in cases.lines().filter(|line| !line.is_empty()) {
        let case = case.replace('⏎', "\r\n");
        let columns: Vec<_> = case.split('|').map(str::trim).collect();
        let [targets, sent, status, expected] = columns[..] else {
            panic!("expected four columns, found {case}");
        };
        let (method, targets) = targets.split_once(' ').expect("a method");
        let (name, values) = sent.rsplit_once(": ").unwrap_or((sent, ""));
        for target in targets.split_whitespace() {
            for value in values.split('¦').map(str::trim) {
                let field = match name {
                    "" => String::new(),
                    name => format!("{name}: {value}"),
                };
                check(&server, method, target, &field, status, expected);
            }
        }
    }
}

fn check(server: &Server, method: &str, target: &str, sent: &str, status: &str, expected: &str) {
    let whole = whole(server, target, sent);
    let tag = whole.header("etag").unwrap_or_default();
    let sent_text = sent.replace("{tag}", tag);
    let sent_fields = fields(&sent_text);
    let expected_text = expected.replace("{tag}", tag);
    let response = server.request(method, target, &sent_fields);
    response.expect(status.parse().expect("a number"), &fields(&expected_text));
    holds_for_all(&response);
    if status == "206" {
        is_its_range_of(&whole, &response);
    } else if method == "GET" {
        let head = server.request("HEAD", target, &sent_fields);
        assert!(head.body.is_empty(), "{}", head.to);
        // HEAD requests have no ranges.
        if !sent_fields.iter().any(|(name, _)| *name == "Range") {
            assert_eq!(head.status, response.status, "{}", head.to);
            assert_eq!(comparable(&head), comparable(&response), "{}", head.to);
        }
    }
}

/// The complete response to this target, in the requested coding.
fn whole(server: &Server, target: &str, sent: &str) -> Response {
    let mut encodings = fields(sent);
    encodings.retain(|(name, _)| *name == "Accept-Encoding");
    server.get(target, &encodings)
}

fn is_its_range_of(whole: &Response, part: &Response) {
    let range = part.header("content-range").expect("a range");
    let first = range.split([' ', '-']).nth(1).expect("a position");
    let rest = &whole.body[first.parse().expect("a number")..];
    assert!(rest.starts_with(&part.body), "{}", part.to);
}

/// Parses `name: value & name: value`.
fn fields(text: &str) -> Vec<(&str, &str)> {
    let mut fields = Vec::new();
    for field in text.split(" & ").filter(|field| !field.is_empty()) {
        let (name, value) = field.split_once(':').expect("a field");
        fields.push((name, value.trim()));
    }
    fields
}

/// The headers, except the time.
fn comparable(response: &Response) -> BTreeSet<&(String, String)> {
    let headers = response.headers.iter();
    headers.filter(|(name, _)| name != "date").collect()
}

fn holds_for_all(response: &Response) {
    let status = response.status;
    response.expect(status, &[("server", ""), ("via", ""), ("x-powered-by", "")]);
    assert!(response.header("date").is_some(), "{}", response.to);
    if status == 304 {
        return assert!(response.body.is_empty(), "{}", response.to);
    }
    response.expect(status, &[("strict-transport-security", "max-age=31536000")]);
    response.expect(status, &[("x-content-type-options", "nosniff")]);
    if status >= 400 && ![404, 410].contains(&status) {
        response.expect(status, &[("cache-control", "no-store")]);
    }
}

#[test]
fn a_request_without_a_proper_host_is_refused() {
    let good = "GET / HTTP/1.0 | GET / HTTP/1.1⏎Host: | GET / HTTP/1.1⏎Host: [::1]:80 | GET / HTTP/1.1⏎Host: a_b.example: | \
        GET http://a/fees HTTP/1.1⏎Host: a";
    let bad = "GET / HTTP/1.1 | GET http://a/ HTTP/1.1 | GET / HTTP/1.1⏎Host: a⏎Host: a | GET / HTTP/1.1⏎Host: a b | \
        GET / HTTP/1.1⏎Host: user@a | GET / HTTP/1.1⏎Host: a:x | GET / HTTP/1.1⏎Host: a:99999 | GET / HTTP/1.1⏎Host: a/x | \
        GET / HTTP/1.1⏎Host: a?b | GET / HTTP/1.1⏎Host: [::1 | GET / HTTP/1.1⏎Host: a⏎ folded: x | GET / HTTP/1.1⏎Host : a | \
        GET / HTTP/1.1⏎Host: :80 | GET / HTTP/1.1⏎Host: a:+80 | GET / HTTP/1.1⏎Host: [zz] | \
        GET * HTTP/1.1⏎Host: a | GET a:80 HTTP/1.1⏎Host: a | HEAD * HTTP/1.1⏎Host: a";
    let server = Server::start();
    for (heads, status) in [(good, 200), (bad, 400)] {
        for head in heads.split(" | ") {
            let request = format!("{head}⏎⏎").replace('⏎', "\r\n");
            let response = ask(&mut server.connect(), &request);
            assert_eq!(response.status, status, "{head}");
        }
    }
}

#[test]
fn every_encoding_decodes_to_the_same_body_and_has_its_own_tag() {
    let server = Server::start();
    for path in site::PAGES.into_iter().chain(["/nowhere", "/sitemap.xml"]) {
        let identity = server.get(path, &[]);
        let mut tags = BTreeSet::from([identity.header("etag").map(str::to_owned)]);
        for encoding in ["gzip", "br"] {
            let response = server.get(path, &[("Accept-Encoding", encoding)]);
            let length = response.body.len().to_string();
            let headers = [
                ("content-encoding", encoding),
                ("content-length", &length),
                ("vary", "accept-encoding"),
            ];
            response.expect(identity.status, &headers);
            assert!(response.decoded() == identity.body, "{path} in {encoding}");
            assert!(
                response.body.len() < identity.body.len(),
                "{path} in {encoding}"
            );
            // With 13 kB of a page, it fits in the ten packets that a server sends before it receives the first acknowledgment.
            assert!(
                response.head <= 1000,
                "{path}: a head of {} bytes",
                response.head
            );
            tags.insert(response.header("etag").map(str::to_owned));
        }
        let expected = if identity.status == 200 { 3 } else { 1 };
        assert_eq!(tags.len(), expected, "{path}: one tag per encoding");
    }
}
