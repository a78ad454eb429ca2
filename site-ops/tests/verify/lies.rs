//! A proxy that changes one thing, which must be found or tolerated.

use super::place::{BEFORE, CHANGED, WITHDRAWN, live, run, verify};
use super::proxy::{self, Lie, Request};
use super::sly;
use crate::server::Running;
use crate::workspace::{holds, said};
use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};
use site_cli::client::Response;
use std::io::Read as _;
use std::sync::Arc;

pub fn set(response: &mut Response, name: &str, value: &str) {
    response.headers.retain(|(known, _)| known != name);
    response.headers.push((name.to_owned(), value.to_owned()));
}

pub fn drop_header(response: &mut Response, name: &str) {
    response.headers.retain(|(known, _)| known != name);
}

pub fn is_page(response: &Response) -> bool {
    let kind = response.header("content-type").unwrap_or_default();
    kind.starts_with("text/html")
}

/// A lie that adds or changes a header of each page.
pub fn header(name: &'static str, value: &'static str) -> Lie {
    Arc::new(move |_, response| {
        if is_page(response) {
            set(response, name, value);
        }
    })
}

fn without(name: &'static str) -> Lie {
    Arc::new(move |_, response| drop_header(response, name))
}

/// A lie that appends text to each page whose body has no content coding.
fn words(added: &'static str) -> Lie {
    Arc::new(move |_, response| {
        if is_page(response) && response.header("content-encoding").is_none() {
            response.body.extend_from_slice(added.as_bytes());
        }
    })
}

/// A lie for one path.
pub fn at(path: &'static str, change: fn(&mut Response)) -> Lie {
    Arc::new(move |request: &Request, response: &mut Response| {
        if request.path == path {
            change(response);
        }
    })
}

fn gzipped(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzEncoder::new(body, Compression::fast())
        .read_to_end(&mut bytes)
        .expect("in memory");
    bytes
}

