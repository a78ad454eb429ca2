//! Writes responses as WARC 1.1 records (ISO 28500), each compressed separately, and the CDXJ index of the records.

use super::Version;
use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use serde_json::json;
use site_record::digest::Digest;
use std::fs::File;
use std::io::{Seek as _, Write as _};

/// The name of the WARC within an archive.
pub const FILE: &str = "data.warc.gz";

/// A WARC and its index.
pub struct Archive {
    warc: File,
    /// The length of the WARC so far, in bytes.
    length: usize,
    /// The lines of the index, not yet sorted.
    lines: Vec<String>,
}

impl Archive {
    /// Starts an archive in an empty file, with a record that describes the archive.
    pub fn new(warc: File) -> Result<Self> {
        let mut archive = Self {
            warc,
            length: 0,
            lines: Vec::new(),
        };
        let info = b"software: cargo site-ops record\r\nformat: WARC File Format 1.1\r\n";
        archive.add("warcinfo", "application/warc-fields", None, 0, info)?;
        Ok(archive)
    }

    /// Adds a response, and when it may first have been seen.
    pub fn add_version(
        &mut self,
        origin: &str,
        version: &Version,
        body: Option<&[u8]>,
    ) -> Result<()> {
        let Some(row) = &version.row else {
            return Ok(());
        };
        let body = match (body, &row.body) {
            (Some(body), _) => body,
            (None, None) => &[],
            (None, Some(_removed)) => return Ok(()),
        };
        // The response to unknown addresses has no address.
        if version.showing.path.is_empty() {
            return Ok(());
        }
        let url = format!("{origin}{}", version.showing.path);
        let moment = version.showing.time.may_from;
        let mut block = format!("HTTP/1.1 {} Recorded\r\n", row.status).into_bytes();
        for (name, value) in &row.headers {
            let is_of_transfer = matches!(
                name.as_str(),
                "content-length" | "content-encoding" | "transfer-encoding"
            );
            if !is_of_transfer {
                block.extend(format!("{name}: {value}\r\n").as_bytes());
            }
        }
        block.extend(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
        block.extend(body);
        let offset = self.length;
        let media_type = "application/http; msgtype=response";
        self.add("response", media_type, Some(&url), moment, &block)?;

        let length = self.length - offset;
        let (mime, _) = row
            .media_type
            .split_once(';')
            .unwrap_or((&row.media_type, ""));
        let about = json!({
            "url": url,
            "mime": mime,
            "status": row.status.to_string(),
            "digest": format!("sha-256:{}", Digest::of(body)),
            "length": length.to_string(),
            "offset": offset.to_string(),
            "filename": FILE,
        });
        self.lines
            .push(format!("{} {} {about}", sort_key(&url), digits(moment)));
        Ok(())
    }

    /// The file, rewound to its start.
    pub fn rewound(&mut self) -> Result<&mut File> {
        self.warc.rewind()?;
        Ok(&mut self.warc)
    }

    /// The index, sorted.
    pub fn index(&self) -> String {
        let mut lines = self.lines.clone();
        lines.sort();
        lines.join("\n") + "\n"
    }

    /// Adds a record.
    fn add(
        &mut self,
        kind: &str,
        media_type: &str,
        url: Option<&str>,
        moment: i64,
        block: &[u8],
    ) -> Result<()> {
        let target = match url {
            Some(url) => format!("WARC-Target-URI: {url}\r\n"),
            None => String::new(),
        };
        let date = Timestamp::from_second(moment)?;
        let number = self.length;
        let id = identifier(&Digest::of(format!("{number} {target} {date}").as_bytes()));
        let head = format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{id}>\r\nWARC-Date: {date}\r\n{target}WARC-Block-Digest: sha256:{}\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
            Digest::of(block),
            block.len()
        );
        let mut member = GzEncoder::new(Vec::new(), Compression::default());
        member.write_all(head.as_bytes())?;
        member.write_all(block)?;
        member.write_all(b"\r\n\r\n")?;
        let member = member.finish()?;
        self.length += member.len();
        self.warc.write_all(&member)?;
        Ok(())
    }
}

/// A UUID that is the same in every export of the same content.
fn identifier(digest: &Digest) -> String {
    let hex = digest.to_string();
    format!(
        "{}-{}-8{}-8{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[13..16],
        &hex[17..20],
        &hex[20..32]
    )
}

/// A time as digits only, for indexes.
pub fn digits(moment: i64) -> String {
    match Timestamp::from_second(moment) {
        Ok(moment) => moment.strftime("%Y%m%d%H%M%S").to_string(),
        Err(_) => "19700101000000".to_owned(),
    }
}

/// The sort key of an address: the host's labels in reverse order, then the path in lower case.
fn sort_key(url: &str) -> String {
    let (_, rest) = url.split_once("://").unwrap_or(("", url));
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    let mut labels: Vec<&str> = name.split('.').rev().collect();
    if labels.last() == Some(&"www") {
        labels.pop();
    }
    let mut key = labels.join(",");
    if !port.is_empty() {
        key += &format!(":{port}");
    }
    let path = path.to_lowercase();
    format!("{key})/{}", path.trim_end_matches('/'))
}
