//! The site as files, for servers that serve files.

use crate::cases::{NOWHERE, Page, fixed};
use anyhow::Result;
use fs_err as fs;
use std::path::{Path, PathBuf};

/// The path of the page for unknown paths.
pub const NOT_FOUND: &str = "/404";

/// A page as two files: its body, and the compressed body in a file with the additional extension `.br`.
pub struct PageFile<'p> {
    pub page: &'p Page,
    pub path: &'p str,
    pub file: PathBuf,
}

impl PageFile<'_> {
    /// Returns the headers that a file server must be configured to send.
    pub fn headers(&self) -> Vec<(&str, &str)> {
        let mut headers = Vec::new();
        for (name, value) in fixed(&self.page.brotli) {
            if name != "content-type" && name != "content-encoding" {
                headers.push((name.as_str(), value.as_str()));
            }
        }
        headers
    }
}

/// Writes all pages to a folder.
pub fn write<'p>(pages: &'p [Page], root: &Path) -> Result<Vec<PageFile<'p>>> {
    let mut written = Vec::new();
    for page in pages {
        let (path, file) = match page.path.as_str() {
            "/" => ("/", root.join("index.html")),
            NOWHERE => (NOT_FOUND, root.join("404.html")),
            path => (path, root.join(format!("{}.html", &path[1..]))),
        };
        fs::create_dir_all(file.parent().unwrap_or(root))?;
        fs::write(&file, &page.plain.body)?;
        fs::write(file.with_extension("html.br"), &page.brotli.body)?;
        written.push(PageFile { page, path, file });
    }
    Ok(written)
}
