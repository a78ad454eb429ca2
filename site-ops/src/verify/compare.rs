//! Compares a response with the expected row: status, decoded body and every header.
//!
//! Every difference counts, except those tolerated below.

use super::answer::Answer;
use super::edges;
use crate::publication::Row;
use serde::Serialize;
use site_record::directives::Directives;
use std::collections::{BTreeMap, BTreeSet};
use ureq::http::Uri;

/// One difference between a response and the expected row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Difference {
    /// `status`, `body`, `certificate`, `redirect`, or the name of a header.
    pub what: String,
    pub expected: String,
    pub found: String,
    /// What to do.
    pub help: String,
}

impl Difference {
    pub fn new(what: &str, expected: &str, found: &str, help: &str) -> Self {
        Self {
            what: what.to_owned(),
            expected: shortened(expected),
            found: shortened(found),
            help: help.to_owned(),
        }
    }

    /// Returns true if the response lacks this header.
    pub fn is_without(&self, name: &str) -> bool {
        self.what == name && self.found == NONE
    }
}

/// Headers that belong to one hop, or that an edge adds about itself.
const TOLERATED: [&str; 9] = [
    "age",
    "connection",
    "content-length",
    "date",
    "keep-alive",
    "nel",
    "server",
    "transfer-encoding",
    "via",
];

/// Headers that instruct a browser even on a redirect.
const ON_NO_REDIRECT: [&str; 5] = [
    "clear-site-data",
    "link",
    "refresh",
    "set-cookie",
    "x-robots-tag",
];

