use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::fix::{Fix, meant, whole_dollars};
use crate::load::markdown::tag::{Tag, TagForm};
use crate::load::markdown::{Kind, Node, Prose};
use crate::names::{listed, suggest};
use site_schema::model::{ComponentForm, ComponentName};
use std::ops::Range;

pub static RULES: &[Rule] = &[
    Rule {
        code: "mdx/unknown-component",
        severity: Severity::Error,
        summary: "A tag in prose is HTML or another tag that is not a component of articles.",
        why: "HTML and unknown components would show nothing.",
        bad: "content/articles/market-drop.mdx\n<Calout title=\"Note\">Text</Calout>",
        good: "content/articles/market-drop.mdx\n<Callout title=\"Note\">Text</Callout>",
        checks: &[Check::File(check_names)],
    },
    Rule {
        code: "mdx/attributes",
        severity: Severity::Error,
        summary: "A component's attribute is missing, unknown or not plain text.",
        why: "A key figure without its label is a number that means nothing.",
        bad: "content/articles/market-drop.mdx\n<KeyFigure value=\"{withdrawal-rule}\" />",
        good: "content/articles/market-drop.mdx\n<KeyFigure value=\"{withdrawal-rule}\" label=\"withdrawn in the first year\" />",
        checks: &[Check::File(check_attributes)],
    },
];

/// What to do instead of a component or HTML on a page.
pub(super) const ON_A_PAGE: &str =
    "Only articles can have components. On a page, use the block that does the same.";

fn check_names(file: &File, _: &Tree, report: &mut Report) {
    let is_article = file.body.is_some();
    for (prose, _, tag) in components(file) {
        if !is_article || ComponentName::parse(&tag.name).is_none() {
            let fix = renamed(file, prose, tag).filter(|_| is_article);
            report.push(unknown(file, name_place(prose, tag), &tag.name).fix(fix));
        }
    }
}

pub(super) fn unknown(file: &File, place: Range<usize>, name: &str) -> Diagnostic {
    let shown = match name {
        "" => "HTML".to_owned(),
        name => format!("<{name}>"),
    };
    let at = Diagnostic::at(file, place, format!("`{shown}` is not a component")).found(&*shown);
    let html = html_help(name);
    if file.body.is_none() {
        return at
            .expected("Markdown without tags")
            .help(html.unwrap_or(ON_A_PAGE));
    }
    let names = ComponentName::FORMS.map(|form| form.name.as_str());
    let near = suggest(name, names);
    let help = match html {
        Some(help) => help.to_owned(),
        None if near.starts_with("Did") => near,
        None => {
            let uses = ComponentName::FORMS.iter();
            let uses = uses.map(|form| format!("{}: {}", form.name.as_str(), form.purpose));
            format!(
                "HTML is not allowed in prose. {}",
                uses.collect::<Vec<_>>().join(" ")
            )
        }
    };
    at.expected(format!("one of {}", listed(&names))).help(help)
}

/// What to write instead of an HTML tag.
fn html_help(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "br" => {
            "For a new paragraph, leave an empty line. For a new line, end the line with a backslash (\\)."
        }
        "hr" => "For a rule across the page, write --- between two empty lines.",
        "img" => "Write an image as ![what it shows](picture.jpg).",
        "a" => "Write a link as [words](/fees).",
        "b" | "strong" => "Write **words** for bold.",
        "i" | "em" => "Write *words* for italics.",
        "p" | "div" | "span" => "Delete the tag: an empty line begins a new paragraph.",
        "" => "Delete it. Write a literal less-than character as \\<.",
        _ => return None,
    })
}

fn check_attributes(file: &File, _: &Tree, report: &mut Report) {
    for (prose, node, tag) in components(file) {
        let Some(form) = ComponentName::parse(&tag.name).map(ComponentName::form) else {
            continue;
        };
        for (fault, slip) in faults(node, tag, form) {
            let fix = slip.and_then(|(place, from, to)| {
                Fix::instead(file, prose.map.source(place), from, &to)
            });
            let example = example(form);
            report.push(
                Diagnostic::at(
                    file,
                    name_place(prose, tag),
                    format!("`<{}>` {fault}", tag.name),
                )
                .expected(format!(
                    "{} as plain text: {example}",
                    listed(form.required)
                ))
                .help(format!("Write it as {example}."))
                .fix(fix),
            );
        }
    }
}

/// A slip in a tag: its place, what is written there and what is meant.
type Slip<'a> = (Range<usize>, &'a str, String);

/// What is wrong with a component's attributes, each with the slip behind it
/// where that is certain.
fn faults<'a>(node: &Node, tag: &'a Tag, form: &ComponentForm) -> Vec<(String, Option<Slip<'a>>)> {
    let mut faults = Vec::new();
    let mut seen: Vec<&str> = tag.attributes.iter().map(|it| it.name.as_str()).collect();
    for (at, attribute) in tag.attributes.iter().enumerate() {
        let name = attribute.name.as_str();
        if name.starts_with('{') {
            faults.push(("has an expression as an attribute".to_owned(), None));
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
                let fault = "needs `assets` in whole dollars, digits only".to_owned();
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
    faults.extend(missing.map(|name| (format!("is missing `{name}`"), None)));
    if form.has_children && node.children.is_empty() {
        faults.push(("is empty".to_owned(), None));
    }
    // Text after a tag that is never closed is not meant to be inside it.
    let is_closed = tag.form == TagForm::Empty || tag.close.is_some();
    if !form.has_children && !node.children.is_empty() && is_closed {
        faults.push(("can't contain anything".to_owned(), None));
    }
    faults
}

/// Renames a component in its opening and its closing tag.
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

/// How a component is written.
pub(super) fn example(form: &ComponentForm) -> String {
    let name = form.name.as_str();
    let attributes = form.required.iter().map(|it| format!(" {it}=\"…\""));
    let attributes: String = attributes.collect();
    if form.has_children {
        format!("<{name}{attributes}> … </{name}>")
    } else {
        format!("<{name}{attributes} />")
    }
}

/// The components of a file's prose, each with its tag.
fn components(file: &File) -> impl Iterator<Item = (&Prose, &Node, &Tag)> {
    file.nodes().filter_map(|(prose, node)| match &node.kind {
        Kind::Component(tag) => Some((prose, node, tag)),
        _ => None,
    })
}

/// The place in the file of a tag's name.
fn name_place(prose: &Prose, tag: &Tag) -> Range<usize> {
    let start = tag.span.start;
    prose.map.source(start..start + 1 + tag.name.len())
}
