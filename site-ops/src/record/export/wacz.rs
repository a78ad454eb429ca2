//! A WACZ file (1.1.1): a ZIP with the WARC, its index and the list of pages. The parts aren't compressed again.

use super::Version;
use super::warc::{Archive, FILE};
use crate::record::opened::Opened;
use crate::record::text;
use anyhow::Result;
use fs_err::File;
use jiff::Timestamp;
use serde_json::{Value, json};
use site_record::digest::Digest;
use site_record::row::Row;
use std::io::{self, Write as _};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The origin if no page names one.
const UNKNOWN_ORIGIN: &str = "https://site.invalid";

/// The size in bytes above which a ZIP needs the ZIP64 format.
const LARGE: u64 = 4_000_000_000;

/// Writes an archive of all versions into the folder of an export.
pub fn write(opened: &Opened, versions: &[Version], folder: &Path) -> Result<()> {
    let origin = origin(opened, versions)?;
    let mut archive = Archive::new(tempfile::tempfile_in(folder)?)?;
    for version in versions {
        let body = version.body(opened)?;
        archive.add_version(&origin, version, body.as_deref())?;
    }
    let warc = archive.rewound()?;
    let length = warc.metadata()?.len();
    let warc_name = format!("archive/{FILE}");
    let mut resources = vec![resource(&warc_name, &Digest::of_reader(warc)?, length)];
    // pywb only accepts an index with this extension; ReplayWeb.page accepts any.
    let files = [
        ("indexes/index.cdx", archive.index()),
        ("pages/pages.jsonl", page_list(opened, versions, &origin)?),
    ];
    for (path, text) in &files {
        let digest = Digest::of(text.as_bytes());
        resources.push(resource(path, &digest, text.len() as u64));
    }
    let package = json!({
        "profile": "data-package",
        "wacz_version": "1.1.1",
        "title": "What was online",
        "software": "cargo site-ops record",
        "created": Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "resources": resources,
    });
    let package = serde_json::to_vec_pretty(&package)?;
    let digest = json!({
        "path": "datapackage.json",
        "hash": format!("sha256:{}", Digest::of(&package)),
    });

    let mut zip = ZipWriter::new(File::create(folder.join("site.wacz"))?);
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    zip.start_file(warc_name, stored.large_file(length > LARGE))?;
    io::copy(archive.rewound()?, &mut zip)?;
    for (path, text) in &files {
        zip.start_file(*path, stored)?;
        zip.write_all(text.as_bytes())?;
    }
    zip.start_file("datapackage.json", stored)?;
    zip.write_all(&package)?;
    zip.start_file("datapackage-digest.json", stored)?;
    zip.write_all(digest.to_string().as_bytes())?;
    zip.finish()?;
    Ok(())
}

/// The description of one of the archive's files.
fn resource(path: &str, digest: &Digest, bytes: u64) -> Value {
    let name = path.rsplit('/').next().unwrap_or(path);
    json!({ "name": name, "path": path, "hash": format!("sha256:{digest}"), "bytes": bytes })
}

/// The site's origin, from its pages.
fn origin(opened: &Opened, versions: &[Version]) -> Result<String> {
    for version in versions {
        let is_page = version.row.as_ref().is_some_and(Row::is_page);
        if !is_page || version.showing.path.is_empty() {
            continue;
        }
        let Some(body) = version.body(opened)? else {
            continue;
        };
        if let Some(address) = text::canonical(&String::from_utf8_lossy(&body))
            && let Some(origin) = address.strip_suffix(version.showing.path.as_str())
            && origin.contains("://")
        {
            return Ok(origin.to_owned());
        }
    }
    Ok(UNKNOWN_ORIGIN.to_owned())
}

/// The list of pages: a header line, then one line per version.
fn page_list(opened: &Opened, versions: &[Version], origin: &str) -> Result<String> {
    let about = json!({ "format": "json-pages-1.0", "id": "pages", "title": "All pages" });
    let mut list = format!("{about}\n");
    for (number, version) in versions.iter().enumerate() {
        if version.file.is_none() || version.showing.path.is_empty() {
            continue;
        }
        let Some(body) = version.body(opened)? else {
            continue;
        };
        let moment = Timestamp::from_second(version.showing.time.may_from)?;
        let url = format!("{origin}{}", version.showing.path);
        let title = text::title(&String::from_utf8_lossy(&body));
        let page = json!({
            "id": format!("page-{number}"),
            "url": url,
            "ts": moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            "title": title.unwrap_or_else(|| url.clone()),
        });
        list += &format!("{page}\n");
    }
    Ok(list)
}
