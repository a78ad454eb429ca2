//! The correct form of a broken link, where only one answer is right.

use super::{CONTACTS, Destination, answers, parse, split_fragment};
use crate::load::{File, FileKind, Tree, pattern};
use crate::names::meant;
use regex::Regex;
use std::sync::LazyLock;

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
            None => page(&format!("/{written}"), file, tree)?,
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

/// What a route of this site does not end with.
static ENDING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:/index)?(?:\.(?:html?|mdx?|toml))?/*$"));

/// A path as the routes of this site are written.
fn tidied(path: &str) -> String {
    let lower = path.to_lowercase().replace("%20", "-").replace('\\', "/");
    let dashed = lower.replace([' ', '_'], "-");
    let tidy = ENDING.replace(&dashed, "");
    format!("/{}", tidy.trim_start_matches(['.', '/']))
}

/// Where an address has moved to.
fn moved<'a>(from: &str, tree: &'a Tree) -> Option<&'a str> {
    let redirects = tree.toml(&FileKind::Redirects)["redirects"].as_array()?;
    let redirect = redirects.iter().find(|redirect| redirect["from"] == from)?;
    redirect["to"].as_str()
}
