use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity, listed, suggest};
use crate::fix::{Fix, meant, whole_dollars};
use crate::load::File;
use crate::load::markdown::ast::Attribute;
use crate::load::markdown::{Element, Prose};
use crate::model::{ComponentForm, ComponentName};
use linkme::distributed_slice;
use std::ops::Range;

#[distributed_slice(RULES)]
static UNKNOWN: Rule = Rule {
    code: "mdx/unknown-component",
    severity: Severity::Error,
    summary: "A tag in prose is not one of the components that articles may use.",
    why: "HTML and unknown components would be shown as nothing, or run as code.",
    bad: "content/articles/market-drop.mdx\n<Calout title=\"Note\">Text</Calout>",
    good: "content/articles/market-drop.mdx\n<Callout title=\"Note\">Text</Callout>",
    checks: &[Check::Files(check_names)],
};

#[distributed_slice(RULES)]
static ATTRIBUTES: Rule = Rule {
    code: "mdx/attributes",
    severity: Severity::Error,
    summary: "A component lacks an attribute, has one it does not know, or has one that is not plain text.",
    why: "A key figure without its label is a number that means nothing.",
    bad: "content/articles/market-drop.mdx\n<KeyFigure value=\"{withdrawal-rule}\" />",
    good: "content/articles/market-drop.mdx\n<KeyFigure value=\"{withdrawal-rule}\" label=\"withdrawn in the first year\" />",
    checks: &[Check::Files(check_attributes)],
};

fn check_names(files: &[File], report: &mut Report) {
    let names = ComponentName::FORMS.map(|form| form.name.as_str());
    each_component(files, &mut |file, prose, element, place| {
        let components_may_stand = file.body.is_some();
        if components_may_stand && ComponentName::parse(element.name).is_some() {
            return;
        }
        let shown = if element.name.is_empty() {
            "<>".to_owned()
        } else {
            format!("<{}>", element.name)
        };
        let at = Diagnostic::at(file, place, format!("`{shown}` is not a component")).found(shown);
        report.push(if components_may_stand {
            let uses: Vec<_> = ComponentName::FORMS.iter().map(|form| {
                format!("{}: {}", form.name.as_str(), form.purpose)
            }).collect();
            let near = suggest(element.name, names);
            at.expected(format!("one of {}", listed(&names)))
                .help(if near.starts_with("Did") { near } else { format!("HTML is not possible in prose. {}", uses.join(" ")) })
                .fix(meant(element.name, names).and_then(|near| renamed(file, prose, &element, near)))
        } else {
            at.expected("Markdown without tags").help("Components can stand in articles only; on pages, a block of its own does what they do.")
        });
    });
}

fn check_attributes(files: &[File], report: &mut Report) {
    each_component(files, &mut |file, prose, element, place| {
        let Some(form) = ComponentName::parse(element.name).map(ComponentName::form) else {
            return;
        };
        for (fault, slip) in faults(&element, form) {
            let fix = slip.and_then(|slip| mended(file, prose, &element, slip));
            report.push(
                Diagnostic::at(file, place.clone(), format!("`<{}>` {fault}", element.name))
                    .expected(format!(
                        "{} as plain text: {}",
                        listed(form.required),
                        example(form)
                    ))
                    .help(format!("Write it as {}.", example(form)))
                    .fix(fix),
            );
        }
    });
}

/// A slip within a tag, and what is meant.
type Slip<'a> = (&'a str, String);

/// What is wrong with a component's attributes, each with the slip it is where
/// that is certain.
fn faults<'a>(element: &Element<'a>, form: &ComponentForm) -> Vec<(String, Option<Slip<'a>>)> {
    let mut faults = Vec::new();
    let names = element
        .attributes
        .iter()
        .filter_map(|attribute| match attribute {
            Attribute::Named { name, .. } => Some(name.as_str()),
            Attribute::Expression => None,
        });
    let mut seen: Vec<&str> = names.collect();
    for attribute in element.attributes {
        let Attribute::Named { name, value } = attribute else {
            faults.push(("has an expression among its attributes".to_owned(), None));
            continue;
        };
        let name = name.as_str();
        match value {
            _ if !form.required.contains(&name) => {
                let open = form.required.iter().filter(|known| !seen.contains(known));
                let near = meant(name, open.copied());
                seen.extend(near);
                let slip = near.map(|near| (name, near.to_owned()));
                faults.push((format!("has no attribute `{name}`"), slip));
            }
            Some(text) if text.trim().is_empty() => {
                faults.push((format!("has an empty `{name}`"), None));
            }
            Some(text) if name == "assets" && text.parse::<u64>().is_err() => {
                let slip = whole_dollars(text).map(|amount| (text.as_str(), amount));
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
    if form.has_children && element.is_empty() {
        faults.push(("has nothing within it".to_owned(), None));
    }
    if !form.has_children && !element.is_empty() {
        faults.push(("must have nothing within it".to_owned(), None));
    }
    faults
}

/// Mends a slip that stands only once in a component.
fn mended(file: &File, prose: &Prose, element: &Element, (from, to): Slip) -> Option<Fix> {
    let mut found = element.node.written().match_indices(from);
    let (at, _) = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let at = element.node.span().start + at;
    Fix::instead(file, prose.map.source(at..at + from.len()), from, &to)
}

/// Gives a component another name, in its opening and in its closing tag.
fn renamed(file: &File, prose: &Prose, element: &Element, to: &str) -> Option<Fix> {
    let place = element.node.span();
    let name = element.name;
    let open = place.start + 1..place.start + 1 + name.len();
    let fix = Fix::instead(file, prose.map.source(open), name, to)?;
    let written = element.node.written();
    if !written.ends_with(&format!("</{name}>")) {
        return Some(fix).filter(|_| element.is_empty());
    }
    let close = place.end - 1 - name.len()..place.end - 1;
    Some(fix.and(Fix::instead(file, prose.map.source(close), name, to)?))
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

type Visit<'a> = dyn FnMut(&File, &Prose, Element, Range<usize>) + 'a;

fn each_component(files: &[File], visit: &mut Visit) {
    for file in files {
        for prose in file.proses() {
            for element in prose.nodes().filter_map(Element::of) {
                let mut place = element.node.span();
                place.end = place.end.min(place.start + 1 + element.name.len());
                visit(file, prose, element, prose.map.source(place));
            }
        }
    }
}
