//! The index page for browsers, with one proof explained step by step, and the same list as CSV.

use super::{Version, body_file, entry_file, table};
use crate::record::approvals;
use crate::record::attestation::Attestation;
use crate::record::moments::Asked;
use crate::record::opened::Opened;
use crate::record::text;
use anyhow::{Context as _, Result};
use fs_err as fs;
use html_escape::{encode_double_quoted_attribute, encode_text};
use std::collections::BTreeMap;
use std::path::Path;

/// The columns of the CSV, which `verify.py` reads by these names.
const COLUMNS: &str = "path,place,status,type,sha256,bytes,at_most_from,at_least_from,at_least_until,at_most_until,in_caches_until,publications,file";

/// The template of the index. The lists replace its placeholders in braces.
const INDEX: &str = include_str!("index.html");

/// Writes `index.html` and `pages.csv`. `evidence` has the names of the files of each publication.
pub fn write(
    opened: &Opened,
    time: &Asked,
    versions: &[Version],
    evidence: &BTreeMap<u64, Vec<String>>,
    data: &Path,
) -> Result<()> {
    let mut csv = format!("{COLUMNS}\r\n");
    let mut rows = String::new();
    for version in versions {
        let cells = cells(opened, version);
        let quoted: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        csv += &(quoted.join(",") + "\r\n");
        if version.file.is_some() {
            let body = version.body(opened)?;
            rows += &row(version, body.as_deref(), &cells, data);
        }
    }
    fs::write(data.join("pages.csv"), csv)?;

    let title = format!("What was online, {}", time.words);
    // Insert the lists last, so that braces in the text of pages and people aren't replaced.
    let parts = [
        ("{title}", encode_text(&title).into_owned()),
        ("{zone}", encode_text(opened.zone()).into_owned()),
    ];
    let mut html = INDEX.to_owned();
    for (name, value) in parts {
        html = html.replace(name, &value);
    }
    let mut rest = html.as_str();
    let mut out = String::new();
    let lists = [
        ("{proof}", proof(opened, versions)?),
        ("{rows}", rows),
        ("{publications}", publications(opened, evidence)?),
    ];
    for (name, list) in lists {
        let (before, after) = rest.split_once(name).context("a place for each list")?;
        out += before;
        out += &list;
        rest = after;
    }
    fs::write(data.join("index.html"), out + rest)?;
    Ok(())
}

/// The proof of the first page that has a body, one step per line.
fn proof(opened: &Opened, versions: &[Version]) -> Result<String> {
    let mut steps = String::new();
    for version in versions {
        let (Some(file), Some(body), Some(link)) =
            (&version.file, version.body_digest(), version.links.first())
        else {
            continue;
        };
        if version.length.is_none() || version.showing.path.is_empty() {
            continue;
        }
        let row = link.row;
        let begins = opened.index.entry(link.publication)?;
        let table = table(begins, link.edition)?;
        let head = opened.record.head()?.context("the record has entries")?;
        let path = encode_text(&version.showing.path);
        let next = begins.number + 1;
        let chain = if begins.number == head.number {
            format!("Entry {} is the last one.", head.number)
        } else {
            format!(
                "Entry {next} has this SHA-256 after <code>previous</code>, <code>digest</code>. Each later entry has the SHA-256 of the entry before it, up to entry {}, the last one.",
                head.number
            )
        };
        let list = [
            format!(
                "<b>The page.</b> The SHA-256 of <a href=\"{file}.html\">{file}.html</a> is <code>{body}</code>."
            ),
            format!(
                "<b>The row.</b> <a href=\"{}\">The row of <code>{path}</code></a> has the status, the headers, and that SHA-256 after <code>body</code>. Its own SHA-256 is its name, <code>{row}</code>.",
                body_file(&row)
            ),
            format!(
                "<b>The table.</b> <a href=\"{}\">The table</a> lists every address of the site, and has the row's SHA-256 after <code>{path}</code>. Its own SHA-256 is its name, <code>{table}</code>.",
                body_file(&table)
            ),
            format!(
                "<b>The entry.</b> <a href=\"{}\">Entry {}</a> says that this publication began at {}, and has the table's SHA-256 after <code>editions</code>, <code>table</code>. Its own SHA-256 is in its name, <code>{}</code>.",
                entry_file(begins),
                begins.number,
                opened.shown(begins.moment.ours),
                begins.digest
            ),
            format!(
                "<b>The chain.</b> {chain} The SHA-256 of <a href=\"{}\">the last entry</a> is <code>{}</code>. Compare it with the digest that you got from the firm in another way.",
                entry_file(&head),
                head.digest
            ),
        ];
        for step in list {
            steps += &format!("<li>{step}</li>\n");
        }
        let mut attestations = opened.index.entries().iter().filter_map(Attestation::of);
        if let Some(attestation) = attestations.find(|known| known.of >= begins.number) {
            steps += &format!(
                "<li><b>Attested by GitHub.</b> Entry {} existed when GitHub signed <code>{}</code>. With <a href=\"https://cli.github.com\">GitHub's program</a>, in <code>data/record/</code>: <code>{}</code></li>\n",
                attestation.of, attestation.bundle, attestation.command
            );
        }
        break;
    }
    if steps.is_empty() {
        return Ok("<p>The record has no page of this period.</p>\n".into());
    }
    Ok(format!(
        "<p>Any program that computes a SHA-256 shows each step, such as <code>sha256sum FILE</code>.</p>\n<ol>\n{steps}</ol>\n"
    ))
}

