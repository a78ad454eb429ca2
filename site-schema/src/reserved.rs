//! The addresses that the build creates, in addition to pages and articles.

/// The documents for machines, by path: `site_content::documents` creates them.
pub const MACHINE_DOCUMENTS: [&str; 6] = [
    "/.well-known/security.txt",
    "/feed.xml",
    "/llms.txt",
    "/manifest.webmanifest",
    "/robots.txt",
    "/sitemap.xml",
];

/// The tax dates of all calendars, for calendar programs; created if a page has a calendar with
/// one.
pub const TAX_DATES: &str = "/tax-dates.ics";

/// The files of `web/public`, which the web build copies.
pub const PUBLIC_FILES: [&str; 3] = ["/apple-touch-icon.png", "/favicon.ico", "/favicon.svg"];

/// The pages that code links to, in addition to the links in content. They must always exist.
pub const LINKED_ROUTES: [&str; 4] = ["/", "/404", "/blog", "/schedule"];

/// The folder of the files that pages refer to: styles, scripts, fonts and images.
pub const ASSETS: &str = "/assets/";

/// The files in an export that contain headers and redirects for hosts.
const HOST_FILES: [&str; 2] = ["/_headers", "/_redirects"];

/// Returns true if the build creates the response at a path, ignoring case. No page and no redirect
/// can have such a path.
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
