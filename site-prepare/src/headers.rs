//! The headers that belong on each kind of response. Names are lower-case; `Date`, `Content-Length` and `ETag` come later.

use site_schema::model::{Hsts, HstsHosts};
use site_table::Field;

/// The caching of a file whose name holds a hash of its content: that never changes.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The caching of pages and documents. Browsers ask each time, which costs a 304. A shared cache in front of the server asks once a minute, answers at once
/// while it does (RFC 5861), and for a week where the server can't be reached. A browser knows the second of these too: who
/// comes back within a minute may see the page of a minute ago. `must-revalidate` would forbid all of it.
pub const SHARED: &str = "max-age=0,s-maxage=60,stale-while-revalidate=60,stale-if-error=604800";

/// The caching of the not-found page: kept, but never used without asking (RFC 9111, 5.2.2.4): what is missing may be there the next moment.
pub const REVALIDATE: &str = "no-cache";

/// The caching of redirects that stay, an hour: clients keep a moved address, yet a mistake in it does not last.
pub const HOUR: &str = "max-age=3600";

/// Permissions that a browser would ask a visitor for in the site's name. Frames of other sites have none unless a page grants
/// them, and no script runs but the site's own: one is named for those who look for the header.
const PERMISSIONS: &str = "camera=()";

/// The queries that change no response, which is all of them: a page with one is the page without, for caches and for what a browser has fetched ahead
/// (draft-ietf-httpbis-no-vary-search).
const NO_VARY_SEARCH: &str = "params";

/// The policy of what is not a page. SVG, XML and JSON may be opened as a page is, and then must do nothing: no script, no
/// request. A file that can't be opened so has it as well, since a static host has one rule for a folder.
const NO_DOCUMENT: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Headers of every response, those included that the server makes by itself.
pub fn common(hsts: &Hsts) -> Vec<Field> {
    let seconds = u64::from(hsts.max_age_days) * 24 * 60 * 60;
    let hosts = match hsts.hosts {
        HstsHosts::Own => "",
        HstsHosts::Subdomains => "; includeSubDomains",
        HstsHosts::Preload => "; includeSubDomains; preload",
    };
    let hsts = format!("max-age={seconds}{hosts}").leak();
    vec![
        // Ignored over plain HTTP.
        ("strict-transport-security", hsts),
        ("x-content-type-options", "nosniff"),
    ]
}

/// Headers of a page: what governs a document is for documents only.
pub fn of_page(policy: &'static str, caching: &'static str) -> Vec<Field> {
    let mut headers = of_file("text/html; charset=utf-8", caching);
    headers.extend([
        ("content-security-policy", policy),
        ("cross-origin-opener-policy", "same-origin"),
        ("no-vary-search", NO_VARY_SEARCH),
        ("permissions-policy", PERMISSIONS),
        ("referrer-policy", "strict-origin"),
    ]);
    headers
}

/// Headers of anything with a body that is not a page.
pub fn of_file(content_type: &'static str, caching: &'static str) -> Vec<Field> {
    // Feed readers and link previews show our images on their own pages; nothing else is theirs to embed.
    let resource_policy = if content_type.starts_with("image/") {
        "cross-origin"
    } else {
        "same-origin"
    };
    let mut headers = vec![
        ("content-type", content_type),
        ("cache-control", caching),
        ("cross-origin-resource-policy", resource_policy),
    ];
    // A page has a policy of its own, and browsers show a PDF by scripts of theirs, which a sandbox stops.
    if !content_type.starts_with("text/html") && content_type != "application/pdf" {
        headers.push(("content-security-policy", NO_DOCUMENT));
    }
    headers
}

/// Headers of a redirect without a body.
pub fn of_redirect(to: &str, caching: &'static str) -> Vec<Field> {
    let to = to.to_owned().leak();
    vec![("cache-control", caching), ("location", to)]
}

/// Adds the tags by which a shared cache may forget this response, if it can change: `site`, and its own path. `Cache-Tag` is the
/// name that Cloudflare, Netlify and Google's CDN know; Varnish and Fastly take any.
pub fn tag(headers: &mut Vec<Field>, path: &str) {
    let changes = [SHARED, HOUR].map(|caching| ("cache-control", caching));
    if headers.iter().any(|header| changes.contains(header)) {
        let tags = format!("site,{}", path.replace(',', "%2C"));
        headers.push(("cache-tag", tags.leak()));
    }
}

/// The media type of an extension. A closed list: with `nosniff` a wrong type breaks a page, so an unknown one stops the build.
pub fn content_type(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" | "map" => "application/json",
        "xml" => "application/xml",
        "webmanifest" => "application/manifest+json",
        "pdf" => "application/pdf",
        "svg" => "image/svg+xml",
        "ico" => "image/vnd.microsoft.icon",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

/// Returns true for text; the other formats are compressed already.
pub fn compressible(content_type: &str) -> bool {
    let kinds = ["text/", "json", "xml", "microsoft.icon"];
    kinds.iter().any(|kind| content_type.contains(kind))
}
