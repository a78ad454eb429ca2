//! One body in every encoding that makes it smaller, each with its own strong entity tag.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use brotlic::{CompressionMode, Quality, WindowSize};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::StatusCode;

use site_server::table::{Coding, Field, Stored, StoredBody};

use crate::cache::Cache;
use crate::media;
use crate::site::Resource;

/// The largest window of brotli (RFC 7932, 9.1): 16 MB.
const BROTLI_WINDOW_LOG: u8 = 24;
/// The largest window that browsers must accept for zstd (RFC 9659): 8 MB.
const ZSTD_WINDOW_LOG: u8 = 23;
/// For clients that take zstd and no brotli. A page of 66 kB is 18,121 bytes; level 19 makes it 18,016 in three times the time.
const ZSTD_LEVEL: i32 = 15;

/// A response with its body in all its encodings, which last as long as the program. `common` are the headers of every response.
pub fn encode(
    path: String,
    resource: Resource,
    common: &[Field],
    cache: &Cache,
) -> Result<Stored, Vec<String>> {
    let Resource {
        status,
        mut headers,
        body,
    } = resource;
    let mut bodies = Vec::new();
    let mut kinds = headers.iter().filter(|(name, _)| *name == "content-type");
    if kinds.any(|(_, kind)| media::compressible(kind)) {
        for (coding, how, compress) in ENCODERS {
            let bytes = cache.made(&body, how, |body| Ok(compress(body)))?;
            if bytes.len() < body.len() {
                bodies.push((coding, bytes));
            }
        }
    }
    if !bodies.is_empty() {
        headers.push(("vary", "accept-encoding"));
    } else if status == StatusCode::OK {
        headers.push(("accept-ranges", "bytes"));
    }
    bodies.push((Coding::Identity, body));
    let bodies = bodies.into_iter().map(|(coding, bytes)| StoredBody {
        coding,
        // RFC 9110, 13.2.1: only a 200 can become a 304.
        etag: (status == StatusCode::OK)
            .then(|| &*entity_tag(coding, [common, &headers], &bytes).leak()),
        bytes: bytes.leak(),
    });
    Ok(Stored {
        path: path.leak(),
        status: status.as_u16(),
        bodies: bodies.collect(),
        headers,
    })
}

/// Compresses a body.
type Encoder = fn(&[u8]) -> Vec<u8>;

/// The name of each is part of the key of kept bodies: change it with whatever changes the bytes.
const ENCODERS: [(Coding, &str, Encoder); 3] = [
    (Coding::Brotli, "brotli 1.0, quality 11", brotli),
    (Coding::Zstd, "zstd, level 15", zstd),
    (Coding::Gzip, "gzip, level 9", gzip),
];

/// 64 bits of BLAKE3, over the headers too: a changed policy must reach a browser that holds the same body.
fn entity_tag(coding: Coding, headers: [&[Field]; 2], bytes: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{coding:?}{headers:?}").as_bytes());
    hasher.update(bytes);
    let tag = hasher.finalize();
    format!("\"{}\"", URL_SAFE_NO_PAD.encode(&tag.as_bytes()[..8]))
}

/// What nearly every visitor gets. The same page is 15,723 bytes; quality 10 makes it 16,157 in half the time.
fn brotli(body: &[u8]) -> Vec<u8> {
    let quality = Quality::best();
    let window = WindowSize::new(window_log(body, BROTLI_WINDOW_LOG)).expect("a valid window");
    let most = brotlic::compress_bound(body.len(), quality).expect("a body is below 2 GB");
    let mut bytes = vec![0; most];
    let mode = CompressionMode::Generic;
    let length = brotlic::compress(body, &mut bytes, quality, window, mode).expect(IN_MEMORY);
    bytes.truncate(length);
    bytes
}

fn zstd(body: &[u8]) -> Vec<u8> {
    let mut compressor = zstd::bulk::Compressor::new(ZSTD_LEVEL).expect(IN_MEMORY);
    let window = u32::from(window_log(body, ZSTD_WINDOW_LOG));
    compressor
        .set_parameter(zstd::zstd_safe::CParameter::WindowLog(window))
        .expect("a valid window");
    compressor.compress(body).expect(IN_MEMORY)
}

/// Without a name or a time in its header, so that the same body gives the same bytes.
fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(body)
        .and_then(|()| encoder.finish())
        .expect(IN_MEMORY)
}

/// The smallest window, as a power of two, that holds all of the body.
fn window_log(body: &[u8], most: u8) -> u8 {
    let needed = usize::BITS - body.len().saturating_add(16).leading_zeros();
    u8::try_from(needed).unwrap_or(most).clamp(10, most)
}

const IN_MEMORY: &str = "compressing from memory to memory does not fail";

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Resource, StatusCode, Stored, encode};
    use crate::cache::Cache;

    fn encoded(status: StatusCode, body: &[u8], kind: &'static str, tag: &'static str) -> Stored {
        let resource = Resource {
            status,
            headers: vec![("content-type", kind), ("cache-tag", tag)],
            body: body.to_vec(),
        };
        encode(String::new(), resource, &[], &Cache::open(None)).expect("in memory")
    }

    #[test]
    fn an_encoding_that_does_not_help_is_left_out_and_nothing_varies() {
        for (body, kind) in [
            (&b"x"[..], "text/html"),
            (&[b'x'; 999][..], "image/png"),
            (b"", "text/html"),
        ] {
            let encoded = encoded(StatusCode::OK, body, kind, "");
            assert_eq!(encoded.bodies.len(), 1, "{body:?}");
            let varies = encoded.headers.iter().any(|(name, _)| *name == "vary");
            assert!(!varies, "{body:?}");
        }
    }

    #[test]
    fn tags_differ_by_encoding_and_change_with_the_body_and_the_headers_of_a_200() {
        let tags = |status, body: &str, tag| {
            let bodies = encoded(status, body.as_bytes(), "text/html", tag).bodies;
            bodies.into_iter().filter_map(|body| body.etag)
        };
        let body = "word ".repeat(99);
        let seen = [(&*body, "a"), (&*format!("{body}!"), "a"), (&*body, "b")]
            .map(|(body, tag)| tags(StatusCode::OK, body, tag));
        let seen: BTreeSet<_> = seen.into_iter().flatten().collect();
        assert_eq!(seen.len(), 12);
        assert_eq!(tags(StatusCode::GONE, &body, "a").count(), 0);
    }

    #[test]
    fn zstd_windows_stay_within_what_browsers_accept() {
        let body: Vec<u8> = (0..20_000_000_u32).map(|at| (at % 251) as u8).collect();
        let frame = super::zstd(&body);
        // RFC 8878, 3.1.1.1.2: a window descriptor's five high bits are its power of two above 10.
        assert_eq!(frame[4] & 0b10_0000, 0, "not a single segment");
        let window_log = 10 + (frame[5] >> 3);
        assert!(window_log <= 23, "{window_log}");
    }
}
