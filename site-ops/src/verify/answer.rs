//! A response from a place, with its body decoded.

use brotli_decompressor::Decompressor;
use flate2::read::MultiGzDecoder;
use std::io::{self, Read};
use ureq::http::Uri;

/// How many bytes beyond the expected length are read from a body, to show the added text.
const MARGIN: u64 = 256 * 1024;

/// A body, or the reason why a browser couldn't read it.
pub type Body = Result<Vec<u8>, String>;

#[derive(Debug)]
pub struct Answer {
    /// The address that answered.
    pub uri: Uri,
    pub status: u16,
    /// Names in lower case, in the order received.
    pub headers: Vec<(String, String)>,
    pub body: Body,
    /// True if only the headers were requested.
    pub is_head: bool,
    /// The content codings that were requested.
    pub codings: &'static [&'static str],
}

impl Answer {
    /// The value of the first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(known, _)| known == name)?;
        Some(value)
    }

    /// Returns true if the response uses no content coding other than the requested ones.
    pub fn is_offered(&self, coding: &str) -> bool {
        matches!(coding, "" | "identity") || self.codings.contains(&coding)
    }

    /// Returns true if a cache has kept it for a while.
    pub fn is_from_cache(&self) -> bool {
        let age = self.header("age").unwrap_or_default();
        age.trim().parse().is_ok_and(|seconds: u64| seconds > 0)
    }
}

/// Decodes a body. `expected` is its expected length in bytes.
pub fn decoded(coding: &str, encoded: &[u8], expected: usize) -> Body {
    let most = expected as u64 + MARGIN;
    let result = match coding {
        "" | "identity" => Ok(encoded.to_vec()),
        "br" => bounded(Decompressor::new(encoded, 4096), most),
        "gzip" | "x-gzip" => bounded(MultiGzDecoder::new(encoded), most),
        other => {
            return Err(format!(
                "the content coding {other:?}, which was not asked for"
            ));
        }
    };
    result.map_err(|error| format!("bytes that are no {coding}: {error}"))
}

/// Reads everything from a reader, up to a limit.
pub fn bounded(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The most bytes to read for a body with this expected decoded length.
pub fn most(expected: usize) -> u64 {
    expected as u64 + MARGIN
}
