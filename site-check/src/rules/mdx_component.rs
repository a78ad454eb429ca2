use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant, whole_dollars};
use crate::load::markdown::tag::{Tag, TagForm};
use crate::load::markdown::{FaultKind, Kind, Node, Prose};
use crate::load::{File, Tree};
use crate::names::{listed, suggest};
use site_schema::model::{ComponentForm, ComponentName};
use std::ops::Range;

pub static UNKNOWN: Rule = Rule {
    code: "mdx/unknown-component",
    severity: Severity::Error,
    summary: "A tag in prose is not one of the components that articles may use, such as one of HTML.",
    why: "HTML and unknown components would be shown as nothing.",
    bad: "content/articles/market-drop.mdx\n<Calout title=\"Note\">Text</Calout>",
    good: "content/articles/market-drop.mdx\n<Callout title=\"Note\">Text</Callout>",
    checks: &[Check::File(check_names)],
};

pub static ATTRIBUTES: Rule = Rule {
    code: "mdx/attributes",
    severity: Severity::Error,
    summary: "A component lacks an attribute, has one it does not know, or has one that is not plain text.",
    why: "A key figure without its label is a number that means nothing.",
    bad: "content/articles/market-drop.mdx\n<KeyFigure value=\"{withdrawal-rule}\" />",
    good: "content/articles/market-drop.mdx\n<KeyFigure value=\"{withdrawal-rule}\" label=\"withdrawn in the first year\" />",
    checks: &[Check::File(check_attributes)],
};

fn check_names(file: &File, _: &Tree, report: &mut Report) {
    let is_article = file.body.is_some();
    for prose in file.proses() {
        for (_, tag) in components(prose) {
            let known = ComponentName::parse(&tag.name).is_some();
            if !(is_article && known) {
                let fix = renamed(file, prose, tag).filter(|_| is_article);
                report.push(unknown(file, name_place(prose, tag), &tag.name).fix(fix));
            }
        }
        for fault in prose.faults() {
            if let FaultKind::Html(name) = &fault.kind {
                report.push(unknown(file, prose.map.source(fault.span.clone()), name));
            }
        }
    }
}

/// A tag that can't stand where it does.
fn unknown(file: &File, place: Range<usize>, name: &str) -> Diagnostic {
    let shown = if name.is_empty() {
        "HTML".to_owned()
    } else {
        format!("<{name}>")
    };
    let at = Diagnostic::at(file, place, format!("`{shown}` is not a component")).found(&*shown);
    if file.body.is_none() {
        let help = html_help(name).unwrap_or("Components can stand in articles only; on pages, a block of its own does what they do.");
        return at.expected("Markdown without tags").help(help);
    }
    let names = ComponentName::FORMS.map(|form| form.name.as_str());
    let near = suggest(name, names);
    let help = match html_help(name) {
        Some(help) => help.to_owned(),
        None if near.starts_with("Did") => near,
        None => {
            let uses = ComponentName::FORMS
                .iter()
                .map(|form| format!("{}: {}", form.name.as_str(), form.purpose));
            format!(
                "HTML is not possible in prose. {}",
                uses.collect::<Vec<_>>().join(" ")
            )
        }
    };
    at.expected(format!("one of {}", listed(&names))).help(help)
}

/// What to write instead of a tag of HTML.
fn html_help(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "br" => {
            "For a new paragraph leave an empty line; for a new line end the line with a backslash (\\)."
        }
        "hr" => "For a line across the page write --- between two empty lines.",
        "img" => "Write an image as ![what it shows](picture.jpg).",
        "a" => "Write a link as [words](/fees).",
        "b" | "strong" => "Write **words** for bold.",
        "i" | "em" => "Write *words* for italics.",
        "p" | "div" | "span" => "Delete the tag: an empty line begins a new paragraph.",
        "" => "Delete it. A < that is meant as less than is written \\<.",
        _ => return None,
    })
}

fn check_attributes(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        for (node, tag) in components(prose) {
            let Some(form) = ComponentName::parse(&tag.name).map(ComponentName::form) else {
                continue;
            };
            for (fault, slip) in faults(node, tag, form) {
                let fix = slip.and_then(|(place, from, to)| {
                    Fix::instead(file, prose.map.source(place), from, &to)
                });
                let at = name_place(prose, tag);
                report.push(
                    Diagnostic::at(file, at, format!("`<{}>` {fault}", tag.name))
                        .expected(format!(
                            "{} as plain text: {}",
                            listed(form.required),
                            example(form)
                        ))
                        .help(format!("Write it as {}.", example(form)))
                        .fix(fix),
                );
            }
        }
    }
}

