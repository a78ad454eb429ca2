//! Finds the file to move, and its destination.

use crate::new::slug;
use crate::workspace::{Workspace, shown};
use anyhow::{Result, bail, ensure};
use site_check::address::correct::own_path;
use site_check::diagnostic::visible;
use site_check::load::{File, FileKind, Tree};
use site_check::names::nearest;
use site_schema::NOT_FOUND_ROUTE;

/// The file of a page or an article, and its address.
pub struct Place {
    pub path: String,
    pub route: String,
}

/// Addresses that the design links to, each with its purpose.
const FIXED: [(&str, &str); 4] = [
    ("/", "is where the site begins"),
    (NOT_FOUND_ROUTE, "answers unknown addresses"),
    ("/blog", "is where every article links back to"),
    ("/schedule", "is where the box below every article links to"),
];

/// Finds a page or an article by its slug, its address or its file's path.
pub fn find(old: &str, workspace: &Workspace, tree: &Tree) -> Result<Place> {
    let address = named(old, workspace, tree).address;
    let as_article = format!("/blog{address}");
    let mut found = file_at(&address, tree);
    if found.is_none() && !old.starts_with('/') {
        found = file_at(&as_article, tree);
    }
    let Some(file) = found else {
        bail!(
            "expected the slug, the address or the file of a page or an article, found `{}`, which doesn't exist. {}",
            visible(old),
            suggestion(&[&as_article, &address], tree)
        );
    };

    let route = file.route().unwrap_or_default();
    for (fixed, why) in FIXED {
        ensure!(
            fixed != route,
            "`{fixed}` can't move: it {why}. Moving it requires a code change."
        );
    }
    Ok(Place {
        path: file.path.clone(),
        route,
    })
}

/// Returns the file whose page is at an address.
fn file_at<'t>(address: &str, tree: &'t Tree) -> Option<&'t File> {
    let mut files = tree.files.iter().map(|file| &**file);
    files.find(|file| file.route().as_deref() == Some(address))
}

/// Returns the address nearest to the first name that is close to any; otherwise, a sentence about what addresses are.
fn suggestion(names: &[&str], tree: &Tree) -> String {
    let routes: Vec<String> = tree.files.iter().filter_map(|file| file.route()).collect();
    for name in names {
        if let Some(near) = nearest(name, routes.iter().map(String::as_str)) {
            return format!("Did you mean `{near}`?");
        }
    }
    "A page's address is its file's path, an article's is /blog/ and its file's name.".to_owned()
}

/// Returns the place that a slug, an address or a file's path names, if a file can move there.
pub fn target(new: &str, from: &Place, workspace: &Workspace, tree: &Tree) -> Result<Place> {
    let Named { address, file } = named(new, workspace, tree);
    let given = visible(new);
    let is_article = from.path.ends_with(".mdx");
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
    ensure_is_address(&route)?;
    let shown = visible(&route);
    ensure!(
        route != from.route,
        "`{shown}` is already its address: choose another one"
    );
    if let Some(other) = file_at(&route, tree) {
        bail!(
            "`{shown}` is taken by {}: choose another address, or move that one first",
            other.path
        );
    }
    let path = match (file, route.strip_prefix("/blog/")) {
        (Some(file), _) => file,
        (None, Some(slug)) => format!("content/articles/{slug}.mdx"),
        (None, None) => format!("content/pages{route}.toml"),
    };
    Ok(Place { path, route })
}

/// Returns an error if a part of an address is invalid, and suggests a valid part if possible.
fn ensure_is_address(route: &str) -> Result<()> {
    for part in route.split('/').skip(1) {
        let Err(fault) = slug::fault(part) else {
            continue;
        };
        let better = match slug::of(part) {
            Some(better) => format!(" `{better}` would do."),
            None => String::new(),
        };
        let shown = visible(route);
        bail!("`{shown}` can't be an address: {fault}.{better}");
    }
    Ok(())
}

/// How a given name was interpreted.
struct Named {
    address: String,
    /// The path of the file, if the name is a path.
    file: Option<String>,
}

/// Parses a name as the path of a file, or else as an address or a slug.
fn named(given: &str, workspace: &Workspace, tree: &Tree) -> Named {
    let mut name = &*given.replace('\\', "/");
    let root = format!("{}/", shown(workspace.root()));
    for prefix in [&root, "./"] {
        name = name.strip_prefix(prefix).unwrap_or(name);
    }

    let below_content = name.strip_prefix("content/").unwrap_or(name);
    let file = format!("content/{below_content}");
    if let Some(kind) = FileKind::at(&file)
        && let Some(address) = kind.route()
    {
        return Named {
            address,
            file: Some(file),
        };
    }

    let path = own_path(name, tree).unwrap_or(name);
    let end = path.find(['?', '#']).unwrap_or(path.len());
    let parts = path[..end].trim_matches('/');
    Named {
        address: format!("/{parts}"),
        file: None,
    }
}
