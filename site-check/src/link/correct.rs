//! The correct form of a broken link, where only one answer is right.

use super::{CONTACTS, Destination, answers, parse, split_fragment};
use crate::load::{File, FileKind, Tree};
use crate::names::meant;

/// The link that must be meant; none where that is not certain, or where the
/// link is correct as it is.
pub fn corrected(href: &str, file: &File, tree: &Tree) -> Option<String> {
    let written = href.trim();
    let corrected = match parse(written) {
        Destination::External(name) => {
            let known = tree.keys(&FileKind::Site, "/external");
            format!("external:{}", meant(name, known)?)
        }
        Destination::Contact(name) => format!("contact:{}", meant(name, CONTACTS)?),
        Destination::Web(_) => page(own_path(written, tree)?, file, tree)?,
        Destination::Page { .. } => page(written, file, tree)?,
        Destination::Unknown => match own_path(written, tree) {
            Some(path) => page(path, file, tree)?,
            None => {
                elsewhere(written, tree).or_else(|| page(&format!("/{written}"), file, tree))?
            }
        },
    };
    (corrected != href).then_some(corrected)
}

/// The path of an address of this site written in full, or of a preview of it
/// on somebody's own machine.
pub fn own_path<'a>(href: &'a str, tree: &Tree) -> Option<&'a str> {
    let (scheme, rest) = href.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = host.to_lowercase();
    let origin = tree.toml(&FileKind::Site)["origin"]
        .as_str()?
        .to_lowercase();
    let own = origin
        .trim_start_matches("https://")
        .trim_start_matches("www.");
    let machine = host.split(':').next().unwrap_or_default();
    let is_own = !own.is_empty() && host.trim_start_matches("www.") == own;
    if !is_own && !matches!(machine, "localhost" | "127.0.0.1") {
        return None;
    }
    Some(if path.is_empty() { "/" } else { path })
}

/// A link to another site, or to the firm's own phone or mailbox.
fn elsewhere(href: &str, tree: &Tree) -> Option<String> {
    let lower = href.to_lowercase();
    let rest = |scheme: &str| lower.starts_with(scheme).then(|| &href[scheme.len()..]);
    let own = |name: &str| tree.tokens.get(name).map(String::as_str);
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    if let Some(address) = rest("mailto:") {
        return (Some(address) == own("email")).then(|| "contact:email".to_owned());
    }
    if let Some(number) = rest("tel:") {
        let is_own = digits(number).trim_start_matches('1') == digits(own("phone")?);
        return is_own.then(|| "contact:phone".to_owned());
    }
    let address = rest("http://").or_else(|| rest("https://")).unwrap_or(href);
    let host = address.split(['/', '?', '#']).next().unwrap_or_default();
    let fine = host.contains('.') && tree.is_known_host(host) && !address.contains(' ');
    fine.then(|| format!("https://{address}"))
}

/// A page of this site and the part of it that is meant.
fn page(href: &str, file: &File, tree: &Tree) -> Option<String> {
    let at = href.find(['?', '#']).unwrap_or(href.len());
    let (path, rest) = href.split_at(at);
    let (path, moved) = match path {
        "" => (String::new(), None),
        path => route(path, tree)?,
    };
    let (query, fragment) = split_fragment(rest);
    let Some(fragment) = fragment.or(moved.as_deref()) else {
        return Some(path + query);
    };
    let own = file.route();
    let route = if path.is_empty() { own? } else { path.clone() };
    let anchor = match tree.routes.get(&route)? {
        Some(anchors) if !anchors.contains(fragment) => {
            meant(fragment, anchors.iter().map(String::as_str))?
        }
        _ => fragment,
    };
    Some(format!("{path}{query}#{anchor}"))
}

/// The route that a path must mean, and the anchor where it has moved to one.
fn route(path: &str, tree: &Tree) -> Option<(String, Option<String>)> {
    if answers(path, tree) {
        return Some((path.to_owned(), None));
    }
    let tidy = tidied(path);
    let tidied = [tidy.clone(), format!("/blog{tidy}")];
    if let Some(found) = tidied.into_iter().find(|path| answers(path, tree)) {
        return Some((found, None));
    }
    if let Some(moved) = moved(path, tree).or_else(|| moved(&tidy, tree)) {
        let (path, anchor) = split_fragment(moved);
        return answers(path, tree).then(|| (path.to_owned(), anchor.map(str::to_owned)));
    }
    let routes = tree.routes.keys().map(String::as_str);
    let routes = routes.filter(|route| tree.is_route(route) && *route != "/");
    Some((meant(&tidy, routes)?.to_owned(), None))
}

/// A path as the routes of this site are written.
fn tidied(path: &str) -> String {
    let lower = path
        .replace("%20", "-")
        .replace([' ', '_'], "-")
        .to_lowercase();
    let parts = lower.split(['/', '\\']);
    let mut parts: Vec<&str> = parts
        .filter(|part| !matches!(*part, "" | "." | ".."))
        .collect();
    if let Some(last) = parts.last_mut() {
        for ending in [".html", ".htm", ".mdx", ".md", ".toml"] {
            *last = last.strip_suffix(ending).unwrap_or(last);
        }
    }
    if parts.last() == Some(&"index") {
        parts.pop();
    }
    format!("/{}", parts.join("/"))
}

/// Where an address has moved to.
fn moved<'a>(from: &str, tree: &'a Tree) -> Option<&'a str> {
    let redirects = tree.toml(&FileKind::Redirects)["redirects"].as_array()?;
    let redirect = redirects.iter().find(|redirect| redirect["from"] == from)?;
    redirect["to"].as_str()
}
