//! Step 4: the encoding (RFC 9110, 12.5.3).
//!
//! The highest q-value wins; among equals the server's order decides: br, gzip, identity. Without the header, and
//! where nothing fits, identity is sent: a body that the client may not like beats a 406.

use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

use super::table::{Body, IDENTITY};

/// The body to send, of those of one row: identity, the last of them, is always there.
pub fn choose<'t>(bodies: &'t [Body], request: &HeaderMap) -> &'t Body {
    let any = named(request, "*");
    let (mut best, mut most) = (&bodies[bodies.len() - 1], 0.0);
    for body in bodies {
        // Identity is always acceptable unless excluded, but only just: any coding that the client named is better.
        let unnamed = if body.coding == IDENTITY { 0.001 } else { 0.0 };
        let quality = named(request, body.coding).or(any).unwrap_or(unnamed);
        if quality > most {
            (best, most) = (body, quality);
        }
    }
    best
}

/// The q-value of a coding. All lines are one list; what is malformed counts as not named, and of a coding named twice the
/// first counts.
fn named(request: &HeaderMap, name: &str) -> Option<f32> {
    let lines = request.get_all(ACCEPT_ENCODING).iter();
    // A line of anything but visible ASCII is none that this header has.
    let lines = lines.filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).find_map(|element| {
        let (coding, parameters) = element.split_once(';').unwrap_or((element, ""));
        let is = |name: &str| coding.trim().eq_ignore_ascii_case(name);
        // RFC 9110, 8.4.1.3: the old name means the same.
        let is_named = is(name) || name == "gzip" && is("x-gzip");
        quality(parameters).filter(|_| is_named)
    })
}

/// The q-value among an element's parameters: 1 where there is none, `None` where it is malformed.
fn quality(parameters: &str) -> Option<f32> {
    let mut parameters = parameters.split(';').map(str::trim);
    let Some(weight) = parameters.find_map(|parameter| parameter.strip_prefix(['q', 'Q'])) else {
        return Some(1.0);
    };
    let weight = weight.trim_start().strip_prefix('=')?.trim_start();
    let weight = weight.parse().ok()?;
    (0.0..=1.0).contains(&weight).then_some(weight)
}
