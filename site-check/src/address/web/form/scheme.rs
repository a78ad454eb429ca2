//! The beginning of an address: a scheme that is mistyped, doubled, missing or not https.

use super::FormError;
use crate::address::web::decode::{browser_address, decoded, is_web};
use crate::address::web::host::host_error;
use crate::address::web::{WebAddress, starts_with};
use crate::load::pattern;
use regex::Regex;
use std::sync::LazyLock;
use strsim::osa_distance;

/// A word, a separator and slashes, each captured, as in `https//www.irs.gov`.
static SCHEME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^([A-Za-z]{2,9})\s*([:;.]?)\s*([/\\]*)\s*"));

/// The scheme that a word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Https,
    /// `http`, or a mistyped form of it.
    Http,
}

/// Returns true if a text begins with the scheme of a web address, perhaps mistyped.
pub(super) fn names_scheme(text: &str) -> bool {
    let found = SCHEME.captures(text);
    found.is_some_and(|found| scheme_of(&found).is_some())
}

/// Returns the scheme that the parts of an address stand for, if it may be a web address.
fn scheme_of(found: &regex::Captures) -> Option<Scheme> {
    let (separator, slashes) = (&found[2], &found[3]);
    if slashes.is_empty() && !matches!(separator, ":" | ";") {
        return None;
    }
    let word = found[1].to_lowercase();
    if word == "https" {
        return Some(Scheme::Https);
    }
    let (from_https, from_http) = (osa_distance(&word, "https"), osa_distance(&word, "http"));
    let is_near = from_https.min(from_http) <= 1
        || (from_https == 2 && word.starts_with('h') && word.len() >= 4);
    if !is_near || word.len() < 3 {
        return None;
    }
    Some(if from_https < from_http {
        Scheme::Https
    } else {
        Scheme::Http
    })
}

/// Returns the mistake in the beginning of an address: `https//`, `htps://`, `https:/`, `https://https://`.
pub(super) fn scheme_error(written: &str) -> Option<FormError> {
    let found = SCHEME.captures(written)?;
    let scheme = scheme_of(&found)?;
    let (separator, slashes) = (&found[2], &found[3]);
    let (start, rest) = written.split_at(found[0].len());
    let is_right = matches!(start, "https://" | "http://");
    let has_second = SCHEME.captures(rest).is_some_and(|second| {
        let after = &rest[second[0].len()..];
        after.contains('.') && !second[3].is_empty() && scheme_of(&second).is_some()
    });
    if has_second {
        let message = format!("this address begins twice: `{start}`");
        return Some(FormError::certain(message, rest));
    }
    if is_right {
        return None;
    }
    // `http:8080` or a bare `https:`.
    if rest.is_empty() || (slashes.is_empty() && separator.is_empty()) {
        return None;
    }
    let right = format!("https://{rest}");
    let read = WebAddress::read(&right)?;
    if !read.host.contains('.') && host_error(read.host).is_none() {
        return None;
    }
    let message = format!(
        "the beginning of this address is mistyped: `{}`",
        start.trim()
    );
    Some(match scheme {
        Scheme::Https => FormError::certain(message, &right),
        Scheme::Http => FormError::likely(message, &right),
    })
}

