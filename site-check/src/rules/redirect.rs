use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree, entries};
use crate::link::{Destination, parse};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::ops::Range;

pub static RULES: &[Rule] = &[
    Rule {
        code: "redirect/invalid",
        severity: Severity::Error,
        summary: "A redirect hides an existing page, is listed twice, or says neither where the page went nor that it is gone.",
        why: "A redirect over an existing page makes the page unreachable.",
        bad: "content/redirects.toml\n[[redirects]]\nfrom = \"/fees\"\nto = \"/fee-calculator\"",
        good: "content/redirects.toml\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"",
        checks: &[Check::Tree(check)],
    },
    Rule {
        code: "redirect/loop",
        severity: Severity::Error,
        summary: "Redirects form a loop.",
        why: "The visitor's browser gives up with an error, and no page is shown.",
        bad: "content/redirects.toml\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/costs\"\n\n[[redirects]]\nfrom = \"/costs\"\nto = \"/pricing\"",
        good: "content/redirects.toml\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"\n\n[[redirects]]\nfrom = \"/costs\"\nto = \"/fees\"",
        checks: &[Check::Tree(check_loops)],
    },
    Rule {
        code: "redirect/chain",
        severity: Severity::Error,
        summary: "A redirect leads to an address that has itself moved or is gone.",
        why: "Each step costs the visitor time, search engines stop after a few, and a redirect to a page that is gone should say so at once.",
        bad: "content/redirects.toml\n[[redirects]]\nfrom = \"/costs\"\nto = \"/pricing\"\n\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"",
        good: "content/redirects.toml\n[[redirects]]\nfrom = \"/costs\"\nto = \"/fees\"\n\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"",
        checks: &[Check::Tree(check_chains)],
    },
    Rule {
        code: "redirect/case",
        severity: Severity::Error,
        summary: "A redirect's old address differs from another address only in capitals.",
        why: "Many tools and machines ignore capitals; for them the page redirects to itself.",
        bad: "content/redirects.toml\n[[redirects]]\nfrom = \"/Fees\"\nto = \"/fees\"",
        good: "content/redirects.toml\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"",
        checks: &[Check::Tree(check_case)],
    },
];

/// A redirect as it is written.
struct Step<'a> {
    pointer: String,
    from: Option<&'a str>,
    target: Option<&'a str>,
    gone: bool,
    /// The place of its target.
    place: Range<usize>,
}

impl Step<'_> {
    /// The page of this site that it leads to.
    fn page(&self) -> Option<&str> {
        match parse(self.target?) {
            Destination::Page { path, .. } => Some(path),
            _ => None,
        }
    }

    /// A problem with its old address.
    fn at_from(&self, file: &File, message: String) -> Diagnostic {
        let place = file.document.place(&format!("{}/from", self.pointer));
        Diagnostic::at(file, place, message).quoting(self.from.unwrap_or_default())
    }
}

fn steps(tree: &Tree) -> Option<(&File, Vec<Step<'_>>)> {
    let file = tree.file(&FileKind::Redirects)?;
    let steps = entries(file, "/redirects").map(|(pointer, redirect)| Step {
        from: redirect.get("from").and_then(Value::as_str),
        target: redirect.get("to").and_then(Value::as_str),
        gone: redirect.get("gone") == Some(&Value::Bool(true)),
        place: file.document.place(&format!("{pointer}/to")),
        pointer,
    });
    Some((file, steps.collect()))
}

fn check(tree: &Tree, report: &mut Report) {
    let Some((file, steps)) = steps(tree) else {
        return;
    };
    let mut seen = BTreeSet::new();
    for step in steps {
        let from = step.from.unwrap_or_default();
        if let Some(to) = step.target.filter(|to| !can_be_sent(to, tree)) {
            report.push(
                Diagnostic::at(file, step.place.clone(), "a redirect can't lead there")
                    .expected("a path of this site, or a full web address of plain letters")
                    .quoting(to)
                    .help("Write the path of a page, such as /fees or /contact."),
            );
        }
        let has_target = tree
            .value(&FileKind::Redirects, &format!("{}/to", step.pointer))
            .is_some();
        let is_document = site_schema::MACHINE_DOCUMENTS.contains(&from);
        let (message, help) = if tree.is_route(from) || is_document {
            (
                "is a page of this site",
                "Delete the redirect, or the page.",
            )
        } else if !seen.insert(from.to_owned()) {
            ("has two redirects", "Delete one of the two.")
        } else if has_target == step.gone {
            (
                "must either have moved or be gone",
                "Write to = \"/the-new-page\", or gone = true if nothing replaces it.",
            )
        } else {
            continue;
        };
        report.push(
            step.at_from(file, format!("`{from}` {message}"))
                .expected("an old address without a page, and where it leads")
                .help(help),
        );
    }
}

