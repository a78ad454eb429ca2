//! One body in every encoding that makes it smaller, each with its own strong entity tag.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use brotlic::{CompressionMode, Quality, WindowSize};
use flate2::Compression;
use flate2::read::GzEncoder;
use http::StatusCode;
use site_server::table::{Body, Field, IDENTITY, Row};

use crate::cache::Cache;
use crate::headers::compressible;
use crate::site::Resource;

/// What is at a path, in all its encodings, which last as long as the program. `common` are the headers of every response.
pub fn encode(path: String, at: Resource, common: &[Field], cache: &Cache) -> Row<Vec<Field>> {
    let (status, body) = (at.status, at.body);
    let mut headers = [common, &at.headers].concat();
    let mut kinds = headers.iter().filter(|(name, _)| *name == "content-type");
    let mut encoded = Vec::new();
    if kinds.any(|(_, kind)| compressible(kind)) {
        let brotli = cache.made(&body, "brotli 1.0, quality 11", brotli);
        encoded.push(("br", brotli));
        let gzip = cache.made(&body, "gzip, level 9", gzip);
        encoded.push(("gzip", gzip));
        encoded.retain(|(_, bytes)| bytes.len() < body.len());
    }
    if !encoded.is_empty() {
        headers.push(("vary", "accept-encoding"));
    } else if status == StatusCode::OK {
        headers.push(("accept-ranges", "bytes"));
    }
    encoded.push((IDENTITY, body));
    let bodies = encoded.into_iter().map(|(coding, bytes)| {
        let mut headers = headers.clone();
        if coding != IDENTITY {
            headers.push(("content-encoding", coding));
        }
        // RFC 9110, 13.2.1: only a 200 can become a 304.
        if status == StatusCode::OK {
            headers.push(("etag", entity_tag(&headers, &bytes).leak()));
        }
        headers.push(("content-length", bytes.len().to_string().leak()));
        Body {
            coding,
            headers,
            bytes: bytes.leak(),
        }
    });
    Row {
        path: path.leak(),
        status: status.as_u16(),
        bodies: bodies.collect(),
    }
}

/// 64 bits of BLAKE3, over the headers too: a changed policy must reach a browser that holds the same body.
fn entity_tag(headers: &[Field], bytes: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{headers:?}").as_bytes());
    hasher.update(bytes);
    let tag = hasher.finalize();
    format!("\"{}\"", URL_SAFE_NO_PAD.encode(&tag.as_bytes()[..8]))
}

/// What nearly every visitor gets. A page of 66 kB is 15,723 bytes; quality 10 makes it 16,157 in half the time.
fn brotli(body: &[u8]) -> Vec<u8> {
    let (quality, window) = (Quality::best(), WindowSize::best());
    let most = brotlic::compress_bound(body.len(), quality).expect("a body is below 2 GB");
    let mut bytes = vec![0; most];
    let mode = CompressionMode::Generic;
    let length = brotlic::compress(body, &mut bytes, quality, window, mode).expect(IN_MEMORY);
    bytes.truncate(length);
    bytes
}

/// Without a name or a time in its header, so that the same body gives the same bytes.
fn gzip(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GzEncoder::new(body, Compression::best());
    encoder.read_to_end(&mut bytes).expect(IN_MEMORY);
    bytes
}

const IN_MEMORY: &str = "compressing from memory to memory does not fail";
