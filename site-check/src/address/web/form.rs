//! The form of an address: mistakes of typing and pasting, and the right form.

mod scheme;

pub use scheme::email_error;

use super::decode::is_web;
use super::host::host_error;
use super::{COPY, WebAddress, starts_with};
use crate::load::pattern;
use regex::Regex;
use scheme::{names_scheme, scheme_error, schemeless_error};
use std::sync::LazyLock;

/// An error in the form of an address or a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormError {
    pub message: String,
    pub help: String,
    /// The right address or host, if it is certain.
    pub right: Option<String>,
}

/// Returns the mistake in the form of a link to another site, or `None` if it has none or isn't an address.
pub fn form_error(written: &str) -> Option<FormError> {
    let address = without_marks(written);
    if address != written && names_a_site(address) {
        let message = "characters around this address that don't belong to it";
        return Some(FormError::certain(message, address));
    }
    if let Some(error) = scheme_error(written) {
        return Some(error);
    }
    match WebAddress::read(written) {
        Some(read) => address_error(written, &read),
        None => schemeless_error(written),
    }
}

impl FormError {
    pub(super) fn of(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
            right: None,
        }
    }

    /// An error with only one right form, or the error of that form.
    fn certain(message: impl Into<String>, right: &str) -> Self {
        let right = match form_error(right) {
            None => right.to_owned(),
            Some(Self {
                right: Some(right), ..
            }) => right,
            Some(error) => return error,
        };
        Self {
            message: message.into(),
            help: format!("Write `{right}`."),
            right: Some(right),
        }
    }

    /// An error with a right form that is likely.
    fn likely(message: impl Into<String>, right: &str) -> Self {
        Self::of(message, format!("Write `{right}` if that is the page."))
    }
}

/// Returns an address without the marks that an email, a sentence or Markdown has around it.
fn without_marks(written: &str) -> &str {
    let is_before = |c: char| c.is_whitespace() || "<\"'“”‘’«»`*([".contains(c);
    let from = written.trim_start_matches(is_before);
    let mut address = from;
    while let Some(last) = address.chars().last()
        && is_after(last, address)
    {
        address = &address[..address.len() - last.len_utf8()];
    }
    address
}

/// Returns true if the last character of a text can't belong to an address, such as a closing parenthesis that was never opened.
fn is_after(last: char, text: &str) -> bool {
    let count = |c: char| text.matches(c).count();
    match last {
        ')' => count(')') > count('('),
        ']' => count(']') > count('['),
        '\'' | '*' => count(last) == text.len() - text.trim_end_matches(last).len(),
        _ => last.is_whitespace() || ">\"“”‘’«»`".contains(last),
    }
}

/// Returns true if a text begins like an address of another site.
fn names_a_site(text: &str) -> bool {
    is_web(text) || starts_with(text, "www.") || names_scheme(text)
}

/// Returns the mistake in a web address whose beginning is right.
fn address_error(written: &str, read: &WebAddress) -> Option<FormError> {
    if let Some(error) = character_error(written) {
        return Some(error);
    }
    let ends_with_host = read.path.is_empty() && read.query.is_none() && read.fragment.is_none();
    if ends_with_host && let Some(rest) = written.strip_suffix([',', ';', '!']) {
        let message = "this address ends with punctuation of the sentence";
        return Some(FormError::certain(message, rest));
    }
    if let Some(error) = host_error(read.host) {
        return Some(match &error.right {
            Some(host) => FormError::certain(error.message, &written.replacen(read.host, host, 1)),
            None => error,
        });
    }
    if let Some(error) = port_error(written, read) {
        return Some(error);
    }
    if !read.is_secure {
        let right = format!("https{}", &written["http".len()..]);
        let help = format!("Write `{right}`, and open it to see whether the site answers.");
        return Some(FormError::of(
            "this address begins with http://, which isn't encrypted",
            help,
        ));
    }
    trailing_error(written, read)
}

/// An address inside another one, directly after a letter or a digit.
static SECOND: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)[a-z0-9.,;)](https?:/?/?[a-z0-9])"));
/// A percent sign that doesn't begin a code.
static PERCENT: LazyLock<Regex> =
    LazyLock::new(|| pattern("%(?:[^0-9A-Fa-f]|[0-9A-Fa-f](?:[^0-9A-Fa-f]|$)|$)"));