/// Headers that a static host sends to state a default.
const BY_DEFAULT: [(&str, &str); 3] = [
    ("access-control-allow-origin", "*"),
    ("cross-origin-resource-policy", "cross-origin"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
];

/// The policy of files that aren't pages, which an export sets for a whole folder (`NO_DOCUMENT` of site-prepare): nothing is allowed.
const OF_A_FOLDER: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Headers that a static host generates.
const OF_FILES: [&str; 5] = [
    "accept-ranges",
    "cache-tag",
    "etag",
    "last-modified",
    "vary",
];

/// The headers that tell a browser what a page may do. A changed value weakens the policy or blocks the page's own parts.
const POLICIES: [&str; 7] = [
    "content-security-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "permissions-policy",
    "referrer-policy",
    "strict-transport-security",
    "x-content-type-options",
];

const NONE: &str = "none";

/// All differences between a response and a row. A static host has its own entity tags and redirect bodies, and no 410.
pub fn compare(row: &Row, answer: &Answer, is_of_files: bool) -> Vec<Difference> {
    let mut differences = Vec::new();
    let is_gone = is_of_files && row.status == 410 && answer.status == 404;
    let is_hosts_body = is_of_files && (300..400).contains(&row.status);
    if answer.status != row.status && !is_gone {
        differences.push(Difference::new(
            "status",
            &row.status.to_string(),
            &answer.status.to_string(),
            status_help(answer),
        ));
    }
    if !answer.is_head
        && !is_hosts_body
        && let Some(difference) = compare_body(row, answer)
    {
        differences.push(difference);
    }

    let expected = by_name(&row.headers);
    let found = by_name(&answer.headers);
    let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    for name in names {
        let wanted = expected.get(name).map(String::as_str);
        let given = found.get(name).map(String::as_str);
        let is_hosts = is_of_files && is_left_to_host(name, wanted, given, row, answer);
        if !is_hosts && !is_tolerated(name, wanted, given, row, answer) {
            differences.push(Difference::new(
                name,
                wanted.unwrap_or(NONE),
                given.unwrap_or(NONE),
                &header_help(name, wanted, given),
            ));
        }
    }
    differences
}

/// Returns true if a static host may decide a header: because the host generates it, because it states a default, or because
/// the exported files can't determine it.
fn is_left_to_host(
    name: &str,
    expected: Option<&str>,
    found: Option<&str>,
    row: &Row,
    answer: &Answer,
) -> bool {
    if OF_FILES.contains(&name) || is_by_default(name, expected, found) {
        return true;
    }
    // An export sets headers only for files. Other responses need none, and caches don't keep errors.
    if row.status != 200 {
        let is_redirect = (300..400).contains(&row.status);
        return match (name, found) {
            ("location", Some(found)) => {
                let found = without_query(found, &answer.uri);
                is_same_place(expected.unwrap_or_default(), &found, &answer.uri)
            }
            ("location", None) => false,
            (_, None) => true,
            ("cache-control", Some("no-store")) => !is_redirect,
            ("content-type", Some(_)) => is_redirect,
            // A rule for a folder also applies to paths that don't exist in it.
            ("content-security-policy", Some(OF_A_FOLDER)) => true,
            (_, Some(value)) => BY_DEFAULT.contains(&(name, value)),
        };
    }
    if name == "content-type" {
        let (wanted, given) = (expected.unwrap_or_default(), found.unwrap_or_default());
        return type_by_extension(wanted) == type_by_extension(given);
    }
    false
}

/// The target of a redirect, without the query of the request, which Cloudflare Pages adds to it.
fn without_query(location: &str, request: &Uri) -> String {
    match request.query() {
        Some(query) => location.replacen(&format!("?{query}"), "", 1),
        None => location.to_owned(),
    }
}

/// Returns true if each side either states the default or lacks the header.
fn is_by_default(name: &str, expected: Option<&str>, found: Option<&str>) -> bool {
    for (of, value) in BY_DEFAULT {
        if of == name {
            let says_no_more = |header: Option<&str>| header.is_none_or(|header| header == value);
            return says_no_more(expected) && says_no_more(found);
        }
    }
    false
}

/// The difference in the one redirect that may precede a site.
pub fn compare_redirect(answer: &Answer) -> Option<Difference> {
    for name in ON_NO_REDIRECT {
        if let Some(found) = answer.header(name) {
            let help = header_help(name, None, Some(found));
            return Some(Difference::new(name, "none on the redirect", found, &help));
        }
    }
    None
}

/// Returns true if this value of a header is tolerated.
fn is_tolerated(
    name: &str,
    expected: Option<&str>,
    found: Option<&str>,
    row: &Row,
    answer: &Answer,
) -> bool {
    if expected == found {
        // An entity tag identifies one content coding.
        return name != "etag" || is_own_tag(found.unwrap_or_default(), row, answer);
    }
    if TOLERATED.contains(&name) || name.starts_with("cf-") {
        return true;
    }
    let (wanted, given) = (expected.unwrap_or_default(), found.unwrap_or_default());
    match name {
        "content-encoding" => answer.is_offered(given),
        "etag" => found.is_none() || (expected.is_some() && is_own_tag(given, row, answer)),
        "vary" => is_varying_by_no_more(wanted, given),
        // A response that an edge encodes doesn't support ranges.
        "accept-ranges" => matches!(given, "" | "none" | "bytes"),
        "cache-tag" => found.is_none(),
        "cache-control" => {
            expected.is_some() && Directives::of_caching(wanted) == Directives::of_caching(given)
        }
        "content-type" => found.is_some() && media_type(wanted) == media_type(given),
        "strict-transport-security" => {
            found.is_some() && (expected.is_none() || is_as_strict(wanted, given))
        }
        "location" => is_same_place(wanted, given, &answer.uri),
        "alt-svc" => is_of_same_host(given),
        // A browser sends NEL reports to this endpoint.
        "report-to" => answer.header("nel").is_some() && is_reported_to_the_edge(given),
        "server-timing" => is_of_cloudflare(given),
        _ => false,
    }
}

/// Returns true if a Strict-Transport-Security policy is at least as strict as the expected one.
fn is_as_strict(expected: &str, found: &str) -> bool {
    let expected = Directives::parse(expected, ';');
    let found = Directives::parse(found, ';');
    let (Some(least), Some(kept)) = (expected.seconds("max-age"), found.seconds("max-age")) else {
        return false;
    };
    kept >= least && expected.names().all(|name| found.has(name))
}

/// Returns true for the row's entity tag for the response's coding, or any weak tag of the row.
fn is_own_tag(found: &str, row: &Row, answer: &Answer) -> bool {
    let coding = answer.header("content-encoding").unwrap_or("identity");
    for (of, tag) in &row.etags {
        let is_weak = found.strip_prefix("W/") == Some(tag);
        if is_weak || (found == tag && *of == coding) {
            return true;
        }
    }
    false
}

/// Returns true if Vary has all expected values and nothing else except accept-encoding.
fn is_varying_by_no_more(expected: &str, found: &str) -> bool {
    let (wanted, mut given) = (tokens(expected), tokens(found));
    let has_all = wanted.is_subset(&given);
    given.remove("accept-encoding");
    has_all && given.is_subset(&wanted)
}

fn tokens(list: &str) -> BTreeSet<String> {
    let mut tokens = BTreeSet::new();
    for token in list.split(',') {
        let token = token.trim().to_ascii_lowercase();
        if !token.is_empty() {
            tokens.insert(token);
        }
    }
    tokens
}

/// Normalizes a media type.
fn media_type(value: &str) -> String {
    let mut form = value.to_ascii_lowercase();
    form.retain(|char| !char.is_whitespace() && char != '"');
    form
}

/// Normalizes a media type that a host derives from a file extension: scripts have two names, and XML declares its own encoding.
fn type_by_extension(value: &str) -> String {
    let form = media_type(value);
    match form.as_str() {
        "application/javascript" | "text/javascript" | "application/javascript;charset=utf-8" => {
            "text/javascript;charset=utf-8".to_owned()
        }
        "application/xml" | "text/xml" => "application/xml;charset=utf-8".to_owned(),
        _ => form,
    }
}

/// Returns true if both locations resolve to the same address.
fn is_same_place(expected: &str, found: &str, from: &Uri) -> bool {
    !found.is_empty() && absolute(expected, from) == absolute(found, from)
}

/// Resolves a location relative to an address.
fn absolute(place: &str, from: &Uri) -> String {
    if place.starts_with('/') && !place.starts_with("//") {
        let scheme = from.scheme_str().unwrap_or_default();
        let authority = from.authority().map_or("", |authority| authority.as_str());
        return format!("{scheme}://{authority}{place}");
    }
    // `https://example.com` means its home page.
    let has_path = place.matches('/').count() > 2;
    if has_path {
        place.to_owned()
    } else {
        format!("{place}/")
    }
}

/// Returns true if each alternative is only another port of the same host, such as `h3=":443"`. Another host would answer instead.
fn is_of_same_host(value: &str) -> bool {
    let mut quoted = value.split('"').skip(1).step_by(2);
    quoted.all(|authority| authority.starts_with(':') || authority.parse::<u64>().is_ok())
}

/// Returns true if reports go only to the edge that requests them.
fn is_reported_to_the_edge(value: &str) -> bool {
    let mut addresses = value.split("://").skip(1);
    addresses.all(|rest| {
        let host = rest.split(['/', '"', '?', ':', '\\']).next();
        host.unwrap_or_default().ends_with(".nel.cloudflare.com")
    })
}

/// Returns true if every metric is Cloudflare's own, like its `cf-` headers.
fn is_of_cloudflare(value: &str) -> bool {
    let mut metrics = value.split(',').map(str::trim);
    metrics.all(|metric| metric.to_ascii_lowercase().starts_with("cf"))
}

/// The values of each header, joined.
fn by_name(headers: &[(String, String)]) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in headers {
        let name = name.to_ascii_lowercase();
        found
            .entry(name)
            .and_modify(|all| *all = format!("{all}, {}", value.trim()))
            .or_insert(value.trim().to_owned());
    }
    found
}

