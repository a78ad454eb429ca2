use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree, entries};
use crate::fix::Fix;
use crate::ledger;
use crate::link::{Destination, parse};
use crate::load::Target;
use crate::names::{listed, nearest};
use std::collections::BTreeSet;

pub static RULES: &[Rule] = &[
    Rule {
        code: "url/lost",
        severity: Severity::Error,
        summary: "A published address no longer exists, and has no redirect.",
        why: "Bookmarks, printed letters and search results still have it: whoever follows them finds nothing and does not learn why.",
        bad: "content/articles/market-drop.mdx was renamed\n# and content/published.toml has \"/blog/market-drop\"",
        good: "content/redirects.toml\n[[redirects]]\nfrom = \"/blog/market-drop\"\nto = \"/blog/what-a-market-drop-asks\"",
        checks: &[Check::Tree(check_lost)],
    },
    Rule {
        code: "url/erased",
        severity: Severity::Error,
        summary: "An address was removed from content/published.toml.",
        why: "Nothing would report it when the address breaks. Only Git knows what the file contained before: a build without Git does not see this.",
        bad: "content/published.toml\npublished = [\n]",
        good: "content/published.toml\npublished = [\n    \"/fees\",\n]",
        checks: &[Check::Tree(check_erased)],
    },
];

fn check_lost(tree: &Tree, report: &mut Report) {
    let redirects = tree
        .file(&FileKind::Redirects)
        .filter(|file| file.is_parsed());
    let (Some(ledger), Some(redirects)) = (tree.file(&FileKind::Published), redirects) else {
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
        let renamed = tree.renamed_to(address).filter(|_| !is_draft);
        let mut help = help(address, renamed.as_deref(), &reachable, tree);
        if is_draft {
            help = "It is a draft, which is not built: delete its line `draft = true`.".to_owned();
        }
        let place = ledger.document.place(&pointer);
        let message = format!("published address {address} no longer exists");
        report.push(
            Diagnostic::at(ledger, place, message)
                .expected("a page, or an entry in content/redirects.toml")
                .found("neither")
                .help(help)
                .fix(renamed.and_then(|renamed| redirect(redirects, address, &renamed))),
        );
    }
}

fn help(from: &str, renamed: Option<&str>, reachable: &BTreeSet<&str>, tree: &Tree) -> String {
    const OR: &str =
        "If nothing replaces it, write gone = true instead of `to`, or bring the page back.";
    let entry = |to: &str| {
        format!("in content/redirects.toml: [[redirects]] from = \"{from}\" to = \"{to}\"")
    };
    if let Some(renamed) = renamed {
        return format!(
            "Its file was renamed. Redirect the old address to the new one {}",
            entry(renamed)
        );
    }
    let pages = reachable
        .iter()
        .copied()
        .filter(|route| tree.is_route(route) && *route != "/");
    match nearest(from, pages) {
        Some(near) => format!(
            "Redirect it to the page that replaces it, perhaps `{near}`, {}. {OR}",
            entry(near)
        ),
        None => format!(
            "Redirect it to the page that replaces it, {}. {OR}",
            entry("/…")
        ),
    }
}

/// Adds a redirect, and points older ones for the old address to the new one.
fn redirect(file: &File, from: &str, to: &str) -> Option<Fix> {
    let newline = if file.text.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let is_ended = file.text.is_empty() || file.text.ends_with('\n');
    let before = if is_ended { "" } else { "\n" };
    let entry = format!("{before}\n[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
    let end = file.text.len();
    let mut fix = Fix::edit(file, end..end, entry.replace('\n', newline)).described(format!(
        "Redirect `{from}` to `{to}`: Git knows that the file was renamed."
    ));
    for link in file.uses_of(Target::Link) {
        let Destination::Page { path, .. } = parse(&link.name) else {
            continue;
        };
        if path == from {
            let at_once = format!("{to}{}", &link.name[path.len()..]);
            fix = fix.and(Fix::instead(file, link.span.clone(), &link.name, &at_once)?);
        }
    }
    Some(fix)
}

fn check_erased(tree: &Tree, report: &mut Report) {
    let Some(file) = tree
        .file(&FileKind::Published)
        .filter(|file| file.is_parsed())
    else {
        return;
    };
    let recorded = ledger::recorded(tree);
    let before = tree.history.recorded.iter().map(String::as_str);
    let erased: Vec<&str> = before
        .clone()
        .filter(|address| !recorded.contains(address))
        .collect();
    let (Some(first), count) = (erased.first(), erased.len()) else {
        return;
    };
    let message = match count {
        1 => format!("`{first}` was removed from the published addresses"),
        _ => format!(
            "`{first}` and {} more were removed from the published addresses",
            count - 1
        ),
    };
    let text = ledger::text(recorded.iter().copied().chain(before));
    let fix = Fix::edit(file, 0..file.text.len(), text).described("Restore the removed addresses.");
    report.push(
        Diagnostic::of_file(&file.path, message)
            .expected("every address that the file ever contained")
            .found(format!("all but {}", listed(&erased[..count.min(5)])))
            .help("Restore it. An address whose page is gone for good stays here, with gone = true in content/redirects.toml.")
            .fix(Some(fix)),
    );
}
