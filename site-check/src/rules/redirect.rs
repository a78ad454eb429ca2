use super::{File, FileKind, Sink, Tree, entries};
use crate::link::{Destination, parse, path_in};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A redirect as it is written.
struct Step<'a> {
    pointer: String,
    from: &'a str,
    to: Option<&'a str>,
    gone: bool,
}

impl Step<'_> {
    /// The page of this site that it leads to.
    fn page(&self) -> Option<&str> {
        path_in(self.to?)
    }

    /// The pointer of one of its keys.
    fn key(&self, key: &str) -> String {
        format!("{}/{key}", self.pointer)
    }
}

fn steps(file: &File) -> Vec<Step<'_>> {
    let entries = entries(file, "/redirects").filter(|_| file.kind == FileKind::Redirects);
    let steps = entries.map(|(pointer, redirect)| Step {
        from: redirect["from"].as_str().unwrap_or_default(),
        to: redirect["to"].as_str(),
        gone: redirect["gone"] == Value::Bool(true),
        pointer,
    });
    steps.collect()
}

pub(super) fn check(file: &File, tree: &Tree, out: &mut Sink) {
    if file.kind != FileKind::Redirects {
        return;
    }
    let pages = tree.routes.keys().filter(|route| tree.is_route(route));
    let pages: BTreeSet<String> = pages.map(|route| route.to_lowercase()).collect();
    let mut seen = BTreeSet::new();
    for step in steps(file) {
        if let Some(to) = step.to.filter(|to| !can_be_sent(to, tree)) {
            let message = format!("a redirect can't lead to `{to}`");
            out.at_value(file, &step.key("to"), message)
                .expected("a path of this site, or a full web address of plain letters")
                .quoting(to)
                .help("Write the path of a page, such as /fees or /contact.");
        }
        let from = step.from.to_lowercase();
        let is_document = site_schema::MACHINE_DOCUMENTS.contains(&&*from);
        let (message, help) = if pages.contains(&from) || is_document {
            (
                "is a page of this site",
                "Delete the redirect, or the page.",
            )
        } else if !seen.insert(from) {
            ("has two redirects", "Delete one of the two.")
        } else if step.to.is_some() == step.gone {
            (
                "must either have moved or be gone",
                "Write to = \"/the-new-page\", or gone = true if nothing replaces it.",
            )
        } else {
            continue;
        };
        let message = format!("`{}` {message}", step.from);
        out.at_value(file, &step.key("from"), message)
            .expected("an old address that is no page, whatever its capitals, and where it leads")
            .quoting(step.from)
            .help(help);
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

pub(super) fn check_chains(file: &File, tree: &Tree, out: &mut Sink) {
    let steps = steps(file);
    let by_from: BTreeMap<_, _> = steps.iter().map(|step| (step.from, step)).collect();
    for step in &steps {
        let moved = step.page().filter(|page| !tree.is_route(page));
        let Some(middle) = moved.and_then(|page| by_from.get(page)) else {
            continue;
        };
        let help = match middle.to {
            Some(_) if middle.page() == Some(step.from) => "The redirects lead in a circle. Write the page that replaces it, or gone = true instead of `to` if nothing does.".to_owned(),
            Some(to) => format!("Write to = \"{to}\" instead."),
            None => "It is gone: write gone = true instead of `to` here too, or another page.".to_owned(),
        };
        let message = format!(
            "this redirect leads to `{}`, which has itself moved or is gone",
            middle.from
        );
        out.at_value(file, &step.key("to"), message)
            .expected("the page where the visitor ends up")
            .quoting(step.to.unwrap_or_default())
            .help(help)
            .suppresses_its_span();
    }
}
