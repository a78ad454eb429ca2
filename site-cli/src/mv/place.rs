//! Which file is meant, and where it will be.

use crate::new::slug;
use crate::workspace::Workspace;
use anyhow::{Result, bail, ensure};
use site_check::address::correct::own_path;
use site_check::diagnostic::visible;
use site_check::load::{File, FileKind, Tree};
use site_check::names::nearest;
use site_schema::NOT_FOUND_ROUTE;

/// A page's or an article's file, and its address.
pub struct Place {
    pub path: String,
    pub route: String,
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
    let (address, _) = named(old, workspace, tree);
    let as_article = format!("/blog{address}");
    let at = |address: &str| {
        let mut files = tree.files.iter();
        files.find(|file| file.route().as_deref() == Some(address))
    };
    let by_slug = || at(&as_article).filter(|_| !old.starts_with('/'));
    let Some(file) = at(&address).or_else(by_slug) else {
        let routes: Vec<String> = tree.files.iter().filter_map(File::route).collect();
        let near = |name: &str| nearest(name, routes.iter().map(String::as_str));
        let help = match near(&as_article).or_else(|| near(&address)) {
            Some(near) => format!("Did you mean `{near}`?"),
            None => {
                "A page's address is its file's path, an article's is /blog/ and its file's name."
                    .to_owned()
            }
        };
        bail!(
            "expected the slug, the address or the file of a page or an article, found `{}`, and there is none of that name. {help}",
            visible(old)
        );
    };
    let route = file.route().unwrap_or_default();
    if let Some((route, why)) = FIXED.iter().find(|(fixed, _)| *fixed == route) {
        bail!("`{route}` can't move: it {why}. Only a change of the code can move it.");
    }
    Ok(Place {
        path: file.path.clone(),
        route,
    })
}

/// Where it will be: a slug, an address or a file's path.
pub fn target(new: &str, from: &Place, workspace: &Workspace, tree: &Tree) -> Result<Place> {
    let (address, file) = named(new, workspace, tree);
    let (given, is_article) = (visible(new), from.path.ends_with(".mdx"));
    let is_in_blog = address.starts_with("/blog/");
    ensure!(
        is_article || !is_in_blog,
        "expected another address, found `{given}`, where articles are: a page stays a page"
    );
    ensure!(
        is_in_blog || !is_article || !new.contains('/'),
        "expected an article's new slug, or its address as /blog/SLUG, found `{given}`: every article is at /blog/"
    );
    let route = if is_article && !is_in_blog {
        format!("/blog{address}")
    } else {
        address
    };
    let shown = visible(&route);
    for part in route.split('/').skip(1) {
        if let Err(fault) = slug::fault(part) {
            let better = slug::of(part).map(|better| format!(" `{better}` would do."));
            let better = better.unwrap_or_default();
            bail!("`{shown}` can't be an address: {fault}.{better}");
        }
    }
    ensure!(
        route != from.route,
        "`{shown}` is its address already: write another one"
    );
    let mut files = tree.files.iter();
    if let Some(other) = files.find(|file| file.route().as_ref() == Some(&route)) {
        bail!(
            "`{shown}` is taken by {}: choose another address, or move that one first",
            other.path
        );
    }
    let path = file.unwrap_or_else(|| match route.strip_prefix("/blog/") {
        Some(slug) => format!("content/articles/{slug}.mdx"),
        None => format!("content/pages{route}.toml"),
    });
    Ok(Place { path, route })
}

/// The address that a name means, and the file where it is the path of one.
fn named(given: &str, workspace: &Workspace, tree: &Tree) -> (String, Option<String>) {
    let given = given.replace('\\', "/");
    let root = format!("{}/", workspace.root().display());
    let name = given.strip_prefix(&root).unwrap_or(&given);
    let name = name.strip_prefix("./").unwrap_or(name);
    let file = format!("content/{}", name.strip_prefix("content/").unwrap_or(name));
    if let Some(route) = FileKind::at(&file).and_then(|kind| kind.route()) {
        return (route, Some(file));
    }
    let address = own_path(name, tree).unwrap_or(name);
    let address = address.split(['?', '#']).next().unwrap_or_default();
    (format!("/{}", address.trim_matches('/')), None)
}
