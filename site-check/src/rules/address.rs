use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::fix::Fix;
use crate::link::{addresses, corrected, parts};
use crate::load::markdown::{Kind, Node};
use std::net::{IpAddr, Ipv4Addr};
use std::ops::Range;
use unicode_security::MixedScript;
use unicode_security::confusable_detection::skeleton;

pub static RULES: &[Rule] = &[
    Rule {
        code: "link/bare",
        severity: Severity::Error,
        summary: "A web or email address in prose is not a link.",
        why: "Visitors would have to copy it: only [words](address) is a link here.",
        bad: "content/articles/market-drop.mdx\nThe forms are at www.irs.gov/forms.",
        good: "content/articles/market-drop.mdx\nThe forms are [at the IRS](https://www.irs.gov/forms).",
        checks: &[Check::File(check_bare)],
    },
    Rule {
        code: "link/lookalike",
        severity: Severity::Error,
        summary: "A link's host looks like another one, by letters of other alphabets or a name before an @.",
        why: "Visitors would trust a page that belongs to somebody else. This is how people are led to fake login pages.",
        bad: "content/articles/market-drop.mdx\nSee [the IRS](https://www.irs.gov@example.net/).",
        good: "content/articles/market-drop.mdx\nSee [the IRS](https://www.irs.gov/).",
        checks: &[Check::File(check_lookalikes)],
    },
    Rule {
        code: "link/private",
        severity: Severity::Error,
        summary: "A link leads to somebody's own computer or network: localhost, a private address, a file.",
        why: "It works for its author and for nobody else.",
        bad: "content/articles/market-drop.mdx\nSee [our fees](http://localhost:4321/fees).",
        good: "content/articles/market-drop.mdx\nSee [our fees](/fees).",
        checks: &[Check::File(check_private)],
    },
];

const MACHINE: &str = "the author's own computer";
const NETWORK: &str = "a private network";
const FILE: &str = "a file on the author's own computer";

fn check_bare(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        each_text(&prose.parsed.nodes, &mut |node| {
            let written = prose.written(node);
            for place in bare(written) {
                let found = &written[place.clone()];
                let start = node.span.start;
                let source = prose.map.source(start + place.start..start + place.end);
                let link = match found {
                    _ if found.contains("://") => format!("[words]({found})"),
                    _ if found.starts_with("www.") => format!("[words](https://{found})"),
                    _ => "[words](contact:email)".to_owned(),
                };
                report.push(
                    Diagnostic::at(file, source, "this address is not a link")
                        .expected("a link: [words](address)")
                        .quoting(found)
                        .help(format!("Write {link}, with words that say what the visitor finds there. To show an address that is not to be followed, put it between backticks (`).")),
                );
            }
        });
    }
}

fn check_lookalikes(file: &File, _: &Tree, report: &mut Report) {
    for address in addresses(file) {
        let Some((_, user, host)) = parts(address.text) else {
            continue;
        };
        let (message, found) = if let Some(user) = user {
            let message = format!("this leads to `{host}`, not to `{user}`");
            (message, format!("`{user}@` before the host"))
        } else if let Some((shown, likeness)) = looks_like(host) {
            let message = format!("this host looks like `{likeness}`, but is a different one");
            (message, format!("`{}`", spelled_out(&shown)))
        } else {
            continue;
        };
        report.cause(
            Diagnostic::at(file, address.place, message)
                .expected("the host's own name in its usual letters")
                .found(found)
                .help("Open the right page and copy its address from the browser, or retype the host."),
        );
    }
}

fn check_private(file: &File, tree: &Tree, report: &mut Report) {
    for address in addresses(file) {
        let Some(what) = private(address.text.trim()) else {
            continue;
        };
        let own = address.text.split_once("://").filter(|_| what == MACHINE);
        let path = own.and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
        let right = corrected(address.text, file, tree);
        let fix = right.and_then(|to| Fix::instead(file, address.place.clone(), address.text, &to));
        let help = match path {
            Some(path) => format!("For a page of this site, write its path: {path}"),
            None => "Write the public address: a path such as /fees for a page of this site, https://… for another site.".to_owned(),
        };
        report.cause(
            Diagnostic::at(file, address.place, format!("this leads to {what}"))
                .expected("an address that everybody can reach")
                .quoting(address.text.trim())
                .help(help)
                .fix(fix),
        );
    }
}

/// Calls `visit` with every text outside links.
fn each_text<'a>(nodes: &'a [Node], visit: &mut dyn FnMut(&'a Node)) {
    for node in nodes {
        match node.kind {
            Kind::Text(_) => visit(node),
            Kind::Link(_) => {}
            _ => each_text(&node.children, visit),
        }
    }
}

/// The words of a text that look like a web or an email address.
fn bare(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for word in text.split_inclusive(|c: char| c.is_whitespace() || "()<>[]\"“”".contains(c)) {
        let inner = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let at = start + word.len() - inner.len();
        start += word.len();
        let inner = inner.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '/');
        if is_address(inner) {
            found.push(at..at + inner.len());
        }
    }
    found
}

