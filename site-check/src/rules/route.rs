use super::{File, FileKind, Sink, Tree, entries};
use crate::link::{answers, path_in};
use crate::load::Target;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check_duplicates(tree: &Tree, out: &mut Sink) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for file in &tree.files {
        let Some(route) = file.route() else { continue };
        let Some(first) = seen.get(&route.to_lowercase()) else {
            seen.insert(route.to_lowercase(), &file.path);
            continue;
        };
        out.of_file(&file.path, format!("two files have the address {route}"))
            .expected("one file for each address, ignoring capitals")
            .found(format!("{first} and {}", file.path))
            .help("Rename or delete one of the two files: a file's name is its address.");
    }
}

pub(super) fn check_form(file: &File, out: &mut Sink) {
    let Some(route) = file.route() else { return };
    if route == "/" || route[1..].split('/').all(fine) {
        return;
    }
    let lower = route.to_lowercase();
    let better = lower.replace(|c: char| !c.is_ascii_alphanumeric() && c != '/', "-");
    out.of_file(&file.path, format!("`{route}` is not a valid address"))
        .expected("small letters, digits and hyphens")
        .quoting(&file.path)
        .help(format!("Rename the file so that its address is {better}"));
}

fn fine(part: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let at_ends = part.starts_with('-') || part.ends_with('-');
    part.chars().all(is_plain) && !part.is_empty() && !at_ends
}

pub(super) fn check_orphans(tree: &Tree, out: &mut Sink) {
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    for file in &tree.files {
        // Only visitors with an old address follow a redirect, and nobody sees a draft.
        if file.kind == FileKind::Redirects || file.is_draft() {
            continue;
        }
        let own = file.route();
        let links = file.references_of(Target::Link);
        let paths = links.filter_map(|link| path_in(&link.name));
        reached.extend(paths.filter(|path| own.as_deref() != Some(path)));
    }
    // A file that can't be read may contain the missing link.
    let unread = tree.rejected.iter().any(|rejected| rejected.kind.is_some());
    let broken = |file: &File| !file.is_parsed() || file.proses().any(|prose| !prose.is_parsed());
    // A broken link may be the missing one, too, and is reported itself.
    let astray = |path: &&str| !path.is_empty() && !answers(path, tree);
    if unread || reached.iter().any(astray) || tree.files.iter().any(broken) {
        return;
    }
    let all_articles = tree.files.iter().any(lists_articles);
    for file in &tree.files {
        let Some(route) = file.route() else { continue };
        let is_needed = route == "/" || route == site_schema::NOT_FOUND_ROUTE;
        let is_hidden = file.document.value.pointer("/meta/noindex") == Some(&Value::Bool(true));
        let is_article = matches!(file.kind, FileKind::Article(_));
        let is_listed = all_articles && is_article;
        if is_needed || is_hidden || is_listed || file.is_draft() || reached.contains(&*route) {
            continue;
        }
        let noun = if is_article { "article" } else { "page" };
        let message = format!("no link leads to this {noun}");
        out.of_file(&file.path, message)
            .expected(format!(
                "a link to {route} on a page, in the navigation or in an article"
            ))
            .found("none")
            .help(format!(
                "Link to {route} where visitors would look for it, or delete the file."
            ));
    }
}

/// Whether a published page shows the list of all articles.
fn lists_articles(file: &File) -> bool {
    let is_list = |block: &Value| block.get("kind").is_some_and(|kind| kind == "article_list");
    !file.is_draft() && entries(file, "/blocks").any(|(_, block)| is_list(block))
}
