//! Step 4: the encoding (RFC 9110, 12.5.3).
//!
//! The highest q-value wins; among equals the server's order decides: br, zstd, gzip, identity. Without the header, and
//! where nothing fits, identity is sent: a body that the client may not like beats a 406.

use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

use super::table::{Body, Coding};

/// The body to send; `None` only where there are no bodies.
pub fn choose<'t>(bodies: &'t [Body], request: &HeaderMap) -> Option<&'t Body> {
    if let [only] = bodies {
        return Some(only);
    }
    let any = named(request, &["*"]);
    let mut best: Option<(&Body, u16)> = None;
    for body in bodies {
        let named = match body.coding {
            Coding::Brotli => named(request, &["br"]),
            Coding::Zstd => named(request, &["zstd"]),
            // RFC 9110, 8.4.1.3: the old name means the same.
            Coding::Gzip => named(request, &["gzip", "x-gzip"]),
            // Always acceptable unless excluded, but only just: any coding that the client named is better.
            Coding::Identity => named(request, &["identity"]).or(any).or(Some(1)),
        };
        let quality = named.or(any).unwrap_or(0);
        if quality > best.map_or(0, |(_, best)| best) {
            best = Some((body, quality));
        }
    }
    best.map(|(body, _)| body).or(bodies.last())
}

/// The q-value of a coding, in thousandths. All lines are one list; what is malformed counts as not named, and of a coding named
/// twice the first counts.
fn named(request: &HeaderMap, names: &[&str]) -> Option<u16> {
    let lines = request.get_all(ACCEPT_ENCODING).iter();
    // A line of anything but visible ASCII is none that this header has.
    let lines = lines.filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).find_map(|element| {
        let (coding, parameters) = element.split_once(';').unwrap_or((element, ""));
        let mut names = names.iter();
        let is_named = names.any(|name| coding.trim().eq_ignore_ascii_case(name));
        quality(parameters).filter(|_| is_named)
    })
}

/// The q-value among an element's parameters: 1000 where there is none, `None` where it is malformed.
fn quality(parameters: &str) -> Option<u16> {
    let mut parameters = parameters.split(';').map(str::trim);
    let Some(weight) = parameters.find_map(|parameter| parameter.strip_prefix(['q', 'Q'])) else {
        return Some(1000);
    };
    let weight = weight.trim_start().strip_prefix('=')?.trim_start();
    let (units, thousandths) = weight.split_once('.').unwrap_or((weight, ""));
    if thousandths.len() > 3 || !thousandths.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = thousandths.bytes().chain(*b"000").take(3);
    let thousandths = digits.fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'));
    match units {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header::ACCEPT_ENCODING};
    use proptest::prelude::*;

    use super::choose;
    use crate::answer::table::{Body, Coding};

    const ALL: [Coding; 4] = [Coding::Brotli, Coding::Zstd, Coding::Gzip, Coding::Identity];

    fn chosen(codings: &[Coding], lines: &[&[u8]]) -> Coding {
        let body = |coding: &Coding| Body {
            coding: *coding,
            etag: None,
            bytes: &[],
            headers: HeaderMap::new(),
            not_modified: HeaderMap::new(),
        };
        let bodies: Vec<_> = codings.iter().map(body).collect();
        let mut request = HeaderMap::new();
        for line in lines {
            if let Ok(line) = HeaderValue::from_bytes(line) {
                request.append(ACCEPT_ENCODING, line);
            }
        }
        choose(&bodies, &request).expect("there are bodies").coding
    }

    #[test]
    fn each_header_has_its_encoding() {
        for (header, expected) in [
            ("gzip, deflate, br, zstd", Coding::Brotli),
            ("gzip, zstd", Coding::Zstd),
            ("gzip", Coding::Gzip),
            ("x-gzip", Coding::Gzip),
            ("GZip ; Q=0.5", Coding::Gzip),
            ("br;q=0.5, gzip;q=0.9", Coding::Gzip),
            ("br;q=0.001, gzip;q=0.002", Coding::Gzip),
            ("br;q=0, *", Coding::Zstd),
            ("*", Coding::Brotli),
            ("*;q=0.5, gzip;q=0.6", Coding::Gzip),
            ("", Coding::Identity),
            ("deflate", Coding::Identity),
            ("identity, br;q=0.9", Coding::Identity),
            ("identity;q=0.5, gzip;q=0.4", Coding::Identity),
            ("identity;q=0", Coding::Identity),
            ("identity;q=0, gzip;q=0.1", Coding::Gzip),
            ("*;q=0", Coding::Identity),
            ("*;q=0, zstd", Coding::Zstd),
            ("br;q=", Coding::Identity),
            ("br;q=2, gzip", Coding::Gzip),
            ("br;q=1.001, gzip", Coding::Gzip),
            ("br;q=0.1234, gzip", Coding::Gzip),
            ("br;q=-1, gzip", Coding::Gzip),
            ("br;level=4;q=0, gzip", Coding::Gzip),
            (",,; ;q=1,gzip,,", Coding::Gzip),
        ] {
            assert_eq!(chosen(&ALL, &[header.as_bytes()]), expected, "{header:?}");
        }
    }

    #[test]
    fn without_the_header_the_body_is_sent_as_it_is() {
        assert_eq!(chosen(&ALL, &[]), Coding::Identity);
    }

    #[test]
    fn several_lines_are_one_list() {
        assert_eq!(chosen(&ALL, &[b"gzip;q=0.5", b"zstd"]), Coding::Zstd);
    }

    #[test]
    fn what_is_not_stored_is_not_chosen() {
        assert_eq!(
            chosen(&[Coding::Identity], &[b"br, identity;q=0"]),
            Coding::Identity
        );
    }

    proptest! {
        #[test]
        fn any_bytes_choose_something(header: Vec<u8>) {
            chosen(&ALL, &[&header]);
        }

        #[test]
        fn what_is_excluded_is_never_chosen_while_another_fits(noise in "[ a-z0-9;,=*.]{0,40}") {
            let header = format!("br;q=0, gzip;q=1, {noise}");
            prop_assert_ne!(chosen(&ALL, &[header.as_bytes()]), Coding::Brotli);
        }
    }
}