fn is_address(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let is_host = |host: &str| {
        let host = host.split(['/', '?', '#', ':']).next().unwrap_or_default();
        let last = host.rsplit('.').next().unwrap_or_default();
        host.contains('.') && last.len() > 1 && last.chars().all(char::is_alphabetic)
    };
    for scheme in ["https://", "http://", "ftp://", "mailto:", "tel:"] {
        if let Some(rest) = lower.strip_prefix(scheme) {
            return !rest.is_empty();
        }
    }
    if let Some((name, host)) = lower.split_once('@') {
        return !name.is_empty() && is_host(host);
    }
    lower.strip_prefix("www.").is_some_and(is_host)
}

/// What a host is shown as and what it looks like, where the two differ.
fn looks_like(host: &str) -> Option<(String, String)> {
    let (shown, _) = idna::domain_to_unicode(host);
    if shown.is_ascii() {
        return None;
    }
    let suspect = |label: &&str| {
        !label.is_ascii() && (likeness(label).is_ascii() || !label.is_single_script())
    };
    shown.split('.').find(suspect)?;
    let likeness = likeness(&shown);
    Some((shown, likeness))
}

/// A host with each foreign letter as the one it looks like.
fn likeness(host: &str) -> String {
    let alike = |c: char| -> String {
        if c.is_ascii() {
            return c.to_string();
        }
        skeleton(c.encode_utf8(&mut [0; 4])).collect()
    };
    host.chars().map(alike).collect()
}

/// A host with the code point of each foreign letter.
fn spelled_out(host: &str) -> String {
    let spelled = |c: char| match c {
        c if c.is_ascii() => c.to_string(),
        c => format!("{c} (U+{:04X})", u32::from(c)),
    };
    host.chars().map(spelled).collect()
}

/// What a link leads to, where nobody else can reach it.
fn private(address: &str) -> Option<&'static str> {
    let lower = address.to_ascii_lowercase();
    if lower.starts_with("file:")
        || lower.starts_with("\\\\")
        || lower.as_bytes().get(1) == Some(&b':')
    {
        return Some(FILE);
    }
    if lower.starts_with("localhost") {
        return Some(MACHINE);
    }
    let (_, _, host) = parts(&lower)?;
    let host = host.trim_end_matches('.');
    if host == "localhost" || host.ends_with(".localhost") {
        return Some(MACHINE);
    }
    let named = [".local", ".internal", ".lan", ".intranet", ".home.arpa"];
    if named.iter().any(|ending| host.ends_with(ending)) {
        return Some(NETWORK);
    }
    match host.parse().ok()? {
        IpAddr::V4(ip) => private_ip(ip),
        IpAddr::V6(ip) if ip.is_loopback() || ip.is_unspecified() => Some(MACHINE),
        IpAddr::V6(ip) if ip.is_unique_local() || ip.is_unicast_link_local() => Some(NETWORK),
        IpAddr::V6(ip) => private_ip(ip.to_ipv4_mapped()?),
    }
}

fn private_ip(ip: Ipv4Addr) -> Option<&'static str> {
    if ip.is_loopback() || ip.is_unspecified() {
        Some(MACHINE)
    } else {
        (ip.is_private() || ip.is_link_local()).then_some(NETWORK)
    }
}

#[cfg(test)]
mod tests {
    use super::{bare, looks_like, private};

    #[test]
    fn addresses_are_not_words_with_a_dot() {
        for text in [
            "at www.irs.gov/x.",
            "(https://www.irs.gov@evil.example)",
            "to a@b.co,",
            "http://localhost:80 is",
            "mailto:a@b.co",
            "WWW.IRS.GOV",
        ] {
            assert_eq!(bare(text).len(), 1, "{text}");
        }
        let text = "See “www.irs.gov/x”, please";
        assert_eq!(
            bare(text)
                .iter()
                .map(|it| &text[it.clone()])
                .collect::<Vec<_>>(),
            ["www.irs.gov/x"]
        );
        for text in [
            "irs.gov",
            "e.g. this",
            "@name",
            "a @ b.co",
            "5@3.50",
            "www.",
            "https://",
            "and/or",
        ] {
            assert!(bare(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn foreign_letters_are_found_and_foreign_words_are_not() {
        assert!(looks_like("www.іrs.gov").is_some(), "a Ukrainian i");
        assert!(looks_like("аррӏе.com").is_some(), "Cyrillic alone");
        assert!(
            looks_like("xn--80ak6aa92e.com").is_some(),
            "the same, encoded"
        );
        assert!(looks_like("münchen.example").is_none());
        assert!(looks_like("пример.example").is_none());
        assert!(looks_like("www.irs.gov").is_none());
    }

    #[test]
    fn only_what_nobody_else_reaches_is_private() {
        for address in [
            "http://localhost:4321/fees",
            "https://LOCALHOST/",
            "http://127.0.0.1:8080",
            "http://0.0.0.0/",
            "http://[::1]:3000/a",
            "https://192.168.1.10/",
            "https://10.0.0.1",
            "https://172.20.1.1/",
            "https://printer.local/",
            "file:///home/alex/fees.html",
            "c:\\Users\\Alex\\fees.docx",
            "\\\\server\\share",
            "localhost:4321/fees",
        ] {
            assert!(private(address).is_some(), "{address}");
        }
        for address in [
            "https://www.irs.gov/localhost",
            "https://localhost.example.com/",
            "https://172.32.0.1/",
            "https://11.0.0.1/",
            "https://www.tulsalocal.com/",
        ] {
            assert!(private(address).is_none(), "{address}");
        }
    }
}
