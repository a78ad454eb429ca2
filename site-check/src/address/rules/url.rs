//! The addresses that were ever public, in the ledger.

use crate::address::ledger;
use crate::address::link::path_in;
use crate::fix::Fix;
use crate::load::{File, FileKind, Target, Tree};
use crate::names::{listed, nearest};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries};
use std::collections::BTreeSet;

pub(crate) static RULES: &[&Rule] = &[&ERASED, &LOST];

static ERASED: Rule = Rule {
    code: "url/erased",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Published, check_erased),
    summary: "An address was removed from content/published.toml.",
    why: "Nothing would report it when the address breaks. Only Git knows what the file contained before: a build without Git does not see this.",
    example: Example::Described {
        wrong: r"
content/published.toml
published = [
]
",
        right: r#"
content/published.toml
published = [
    "/fees",
]
"#,
    },
};

/// The most addresses that a message names.
const MOST_NAMED: usize = 5;

fn check_erased(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if !file.is_parsed() {
        return;
    }
    let recorded = ledger::recorded(tree);
    let before: Vec<&str> = tree.history.recorded.iter().map(String::as_str).collect();
    let mut erased = before.clone();
    erased.retain(|address| !recorded.contains(address));
    let Some(first) = erased.first() else { return };
    let message = format!("`{first}` was removed from the published addresses");
    let text = ledger::text(recorded.into_iter().chain(before));
    let fix = Fix::edit(file, 0..file.text.len(), text).described("Restore the removed addresses.");
    let named = &erased[..erased.len().min(MOST_NAMED)];
    out.of_file(&file.path, message)
        .expected("every address that the file ever contained")
        .found(format!("all but {}", listed(named)))
        .help("Restore it. An address whose page is gone for good stays here, with gone = true in content/redirects.toml.")
        .fix(Some(fix));
}

static LOST: Rule = Rule {
    code: "url/lost",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Published, check_lost),
    summary: "A published address no longer exists, and has no redirect.",
    why: "Bookmarks, printed letters and search results still have it: people who follow them find nothing and do not learn why.",
    example: Example::InFile {
        file: "content/redirects.toml",
        wrong: "# No entry for /letters-of-2019, which content/published.toml has.",
        right: r#"
[[redirects]]
from = "/letters-of-2019"
gone = true
"#,
    },
};

fn check_lost(ledger: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(redirects) = tree.file(&FileKind::Redirects) else {
        return;
    };
    if !redirects.is_parsed() {
        return;
    }
    let reachable = ledger::answering(tree);
    let mut seen = BTreeSet::new();
    for (pointer, address) in entries(ledger, "/published") {
        let address = address.as_str().unwrap_or_default();
        if !address.starts_with('/') || reachable.contains(address) || !seen.insert(address) {
            continue;
        }
        let message = format!("published address {address} no longer exists");
        let mut renamed = None;
        let help = if tree.drafts.contains(address) {
            "It is a draft, which is not built: delete its line `draft = true`.".to_owned()
        } else {
            renamed = renamed_to(tree, address);
            lost_help(address, renamed.as_deref(), &reachable, tree)
        };
        out.at_value(ledger, &pointer, message)
            .expected("a page, or an entry in content/redirects.toml")
            .found("neither")
            .help(help)
            .fix(renamed.and_then(|renamed| redirect(redirects, address, &renamed)));
    }
}

/// Says how to redirect a lost address: to where its file is, or to the nearest page.
fn lost_help(
    address: &str,
    renamed: Option<&str>,
    reachable: &BTreeSet<&str>,
    tree: &Tree,
) -> String {
    let mut pages = reachable.clone();
    pages.retain(|route| tree.is_route(route) && *route != "/");
    let target = renamed.or_else(|| nearest(address, pages)).unwrap_or("/…");
    let why = if renamed.is_some() {
        "Its file was renamed. "
    } else {
        ""
    };
    format!(
        "{why}Redirect it in content/redirects.toml to the page that replaces it, perhaps: [[redirects]] from = \"{address}\" to = \"{target}\". If nothing replaces it, write gone = true instead of `to`, or bring the page back."
    )
}

/// Returns the address of the page or the article whose file had an address before
/// Git saw it renamed.
fn renamed_to(tree: &Tree, address: &str) -> Option<String> {
    let below = address.trim_matches('/');
    let mut candidates = vec![
        format!("content/pages/{below}.toml"),
        format!("content/pages/{below}/index.toml"),
    ];
    if let Some(slug) = below.strip_prefix("blog/") {
        candidates.insert(0, format!("content/articles/{slug}.mdx"));
    }
    for file in candidates {
        if let Some(path) = last_path(tree, &file)
            && let Some(route) = FileKind::at(path).and_then(|kind| kind.route())
            && tree.is_published(&route)
            && route != address
        {
            return Some(route);
        }
    }
    None
}

/// Returns the path of a renamed file after all of its renames.
fn last_path<'a>(tree: &'a Tree, file: &str) -> Option<&'a str> {
    let renames = &tree.history.renames;
    let mut path = renames.get(file)?;
    // Renames can lead in a circle.
    for _ in 0..renames.len() {
        if tree.files.iter().any(|file| file.path == *path) {
            break;
        }
        path = renames.get(path)?;
    }
    Some(path)
}

/// Adds a redirect, and points older ones for the old address to the new one.
fn redirect(file: &File, from: &str, to: &str) -> Option<Fix> {
    let mut entry = format!("\n[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        entry.insert(0, '\n');
    }
    let end = file.text.len();
    let description = format!("Redirect `{from}` to `{to}`: Git knows that the file was renamed.");
    let mut fix = Fix::edit(file, end..end, entry.replace('\n', file.newline()));
    fix.description = description;
    for link in file.references_of(Target::Link) {
        if path_in(&link.name) == Some(from) {
            let right = format!("{to}{}", &link.name[from.len()..]);
            fix = fix.and(Fix::of_reference(file, link, &right)?);
        }
    }
    Some(fix)
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn lost() {
        assert_snapshot!(check("published.toml", "\"/fees\"", "\"/fees\",\n    \"/fee\""), @r#"
        error[url/lost]: published address /fee no longer exists
         --> content/published.toml:5:5
          |
        5 |     "/fee",
          |     ^^^^^^
          |
          = expected: a page, or an entry in content/redirects.toml
          = found: neither
          = help: Redirect it in content/redirects.toml to the page that replaces it, perhaps: [[redirects]] from = "/fee" to = "/fees". If nothing replaces it, write gone = true instead of `to`, or bring the page back.
        "#);
        finds("url/lost", &[
            ("published.toml", "\"/fees\"", "\"/fees\",\n    \"/a-page-of-last-year\"", (5, 5)),
        ]);
        near_misses("url/lost", &[
            ("published.toml", "\"/fees\"", "\"/fees\",\n    \"/old\"", "\"/fees\",\n    \"/older\""),
        ]);
    }
}
