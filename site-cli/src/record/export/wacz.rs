//! A WACZ (1.1.1): the WARC, its index, and the list of pages, in a ZIP whose parts are not compressed again.

use super::Version;
use super::warc::{Archive, FILE};
use crate::record::text;
use anyhow::Result;
use fs_err::File;
use jiff::Timestamp;
use serde_json::json;
use site_record::digest::Digest;
use std::io::Write as _;
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The origin where no page names one.
const UNKNOWN_ORIGIN: &str = "https://site.invalid";

/// Writes an archive of all versions.
pub fn write(versions: &[Version], target: &Path) -> Result<()> {
    let origin = origin(versions);
    let mut archive = Archive::new()?;
    for version in versions {
        archive.add_version(&origin, version)?;
    }
    // pywb takes an index of this ending alone, ReplayWeb.page of any.
    let files = [
        (format!("archive/{FILE}"), archive.warc.clone()),
        ("indexes/index.cdx".to_owned(), archive.index().into_bytes()),
        (
            "pages/pages.jsonl".to_owned(),
            page_list(versions, &origin)?.into_bytes(),
        ),
    ];
    let mut resources = Vec::new();
    for (path, bytes) in &files {
        let name = path.rsplit('/').next().unwrap_or(path);
        resources.push(json!({
            "name": name,
            "path": path,
            "hash": format!("sha256:{}", Digest::of(bytes)),
            "bytes": bytes.len(),
        }));
    }
    let package = json!({
        "profile": "data-package",
        "wacz_version": "1.1.1",
        "title": "What was online",
        "software": "cargo site record",
        "created": Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "resources": resources,
    });
    let package = serde_json::to_vec_pretty(&package)?;
    let digest = json!({
        "path": "datapackage.json",
        "hash": format!("sha256:{}", Digest::of(&package)),
    });

    let mut zip = ZipWriter::new(File::create(target)?);
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (path, bytes) in &files {
        zip.start_file(path.as_str(), stored)?;
        zip.write_all(bytes)?;
    }
    zip.start_file("datapackage.json", stored)?;
    zip.write_all(&package)?;
    zip.start_file("datapackage-digest.json", stored)?;
    zip.write_all(digest.to_string().as_bytes())?;
    zip.finish()?;
    Ok(())
}

/// The site's own origin, as its pages name it.
fn origin(versions: &[Version]) -> String {
    for version in versions {
        let Some(body) = &version.body else {
            continue;
        };
        if !version.row.is_page() || version.showing.path.is_empty() {
            continue;
        }
        if let Some(address) = text::canonical(&String::from_utf8_lossy(body))
            && let Some(origin) = address.strip_suffix(version.showing.path.as_str())
            && origin.contains("://")
        {
            return origin.to_owned();
        }
    }
    UNKNOWN_ORIGIN.to_owned()
}

/// The list of pages: a line about itself, and one for each version.
fn page_list(versions: &[Version], origin: &str) -> Result<String> {
    let about = json!({ "format": "json-pages-1.0", "id": "pages", "title": "All pages" });
    let mut list = format!("{about}\n");
    for (number, version) in versions.iter().enumerate() {
        let (Some(_), Some(body)) = (&version.file, &version.body) else {
            continue;
        };
        if version.showing.path.is_empty() {
            continue;
        }
        let moment = Timestamp::from_second(version.showing.time.may_from)?;
        let url = format!("{origin}{}", version.showing.path);
        let title = text::title(&String::from_utf8_lossy(body));
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
