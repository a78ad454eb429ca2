use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Edit, Fix};
use crate::ledger;
use crate::link::{Destination, parse};
use crate::load::{File, FileKind, Target, Tree};
use crate::names::{listed, nearest};
use serde_json::Value;
use std::collections::BTreeSet;

pub static LOST: Rule = Rule {
    code: "url/lost",
    severity: Severity::Error,
    summary: "An address that was published once neither shows a page nor leads to one, and is not marked as gone.",
    why: "Bookmarks, printed letters and search results still name it: who follows them finds nothing and does not learn why.",
    bad: "content/articles/market-drop.mdx was renamed\n# and content/published.toml holds \"/blog/market-drop\"",
    good: "content/redirects.toml\n[[redirects]]\nfrom = \"/blog/market-drop\"\nto = \"/blog/what-a-market-drop-asks\"",
    checks: &[Check::Tree(check_lost)],
};

pub static ERASED: Rule = Rule {
    code: "url/erased",
    severity: Severity::Error,
    summary: "An address was taken out of content/published.toml.",
    why: "Nothing would watch over it any longer, and one day it would show nothing. Only Git knows what the file held before: a build without Git does not see this.",
    bad: "content/published.toml\npublished = [\n]",
    good: "content/published.toml\npublished = [\n    \"/fees\",\n]",
    checks: &[Check::Tree(check_erased)],
};

fn check_lost(tree: &Tree, report: &mut Report) {
    let (Some(ledger), Some(redirects)) = (
        tree.file(&FileKind::Published),
        tree.file(&FileKind::Redirects)
            .filter(|file| file.is_parsed()),
    ) else {
        return;
    };
    let answering = ledger::answering(tree);
    let list = ledger.document.value.get("published");
    let list = list.and_then(Value::as_array).into_iter().flatten();
    let mut seen = BTreeSet::new();
    for (index, address) in list.enumerate() {
        let Some(address) = address.as_str().filter(|address| address.starts_with('/')) else {
            continue;
        };
        if answering.contains(address) || !seen.insert(address) {
            continue;
        }
        let renamed = tree.renamed_to(address);
        let routes = answering.iter().copied();
        let near = nearest(
            address,
            routes.filter(|route| tree.is_route(route) && *route != "/"),
        );
        let help = match (&renamed, near) {
            _ if tree.drafts.contains(address) => {
                "It is a draft, which no build has: delete its line `draft = true`.".to_owned()
            }
            (Some(renamed), _) => format!(
                "Its file was renamed: lead the old address to the new one in {}: {}",
                redirects.path,
                entry(address, renamed)
            ),
            (None, Some(near)) => format!(
                "Lead it to the page that took its place, perhaps `{near}`, in {}: {}. Where nothing did, write gone = true instead of `to`; or bring the page back.",
                redirects.path,
                entry(address, near)
            ),
            (None, None) => format!(
                "Lead it to the page that took its place, in {}: [[redirects]] from = \"{address}\" and to = that page. Where nothing did, write gone = true instead of `to`; or bring the page back.",
                redirects.path
            ),
        };
        report.push(
            Diagnostic::at(
                ledger,
                ledger.document.place(&format!("/published/{index}")),
                format!("nothing answers `{address}` any more, and it was published"),
            )
            .expected("a page, or an entry in content/redirects.toml")
            .found("neither")
            .help(help)
            .fix(
                renamed
                    .filter(|_| !tree.drafts.contains(address))
                    .and_then(|renamed| redirect(redirects, address, &renamed)),
            ),
        );
    }
}

fn entry(from: &str, to: &str) -> String {
    format!("[[redirects]] from = \"{from}\" to = \"{to}\"")
}

/// Writes a redirect, and lets older ones that led to the old address lead to the new one at once.
fn redirect(file: &File, from: &str, to: &str) -> Option<Fix> {
    let end = if file.text.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let before = if file.text.is_empty() || file.text.ends_with('\n') {
        ""
    } else {
        end
    };
    let lines = [
        "",
        "[[redirects]]",
        &format!("from = \"{from}\""),
        &format!("to = \"{to}\""),
        "",
    ];
    let mut fix = Fix {
        description: format!("Lead `{from}` to `{to}`, as Git knows the file was renamed."),
        edits: vec![Edit {
            file: file.path.clone(),
            span: file.text.len()..file.text.len(),
            text: before.to_owned() + &lines.join(end),
        }],
        rename: None,
    };
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
        1 => format!("`{first}` was taken out of the addresses once published"),
        _ => format!(
            "`{first}` and {} more were taken out of the addresses once published",
            count - 1
        ),
    };
    let text = ledger::text(recorded.iter().copied().chain(before));
    report.push(
        Diagnostic::whole(&file.path, message)
            .expected("every address that the file has ever held")
            .found(format!("all but {}", listed(&erased[..count.min(5)])))
            .help("Put it back. An address whose page is gone for good stays here, and is marked in content/redirects.toml with gone = true.")
            .fix(Some(
                Fix::edit(file, 0..file.text.len(), text)
                    .described("Put the erased addresses back."),
            )),
    );
}
