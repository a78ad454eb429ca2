use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::link::{Destination, parse};
use crate::load::{FileKind, Tree};
use serde_json::Value;
use std::collections::BTreeSet;

pub static RULE: Rule = Rule {
    code: "redirect/invalid",
    severity: Severity::Error,
    summary: "A redirect hides a living page, stands twice, or says neither where the page went nor that it is gone.",
    why: "A redirect over a living page makes the page unreachable; one to itself never ends.",
    bad: "content/redirects.toml\n[[redirects]]\nfrom = \"/fees\"\nto = \"/fee-calculator\"",
    good: "content/redirects.toml\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    let Some(file) = tree.file(&FileKind::Redirects) else {
        return;
    };
    let redirects = file
        .document
        .value
        .get("redirects")
        .and_then(Value::as_array);
    let mut seen = BTreeSet::new();
    for (index, redirect) in redirects.into_iter().flatten().enumerate() {
        let from = redirect
            .get("from")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let target = redirect.get("to").and_then(Value::as_str);
        if let Some(to) = target.filter(|to| !can_be_sent(to, tree)) {
            let place = file.document.place(&format!("/redirects/{index}/to"));
            report.push(
                Diagnostic::at(file, place, "no visitor can be sent there")
                    .expected("a path of this site, or a full web address in plain letters")
                    .found(format!("`{to}`"))
                    .help("Write the path of a page, such as /fees or /contact."),
            );
        }
        let has_target = redirect.get("to").is_some();
        let gone = redirect.get("gone") == Some(&Value::Bool(true));
        let is_document = site_schema::MACHINE_DOCUMENTS.contains(&from);
        let (message, help) = if tree.is_route(from) || is_document {
            (
                format!("`{from}` is a page of this site"),
                "Delete the redirect, or the page.",
            )
        } else if !seen.insert(from) {
            (
                format!("`{from}` stands here a second time"),
                "Delete one of the two.",
            )
        } else if has_target == gone {
            (
                format!("`{from}` must either have moved or be gone"),
                "Write to = \"/the-new-page\", or gone = true where nothing takes its place.",
            )
        } else {
            continue;
        };
        let place = file.document.place(&format!("/redirects/{index}/from"));
        report.push(
            Diagnostic::at(file, place, message)
                .expected("an old address that no page has, with where it leads now")
                .found(format!("`{from}`"))
                .help(help),
        );
    }
}

/// Whether the server can send a browser there, in a header. What is no link at
/// all is another rule's.
fn can_be_sent(to: &str, tree: &Tree) -> bool {
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
    match parse(to) {
        Destination::Page { path, .. } => !path.is_empty() && is_plain(to),
        Destination::Web(address) => is_plain(address),
        Destination::External(name) => tree.external(name).is_none_or(is_plain),
        Destination::Contact(_) => false,
        Destination::Unknown => true,
    }
}
