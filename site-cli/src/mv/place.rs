//! Which file is meant, and where it will be.

use crate::new::slug;
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use site_check::diagnostic::visible;
use site_check::ledger;
use site_check::link::own_path;
use site_check::load::{FileKind, Tree};
use site_check::names::{listed, nearest};
use site_schema::{MACHINE_DOCUMENTS, NOT_FOUND_ROUTE};

/// A page's or an article's file, and its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub path: String,
    pub route: String,
    pub is_article: bool,
}

/// Addresses that the design itself links to, and what for.
const FIXED: [(&str, &str); 4] = [
    ("/", "is where the site begins"),
    (NOT_FOUND_ROUTE, "answers unknown addresses"),
    ("/blog", "is where every article leads back to"),
    ("/schedule", "is where the box below every article leads to"),
];

/// The page or the article of a slug, an address or a file's path.
pub fn find(old: &str, workspace: &Workspace, tree: &Tree) -> Result<Place> {
    let places = tree.files.iter().filter_map(|file| {
        Some(Place {
            path: file.path.clone(),
            route: file.route()?,
            is_article: matches!(file.kind, FileKind::Article(_)),
        })
    });
    let places: Vec<Place> = places.collect();
    let name = below(old, workspace);
    let address = own_path(old, tree).unwrap_or(&name);
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let address = match address.trim_end_matches('/') {
        "" if !address.is_empty() => "/",
        trimmed => trimmed,
    };
    let slug = address.trim_start_matches('/');
    let by_slug = [format!("/blog/{slug}"), format!("/{slug}")];
    let is_meant = |place: &&Place| {
        place.path == format!("content/{name}")
            || place.route == address
            || !address.starts_with('/') && by_slug.contains(&place.route)
    };
    let meant: Vec<&Place> = places.iter().filter(is_meant).collect();
    if meant.len() > 1 {
        let routes: Vec<_> = meant.iter().map(|place| &place.route).collect();
        bail!(
            "`{}` may be {}: write the one that is meant, with its slash",
            visible(old),
            listed(&routes)
        );
    }
    let Some(found) = meant.first() else {
        let routes = || places.iter().map(|place| place.route.as_str());
        let near = by_slug.iter().find_map(|name| nearest(name, routes()));
        let help = near.map_or_else(
            || {
                "A page's address is its file's path, an article's is /blog/ and its file's name."
                    .to_owned()
            },
            |near| format!("Did you mean `{near}`?"),
        );
        bail!(
            "expected the slug, the address or the file of a page or an article, found `{}`, and there is none of that name. {help}",
            visible(old)
        );
    };
    if let Some((route, why)) = FIXED.iter().find(|(route, _)| *route == found.route) {
        bail!("`{route}` can't move: it {why}. Only a change of the code can move it.");
    }
    Ok((*found).clone())
}

/// Where it will be: a slug, an address or a file's path.
pub fn target(new: &str, from: &Place, workspace: &Workspace, tree: &Tree) -> Result<Place> {
    let name = below(new, workspace);
    let article = name
        .strip_prefix("articles/")
        .and_then(|name| name.strip_suffix(".mdx"));
    let page = name
        .strip_prefix("pages/")
        .and_then(|name| name.strip_suffix(".toml"));
    let (other, stays) = match from.is_article {
        true => (page, "a page's file: an article stays an article"),
        false => (article, "an article's file: a page stays a page"),
    };
    if other.is_some() {
        bail!(
            "expected another address, found `{}`, which is {stays}",
            visible(new)
        );
    }
    let (route, path) = if from.is_article {
        let slug = article.unwrap_or(&name);
        let slug = slug
            .trim_start_matches('/')
            .strip_prefix("blog/")
            .unwrap_or(slug);
        if slug.contains('/') {
            bail!(
                "expected an article's new slug, or its address as /blog/SLUG, found `{}`: every article is at /blog/",
                visible(new)
            );
        }
        (
            format!("/blog/{slug}"),
            format!("content/articles/{slug}.mdx"),
        )
    } else {
        let file = page.unwrap_or(&name).trim_matches('/');
        let index = file.strip_suffix("/index").filter(|_| page.is_some());
        (
            format!("/{}", index.unwrap_or(file)),
            format!("content/pages/{file}.toml"),
        )
    };
    let shown = visible(&route);
    for part in route
        .trim_start_matches("/blog/")
        .trim_start_matches('/')
        .split('/')
    {
        if let Err(fault) = slug::fault(part) {
            let better =
                slug::of(part).map_or_else(String::new, |better| format!(" `{better}` would do."));
            bail!("`{shown}` can't be an address: {fault}.{better}");
        }
    }
    if route == from.route {
        bail!("`{shown}` is its address already: write another one");
    }
    let mut files = tree.files.iter();
    if let Some(other) = files.find(|file| file.route().as_deref() == Some(&*route)) {
        bail!(
            "`{shown}` is taken by {}: choose another address, or move that one first",
            other.path
        );
    }
    let is_fixed = FIXED.iter().any(|(fixed, _)| *fixed == route);
    if is_fixed || MACHINE_DOCUMENTS.contains(&route.as_str()) {
        bail!("`{shown}` has a meaning of its own on this site: choose another address");
    }
    leads_here(&route, from, tree)?;
    Ok(Place {
        path,
        route,
        is_article: from.is_article,
    })
}

/// Whether an old address may become the new one: only where it leads to what moves.
fn leads_here(route: &str, from: &Place, tree: &Tree) -> Result<()> {
    if !ledger::answering(tree).contains(route) {
        return Ok(());
    }
    let redirects = tree.value(&FileKind::Redirects, "/redirects");
    let redirects = redirects.and_then(|list| list.as_array());
    for redirect in redirects.into_iter().flatten() {
        if redirect.get("from").and_then(|from| from.as_str()) != Some(route) {
            continue;
        }
        match redirect.get("to").and_then(|to| to.as_str()) {
            Some(to) if to.split(['#', '?']).next() == Some(&from.route) => {}
            Some(to) => bail!(
                "`{route}` is an old address that leads to `{to}`, so that moving {} there would take it from those who have it: choose another address, or delete that redirect in content/redirects.toml first",
                from.path
            ),
            None => bail!(
                "`{route}` is marked as gone in content/redirects.toml: choose another address, or delete that entry first"
            ),
        }
    }
    Ok(())
}

/// A file's path below `content`, or a name as it was given.
fn below(given: &str, workspace: &Workspace) -> String {
    let given = given.replace('\\', "/");
    let root = format!("{}/", workspace.root().display());
    let given = given.strip_prefix(&root).unwrap_or(&given);
    let given = given.strip_prefix("./").unwrap_or(given);
    given.strip_prefix("content/").unwrap_or(given).to_owned()
}
