//! The addresses that the build itself makes, besides those of pages and articles.

/// The documents that machines read, at their paths: `site_content::documents` makes them.
pub const MACHINE_DOCUMENTS: [&str; 6] = [
    "/.well-known/security.txt",
    "/feed.xml",
    "/llms.txt",
    "/manifest.webmanifest",
    "/robots.txt",
    "/sitemap.xml",
];

/// The tax dates of all calendars, for calendar programs; made where a page has a calendar with one.
pub const TAX_DATES: &str = "/tax-dates.ics";

/// The files of `web/public`, which the web build copies.
pub const PUBLIC_FILES: [&str; 3] = ["/apple-touch-icon.png", "/favicon.ico", "/favicon.svg"];

/// The pages that code leads to, besides the links in content: they are there at all times.
pub const LINKED_ROUTES: [&str; 4] = ["/", "/404", "/blog", "/schedule"];

/// The folder of the files that pages refer to: styles, scripts, fonts and pictures.
pub const ASSETS: &str = "/assets/";

/// The files that hosts read of an export, by which they know headers and redirects.
const HOST_FILES: [&str; 2] = ["/_headers", "/_redirects"];

/// Returns whether the build makes what answers at a path, whatever its capitals, so that no
/// page and no redirect can have it.
pub fn is_reserved(path: &str) -> bool {
    let path = path.to_lowercase();
    let files = [
        &MACHINE_DOCUMENTS[..],
        &[TAX_DATES],
        &PUBLIC_FILES,
        &HOST_FILES,
    ];
    path.starts_with(ASSETS) || files.iter().any(|files| files.contains(&path.as_str()))
}