/// Whether the server can redirect there, in a header. What is no link at all is
/// another rule's.
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

fn check_loops(tree: &Tree, report: &mut Report) {
    let Some((file, steps)) = steps(tree) else {
        return;
    };
    let next = next_steps(&steps);
    for start in 0..steps.len() {
        let way = way(&next, start);
        let Some(again) = (1..way.len()).find(|at| way[*at] == start) else {
            continue;
        };
        // Each loop is reported once, from its first redirect on.
        let ring = &way[..again];
        if ring.iter().any(|index| *index < start) {
            continue;
        }
        let from = |index: &usize| format!("`{}`", steps[*index].from.unwrap_or_default());
        let names: Vec<_> = way[..=again].iter().map(from).collect();
        report.cause(
            Diagnostic::at(
                file,
                steps[start].place.clone(),
                "this redirect is part of a loop",
            )
            .expected("a page of this site, or another site")
            .found(names.join(" to "))
            .help(
                "Write the page that replaces it, or gone = true instead of `to` if nothing does.",
            ),
        );
        for index in &ring[1..] {
            report.explains(steps[*index].place.clone());
        }
    }
}

fn check_chains(tree: &Tree, report: &mut Report) {
    let Some((file, steps)) = steps(tree) else {
        return;
    };
    let next = next_steps(&steps);
    for (index, step) in steps.iter().enumerate() {
        let is_page = step.page().is_some_and(|page| tree.is_route(page));
        let way = way(&next, index);
        let others = &way[1..];
        let (Some(middle), Some(last)) = (others.first(), others.last()) else {
            continue;
        };
        if is_page || others.contains(&index) {
            continue;
        }
        let end = &steps[*last];
        let middle = steps[*middle].from.unwrap_or_default();
        let help = if way.len() > steps.len() {
            format!("Fix the redirect of `{middle}` first: it leads to a loop.")
        } else if end.gone {
            let gone = end.from.unwrap_or_default();
            format!(
                "`{gone}` is gone: write gone = true instead of `to` here too, or another page."
            )
        } else {
            format!("Write to = \"{}\" instead.", end.target.unwrap_or_default())
        };
        report.cause(
            Diagnostic::at(
                file,
                step.place.clone(),
                format!("this redirect leads to `{middle}`, which redirects again"),
            )
            .expected("the page where the visitor ends up")
            .quoting(step.target.unwrap_or_default())
            .help(help),
        );
    }
}

fn check_case(tree: &Tree, report: &mut Report) {
    let Some((file, steps)) = steps(tree) else {
        return;
    };
    let routes = tree.routes.keys();
    let mut known: BTreeMap<String, &str> = routes
        .map(|route| (route.to_lowercase(), route.as_str()))
        .collect();
    for step in &steps {
        let Some(from) = step.from else { continue };
        let near = *known.entry(from.to_lowercase()).or_insert(from);
        if near != from {
            report.cause(
                step.at_from(
                    file,
                    format!("`{from}` differs from `{near}` only in capitals"),
                )
                .expected("an old address that differs from every other one in more than capitals")
                .help("Delete this redirect."),
            );
            report.explains(step.place.clone());
        }
    }
}

/// The redirect that each one leads to: the first of its target's address.
fn next_steps(steps: &[Step]) -> Vec<Option<usize>> {
    let mut by_from = BTreeMap::new();
    for (index, step) in steps.iter().enumerate() {
        if let Some(from) = step.from {
            by_from.entry(from).or_insert(index);
        }
    }
    let next = |step: &Step| by_from.get(step.page()?).copied();
    steps.iter().map(next).collect()
}

/// The redirects that one leads through, itself first; more than there are where
/// the way ends in a loop.
fn way(next: &[Option<usize>], start: usize) -> Vec<usize> {
    let way = iter::successors(Some(start), |at| next[*at]);
    way.take(next.len() + 1).collect()
}
