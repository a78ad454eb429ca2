//! Step 4: the encoding (RFC 9110, 12.5.3).
//!
//! The highest q-value wins; among equals the server's order decides: br, gzip, identity. Without the header, and
//! where nothing fits, identity is sent: a body that the client may not like beats a 406.
//!
//! The header is read once, and no further than a browser's would ever go: its length is a client's choice.

use http::header::ACCEPT_ENCODING;

use super::fields::{Fields, Lines};
use site_table::{Body, IDENTITY};

/// The most bytes of each line that are read, and the most elements of all lines together.
const LINE_BYTES: usize = 512;
const ELEMENTS: usize = 32;

/// What browsers send, but for a few old ones: all that the server has is equally welcome.
const OF_BROWSERS: [&str; 2] = ["gzip, deflate, br, zstd", "gzip, deflate, br"];

/// The body to send, of those of one row: identity, the last of them, is always there.
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

/// The q-values that a request gives; of a coding named twice the first counts.
#[derive(Default)]
struct Accepted {
    br: Option<f32>,
    gzip: Option<f32>,
    identity: Option<f32>,
    /// Of every coding that is not named, `*`.
    any: Option<f32>,
}

impl Accepted {
    /// Reads all lines as one list; what is malformed counts as not named.
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

    /// The place for the q-value of a coding; none for a coding that no body has.
    fn named(&mut self, coding: &[u8]) -> Option<&mut Option<f32>> {
        if coding.eq_ignore_ascii_case(b"br") {
            Some(&mut self.br)
        } else if coding.eq_ignore_ascii_case(b"gzip") || coding.eq_ignore_ascii_case(b"x-gzip") {
            // The second is the older name for the same (RFC 9110, 8.4.1.3).
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
            // It is acceptable unless it is excluded, but only just: any coding that the client named is better.
            _ => (self.identity, 0.001),
        };
        named.or(self.any).unwrap_or(unnamed)
    }
}

/// The q-value among an element's parameters: 1 where there is none, `None` where it is malformed.
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
