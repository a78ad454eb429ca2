//! Which file holds which response.

use super::folder::Files;
use super::table::{Row, Table};
use anyhow::{Result, bail};

/// The folder of what is served; the list of what the export made is beside it.
pub const ROOT: &str = "site";

/// Every body. A redirect has none, and what is gone has the not-found page.
pub fn files(table: &Table) -> Result<Files> {
    let mut files = Files::new();
    for row in table.rows.iter().chain([&table.not_found]) {
        let Some(file) = file(row) else { continue };
        let path = format!("{ROOT}{file}");
        if files.insert(path.clone(), row.body.clone()).is_some() {
            bail!(
                "expected a file of its own for each response, found two that would be {path}; give {} another address",
                row.path
            );
        }
    }
    Ok(files)
}

/// The file of a response, below [`ROOT`] and with a slash before it.
fn file(row: &Row) -> Option<String> {
    let kind = row.header("content-type").unwrap_or_default();
    match (row.status, row.path.as_str()) {
        (404, _) => Some("/404.html".to_owned()),
        (200, "/") => Some("/index.html".to_owned()),
        (200, path) if kind.starts_with("text/html") => Some(format!("{path}.html")),
        (200, path) => Some(path.to_owned()),
        _ => None,
    }
}
