//! Which file holds which response.

use super::folder::File;
use super::table::{Row, Table};
use anyhow::{Result, bail};
use std::collections::BTreeMap;

/// The folder of what is served; the list of what the export made is beside it.
pub const ROOT: &str = "site";
const NOT_FOUND: &str = "/404.html";

/// Every body. A redirect has none, and what is gone has the not-found page.
pub fn files(table: &Table) -> Result<Vec<File>> {
    let mut files = BTreeMap::new();
    for row in table.rows.iter().chain([&table.not_found]) {
        let Some(file) = file(row) else { continue };
        if row.status == 410 {
            continue;
        }
        let path = format!("{ROOT}{file}");
        if files.insert(path.clone(), row.body.clone()).is_some() {
            bail!(
                "expected a file of its own for each response, found two that would be {path}; give {} another address",
                row.path
            );
        }
    }
    Ok(files
        .into_iter()
        .map(|(path, bytes)| File { path, bytes })
        .collect())
}

/// The file of a response, below [`ROOT`] and with a slash before it; none for a redirect.
fn file(row: &Row) -> Option<String> {
    let is_page = row
        .header("content-type")
        .is_some_and(|kind| kind.starts_with("text/html"));
    match row.status {
        404 | 410 => Some(NOT_FOUND.to_owned()),
        200 if !is_page => Some(row.path.clone()),
        200 if row.path == "/" => Some("/index.html".to_owned()),
        200 => Some(format!("{}.html", row.path)),
        _ => None,
    }
}
