//! Step 4: the encoding (RFC 9110, 12.5.3).
//!
//! The highest q-value wins. If several are equal, the server's order decides: br, gzip, identity. Without the header, or if nothing
//! matches, identity is sent: an unwanted coding is better than a 406.
//!
//! The header is read once and only up to a limit longer than any browser's header, because clients choose its length.

use http::header::ACCEPT_ENCODING;

use super::fields::{Fields, Lines};
use site_table::{Body, IDENTITY};

/// The most bytes to read from each line, and the most elements of all lines together.
const LINE_BYTES: usize = 512;
const ELEMENTS: usize = 32;

/// What nearly all browsers send: they accept all of the server's codings equally.
const OF_BROWSERS: [&str; 2] = ["gzip, deflate, br, zstd", "gzip, deflate, br"];

/// Chooses a body from a row. Identity is always the last body.
pub fn choose<'t>(bodies: &'t [Body], fields: &Fields) -> &'t Body {
    if let Lines::One(line) = fields.accept_encoding
        && OF_BROWSERS.iter().any(|sent| line == sent)
    {
        return &bodies[0];
    }
    let accepted = Accepted::read(fields);
    let mut best = &bodies[bodies.len() - 1];
    let mut highest = 0.0;
    for body in bodies {
        let quality = accepted.quality_of(body.coding);
        if quality > highest {
            best = body;
            highest = quality;
        }
    }
    best
}

/// The q-values in a request. If a coding is named twice, the first one counts.
#[derive(Default)]
struct Accepted {
    br: Option<f32>,
    gzip: Option<f32>,
    identity: Option<f32>,
    /// The q-value of `*`, which applies to all codings that aren't named.
    any: Option<f32>,
}

impl Accepted {
    /// Reads all lines as one list. Malformed elements are ignored.
    fn read(fields: &Fields) -> Self {
        let mut accepted = Accepted::default();
        let mut elements_left = ELEMENTS;
        for line in fields.all(ACCEPT_ENCODING) {
            let bytes = line.as_bytes();
            let read = &bytes[..bytes.len().min(LINE_BYTES)];
            for element in read.split(|byte| *byte == b',') {
                if elements_left == 0 {
                    return accepted;
                }
                elements_left -= 1;
                accepted.add(element);
            }
        }
        accepted
    }

    /// Adds an element such as `gzip;q=0.5`.
    fn add(&mut self, element: &[u8]) {
        let (coding, parameters) = match element.iter().position(|byte| *byte == b';') {
            Some(end) => (&element[..end], &element[end + 1..]),
            None => (element, &b""[..]),
        };
        let Some(named) = self.named(coding.trim_ascii()) else {
            return;
        };
        if named.is_none() {
            *named = quality(parameters);
        }
    }

    /// The field for a coding's q-value, or `None` if no body has this coding.
    fn named(&mut self, coding: &[u8]) -> Option<&mut Option<f32>> {
        if coding.eq_ignore_ascii_case(b"br") {
            Some(&mut self.br)
        } else if coding.eq_ignore_ascii_case(b"gzip") || coding.eq_ignore_ascii_case(b"x-gzip") {
            // `x-gzip` is an older name for gzip (RFC 9110, 8.4.1.3).
            Some(&mut self.gzip)
        } else if coding.eq_ignore_ascii_case(IDENTITY.as_bytes()) {
            Some(&mut self.identity)
        } else if coding == b"*" {
            Some(&mut self.any)
        } else {
            None
        }
    }

    /// The q-value of a coding; 0 excludes it.
    fn quality_of(&self, coding: &str) -> f32 {
        let (named, unnamed) = match coding {
            "br" => (self.br, 0.0),
            "gzip" => (self.gzip, 0.0),
            // It is acceptable unless excluded, but any coding that the client named is better.
            _ => (self.identity, 0.001),
        };
        named.or(self.any).unwrap_or(unnamed)
    }
}

/// The q-value in an element's parameters: 1 if it is missing, or `None` if it is malformed.
fn quality(parameters: &[u8]) -> Option<f32> {
    for parameter in parameters.split(|byte| *byte == b';') {
        let (b'q' | b'Q', weight) = parameter.trim_ascii().split_first().unwrap_or((&0, b""))
        else {
            continue;
        };
        let digits = weight.trim_ascii_start().strip_prefix(b"=")?;
        let value = str::from_utf8(digits.trim_ascii_start()).ok()?;
        let quality: f32 = value.parse().ok()?;
        return (0.0..=1.0).contains(&quality).then_some(quality);
    }
    Some(1.0)
}
