//! The index that opens in a browser, the same as CSV, and how to check.

use super::{Version, entry_file};
use crate::record::approvals;
use crate::record::moments::Asked;
use crate::record::opened::Opened;
use crate::record::text;
use anyhow::{Context as _, Result};
use fs_err as fs;
use html_escape::{encode_double_quoted_attribute, encode_text};
use site_record::digest::Digest;
use site_record::row::Row;
use std::collections::BTreeSet;
use std::path::Path;
use walkdir::WalkDir;

/// The columns of the CSV.
const COLUMNS: &str = "path,place,status,type,sha256,bytes,earliest,surely_from,surely_until,latest,in_caches_until,publications,file";

/// The index; its parts in braces give way to what is listed.
const INDEX: &str = include_str!("index.html");

/// The words on how to check; `{head}` stands for the digest of the last entry.
const HOW_TO_CHECK: &str = include_str!("how_to_check.txt");

/// The file with the SHA-256 of all others.
const SUMS: &str = "SHA256SUMS";

/// Writes `index.html`, `pages.csv` and `HOW-TO-CHECK.txt`.
pub fn write(
    opened: &Opened,
    time: &Asked,
    versions: &[Version],
    publications: &BTreeSet<u64>,
    folder: &Path,
) -> Result<()> {
    let mut csv = format!("{COLUMNS}\r\n");
    let mut rows = String::new();
    for version in versions {
        let cells = cells(opened, version);
        let quoted: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        csv += &(quoted.join(",") + "\r\n");
        if version.file.is_some() {
            let body = version.body(opened)?;
            rows += &row(version, body.as_deref(), &cells, folder);
        }
    }
    fs::write(folder.join("pages.csv"), csv)?;

    let mut about_publications = String::new();
    for number in publications {
        let begins = opened.record.entry(*number)?;
        let moment = opened.shown(begins.moment()?);
        about_publications += &format!(
            "<h3 id=\"publication-{number}\">Publication {number}, {moment}</h3>\n<p>By {}, commit {}. <a href=\"{}\">Its entry</a></p>\n<ul>\n",
            encode_text(begins.text("actor")?),
            encode_text(begins.optional_text("commit").unwrap_or("unknown")),
            entry_file(opened, *number)?
        );
        for line in approvals::lines(opened, &begins)? {
            about_publications += &format!("<li>{}</li>\n", encode_text(line.trim()));
        }
        about_publications += "</ul>\n";
    }
    let title = format!("What was online, {}", time.words);
    let first = opened.record.entry(1)?;
    let head = INDEX
        .replace("{title}", &encode_text(&title))
        .replace("{zone}", &encode_text(first.text("zone")?));
    // In the words of pages and people nothing is replaced.
    let (head, rest) = head.split_once("{rows}").context("a place for pages")?;
    let parts = rest.split_once("{publications}");
    let (between, end) = parts.context("a place for publications")?;
    let html = [head, &rows, between, &about_publications, end].concat();
    fs::write(folder.join("index.html"), html)?;
    fs::write(folder.join("HOW-TO-CHECK.txt"), how_to_check(opened)?)?;
    Ok(())
}

/// The cells of a version, as the columns name them.
fn cells(opened: &Opened, version: &Version) -> Vec<String> {
    let time = &version.showing.time;
    let mut cached = time.may_until;
    if let Some(until) = &mut cached {
        let cached_for = version.row.as_ref().map_or(0, Row::cached_for);
        *until = until.saturating_add(cached_for);
    }
    let moment = |at: Option<i64>| match at {
        Some(at) => opened.shown(at),
        None => String::new(),
    };
    let body = match version.body_digest() {
        Some(body) => body.to_string(),
        None => String::new(),
    };
    let publications: Vec<String> = version
        .showing
        .publications
        .iter()
        .map(u64::to_string)
        .collect();
    let path = &version.showing.path;
    vec![
        if path.is_empty() {
            "(unknown addresses)".to_owned()
        } else {
            path.clone()
        },
        version.showing.place.clone(),
        match &version.row {
            Some(row) => row.status.to_string(),
            None => "removed".to_owned(),
        },
        version.media_type().to_owned(),
        body,
        version.length.unwrap_or(0).to_string(),
        moment(Some(time.may_from)),
        moment(time.surely_from),
        moment(time.surely_until),
        moment(time.may_until),
        moment(cached),
        publications.join(" "),
        version.file.clone().unwrap_or_default(),
    ]
}

/// The row of a page in the index.
fn row(version: &Version, body: Option<&[u8]>, cells: &[String], folder: &Path) -> String {
    let mut publications = Vec::new();
    for number in &version.showing.publications {
        publications.push(format!("<a href=\"#publication-{number}\">{number}</a>"));
    }
    let file = version.file.as_deref().unwrap_or_default();
    let mut files = Vec::new();
    for (kind, label) in [("html", "HTML"), ("txt", "words"), ("pdf", "PDF")] {
        let name = format!("{file}.{kind}");
        if folder.join(&name).is_file() {
            let address = encode_double_quoted_attribute(&name);
            files.push(format!("<a href=\"{address}\">{label}</a>"));
        }
    }
    if files.is_empty() {
        files.push("removed".to_owned());
    }
    let files = files.join(" ");
    let latest = if cells[10].is_empty() {
        "still online".to_owned()
    } else {
        cells[10].clone()
    };
    let surely = match (cells[7].as_str(), cells[8].as_str()) {
        ("", _) => "never seen live".to_owned(),
        (from, "") => format!("{from} to this export"),
        (from, until) => format!("{from} to {until}"),
    };
    let mut name = format!("{} {}", encode_text(&cells[0]), status(version));
    if let Some(body) = body
        && let Some(title) = text::title(&String::from_utf8_lossy(body))
    {
        name += &format!("<br>{}", encode_text(&title));
    }
    format!(
        "<tr><th scope=\"row\">{name}</th><td data-label=\"At the earliest\">{}</td><td data-label=\"Surely\">{surely}</td><td data-label=\"At the latest\">{latest}</td><td data-label=\"Publications\">{}</td><td data-label=\"Files\">{files}</td></tr>\n",
        cells[6],
        publications.join(" ")
    )
}

/// The status of an answer in words; empty where it is the usual one.
fn status(version: &Version) -> String {
    let Some(row) = &version.row else {
        return "(removed from the record)".to_owned();
    };
    match row.status {
        200 => String::new(),
        404 => "(status 404: not found)".to_owned(),
        410 => "(status 410: gone)".to_owned(),
        other => format!("(status {other})"),
    }
}

/// A cell of a CSV. What a spreadsheet would compute is kept from it.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '@', '-']);
    let shield = if is_formula { "'" } else { "" };
    format!("\"{shield}{}\"", cell.replace('"', "\"\""))
}

/// The words on how to check an export, which name the last entry.
fn how_to_check(opened: &Opened) -> Result<String> {
    let head = match opened.record.head()? {
        Some(head) => head.digest.to_string(),
        None => String::new(),
    };
    Ok(HOW_TO_CHECK.replace("{head}", &head))
}

/// Writes the SHA-256 of all files.
pub fn write_sums(folder: &Path) -> Result<()> {
    let mut sums = String::new();
    for item in WalkDir::new(folder).sort_by_file_name() {
        let item = item?;
        if item.file_type().is_file() {
            let digest = Digest::of_reader(fs::File::open(item.path())?)?;
            let name = item.path().strip_prefix(folder)?;
            sums += &format!("{digest}  {}\n", name.display());
        }
    }
    fs::write(folder.join(SUMS), sums)?;
    Ok(())
}
