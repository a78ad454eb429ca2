//! `cargo site-ops take-down ADDRESS --check FROM..TO`: checks whether a page that commit FROM took down is still down at commit TO.
//!
//! It follows redirects and renamed files.

use crate::history;
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use jiff::Timestamp;
use serde_json::Value;
use site_check::load::{Base, File, FileKind, Window, WindowKind};
use site_schema::model::zone_named;
use std::collections::BTreeMap;

/// Prints where the page is if visitors can read it. Returns true if they can't.
pub fn is_down(workspace: &Workspace, taken: &str, range: &str) -> Result<bool> {
    let (from, to) = range
        .split_once("..")
        .with_context(|| format!("expected two commits as FROM..TO, found `{range}`"))?;
    let from = Revision::named(workspace, from)?;
    let to = Revision::named(workspace, to)?;
    let address = address(taken)?;
    let before = content(workspace, &from)?;
    let after = content(workspace, &to)?;

    let redirects = redirects(&parsed(&after, "content/redirects.toml").document.value);
    let target = target(&address, &redirects, |address| {
        path_of(&after, address).is_some()
    });
    let mut path = path_of(&after, target);
    if path.is_none()
        && let Some(old) = path_of(&before, &address)
    {
        path = history::new_name(workspace, &old, &from, &to)?;
    }
    let Some(path) = path else {
        return Ok(true);
    };
    if !is_readable(&after, &path) {
        return Ok(true);
    }
    eprintln!(
        "error: expected {path} to be withdrawn at {}, as {address} was at {}, found no entry `withdrawn` that has begun",
        to.commit, from.commit
    );
    Ok(false)
}

/// The target of an address after all redirects, up to the first page.
pub fn target<'r>(
    address: &'r str,
    redirects: &'r BTreeMap<String, String>,
    is_page: impl Fn(&str) -> bool,
) -> &'r str {
    let mut target = address;
    // A redirect may lead to another redirect. The limit ends a cycle.
    for _ in 0..=redirects.len() {
        if is_page(target) {
            break;
        }
        let Some(next) = redirects.get(target) else {
            break;
        };
        target = next.split('#').next().unwrap_or_default();
    }
    target
}

/// The redirects in `content/redirects.toml`, from old to new address.
pub fn redirects(document: &Value) -> BTreeMap<String, String> {
    let mut redirects = BTreeMap::new();
    for redirect in document["redirects"].as_array().into_iter().flatten() {
        if let (Some(from), Some(to)) = (redirect["from"].as_str(), redirect["to"].as_str()) {
            redirects.insert(from.to_owned(), to.to_owned());
        }
    }
    redirects
}

/// The address in a take-down's trailer. An older trailer has the path of the file.
fn address(taken: &str) -> Result<String> {
    if taken.starts_with('/') {
        return Ok(taken.to_owned());
    }
    let route = FileKind::at(taken).and_then(|kind| kind.route());
    route.with_context(|| {
        format!("expected the address of a page, such as /blog/market-drop, found `{taken}`")
    })
}

fn content(workspace: &Workspace, revision: &Revision) -> Result<Base> {
    history::at(workspace, revision).with_context(|| {
        format!(
            "expected the content of {} in this clone; fetch it first: git fetch --tags origin",
            revision.commit
        )
    })
}

/// The path of the page or article at an address.
fn path_of(content: &Base, address: &str) -> Option<String> {
    let mut paths = content.texts.keys();
    let path = paths
        .find(|path| FileKind::at(path).and_then(|kind| kind.route()).as_deref() == Some(address));
    path.cloned()
}

/// A file at a commit. A missing file is parsed as an empty one.
fn parsed(content: &Base, path: &str) -> File {
    let text = content.texts.get(path).map_or("", |text| text);
    let kind = FileKind::at(path).unwrap_or(FileKind::Redirects);
    File::parse(path.to_owned(), kind, text.to_owned())
}

/// Returns true if visitors can read a page: it isn't a draft, hasn't ended, and no `withdrawn` entry has started.
fn is_readable(content: &Base, path: &str) -> bool {
    let site = parsed(content, "content/site.toml");
    let zone = site.document.value["time_zone"]
        .as_str()
        .unwrap_or_default();
    let zone = zone_named(zone);
    let now = Timestamp::now();
    let file = parsed(content, path);
    let has_begun = |window: &Window| window.start(&zone).is_none_or(|start| start <= now);
    let is_withdrawn = |window: &Window| window.kind == WindowKind::Withdrawn && has_begun(window);
    let has_ended = file
        .own_window()
        .is_some_and(|window| has_begun(window) && !window.holds(now, &zone));
    !file.is_draft() && !has_ended && !file.windows.iter().any(is_withdrawn)
}
