use super::{File, Sink, Tree};
use crate::fix::Fix;
use crate::link::corrected;
use crate::load::markdown::{Kind, Node};
use crate::load::{Target, pattern};
use regex::Regex;
use std::net::IpAddr;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) fn check_bare(file: &File, out: &mut Sink) {
    for prose in file.proses() {
        each_text(&prose.parsed.nodes, &mut |node| {
            let written = prose.written(node);
            for place in BARE.find_iter(written) {
                let found = place.as_str();
                let start = node.span.start;
                let source = prose.map.source(start + place.start()..start + place.end());
                let link = match found {
                    _ if found.contains("://") => format!("[words]({found})"),
                    _ if found.starts_with("www.") => format!("[words](https://{found})"),
                    _ => "[words](contact:email)".to_owned(),
                };
                out.at(file, source, "this address is not a link")
                    .expected("a link: [words](address)")
                    .quoting(found)
                    .help(format!("Write {link}, with words that say what the visitor finds there. To show an address that is not to be followed, put it between backticks (`)."));
            }
        });
    }
}

pub(super) fn check_lookalikes(file: &File, out: &mut Sink) {
    for (address, place) in addresses(file) {
        let Some((user, host)) = parts(address) else {
            continue;
        };
        let foreign = host.chars().filter(|c| !c.is_ascii());
        let foreign: Vec<_> = foreign
            .map(|c| format!("{c} (U+{:04X})", u32::from(c)))
            .collect();
        let (message, found) = match user {
            Some(user) => (
                format!("this leads to `{host}`, not to `{user}`"),
                format!("`{user}@` before the host"),
            ),
            None if foreign.is_empty() => continue,
            None => (
                "this host may look like another one".to_owned(),
                format!("letters of another alphabet: {}", foreign.join(", ")),
            ),
        };
        out.at(file, place, message)
            .expected("a host of the letters a to z, digits, dots and hyphens")
            .found(found)
            .help("Open the right page and copy its address from the browser, or retype the host. One that really has such letters is written with xn--, as browsers copy it.").suppresses_its_span();
    }
}

pub(super) fn check_private(file: &File, tree: &Tree, out: &mut Sink) {
    for (address, place) in addresses(file) {
        if !is_private(address.trim()) {
            continue;
        }
        let right = corrected(address, file, tree);
        let fix = right.and_then(|to| Fix::instead(file, place.clone(), address, &to));
        out.at(file, place, "this leads to somebody's own computer or network")
            .expected("an address that everybody can reach")
            .quoting(address.trim())
            .help("Write the public address: a path such as /fees for a page of this site, https://… for another site.")
            .fix(fix)
            .suppresses_its_span();
    }
}

/// Every full address of a file with its place: its links, and the texts of its
/// TOML that are one.
fn addresses(file: &File) -> Vec<(&str, Range<usize>)> {
    let links = file.references_of(Target::Link);
    let links = links.map(|link| (link.name.as_str(), link.span.clone()));
    let mut found: Vec<_> = links.filter(|(text, _)| is_full(text)).collect();
    for (pointer, text) in file.document.strings().filter(|(_, text)| is_full(text)) {
        let place = file.document.span(pointer);
        let is_known = |known: &Range<usize>| known.start < place.end && place.start < known.end;
        if !found.iter().any(|(_, known)| is_known(known)) {
            found.push((text, place));
        }
    }
    found
}

fn is_full(text: &str) -> bool {
    let text = text.trim();
    let machine = text.get(.."localhost".len());
    let is_one = || {
        text.starts_with("\\\\")
            || text.contains(':') && (text.contains("://") || text.contains(":\\"))
            || machine.is_some_and(|begin| begin.eq_ignore_ascii_case("localhost"))
    };
    !text.contains(char::is_whitespace) && is_one()
}

/// A full address: what is before an @, captured, and its host, captured with or
/// without the brackets of an IPv6 address.
static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*[^/\s]+://(?:([^/?#\\]*)@)?(?:\[([^\]/?#\\]*)|([^:/?#\\]*))"));

/// What is before an @, and the host of a full address.
fn parts(address: &str) -> Option<(Option<&str>, &str)> {
    let found = ADDRESS.captures(address)?;
    let host = found.get(2).or(found.get(3))?;
    Some((found.get(1).map(|user| user.as_str()), host.as_str()))
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

/// A web or an email address in words.
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    let (inner, end) = (r#"[^\s()<>\[\]"“”]*"#, r"[\p{Alphabetic}\p{Number}/]");
    pattern(&format!(
        r"(?i)\b(?:(?:(?:https?|ftp)://|mailto:|tel:){inner}{end}|www\.{inner}\.[a-z]{{2,}}(?:[/?#:]{inner}{end})?|[\w.+-]+@(?:[\w-]+\.)+[a-z]{{2,}}\b)"
    ))
});

/// A file, or the machine itself without a scheme.
static FILE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)^(?:file:|\\\\|localhost\b)|:\\"));
/// The host of a machine, or of one in a local network.
static LOCAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)(?:^|\.)(?:localhost|local|internal|lan|intranet|home\.arpa)\.?$")
});

/// Whether a link leads where nobody else can follow.
fn is_private(address: &str) -> bool {
    let host = parts(address).map_or("", |(_, host)| host);
    let is_private = |ip| match ip {
        IpAddr::V4(ip) => {
            ip.is_loopback() || ip.is_unspecified() || ip.is_private() || ip.is_link_local()
        }
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unspecified() || ip.is_unique_local(),
    };
    FILE.is_match(address) || LOCAL.is_match(host) || host.parse().is_ok_and(is_private)
}
