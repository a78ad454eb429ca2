//! Encodes a body in every coding that makes it smaller, each with its own strong entity tag.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use brotlic::{CompressionMode, Quality, WindowSize};
use flate2::Compression;
use flate2::read::GzEncoder;
use http::StatusCode;
use sha2::{Digest as _, Sha256};
use site_table::{Body, Field, IDENTITY, Row};

use crate::cache::Cache;
use crate::changes::Change;
use crate::headers::compressible;
use crate::resource::Resource;

/// Creates the row of a change, with its body in all codings, which stay in memory until the program ends. `common` are the
/// headers of every response.
pub fn encode(change: Change<'_>, common: &[Field], cache: &Cache) -> Row<Vec<Field>> {
    let path = change.path.to_owned().leak();
    let Some(resource) = change.resource else {
        return Row::nothing(path, change.edition);
    };
    Row {
        path,
        edition: change.edition,
        status: resource.status.as_u16(),
        bodies: bodies(resource, common, cache),
    }
}

/// The body of a response in all codings, each with all headers.
fn bodies(resource: &Resource, common: &[Field], cache: &Cache) -> Vec<Body<Vec<Field>>> {
    let status = resource.status;
    let mut headers = [common, &resource.headers].concat();
    let mut encoded: Vec<(&'static str, &'static [u8])> = Vec::new();
    if is_compressible(&headers) {
        for (coding, bytes) in compressed(resource.body, cache) {
            encoded.push((coding, bytes.leak()));
        }
    }
    if !encoded.is_empty() {
        headers.push(("vary", "accept-encoding"));
    } else if status == StatusCode::OK {
        headers.push(("accept-ranges", "bytes"));
    }
    encoded.push((IDENTITY, resource.body));

    let mut bodies = Vec::new();
    for (coding, bytes) in encoded {
        let mut own_headers = headers.clone();
        if coding != IDENTITY {
            own_headers.push(("content-encoding", coding));
        }
        // RFC 9110, 13.2.1: only a 200 can become a 304.
        if status == StatusCode::OK {
            own_headers.push(("etag", entity_tag(&own_headers, bytes).leak()));
        }
        own_headers.push(("content-length", bytes.len().to_string().leak()));
        bodies.push(Body::new(coding, own_headers, bytes));
    }
    bodies
}

/// Returns true if compression makes this media type smaller.
fn is_compressible(headers: &[Field]) -> bool {
    let content_type = headers.iter().find(|(name, _)| *name == "content-type");
    content_type.is_some_and(|(_, media_type)| compressible(media_type))
}

/// The body in each content coding that makes it smaller, in the server's order of preference.
fn compressed(body: &[u8], cache: &Cache) -> Vec<(&'static str, Vec<u8>)> {
    let mut encoded = vec![
        (
            "br",
            cache.get_or_make(body, "brotli 1.0, quality 11", brotli),
        ),
        ("gzip", cache.get_or_make(body, "gzip, level 9", gzip)),
    ];
    encoded.retain(|(_, bytes)| bytes.len() < body.len());
    encoded
}

/// The entity tag of a body: 64 bits of SHA-256. It also covers the headers, because a changed policy must reach a browser that has the same body.
fn entity_tag(headers: &[Field], bytes: &[u8]) -> String {
    let mut hasher = Sha256::new();
    hasher.update(format!("{headers:?}"));
    hasher.update(bytes);
    let hash = hasher.finalize();
    format!("\"{}\"", URL_SAFE_NO_PAD.encode(&hash[..8]))
}

/// Compresses for nearly every visitor. A page of 66 kB becomes 15,723 bytes. Quality 10 makes it 16,157 in half the time.
fn brotli(body: &[u8]) -> Vec<u8> {
    let quality = Quality::best();
    let window = WindowSize::best();
    let mode = CompressionMode::Generic;
    let bound = brotlic::compress_bound(body.len(), quality);
    let mut bytes = vec![0; bound.expect("a body is below 2 GB")];
    let written = brotlic::compress(body, &mut bytes, quality, window, mode);
    bytes.truncate(written.expect(IN_MEMORY));
    bytes
}

/// Compresses without a name or time in the header, so that the same body always produces the same bytes.
fn gzip(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GzEncoder::new(body, Compression::best());
    encoder.read_to_end(&mut bytes).expect(IN_MEMORY);
    bytes
}

const IN_MEMORY: &str = "compressing from memory to memory does not fail";
