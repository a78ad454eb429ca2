//! The correct form of a broken link, if it is certain.

use super::link::{CONTACTS, Destination, answers, own_contact, parse};
use super::web::tracking::without_tracking;
use super::web::{decoded, right_address, split};
use crate::load::markdown::anchor;
use crate::load::{File, FileKind, Tree, pattern};
use crate::names::meant;
use regex::Regex;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// Returns the correct form of a link. Returns `None` if it isn't certain, or if the link is correct.
pub fn corrected(href: &str, file: &File, tree: &Tree) -> Option<String> {
    let written = href.trim();
    let corrected = match parse(written) {
        Destination::External(name) => {
            let known = tree.keys(&FileKind::Site, "/external");
            format!("external:{}", meant(name, known)?)
        }
        Destination::Contact(name) => format!("contact:{}", meant(name, CONTACTS)?),
        Destination::Page { .. } => page(written, file, tree)?,
        destination @ (Destination::Web(_) | Destination::Unknown) => {
            if let Some(contact) = own_contact(written, tree) {
                contact.link().to_owned()
            } else if let Some(path) = own_path(written, tree) {
                page(path, file, tree)?
            } else if let Some(right) = right_address(written) {
                match own_path(&right, tree) {
                    Some(path) => page(path, file, tree)?,
                    None => right,
                }
            } else if destination == Destination::Unknown {
                page(&format!("/{written}"), file, tree)?
            } else {
                return None;
            }
        }
    };
    (corrected != href).then_some(corrected)
}

/// Returns the path of a full address of this site, with or without its scheme, or of a preview on someone's own computer.
pub fn own_path<'a>(href: &'a str, tree: &Tree) -> Option<&'a str> {
    let origin = tree.value(&FileKind::Site, "/origin")?.as_str()?;
    let rest = match href.split_once("//") {
        Some(("", rest)) => rest,
        Some((scheme, rest)) if is_web_scheme(scheme) => rest,
        _ => href,
    };
    let path_start = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (written_authority, path) = rest.split_at(path_start);
    let authority = written_authority.to_lowercase();
    if !is_preview(&authority) && !is_host_of(&authority, origin) {
        return None;
    }
    if path.is_empty() {
        return Some("/");
    }
    Some(path)
}

fn is_web_scheme(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("https:") || scheme.eq_ignore_ascii_case("http:")
}

/// Returns true if an authority belongs to a preview on someone's own computer.
fn is_preview(authority: &str) -> bool {
    let host = authority.split(':').next().unwrap_or_default();
    matches!(host, "localhost" | "127.0.0.1")
}

/// Returns true if an authority is the host of an origin, ignoring `www.`, a standard port and a dot at the end.
fn is_host_of(authority: &str, origin: &str) -> bool {
    let origin = origin.to_lowercase();
    let origin_host = origin
        .trim_start_matches("https://")
        .trim_start_matches("www.");
    let without_port = authority
        .strip_suffix(":443")
        .or(authority.strip_suffix(":80"));
    let host = without_port.unwrap_or(authority).trim_end_matches('.');
    !origin_host.is_empty() && host.trim_start_matches("www.") == origin_host
}

/// Returns the correct path and anchor of a link to a page of this site.
fn page(written: &str, file: &File, tree: &Tree) -> Option<String> {
    let cleaned = without_tracking(written);
    let href = cleaned.as_ref().map_or(written, |cleaned| &cleaned.address);
    let path_end = href.find(['?', '#']).unwrap_or(href.len());
    let (path, rest) = href.split_at(path_end);
    let (query, written_fragment) = split(rest, '#');
    let target = if path.is_empty() {
        OwnPage::default()
    } else {
        target(path, tree)?
    };
    let path = target.path;
    let Some(fragment) = written_fragment.or(target.fragment.as_deref()) else {
        return Some(format!("{path}{query}"));
    };
    let route = if path.is_empty() {
        file.route()?
    } else {
        path.clone()
    };
    match &tree.routes.at(&route).page.as_ref()?.anchors {
        Some(anchors) => {
            let anchor = meant_anchor(fragment, anchors)?;
            Some(format!("{path}{query}#{anchor}"))
        }
        None => Some(format!("{path}{query}#{fragment}")),
    }
}

/// Returns the anchor that a fragment stands for: the same, decoded, made from a heading's words, or similar.
fn meant_anchor<'a>(fragment: &'a str, anchors: &'a BTreeSet<String>) -> Option<&'a str> {
    let decoded = decoded(fragment);
    if anchors.contains(&*decoded) {
        return Some(fragment);
    }
    let of_words = anchor(&decoded, &mut HashMap::new());
    if let Some(anchor) = anchors.get(&of_words) {
        return Some(anchor);
    }
    meant(&decoded, anchors.iter().map(String::as_str))
}

/// A path that answers, and an anchor if the old page moved to a part of the new one.
#[derive(Default)]
struct OwnPage {
    path: String,
    fragment: Option<String>,
}

impl OwnPage {
    fn of_path(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            fragment: None,
        }
    }
}

/// Returns the correct form of a path.
fn target(path: &str, tree: &Tree) -> Option<OwnPage> {
    let tidy = tidied(path);
    let as_article = format!("/blog{tidy}");
    for candidate in [path, &tidy, &as_article] {
        if answers(candidate, tree) {
            return Some(OwnPage::of_path(candidate));
        }
    }

    let moved = redirected(path, tree).or_else(|| redirected(&tidy, tree));
    if let Some(moved) = moved {
        let (path, fragment) = split(moved, '#');
        if !answers(path, tree) {
            return None;
        }
        return Some(OwnPage {
            path: path.to_owned(),
            fragment: fragment.map(str::to_owned),
        });
    }

    let mut routes = Vec::new();
    for route in tree.routes.addresses() {
        if tree.is_route(route) && route != "/" {
            routes.push(route);
        }
    }
    meant(&tidy, routes).map(OwnPage::of_path)
}

/// The endings that no route of this site has.
static ENDING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:/index)?(?:\.(?:html?|mdx?|toml))?/*$"));

/// Returns a path in the form of this site's routes.
fn tidied(path: &str) -> String {
    let hyphenated = path
        .to_lowercase()
        .replace("%20", "-")
        .replace('\\', "/")
        .replace([' ', '_'], "-");
    let tidy = ENDING.replace(&hyphenated, "");
    format!("/{}", tidy.trim_start_matches(['.', '/']))
}

/// Returns the target of the redirect from an address.
fn redirected<'a>(from: &str, tree: &'a Tree) -> Option<&'a str> {
    let redirects = tree.value(&FileKind::Redirects, "/redirects")?.as_array()?;
    let redirect = redirects.iter().find(|redirect| redirect["from"] == from)?;
    redirect["to"].as_str()
}
