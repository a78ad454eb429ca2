//! Which file is meant, and where it shall stand.

use crate::house::House;
use crate::new::slug;
use anyhow::{Result, bail};
use site_check::diagnostic::visible;
use site_check::ledger;
use site_check::link::own_path;
use site_check::load::{FileKind, Tree};
use site_check::names::{listed, suggest};
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
pub fn find(old: &str, house: &House, tree: &Tree) -> Result<Place> {
    let all: Vec<Place> = tree
        .files
        .iter()
        .filter_map(|file| {
            Some(Place {
                path: file.path.clone(),
                route: file.route()?,
                is_article: matches!(file.kind, FileKind::Article(_)),
            })
        })
        .collect();
    let name = below(old, house);
    let address = own_path(old, tree).unwrap_or(&name);
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let address = match address.trim_end_matches('/') {
        "" if !address.is_empty() => "/",
        trimmed => trimmed,
    };
    let slug = address.trim_start_matches('/');
    let meant: Vec<&Place> = all
        .iter()
        .filter(|place| {
            place.path == format!("content/{name}")
                || place.route == address
                || !address.starts_with('/')
                    && (place.route == format!("/{slug}") || place.route == format!("/blog/{slug}"))
        })
        .collect();
    let found = match meant.as_slice() {
        [one] => (*one).clone(),
        [] => {
            let routes = all.iter().map(|place| place.route.as_str());
            let wanted = format!("/{slug}");
            let wanted_article = format!("/blog/{slug}");
            let near = site_check::names::nearest(&wanted_article, routes.clone());
            let help = near.map_or_else(
                || match site_check::names::nearest(&wanted, routes.clone()) {
                    Some(_) => suggest(&wanted, routes.clone()),
                    None => "A page's address is its file's path, an article's is /blog/ and its file's name.".to_owned(),
                },
                |near| format!("Did you mean `{near}`?"),
            );
            bail!(
                "expected the slug, the address or the file of a page or an article, found `{}`, and there is none of that name. {help}",
                visible(old)
            );
        }
        several => {
            let routes: Vec<_> = several.iter().map(|place| &place.route).collect();
            bail!(
                "`{}` may be {}: write the one that is meant, with its slash",
                visible(old),
                listed(&routes)
            );
        }
    };
    if let Some((route, why)) = FIXED.iter().find(|(route, _)| *route == found.route) {
        bail!("`{route}` can't move: it {why}. Only a change of the code can move it.");
    }
    Ok(found)
}

/// Where it shall stand: a slug, an address or a file's path.
pub fn target(new: &str, from: &Place, house: &House, tree: &Tree) -> Result<Place> {
    let name = below(new, house);
    let (route, path) = if from.is_article {
        if name.starts_with("pages/") && name.ends_with(".toml") {
            bail!(
                "expected the new address of an article, found `{}`, which is a page's file: an article stays an article",
                visible(new)
            );
        }
        let slug = name.strip_prefix("articles/").unwrap_or(&name);
        let slug = slug.strip_suffix(".mdx").unwrap_or(slug);
        let slug = slug
            .strip_prefix("/blog/")
            .or_else(|| slug.strip_prefix("blog/"))
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
        if name.starts_with("articles/") && name.ends_with(".mdx") {
            bail!(
                "expected the new address of a page, found `{}`, which is an article's file: a page stays a page",
                visible(new)
            );
        }
        let file = name
            .strip_prefix("pages/")
            .and_then(|file| file.strip_suffix(".toml"));
        let page = file.unwrap_or(&name).trim_matches('/');
        let route = page
            .strip_suffix("/index")
            .filter(|_| file.is_some())
            .unwrap_or(page);
        (format!("/{route}"), format!("content/pages/{page}.toml"))
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
        bail!("`{shown}` is where it stands already: write another address");
    }
    if let Some(other) = tree
        .files
        .iter()
        .find(|file| file.route().as_deref() == Some(&*route))
    {
        bail!(
            "`{shown}` is taken by {}: choose another address, or move that one first",
            other.path
        );
    }
    if MACHINE_DOCUMENTS.contains(&route.as_str()) || FIXED.iter().any(|(fixed, _)| *fixed == route)
    {
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
    let redirects = redirects
        .and_then(|list| list.as_array())
        .into_iter()
        .flatten();
    for redirect in redirects {
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
fn below(given: &str, house: &House) -> String {
    let given = given.replace('\\', "/");
    let root = format!("{}/", house.root().display());
    let given = given.strip_prefix(&root).unwrap_or(&given);
    let given = given.strip_prefix("./").unwrap_or(given);
    given.strip_prefix("content/").unwrap_or(given).to_owned()
}
