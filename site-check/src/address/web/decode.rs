//! Percent-encoding, Base64, and addresses encoded in them.

use super::starts_with;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use std::borrow::Cow;

/// The most times that an address is encoded.
const MOST_LEVELS: usize = 3;

/// The characters that must be encoded in an address.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'\'')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// An address inside another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InnerAddress {
    /// An address that begins with `http://` or `https://`.
    Web(String),
    /// An address of another scheme, such as `javascript:`.
    OfOtherScheme(String),
}

/// Decodes the percent-encoded characters of a text. Returns the text unchanged if they aren't UTF-8.
pub fn decoded(text: &str) -> Cow<'_, str> {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.unwrap_or(Cow::Borrowed(text))
}

/// Decodes Base64 in either alphabet.
pub fn from_base64(text: &str) -> Option<String> {
    let url_safe = text
        .trim_end_matches('=')
        .replace('+', "-")
        .replace('/', "_");
    let bytes = URL_SAFE_NO_PAD.decode(url_safe).ok()?;
    String::from_utf8(bytes).ok()
}

/// Decodes the address in a value that was encoded at least once.
pub fn inner_address(value: &str) -> Option<InnerAddress> {
    let mut text = decoded(value).into_owned();
    for _ in 1..MOST_LEVELS {
        if is_web(&text) || !text.contains('%') {
            break;
        }
        text = decoded(&text).into_owned();
    }
    if is_web(&text) {
        return Some(InnerAddress::Web(without_unsafe(text.trim())));
    }
    let scheme = scheme_of(&text)?;
    let rest = &text[scheme.len() + 1..];
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        let is_port = rest.starts_with(|c: char| c.is_ascii_digit());
        return (!is_port && !scheme.contains('.')).then_some(InnerAddress::OfOtherScheme(text));
    }
    // Some mail programs drop one of the two slashes.
    let host = rest
        .strip_prefix('/')
        .filter(|host| !host.starts_with('/'))?;
    Some(InnerAddress::Web(without_unsafe(&format!(
        "{scheme}://{host}"
    ))))
}

/// Schemes of browsers and their extensions, which can be before the address of a page: `chrome-extension://…/https://…`,
/// `about:reader?url=https%3A%2F%2F…`, `view-source:https://…`.
const BROWSER_SCHEMES: &[&str] = &[
    "chrome-extension:",
    "extension:",
    "moz-extension:",
    "safari-web-extension:",
    "about:reader?",
    "read:",
    "reader:",
    "view-source:",
    "microsoft-edge:",
    "googlechrome:",
    "googlechromes:",
    "feed:",
    "ms-word:",
    "ms-excel:",
    "ms-powerpoint:",
];

/// Returns the address of a page after the scheme of a browser, an extension or an office program.
pub fn browser_address(address: &str) -> Option<String> {
    let lower = address.to_ascii_lowercase();
    let mut schemes = BROWSER_SCHEMES.iter();
    let scheme = schemes.find(|scheme| lower.starts_with(**scheme))?;
    let rest = &lower[scheme.len()..];
    let starts = ["https://", "http://", "https%3a", "http%3a"];
    let at = starts.iter().filter_map(|start| rest.find(start)).min()?;
    let value = address[scheme.len() + at..].split(['|', '&']).next()?;
    match inner_address(value)? {
        InnerAddress::Web(inner) => Some(inner),
        InnerAddress::OfOtherScheme(_) => None,
    }
}

/// Encodes the characters of an address that must be encoded.
pub fn without_unsafe(address: &str) -> String {
    utf8_percent_encode(address, UNSAFE).to_string()
}

/// Returns true if a text begins with `http://` or `https://`.
pub fn is_web(text: &str) -> bool {
    let text = text.trim_start();
    starts_with(text, "https://") || starts_with(text, "http://")
}

/// Returns the scheme that a text begins with, without its colon.
fn scheme_of(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_part);
    is_scheme.then_some(scheme)
}

#[cfg(test)]
mod tests {
    use super::{InnerAddress, browser_address, from_base64, inner_address};

    #[test]
    fn inner_addresses_are_decoded_to_the_end() {
        for (value, address) in [
            (
                "https%3A%2F%2Fwww.irs.gov%2Fforms",
                "https://www.irs.gov/forms",
            ),
            (
                "https://www.irs.gov/forms%3Fa%3D1",
                "https://www.irs.gov/forms?a=1",
            ),
            (
                "https%253A%252F%252Fwww.irs.gov%252Fa%252520b",
                "https://www.irs.gov/a%20b",
            ),
            (
                "https%3A%2F%2Fwww.irs.gov%2Fa%20b",
                "https://www.irs.gov/a%20b",
            ),
            ("https:/www.irs.gov/forms", "https://www.irs.gov/forms"),
            (
                "http%3A%2F%2Ffr.wikipedia.org%2Fwiki%2F%C3%89pargne",
                "http://fr.wikipedia.org/wiki/%C3%89pargne",
            ),
        ] {
            assert_eq!(
                inner_address(value),
                Some(InnerAddress::Web(address.to_owned()))
            );
        }
        let script = inner_address("javascript%3Aalert(1)");
        assert_eq!(
            script,
            Some(InnerAddress::OfOtherScheme(
                "javascript:alert(1)".to_owned()
            ))
        );
        for value in ["www.irs.gov", "www.irs.gov:443/forms", "", "tax+topics"] {
            assert_eq!(inner_address(value), None, "{value}");
        }
        assert_eq!(
            from_base64("aHR0cHM6Ly93d3cuaXJzLmdvdg==").as_deref(),
            Some("https://www.irs.gov")
        );
    }
    #[test]
    fn a_browser_puts_its_own_scheme_before_a_page() {
        for (address, page) in [
            (
                "chrome-extension://efaidnbmnnnibpcajpcglclefindmkaj/https://www.irs.gov/p590b.pdf",
                "https://www.irs.gov/p590b.pdf",
            ),
            (
                "about:reader?url=https%3A%2F%2Fwww.irs.gov%2Fforms",
                "https://www.irs.gov/forms",
            ),
            (
                "read://https_www.irs.gov/?url=https%3A%2F%2Fwww.irs.gov%2F",
                "https://www.irs.gov/",
            ),
            (
                "view-source:https://www.irs.gov/?a=1",
                "https://www.irs.gov/?a=1",
            ),
            (
                "microsoft-edge:https://www.irs.gov/",
                "https://www.irs.gov/",
            ),
        ] {
            assert_eq!(browser_address(address).as_deref(), Some(page));
        }
        for address in [
            "chrome://settings",
            "about:blank",
            "chrome-extension://abc/a.html",
            "https://www.irs.gov/",
        ] {
            assert_eq!(browser_address(address), None);
        }
    }
}