/// Returns the mistake in the characters of an address.
fn character_error(written: &str) -> Option<FormError> {
    if written.contains(['\n', '\r']) {
        let help = "Write the address on one line, without a space in it.";
        return Some(FormError::of("a line break in this address", help));
    }
    if written.contains(char::is_whitespace) {
        let help = "Delete the space, or write %20 if the address needs one.";
        return Some(FormError::of("a space in this address", help));
    }
    if written.contains('\\') {
        let right = written.replace('\\', "/");
        return Some(FormError::certain("a backslash in this address", &right));
    }
    if written.contains("&amp;") {
        let right = written.replace("&amp;", "&");
        return Some(FormError::certain(
            "this address was copied from the source of a page: `&amp;`",
            &right,
        ));
    }
    if written.ends_with('…') || written.ends_with("...") {
        return Some(FormError::of(
            "this address is cut off",
            format!("A program shortened it for display. {COPY}"),
        ));
    }
    if let Some(second) = SECOND.captures(written).and_then(|found| found.get(1)) {
        let help = format!(
            "Keep one of the two: the second begins with `{}`.",
            second.as_str()
        );
        return Some(FormError::of("two addresses in one", help));
    }
    if let Some(wrong) = written.chars().find(|c| "<>\"“”`".contains(*c)) {
        return Some(FormError::of(
            format!("a character that an address can't have: `{wrong}`"),
            COPY,
        ));
    }
    if let Some(rest) = ["%20", "%0A", "%0D", "%C2%A0", "%E2%80%8B"]
        .iter()
        .find_map(|space| written.strip_suffix(space))
    {
        return Some(FormError::likely(
            "this address ends with an encoded space",
            rest,
        ));
    }
    if PERCENT.is_match(written) {
        let help = "A percent sign begins a code of two digits, such as %20. Write %25 for the sign itself.";
        return Some(FormError::of(
            "a percent sign in this address that doesn't begin a code",
            help,
        ));
    }
    None
}

fn port_error(written: &str, read: &WebAddress) -> Option<FormError> {
    let port = read.port?;
    let standard = if read.is_secure { "443" } else { "80" };
    let without_port = written.replacen(&format!("{}:{port}", read.host), read.host, 1);
    if port.is_empty() || port == standard {
        let message = format!("the port `:{port}` in this address isn't needed");
        return Some(FormError::certain(message, &without_port));
    }
    let is_port = port.parse::<u16>().is_ok_and(|number| number > 0)
        && port.chars().all(|c| c.is_ascii_digit());
    if !is_port {
        let help = format!(
            "Write `{without_port}`: a port is a number from 1 to 65535, and public pages rarely have one."
        );
        return Some(FormError::of(
            format!("the port `:{port}` in this address can't exist"),
            help,
        ));
    }
    if port == "80" {
        let help = format!("Write `{without_port}`: pages with https:// use another port.");
        return Some(FormError::of(
            "the port `:80` in this address is for http://",
            help,
        ));
    }
    None
}

/// The end of a path after which a dot can't belong to the address.
static COMPLETE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)(?:/|\.(?:html?|pdf|aspx?|php|jsp|xlsx?|docx?|csv|txt|xml|jpe?g|png))$")
});
/// An abbreviation, or a name, that ends with a dot.
static ABBREVIATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:\.[a-z]|(?:^|[-_.,/+])(?:inc|co|ltd|corp|llc|jr|sr|st|vs|etc|no|dept|bros|mt|dr|mr|mrs|ms|v))\.$",
    )
});