/// A lie with its name, the name of the resulting difference, and a word of the help.
pub type Told = (&'static str, &'static str, &'static str, Lie);

/// Returns every fourth lie in a list. Each takes about a second of processor time. [`every_lie_is_found`] tries all of them.
pub fn some_of<T>(lies: Vec<T>) -> Vec<T> {
    lies.into_iter().step_by(4).collect()
}

#[test]
#[ignore = "long"]
fn every_lie_is_found() {
    found(other_bytes_status_and_types());
    found(weaker_headers());
    found(rewritten_by_edges());
    found(sly::told_to_some());
    found(sly::added_beside());
    tolerated(allowed());
}

/// Asserts that each lie is found, by the name of the difference and a word of its help.
pub fn found(lies: Vec<Told>) {
    let server = live();
    for (name, what, help, lie) in lies {
        let verified = verify(proxy::before(server.address, lie), &[]);
        assert_eq!(verified.status, Some(1), "{name}: {}", verified.said);
        let differences = verified.differences();
        let is_named = differences
            .iter()
            .any(|(found, advice)| found == what && advice.contains(help));
        assert!(
            is_named,
            "{name}: expected {what} with {help:?}, found {differences:?}"
        );
        assert!(differences.len() <= 3, "{name}: {differences:?}");
    }
}

#[test]
fn what_is_the_same_is_the_same() {
    let server = live();
    let verified = verify(server.address, &[]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    assert_eq!(verified.report["result"], "same");
    assert_eq!(verified.report["commit"], "live");
    assert!(
        verified.report["compared"].as_u64() > Some(100),
        "{}",
        verified.said
    );
    let output = run(&format!("http://{}/", server.address), &["--edge"]);
    assert!(output.status.success(), "{}", said(&output));
    holds(&said(&output), &["answers as it should"]);
}

/// Lies about bytes, status and type.
fn other_bytes_status_and_types() -> Vec<Told> {
    vec![
        (
            "words",
            "body",
            "find out which proxy or cache changes it",
            words("<p>Not ours.</p>"),
        ),
        (
            "an empty page",
            "body",
            "",
            at("/", |response| response.body.clear()),
        ),
        (
            "half a page",
            "body",
            "",
            at(CHANGED, |response| {
                let half = response.body.len() / 2;
                response.body.truncate(half);
            }),
        ),
        (
            "status",
            "status",
            "check that the place",
            at("/sitemap.xml", |response| response.status = 203),
        ),
        (
            "a failure",
            "status",
            "logs",
            at(CHANGED, |response| response.status = 502),
        ),
        (
            "a robot's refusal",
            "status",
            "firewall",
            at("/", |response| response.status = 403),
        ),
        (
            "type",
            "content-type",
            "",
            header("content-type", "text/html; charset=iso-8859-1"),
        ),
        (
            "two types",
            "content-type",
            "",
            at("/", |response| {
                response
                    .headers
                    .push(("content-type".to_owned(), "text/plain".to_owned()));
            }),
        ),
        ("no type", "content-type", "", without("content-type")),
        (
            "a page for what is not there",
            "status",
            "",
            Arc::new(|_, response| {
                if response.status == 404 {
                    response.status = 200;
                }
            }),
        ),
        (
            "nothing has changed",
            "status",
            "",
            Arc::new(|request, response| {
                if !request.header("if-none-match").is_empty() && response.status == 200 {
                    response.status = 304;
                    response.body.clear();
                }
            }),
        ),
        (
            "bytes only for browsers",
            "body",
            "",
            Arc::new(|request, response| {
                if request.header("user-agent").contains("Firefox") && request.path == "/" {
                    drop_header(response, "content-encoding");
                    response.body = b"<h1>Casino</h1>".to_vec();
                }
            }),
        ),
        (
            "bytes only for phones",
            "body",
            "",
            Arc::new(|request, response| {
                if request.header("accept-encoding") == "gzip" && request.path == "/" {
                    response.body = gzipped(b"<h1>Casino</h1>");
                }
            }),
        ),
        (
            "a coding that is none",
            "body",
            "encodes it wrongly",
            Arc::new(|request, response| {
                if request.path == "/" {
                    set(response, "content-encoding", "gzip");
                    response.body = b"plain".to_vec();
                }
            }),
        ),
    ]
}

#[test]
fn other_bytes_status_and_type_are_found() {
    found(some_of(other_bytes_status_and_types()));
}

/// Lies that weaken headers.
fn weaker_headers() -> Vec<Told> {
    vec![
        (
            "no policy",
            "content-security-policy",
            "policy",
            without("content-security-policy"),
        ),
        (
            "a policy that allows",
            "content-security-policy",
            "policy",
            header("content-security-policy", "default-src *"),
        ),
        (
            "sniffing",
            "x-content-type-options",
            "policy",
            without("x-content-type-options"),
        ),
        (
            "shorter HSTS",
            "strict-transport-security",
            "policy",
            header("strict-transport-security", "max-age=60"),
        ),
        (
            "no HSTS",
            "strict-transport-security",
            "policy",
            without("strict-transport-security"),
        ),
        (
            "referrers",
            "referrer-policy",
            "policy",
            header("referrer-policy", "unsafe-url"),
        ),
        (
            "noindex",
            "x-robots-tag",
            "search engines",
            header("x-robots-tag", "noindex"),
        ),
        (
            "longer max-age",
            "cache-control",
            "Browser Cache TTL",
            header(
                "cache-control",
                "max-age=14400,s-maxage=60,stale-while-revalidate=60,stale-if-error=604800",
            ),
        ),
        ("no caching", "cache-control", "", without("cache-control")),
        ("not varying", "vary", "", without("vary")),
        (
            "varying by cookies",
            "vary",
            "",
            header("vary", "accept-encoding, cookie"),
        ),
        ("another tag", "etag", "", header("etag", "\"other\"")),
        (
            "other sites may read",
            "access-control-allow-origin",
            "",
            header("access-control-allow-origin", "*"),
        ),
        (
            "a download",
            "content-disposition",
            "",
            header("content-disposition", "attachment"),
        ),
        (
            "a refresh",
            "refresh",
            "",
            header("refresh", "0;url=https://example.net/"),
        ),
        (
            "a cookie",
            "set-cookie",
            "Bot Fight Mode",
            header("set-cookie", "__cf_bm=1; path=/"),
        ),
        (
            "an unknown cookie",
            "set-cookie",
            "session affinity",
            header("set-cookie", "id=1"),
        ),
    ]
}

#[test]
fn weaker_headers_are_found() {
    found(some_of(weaker_headers()));
}

/// Rewrites by edges, with a word of the setting that turns each off.
fn rewritten_by_edges() -> Vec<Told> {
    vec![
        (
            "addresses",
            "body",
            "Email Address Obfuscation",
            words("<a href=\"/cdn-cgi/l/email-protection#a\">[email protected]</a>"),
        ),
        (
            "beacon",
            "body",
            "Web Analytics",
            words(
                "<script defer src=\"https://static.cloudflareinsights.com/beacon.min.js\"></script>",
            ),
        ),
        (
            "scripts",
            "body",
            "Rocket Loader",
            words(
                "<script src=\"/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js\"></script>",
            ),
        ),
        (
            "robots",
            "body",
            "JavaScript Detections",
            words("<script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>"),
        ),
        (
            "a script",
            "body",
            "adds a script",
            words("<script src=\"https://example.net/a.js\"></script>"),
        ),
    ]
}

#[test]
fn what_edges_rewrite_is_named_with_its_switch() {
    found(some_of(rewritten_by_edges()));
}

#[test]
fn redirects_elsewhere_are_found() {
    fn lead(response: &mut Response, to: &str) {
        response.status = 301;
        response.body.clear();
        response.headers = vec![("location".to_owned(), to.to_owned())];
    }
    let server = live();
    for to in [
        "https://example.net/",
        "http://example.net/",
        "//example.net/",
        "/blog",
        "https://127.0.0.1.example.net/",
    ] {
        let lie: Lie = Arc::new(move |request, response| {
            if request.path == "/" {
                lead(response, to);
            }
        });
        let verified = verify(proxy::before(server.address, lie), &[]);
        assert_eq!(verified.status, Some(1), "{to}: {}", verified.said);
        let is_named = verified
            .differences()
            .iter()
            .any(|(what, _)| what == "status");
        assert!(is_named, "{to}: {}", verified.said);
    }
    // A redirect within the site that leads elsewhere.
    let lie: Lie = Arc::new(|_, response| {
        if response.status == 301 {
            set(response, "location", "https://example.net/");
        }
    });
    let verified = verify(proxy::before(server.address, lie), &[]);
    assert_eq!(verified.status, Some(1), "{}", verified.said);
    assert_eq!(verified.differences()[0].0, "location");
}

#[test]
fn a_withdrawn_page_that_answers_is_found() {
    let before = BEFORE.to_str().expect("UTF-8");
    let server = live();
    let verified = verify(server.address, &["--before", before]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);

    let old = Running::site_server(&BEFORE, &[]).expect("it listens");
    let address = old.address;
    let lie: Lie = Arc::new(move |request, response| {
        if request.path == WITHDRAWN {
            let client = site_cli::client::Client::connect(address).expect("it listens");
            *response = client.get(WITHDRAWN, &[]).expect("a response");
        }
    });
    let verified = verify(proxy::before(server.address, lie), &["--before", before]);
    assert_eq!(verified.status, Some(1), "{}", verified.said);
    assert_eq!(verified.report["differences"][0]["path"], WITHDRAWN);
    assert_eq!(verified.report["differences"][0]["expected"], "404");
}

/// Changes that edges may make.
fn allowed() -> Vec<(&'static str, Lie)> {
    vec![
        (
            "its own headers",
            Arc::new(|_, response| {
                for (name, value) in [
                    ("server", "cloudflare"),
                    ("via", "1.1 edge"),
                    ("alt-svc", "h3=\":443\"; ma=86400"),
                    ("nel", "{\"report_to\":\"cf-nel\",\"max_age\":604800}"),
                    ("report-to", "{\"group\":\"cf-nel\"}"),
                    ("cf-ray", "8f0-AMS"),
                    ("cf-cache-status", "HIT"),
                    ("age", "12"),
                    ("date", "Tue, 24 Nov 2026 10:00:00 GMT"),
                    (
                        "strict-transport-security",
                        "max-age=94608000; includeSubDomains; preload",
                    ),
                ] {
                    set(response, name, value);
                }
                drop_header(response, "cache-tag");
            }),
        ),
        (
            "weaker tags",
            Arc::new(|_, response| {
                if let Some(tag) = response.header("etag").map(str::to_owned) {
                    set(response, "etag", &format!("W/{tag}"));
                }
            }),
        ),
        ("no tags", without("etag")),
        (
            "spelling",
            Arc::new(|_, response| {
                let spelled = response
                    .header("content-type")
                    .map(|kind| kind.replace("utf-8", "UTF-8"));
                if let Some(kind) = spelled {
                    set(response, "content-type", &kind);
                }
                let spelled = response
                    .header("cache-control")
                    .map(|caching| caching.replace(',', ", "));
                if let Some(caching) = spelled {
                    set(response, "cache-control", &caching);
                }
            }),
        ),
        (
            "nothing encoded",
            Arc::new(|_, response| {
                if response.header("content-encoding") == Some("gzip") {
                    let mut plain = Vec::new();
                    GzDecoder::new(response.body.as_slice())
                        .read_to_end(&mut plain)
                        .expect("gzip");
                    response.body = plain;
                    drop_header(response, "content-encoding");
                    drop_header(response, "etag");
                }
            }),
        ),
        (
            "encoded again",
            Arc::new(|request, response| {
                let is_plain = response.header("content-encoding").is_none();
                if is_plain
                    && request.header("accept-encoding").contains("gzip")
                    && is_page(response)
                {
                    response.body = gzipped(&response.body);
                    set(response, "content-encoding", "gzip");
                    set(response, "vary", "Accept-Encoding");
                    drop_header(response, "etag");
                    drop_header(response, "accept-ranges");
                }
            }),
        ),
    ]
}

#[test]
fn what_edges_may_do_is_tolerated() {
    tolerated(some_of(allowed()));
}

/// Asserts that these changes are tolerated.
fn tolerated(lies: Vec<(&str, Lie)>) {
    let server = live();
    for (name, lie) in lies {
        let verified = verify(proxy::before(server.address, lie), &[]);
        assert_eq!(verified.status, Some(0), "{name}: {}", verified.said);
    }
}

#[test]
fn a_pause_that_is_asked_for_is_made() {
    use std::sync::atomic::{AtomicU32, Ordering};

    let server = live();
    let count = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&count);
    let lie: Lie = Arc::new(move |_, response| {
        if counted.fetch_add(1, Ordering::Relaxed) % 40 == 10 {
            response.status = 429;
            response.body.clear();
            response.headers = vec![("retry-after".to_owned(), "1".to_owned())];
        }
    });
    let verified = verify(proxy::before(server.address, lie), &[]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    assert!(count.load(Ordering::Relaxed) > 50);

    // Without Retry-After, it is an ordinary response.
    let lie = at("/", |response| {
        response.status = 429;
        drop_header(response, "retry-after");
    });
    let verified = verify(proxy::before(server.address, lie), &[]);
    assert_eq!(verified.status, Some(1), "{}", verified.said);
}