/// The publications, with their approvals and the files of their evidence.
fn publications(opened: &Opened, evidence: &BTreeMap<u64, Vec<String>>) -> Result<String> {
    let mut list = String::new();
    for (number, files) in evidence {
        let entry = opened.index.entry(*number)?;
        let begins = entry.begins()?;
        list += &format!(
            "<h3 id=\"publication-{number}\">Publication {number}, {}</h3>\n<p>By {}, commit {}. <a href=\"{}\">Its entry</a></p>\n<ul>\n",
            opened.shown(entry.moment.ours),
            encode_text(&begins.actor),
            encode_text(begins.commit.as_deref().unwrap_or("unknown")),
            entry_file(entry)
        );
        for line in approvals::lines(opened, entry)? {
            list += &format!("<li>{}</li>\n", encode_text(line.trim()));
        }
        for file in files {
            list += &format!("<li><a href=\"{file}\">{file}</a></li>\n");
        }
        list += "</ul>\n";
    }
    Ok(list)
}

/// The cells of a version, in the order of the columns.
fn cells(opened: &Opened, version: &Version) -> Vec<String> {
    let Version { showing, row, .. } = version;
    let time = &showing.time;
    let moment = |at: Option<i64>| at.map_or_else(String::new, |at| opened.shown(at));
    let text = |text: Option<String>, otherwise: &str| text.unwrap_or_else(|| otherwise.to_owned());
    let cached_until = match (time.may_until, row) {
        (Some(_), None) => "unknown".to_owned(),
        _ => moment(showing.seen_until()),
    };
    let publications: Vec<String> = showing.publications.iter().map(u64::to_string).collect();
    let is_known = !showing.path.is_empty();
    vec![
        text(
            is_known.then(|| showing.path.clone()),
            "(unknown addresses)",
        ),
        showing.place.clone(),
        text(row.as_ref().map(|row| row.status.to_string()), "removed"),
        version.media_type().to_owned(),
        text(version.body_digest().map(|body| body.to_string()), ""),
        version.length.unwrap_or(0).to_string(),
        moment(Some(time.may_from)),
        moment(time.surely_from),
        moment(time.surely_until),
        moment(time.may_until),
        cached_until,
        publications.join(" "),
        text(version.file.clone(), ""),
    ]
}

/// The row of a page in the index.
fn row(version: &Version, body: Option<&[u8]>, cells: &[String], data: &Path) -> String {
    let mut publications = Vec::new();
    for number in &version.showing.publications {
        publications.push(format!("<a href=\"#publication-{number}\">{number}</a>"));
    }
    let file = version.file.as_deref().unwrap_or_default();
    let mut files = Vec::new();
    for (kind, label) in [("html", "HTML"), ("txt", "words"), ("pdf", "PDF")] {
        let name = format!("{file}.{kind}");
        if data.join(&name).is_file() {
            let address = encode_double_quoted_attribute(&name);
            files.push(format!("<a href=\"{address}\">{label}</a>"));
        }
    }
    if files.is_empty() {
        files.push("removed".to_owned());
    }
    let files = files.join(" ");
    let until = if cells[10].is_empty() {
        "still online".to_owned()
    } else {
        cells[10].clone()
    };
    let at_least = match (cells[7].as_str(), cells[8].as_str()) {
        ("", _) => "no check saw it".to_owned(),
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
        "<tr><th scope=\"row\">{name}</th><td data-label=\"At most from\">{}</td><td data-label=\"At least\">{at_least}</td><td data-label=\"In caches until\">{until}</td><td data-label=\"Publications\">{}</td><td data-label=\"Files\">{files}</td></tr>\n",
        cells[6],
        publications.join(" ")
    )
}

/// The status of a response as text. Empty for the usual status.
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

/// A CSV cell, quoted so that a spreadsheet doesn't evaluate it as a formula.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '@', '-']);
    let shield = if is_formula { "'" } else { "" };
    format!("\"{shield}{}\"", cell.replace('"', "\"\""))
}