/// Returns the mistake of punctuation at the end of an address.
fn trailing_error(written: &str, read: &WebAddress) -> Option<FormError> {
    let last = written.chars().last()?;
    let rest = &written[..written.len() - last.len_utf8()];
    let is_encyclopedia = read.domain().ends_with("wikipedia.org");
    let message = format!("this address ends with `{last}`");
    let opened = written.matches('(').count();
    let closed = written.matches(')').count();
    match last {
        ')' if closed > opened => Some(FormError::certain(message, rest)),
        _ if opened > closed => {
            let right = format!("{written})");
            Some(FormError::likely(
                "a parenthesis in this address isn't closed",
                &right,
            ))
        }
        ',' | ';' | '|' => Some(FormError::certain(message, rest)),
        '?' if !rest.contains(['?', '#']) => Some(FormError::certain(message, rest)),
        '’' | '‘' | '»' | '«' | '。' | '，' | '）' => {
            Some(FormError::certain(message, rest))
        }
        '.' if COMPLETE.is_match(rest) => Some(FormError::certain(message, rest)),
        '.' if !is_encyclopedia && !ABBREVIATION.is_match(written) => {
            Some(FormError::likely(message, rest))
        }
        ':' | '!' if !is_encyclopedia => Some(FormError::likely(message, rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{email_error, form_error};

    #[test]
    #[rustfmt::skip]
    fn slips_with_one_right_form() {
        for (written, right) in [
            ("https//www.irs.gov/forms", "https://www.irs.gov/forms"), ("https:/www.irs.gov", "https://www.irs.gov"), ("https:///www.irs.gov", "https://www.irs.gov"),
            ("htps://www.irs.gov", "https://www.irs.gov"), ("htpps://www.irs.gov", "https://www.irs.gov"), ("hhttps://www.irs.gov", "https://www.irs.gov"),
            ("ttps://www.irs.gov", "https://www.irs.gov"), ("https;//www.irs.gov", "https://www.irs.gov"), ("https: //www.irs.gov", "https://www.irs.gov"),
            ("https:\\\\www.irs.gov\\forms", "https://www.irs.gov/forms"), ("HTTPS://www.irs.gov", "https://www.irs.gov"), ("Https://www.irs.gov", "https://www.irs.gov"),
            ("https://https://www.irs.gov", "https://www.irs.gov"), ("http://https://www.irs.gov", "https://www.irs.gov"), ("https://https//www.irs.gov", "https://www.irs.gov"),
            ("https:www.irs.gov", "https://www.irs.gov"), ("//www.irs.gov/forms", "https://www.irs.gov/forms"), ("://www.irs.gov", "https://www.irs.gov"),
            ("www.irs.gov/forms", "https://www.irs.gov/forms"), ("WWW.irs.gov", "https://WWW.irs.gov"), ("<https://www.irs.gov/forms>", "https://www.irs.gov/forms"),
            ("“https://www.irs.gov”", "https://www.irs.gov"), (" https://www.irs.gov ", "https://www.irs.gov"), ("https://www.irs.gov/forms”", "https://www.irs.gov/forms"),
            ("(https://www.irs.gov/forms)", "https://www.irs.gov/forms"), ("https://www.irs.gov/forms)", "https://www.irs.gov/forms"), ("https://www.irs.gov/forms,", "https://www.irs.gov/forms"),
            ("https://www.irs.gov/p17.pdf.", "https://www.irs.gov/p17.pdf"), ("https://www.irs.gov/.", "https://www.irs.gov/"), ("https://www.irs.gov.", "https://www.irs.gov"), ("https://www.irs.gov,", "https://www.irs.gov"),
            ("https://www..irs.gov/a", "https://www.irs.gov/a"), ("https://www.irs.gov:443/forms", "https://www.irs.gov/forms"), ("https://www.irs.gov:/forms", "https://www.irs.gov/forms"),
            ("https://www.irs.gov\\forms", "https://www.irs.gov/forms"), ("https://www.irs.gov/?a=1&amp;b=2", "https://www.irs.gov/?a=1&b=2"), ("https%3A%2F%2Fwww.irs.gov%2Fforms", "https://www.irs.gov/forms"),
            ("view-source:https://www.irs.gov/", "https://www.irs.gov/"), ("chrome-extension://efaidnbm/https://www.irs.gov/a.pdf", "https://www.irs.gov/a.pdf"), ("**https://www.irs.gov/**", "https://www.irs.gov/"), ("<www.irs.gov>", "https://www.irs.gov"), ("https://www.irs.gov/a?", "https://www.irs.gov/a"),
        ] {
            let found = form_error(written).unwrap_or_else(|| panic!("nothing wrong with {written}"));
            assert_eq!(found.right.as_deref(), Some(right), "{written}: {found:?}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn slips_that_a_person_decides() {
        for (written, help) in [
            ("http://www.irs.gov/forms", "Write `https://www.irs.gov/forms`, and"), ("http//www.irs.gov", "Write `https://www.irs.gov` if"), ("htp://www.irs.gov", "Write `https://www.irs.gov` if"),
            ("irs.gov/forms", "Write `https://irs.gov/forms` if"), ("www.irs,gov", "Write `www.irs.gov` if"), ("https://www.irs,gov/forms", "Write `www.irs.gov` if"),
            ("https://www.irs.gov/tax topics", "%20"), ("https://www.irs.gov/tax\ntopics", "on one line"), ("https://www.irs.gov/tc409.", "Write `https://www.irs.gov/tc409` if"),
            ("https://www.irs.gov/newsroom/one-big…", "shortened"), ("https://www.irs.gov/newsroom/one...", "shortened"), ("https://en.wikipedia.org/wiki/Roth_(IRA", "Roth_(IRA)` if"),
            ("https://www.irs.gov/formshttps://www.irs.gov/pubs", "Keep one"), ("https://www.irs.gov/100%", "%25"), ("https://www.irs.gov/forms%20", "Write `https://www.irs.gov/forms` if"), ("https://www.irs.gov:99999/", "1 to 65535"), ("https://www.irs.gov:0/", "1 to 65535"),
            ("https://www.irs.gov:80/", "another port"), ("https://www.irs.gov:8o80/", "1 to 65535"), ("mailto:a@@example.org", "contact:email"), ("mailto:sam@example.org?subject=Hi", "contact:email"),
            ("tel:1-800-FLOWERS", "contact:email or contact:phone"), ("tel:911", "contact:"), ("javascript:void(0)", "remove the link"), ("data:text/html,hi", "remove the link"),
            ("ftp://ftp.irs.gov/pub", "https://"), ("sam@example.org", "contact:email"), ("(918) 555-0123", "contact:phone"), ("whatsapp://send?text=a", "any browser"), ("https://www.irs.gov/<page", "copy its address"), ("https://http://www.irs.gov", "Write `https://www.irs.gov`, and"),
            ("https://8.8.8.8/", "name of the site"), ("https://www.fidelity.con/", "`.com`"), ("https://my_bank.com/", "hyphens"), ("https://", "after https://"), ("https:///", "after https://"),
        ] {
            let found = form_error(written).unwrap_or_else(|| panic!("nothing wrong with {written}"));
            assert!(found.right.is_none() && found.help.contains(help), "{written}: {found:?}");
        }
        assert_eq!(email_error("sam@example.org"), None);
        assert!(["a b@c.org", "@c.org", "a@c", "a@c..org", "a.org"].iter().all(|it| email_error(it).is_some()));
    }

    #[test]
    #[rustfmt::skip]
    fn honest_addresses() {
        for written in [
            "https://www.irs.gov", "https://en.wikipedia.org/wiki/Roth_(IRA)", "https://en.wikipedia.org/wiki/Apple_Inc.", "https://en.wikipedia.org/wiki/Washington,_D.C.",
            "https://www.medicare.gov/coverage/travel-outside-the-u.s.", "https://en.wikipedia.org/wiki/Yahoo!", "https://fr.wikipedia.org/wiki/Épargne", "https://www.irs.gov/a%20b?c=%2F",
            "https://data.census.gov/table?f[0]=a:b|c", "https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=0000320193&type=10-K", "https://example.com:8443/a", "https://www.irs.gov/#main",
            "https://web.archive.org/web/20200101/https://www.irs.gov/", "https://xn--bcher-kva.example/", "https://www.nytimes.com/2025/01/02/a-b.html?x=1#c-d", "https://a.bb/~sam/x;y=1,2/@z!$&()*+=",
            "https://IRS.gov/Forms", "https://example.org/?q='a'", "https://stooq.com/q/?s=^spx", "https://www.irs.gov/forms?url=https://www.ssa.gov", "https://www.bls.gov/news.release/archives/cpi_08142024.htm", "https://maps.google.com/maps?q=36.05,-95.90",
            "https://www.google.com/maps/@36.05,-95.9,15z", "https://www.youtube.com/watch?v=a-_b", "https://www.ssa.gov/OACT/COLA/latestCOLA.html", "https://www.oscn.net/applications/oscn/start.asp?viewType=LIBRARY",
            "/fees", "#tiers", "external:newsletter", "contact:phone", "words", "fees.html", "../fees", "second",
        ] {
            assert_eq!(form_error(written), None, "{written}");
        }
    }
}