/// A slip within a tag: its place, what stands there and what is meant.
type Slip<'a> = (Range<usize>, &'a str, String);

/// What is wrong with a component's attributes, each with the slip it is where
/// that is certain.
fn faults<'a>(node: &Node, tag: &'a Tag, form: &ComponentForm) -> Vec<(String, Option<Slip<'a>>)> {
    let mut faults = Vec::new();
    let mut seen: Vec<&str> = tag.attributes.iter().map(|it| it.name.as_str()).collect();
    for (at, attribute) in tag.attributes.iter().enumerate() {
        let name = attribute.name.as_str();
        if name.starts_with('{') {
            faults.push(("has an expression among its attributes".to_owned(), None));
            continue;
        }
        if tag.attributes[..at]
            .iter()
            .any(|before| before.name == name)
        {
            faults.push((format!("has `{name}` twice"), None));
            continue;
        }
        match &attribute.value {
            _ if !form.required.contains(&name) => {
                let open = form.required.iter().filter(|known| !seen.contains(known));
                let near = meant(name, open.copied());
                seen.extend(near);
                let place = attribute.name_span.clone();
                let slip = near.map(|near| (place, name, near.to_owned()));
                faults.push((format!("has no attribute `{name}`"), slip));
            }
            Some(text) if text.trim().is_empty() => {
                faults.push((format!("has an empty `{name}`"), None));
            }
            Some(text) if name == "assets" && text.parse::<u64>().is_err() => {
                let place = attribute.span.clone();
                let slip = whole_dollars(text).map(|amount| (place, text.as_str(), amount));
                let fault = "needs `assets` as whole dollars, digits only".to_owned();
                faults.push((fault, slip));
            }
            Some(_) => {}
            None => {
                let fault = format!("needs `{name}` as plain text in straight quotes");
                faults.push((fault, None));
            }
        }
    }
    let missing = form.required.iter().filter(|name| !seen.contains(name));
    faults.extend(missing.map(|name| (format!("lacks `{name}`"), None)));
    if form.has_children && node.children.is_empty() {
        faults.push(("has nothing within it".to_owned(), None));
    }
    // What stands behind a tag that is never closed is not meant to be within it.
    let is_closed = tag.form == TagForm::Empty || tag.close.is_some();
    if !form.has_children && !node.children.is_empty() && is_closed {
        faults.push(("must have nothing within it".to_owned(), None));
    }
    faults
}

/// Gives a component the name that is meant, in its opening and in its closing tag.
fn renamed(file: &File, prose: &Prose, tag: &Tag) -> Option<Fix> {
    let name = tag.name.as_str();
    let to = meant(name, ComponentName::FORMS.map(|form| form.name.as_str()))?;
    let start = tag.span.start + 1;
    let fix = Fix::instead(file, prose.map.source(start..start + name.len()), name, to)?;
    match &tag.close {
        Some(close) => {
            let start = close.start + 2;
            let place = prose.map.source(start..start + name.len());
            Some(fix.and(Fix::instead(file, place, name, to)?))
        }
        None => Some(fix).filter(|_| tag.form == TagForm::Empty),
    }
}

fn example(form: &ComponentForm) -> String {
    let name = form.name.as_str();
    let attributes: Vec<_> = form
        .required
        .iter()
        .map(|attribute| format!("{attribute}=\"…\""))
        .collect();
    let attributes = attributes.join(" ");
    if form.has_children {
        format!("<{name} {attributes}> … </{name}>")
    } else {
        format!("<{name} {attributes} />")
    }
}

/// The components of prose, each with its tag.
fn components(prose: &Prose) -> impl Iterator<Item = (&Node, &Tag)> {
    prose.nodes().filter_map(|node| match &node.kind {
        Kind::Component(tag) => Some((node, tag)),
        _ => None,
    })
}

/// The place in the file of a tag's name.
fn name_place(prose: &Prose, tag: &Tag) -> Range<usize> {
    let start = tag.span.start;
    prose.map.source(start..start + 1 + tag.name.len())
}