/// The first difference in a body.
fn compare_body(row: &Row, answer: &Answer) -> Option<Difference> {
    let found = match &answer.body {
        Ok(found) => found,
        Err(problem) => {
            let help = "something between the server and here cuts the answer off or encodes it wrongly: visitors see no page";
            return Some(Difference::new("body", "a whole body", problem, help));
        }
    };
    if *found == *row.body {
        return None;
    }
    let pairs = row.body.iter().zip(found);
    let same = pairs.take_while(|(expected, found)| expected == found);
    let at = same.count();
    let shown = |bytes: &[u8]| -> String {
        let near = &bytes[at.saturating_sub(20).min(bytes.len())..(at + 60).min(bytes.len())];
        let text = visible(&String::from_utf8_lossy(near));
        format!("{} bytes, at byte {at}: {text}", bytes.len())
    };
    let help = edges::change(row.body, found)
        .unwrap_or("find out which proxy or cache changes it, or publish again");
    Some(Difference {
        what: "body".to_owned(),
        expected: shown(row.body),
        found: shown(found),
        help: help.to_owned(),
    })
}

fn status_help(answer: &Answer) -> &'static str {
    if answer.header("cf-mitigated").is_some() {
        return "an edge takes this program for a robot: let it in by a rule of its firewall (Cloudflare: Security, WAF), or ask from another network";
    }
    match answer.status {
        301..=308 => {
            "remove the rule that leads elsewhere: one redirect to https, or between www and the bare name, is the only expected redirect"
        }
        403 => "let this program in by a rule of the edge's firewall, or ask from another network",
        200 => {
            "something else responds here, or an earlier version of the page: check that the place serves this publication"
        }
        500..=599 => "look in the logs of the server and of anything in front of it",
        _ => "check that the place serves this publication, and check anything in front of it",
    }
}

fn header_help(name: &str, expected: Option<&str>, found: Option<&str>) -> String {
    let (wanted, given) = (expected.unwrap_or_default(), found.unwrap_or_default());
    if name == "set-cookie" {
        return format!(
            "an edge adds a cookie, although the privacy page says that the site sets no cookies: {}",
            edges::cookie(given)
        );
    }
    if name == "x-robots-tag" {
        return "search engines are told to drop the page: remove the rule that adds it".to_owned();
    }
    if name == "cache-control" && is_kept_longer(wanted, given) {
        return "visitors keep the page for longer than it may be wrong: have the edge respect the server's headers (Cloudflare: Caching, Browser Cache TTL)".to_owned();
    }
    if POLICIES.contains(&name) {
        return "the policy of the page is another than was approved: remove the rule that changes it".to_owned();
    }
    match found {
        Some(_) => "remove the rule that adds or changes it between the server and here".to_owned(),
        None => "remove the rule that takes it away between the server and here".to_owned(),
    }
}

/// Returns true if caches keep a response for longer than the expected Cache-Control allows.
fn is_kept_longer(expected: &str, found: &str) -> bool {
    let expected = Directives::of_caching(expected);
    let found = Directives::of_caching(found);
    for name in ["max-age", "s-maxage"] {
        let most = expected.seconds(name).unwrap_or(0);
        if found.seconds(name).is_some_and(|kept| kept > most) {
            return true;
        }
    }
    found.has("immutable") && !expected.has("immutable")
}

/// Escapes characters that a terminal would interpret.
fn visible(text: &str) -> String {
    text.chars()
        .map(|char| if char.is_control() { '\u{fffd}' } else { char })
        .collect()
}

/// Shortens a value to one line of a report.
fn shortened(text: &str) -> String {
    let text = visible(text);
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