/// A scheme before a colon.
static OTHER_SCHEME: LazyLock<Regex> = LazyLock::new(|| pattern(r"^([A-Za-z][A-Za-z0-9+.-]*):"));
/// The name of a file. No site's name has its ending.
static FILE_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[^/?#]+\.(?:html?|pdf|docx?|xlsx?|pptx?|txt|csv|mdx?|toml|png|jpe?g|svg|gif|webp|zip|php|aspx?|jsp|tsx?|js|css|json|xml)$",
    )
});
/// An email address, and a phone number.
static EMAIL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[^\s@/?#<>,;:]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$"));
static PHONE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\+?[0-9(][0-9() .\-–]{6,}$"));

/// Returns the mistake in a link that doesn't begin like a web address.
pub(super) fn schemeless_error(written: &str) -> Option<FormError> {
    let without_slashes = written.trim_start_matches(':').trim_start_matches('/');
    if written.starts_with("//") || written.starts_with("://") || written.starts_with(":/") {
        let right = format!("https://{without_slashes}");
        let read = WebAddress::read(&right)?;
        let is_site = read.host.contains('.') && host_error(read.host).is_none();
        return is_site
            .then(|| FormError::certain("this address doesn't begin with https:", &right));
    }
    if starts_with(written, "www.") {
        let right = format!("https://{written}");
        return Some(FormError::certain(
            "this address doesn't begin with https://",
            &right,
        ));
    }
    let readable = decoded(written);
    if is_web(&readable) && readable != written {
        return Some(FormError::certain("this address is encoded", &readable));
    }
    if let Some(page) = browser_address(written) {
        let message =
            "a browser or another program put its own address around the address of this page";
        return Some(FormError::certain(message, &page));
    }
    if EMAIL.is_match(written) {
        return Some(FormError::of("this is an email address", CONTACT));
    }
    if PHONE.is_match(written) {
        return Some(FormError::of("this is a phone number", CONTACT));
    }
    if let Some(found) = OTHER_SCHEME.captures(written) {
        return other_scheme_error(&found[1].to_lowercase(), &written[found[0].len()..]);
    }
    let right = format!("https://{written}");
    let read = WebAddress::read(&right)?;
    let is_site = written.chars().all(|c| !c.is_whitespace())
        && !written.starts_with('.')
        && read.host.contains('.')
        && !FILE_NAME.is_match(written)
        && host_error(read.host).is_none();
    is_site.then(|| {
        FormError::of(
            "this address doesn't begin with https://",
            format!("Write `{right}` if that is the site."),
        )
    })
}

const CONTACT: &str = "Write contact:email or contact:phone for the firm's own. Links to other people's aren't allowed: write it as text, or link to a page.";

/// Returns the mistake in a link with a scheme other than http and https.
fn other_scheme_error(scheme: &str, rest: &str) -> Option<FormError> {
    match scheme {
        "mailto" => {
            let address = rest.split('?').next().unwrap_or_default();
            let message = match email_error(&decoded(address)) {
                Some(error) => format!("not a valid email address: {error}"),
                None => "this leads to an email address".to_owned(),
            };
            Some(FormError::of(message, CONTACT))
        }
        "tel" | "sms" | "callto" | "fax" => {
            let message = match phone_error(rest) {
                Some(error) => format!("not a valid phone number: {error}"),
                None => "this leads to a phone number".to_owned(),
            };
            Some(FormError::of(message, CONTACT))
        }
        "javascript" | "vbscript" | "data" => {
            let message =
                format!("a link can't begin with `{scheme}:`, which runs code or holds a file");
            Some(FormError::of(
                message,
                "Link to the page or file that visitors should see, or remove the link.",
            ))
        }
        "ftp" | "sftp" | "ftps" => {
            let message = format!("browsers don't open addresses that begin with `{scheme}:`");
            Some(FormError::of(
                message,
                "Link to the page that offers the file, with https://.",
            ))
        }
        "external" | "contact" => None,
        _ if scheme.contains('.') => None,
        _ => {
            let message = format!("a link can't begin with `{scheme}:`");
            Some(FormError::of(
                message,
                "Link to a page that opens in any browser: https://… for another site, a path such as /fees for this one.",
            ))
        }
    }
}

/// Returns the mistake in an email address.
pub fn email_error(address: &str) -> Option<&'static str> {
    let domain = address.rsplit('@').next().unwrap_or_default();
    match address.matches('@').count() {
        0 => Some("it has no @"),
        1 if address.contains(char::is_whitespace) => Some("it has a space"),
        1 if address.starts_with('@') => Some("it has no name before the @"),
        1 if !domain.contains('.') || host_error(domain).is_some() => {
            Some("the name after the @ can't be that of a site")
        }
        1 if EMAIL.is_match(address) => None,
        1 => Some("it has a character that isn't allowed"),
        _ => Some("it has more than one @"),
    }
}

/// Returns the mistake in a phone number.
fn phone_error(number: &str) -> Option<&'static str> {
    let number = decoded(number);
    let number = number.split([';', ',', '?']).next().unwrap_or_default();
    let digits = number.chars().filter(char::is_ascii_digit).count();
    if number.contains(char::is_alphabetic) {
        Some("it has letters")
    } else if digits < 7 {
        Some("it has too few digits")
    } else if digits > 15 {
        Some("it has too many digits")
    } else {
        None
    }
}
