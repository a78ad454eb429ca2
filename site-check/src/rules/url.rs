use super::{File, FileKind, Sink, Tree, entries};
use crate::fix::Fix;
use crate::ledger;
use crate::link::path_in;
use crate::load::Target;
use crate::names::{listed, nearest};
use std::collections::BTreeSet;

pub(super) fn check_lost(tree: &Tree, out: &mut Sink) {
    let [ledger, redirects] =
        [FileKind::Published, FileKind::Redirects].map(|kind| tree.file(&kind));
    let redirects = redirects.filter(|file| file.is_parsed());
    let (Some(ledger), Some(redirects)) = (ledger, redirects) else {
        return;
    };
    let reachable = ledger::answering(tree);
    let mut seen = BTreeSet::new();
    for (pointer, address) in entries(ledger, "/published") {
        let Some(address) = address.as_str().filter(|address| address.starts_with('/')) else {
            continue;
        };
        if reachable.contains(address) || !seen.insert(address) {
            continue;
        }
        let is_draft = tree.drafts.contains(address);
        let renamed = renamed_to(tree, address).filter(|_| !is_draft);
        let pages = reachable.iter().copied();
        let mut pages = pages.filter(|route| tree.is_route(route) && *route != "/");
        let near = renamed.as_deref().or_else(|| nearest(address, &mut pages));
        let help = match is_draft {
            true => "It is a draft, which is not built: delete its line `draft = true`.".to_owned(),
            false => format!(
                "{}Redirect it in content/redirects.toml to the page that replaces it, perhaps: [[redirects]] from = \"{address}\" to = \"{}\". If nothing replaces it, write gone = true instead of `to`, or bring the page back.",
                renamed.as_ref().map_or("", |_| "Its file was renamed. "),
                near.unwrap_or("/…")
            ),
        };
        let message = format!("published address {address} no longer exists");
        out.at_value(ledger, &pointer, message)
            .expected("a page, or an entry in content/redirects.toml")
            .found("neither")
            .help(help)
            .fix(renamed.and_then(|renamed| redirect(redirects, address, &renamed)));
    }
}

/// Where the page or the article is whose file had an address before it was renamed.
fn renamed_to(tree: &Tree, address: &str) -> Option<String> {
    let below = address.trim_matches('/');
    let article = below.strip_prefix("blog/");
    let article = article.map(|slug| format!("content/articles/{slug}.mdx"));
    let pages = [format!("{below}.toml"), format!("{below}/index.toml")];
    let pages = pages.map(|page| format!("content/pages/{page}"));
    article.into_iter().chain(pages).find_map(|file| {
        let renames = &tree.history.renames;
        let mut path = renames.get(&file)?;
        for _ in 0..renames.len() {
            if tree.files.iter().any(|file| file.path == *path) {
                break;
            }
            path = renames.get(path)?;
        }
        let route = FileKind::at(path)?.route()?;
        (tree.is_published(&route) && route != address).then_some(route)
    })
}

/// Adds a redirect, and points older ones for the old address to the new one.
fn redirect(file: &File, from: &str, to: &str) -> Option<Fix> {
    let is_ended = file.text.is_empty() || file.text.ends_with('\n');
    let before = if is_ended { "" } else { "\n" };
    let entry = format!("{before}\n[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
    let end = file.text.len();
    let mut fix = Fix::edit(file, end..end, entry.replace('\n', file.newline())).described(
        format!("Redirect `{from}` to `{to}`: Git knows that the file was renamed."),
    );
    for link in file.references_of(Target::Link) {
        if path_in(&link.name) == Some(from) {
            let at_once = format!("{to}{}", &link.name[from.len()..]);
            fix = fix.and(Fix::of_reference(file, link, &at_once)?);
        }
    }
    Some(fix)
}

pub(super) fn check_erased(file: &File, tree: &Tree, out: &mut Sink) {
    if file.kind != FileKind::Published || !file.is_parsed() {
        return;
    }
    let recorded = ledger::recorded(tree);
    let before = tree.history.recorded.iter().map(String::as_str);
    let erased: Vec<&str> = before
        .clone()
        .filter(|address| !recorded.contains(address))
        .collect();
    let Some(first) = erased.first() else { return };
    let message = format!("`{first}` was removed from the published addresses");
    let text = ledger::text(recorded.iter().copied().chain(before));
    let fix = Fix::edit(file, 0..file.text.len(), text).described("Restore the removed addresses.");
    out.of_file(&file.path, message)
        .expected("every address that the file ever contained")
        .found(format!("all but {}", listed(&erased[..erased.len().min(5)])))
        .help("Restore it. An address whose page is gone for good stays here, with gone = true in content/redirects.toml.")
        .fix(Some(fix));
}
