//! The headers of each kind of response. Names are lower-case; `Date`, `Content-Length` and `ETag` are added later.

use site_schema::model::{Hsts, HstsHosts};
use site_table::Field;

/// The caching of a file whose name contains a hash of its content, so it never changes.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The caching of pages and documents. Browsers revalidate each time, which costs a 304. A shared cache in front of the server
/// revalidates once a minute and answers immediately in the meantime (RFC 5861), and for a week if the server can't be reached.
/// Browsers also support `stale-while-revalidate`, so a visitor who returns within a minute may see the page of a minute ago.
/// `must-revalidate` would forbid all of this.
pub const SHARED: &str = "max-age=0,s-maxage=60,stale-while-revalidate=60,stale-if-error=604800";

/// The caching of the not-found page: stored, but never used without revalidation (RFC 9111, 5.2.2.4), because a missing page may exist a moment later.
pub const REVALIDATE: &str = "no-cache";

/// The caching of permanent redirects, one hour: clients remember a moved address, but a mistake doesn't last.
pub const HOUR: &str = "max-age=3600";

/// Permissions that a browser would request from a visitor on the site's behalf. Frames of other sites have none unless a page grants
/// them, and only the site's own scripts run. One permission is listed for scanners that look for the header.
const PERMISSIONS: &str = "camera=()";

/// No query changes a response, so a page with a query is the same page for caches and for prefetched pages
/// (draft-ietf-httpbis-no-vary-search).
const NO_VARY_SEARCH: &str = "params";

/// The policy of files that aren't pages. A browser can open SVG, XML and JSON as a page, which must not run scripts or send
/// requests. Files that can't be opened as pages have it too, because a static host has one rule per folder.
const NO_DOCUMENT: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Headers of every response, including responses that the server generates.
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

/// Headers of a page, including headers that only apply to documents.
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

/// Headers of a response with a body that isn't a page.
pub fn of_file(content_type: &'static str, caching: &'static str) -> Vec<Field> {
    // Feed readers and link previews show our images on their own pages. They have no reason to embed anything else.
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
    // A page has its own policy, and browsers show a PDF with scripts, which a sandbox would block.
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

/// Adds the tags that a shared cache can use to purge this response, if it can change: `site` and its own path. Cloudflare, Netlify
/// and Google's CDN use the name `Cache-Tag`; Varnish and Fastly can use any name.
pub fn tag(headers: &mut Vec<Field>, path: &str) {
    let changes = [SHARED, HOUR].map(|caching| ("cache-control", caching));
    if headers.iter().any(|header| changes.contains(header)) {
        let tags = format!("site,{}", path.replace(',', "%2C"));
        headers.push(("cache-tag", tags.leak()));
    }
}

/// The media type of an extension. The list is closed: with `nosniff` a wrong type breaks a page, so an unknown type stops the build.
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

/// Returns true for text. The other formats are already compressed.
pub fn compressible(content_type: &str) -> bool {
    let kinds = ["text/", "json", "xml", "microsoft.icon"];
    kinds.iter().any(|kind| content_type.contains(kind))
}
