//! Media types by file extension. A closed list: with `nosniff` a wrong type breaks a page, so an unknown one stops the build.

/// The Content-Type for an extension, or `None` where the server does not know it.
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

/// Whether compressing is worth a try: the other formats are compressed already.
pub fn compressible(content_type: &str) -> bool {
    let kinds = ["text/", "json", "xml", "microsoft.icon"];
    kinds.iter().any(|kind| content_type.contains(kind))
}
