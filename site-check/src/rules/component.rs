use super::{File, Sink};
use crate::load::markdown::tag::{Tag, TagForm};
use crate::load::markdown::{Kind, MarkdownError, Node, Prose};
use crate::names::{did_you_mean, listed, meant};
use site_schema::model::{ComponentForm, ComponentName};
use std::ops::Range;

/// What to write instead of HTML.
pub(super) const HTML: &str = "HTML is not allowed in prose, and only articles can have components. Write **words** for bold, *words* for italics, [words](/fees) for a link, ![what it shows](picture.jpg) for an image, \\ at the end of a line for a new line, --- for a rule, and an empty line between paragraphs. Write a literal less-than character as \\<.";

pub(super) fn check_names(file: &File, out: &mut Sink) {
    let is_article = file.body.is_some();
    for (prose, _, tag) in components(file) {
        if !is_article || ComponentName::parse(&tag.name).is_none() {
            unknown(out, file, name_place(prose, tag), &tag.name);
        }
    }
}

/// A tag that is no component, by its name.
pub(super) fn unknown(out: &mut Sink, file: &File, place: Range<usize>, name: &str) {
    let shown = match name {
        "" => "HTML".to_owned(),
        name => format!("<{name}>"),
    };
    let names = ComponentName::FORMS.map(|form| form.name.as_str());
    let (expected, near) = match file.body {
        Some(_) => (
            format!("one of {}", listed(&names)),
            did_you_mean(name, names),
        ),
        None => ("Markdown without tags".to_owned(), None),
    };
    let near = near.filter(|_| name.len() > 2);
    out.at(file, place, format!("`{shown}` is not a component"))
        .expected(expected)
        .found(shown)
        .help(near.unwrap_or_else(|| HTML.to_owned()));
}

pub(super) fn check_attributes(file: &File, out: &mut Sink) {
    for (prose, node, tag) in components(file) {
        let Some(form) = ComponentName::parse(&tag.name).map(ComponentName::form) else {
            continue;
        };
        let mut fault = |fault: &str| {
            let message = format!("`<{}>` {fault}", tag.name);
            out.at(file, name_place(prose, tag), message)
                .expected(format!("{} as plain text", listed(form.required)))
                .help(format!("Write it as {}.", example(form)));
        };
        let mut seen: Vec<&str> = tag.attributes.iter().map(|it| it.name.as_str()).collect();
        for (at, attribute) in tag.attributes.iter().enumerate() {
            let (name, value) = (attribute.name.as_str(), &attribute.value);
            if seen[..at].contains(&name) {
                fault(&format!("has `{name}` twice"));
            } else if !form.required.contains(&name) {
                let open = form.required.iter().filter(|known| !seen.contains(known));
                let near = meant(name, open.copied());
                seen.extend(near);
                fault(&format!("has no attribute `{name}`"));
            } else if value.trim().is_empty() {
                fault(&format!("has an empty `{name}`"));
            } else if name == "assets" && value.parse::<u64>().is_err() {
                fault("needs `assets` in whole dollars, digits only");
            }
        }
        for name in form.required.iter().filter(|name| !seen.contains(name)) {
            fault(&format!("is missing `{name}`"));
        }
        // Text after a tag that is never closed is not meant to be inside it.
        let is_closed = tag.form == TagForm::Empty || tag.close.is_some();
        let is_inside = |fault: &MarkdownError| node.span.contains(&fault.span.start);
        match node.children.is_empty() {
            true if prose.parsed.errors.iter().any(is_inside) => {}
            true if form.has_children => fault("is empty"),
            false if !form.has_children && is_closed => fault("can't contain anything"),
            _ => {}
        }
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
