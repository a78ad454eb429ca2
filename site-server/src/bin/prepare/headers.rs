//! Which headers belong on which kind of response. Names are lower-case; `Date`, `Content-Length` and `ETag` come later.

use site_schema::model::{Hsts, HstsHosts};

pub type Headers = Vec<(&'static str, String)>;

/// How long a copy may be used without asking.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    /// The name holds a hash of the content, so the content never changes.
    Immutable,
    /// Browsers ask each time, which costs a 304. A shared cache in front of the server asks once a minute, answers at once
    /// while it does (RFC 5861), and for a week where the server can't be reached. A browser knows the second of these too: who
    /// comes back within a minute may see the page of a minute ago. `must-revalidate` would forbid all of it.
    Shared,
    /// Kept, but never used without asking (RFC 9111, 5.2.2.4): what is missing may be there the next moment.
    Revalidate,
    /// An hour: a moved address is kept for clients, yet a mistake in it does not last.
    Hour,
}

impl Caching {
    const fn directive(self) -> &'static str {
        match self {
            Caching::Immutable => "public, max-age=31536000, immutable",
            Caching::Shared => {
                "max-age=0,s-maxage=60,stale-while-revalidate=60,stale-if-error=604800"
            }
            Caching::Revalidate => "no-cache",
            Caching::Hour => "max-age=3600",
        }
    }
}

/// On every response, those included that the server makes by itself.
pub fn common(hsts: &Hsts) -> Headers {
    let seconds = u64::from(hsts.max_age_days) * 24 * 60 * 60;
    let hosts = match hsts.hosts {
        HstsHosts::Own => "",
        HstsHosts::Subdomains => "; includeSubDomains",
        HstsHosts::Preload => "; includeSubDomains; preload",
    };
    vec![
        // Ignored over plain HTTP.
        (
            "strict-transport-security",
            format!("max-age={seconds}{hosts}"),
        ),
        ("x-content-type-options", "nosniff".to_owned()),
    ]
}

/// What a browser would ask a visitor for in the site's name. Frames of others have none of it without a page's word, and no
/// script runs but the site's own: one is named for those who look for the header.
const PERMISSIONS: &str = "camera=()";

/// No query changes a response: a page with one is the page without, for caches and for what a browser has fetched ahead
/// (draft-ietf-httpbis-no-vary-search).
const NO_VARY_SEARCH: &str = "params";

/// SVG, XML and JSON may be opened as a page is, and then must do nothing: no script, no request. What can't be has it as well,
/// since a static host has one rule for a folder.
const NO_DOCUMENT: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// A page: all that governs what a document may do is for documents only.
pub fn of_page(policy: &str, caching: Caching) -> Headers {
    let mut headers = of_file("text/html; charset=utf-8", caching);
    headers.extend([
        ("content-security-policy", policy.to_owned()),
        ("cross-origin-opener-policy", "same-origin".to_owned()),
        ("no-vary-search", NO_VARY_SEARCH.to_owned()),
        ("permissions-policy", PERMISSIONS.to_owned()),
        ("referrer-policy", "strict-origin".to_owned()),
    ]);
    headers
}

/// Anything with a body that is not a page.
pub fn of_file(content_type: &str, caching: Caching) -> Headers {
    // Feed readers and link previews show our images on their own pages; nothing else is theirs to embed.
    let resource_policy = if content_type.starts_with("image/") {
        "cross-origin"
    } else {
        "same-origin"
    };
    let mut headers = vec![
        ("content-type", content_type.to_owned()),
        ("cache-control", caching.directive().to_owned()),
        ("cross-origin-resource-policy", resource_policy.to_owned()),
    ];
    // A page has a policy of its own, and browsers show a PDF by scripts of theirs, which a sandbox stops.
    if !content_type.starts_with("text/html") && content_type != "application/pdf" {
        headers.push(("content-security-policy", NO_DOCUMENT.to_owned()));
    }
    headers
}

/// A redirect without a body.
pub fn of_redirect(to: &str) -> Headers {
    vec![
        ("cache-control", Caching::Hour.directive().to_owned()),
        ("location", to.to_owned()),
    ]
}

/// What a shared cache may forget this response by: all that can change, as `site`, or its own path. `Cache-Tag` is the name that
/// Cloudflare, Netlify and Google's CDN know; Varnish and Fastly take any.
pub fn tag(headers: &mut Headers, path: &str) {
    let changes = [Caching::Shared, Caching::Hour].map(Caching::directive);
    let is_tagged = |(name, value): &(&str, String)| {
        *name == "cache-control" && changes.contains(&value.as_str())
    };
    if headers.iter().any(is_tagged) {
        headers.push(("cache-tag", format!("site,{}", path.replace(',', "%2C"))));
    }
}
