use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity, listed, suggest};
use crate::load::markdown::Element;
use crate::load::{File, Tree};
use crate::model::{ComponentForm, ComponentName};
use linkme::distributed_slice;
use markdown::mdast::{AttributeContent, AttributeValue};

#[distributed_slice(RULES)]
static UNKNOWN: Rule = Rule {
    code: "mdx/unknown-component",
    severity: Severity::Error,
    summary: "A tag in prose is not one of the components that articles may use.",
    why: "HTML and unknown components would be shown as nothing, or run as code.",
    bad: "content/articles/market-drop.mdx\n<Calout title=\"Note\">Text</Calout>",
    good: "content/articles/market-drop.mdx\n<Callout title=\"Note\">Text</Callout>",
    checks: &[Check::Tree(check_names)],
};

#[distributed_slice(RULES)]
static ATTRIBUTES: Rule = Rule {
    code: "mdx/attributes",
    severity: Severity::Error,
    summary: "A component lacks an attribute, has one it does not know, or has one that is not plain text.",
    why: "A key figure without its label is a number that means nothing.",
    bad: "content/articles/market-drop.mdx\n<KeyFigure value=\"{withdrawal-rule}\" />",
    good: "content/articles/market-drop.mdx\n<KeyFigure value=\"{withdrawal-rule}\" label=\"withdrawn in the first year\" />",
    checks: &[Check::Tree(check_attributes)],
};

fn check_names(tree: &Tree, report: &mut Report) {
    let names = ComponentName::FORMS.map(|form| form.name.as_str());
    each_component(tree, &mut |file, element, place| {
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
        } else {
            at.expected("Markdown without tags").help("Components can stand in articles only; on pages, a block of its own does what they do.")
        });
    });
}

fn check_attributes(tree: &Tree, report: &mut Report) {
    each_component(tree, &mut |file, element, place| {
        let Some(form) = ComponentName::parse(element.name).map(ComponentName::form) else {
            return;
        };
        for fault in faults(&element, form) {
            report.push(
                Diagnostic::at(file, place.clone(), format!("`<{}>` {fault}", element.name))
                    .expected(format!(
                        "{} as plain text: {}",
                        listed(form.required),
                        example(form)
                    ))
                    .help(format!("Write it as {}.", example(form))),
            );
        }
    });
}

fn faults(element: &Element, form: &ComponentForm) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen = Vec::new();
    for attribute in element.attributes {
        match attribute {
            AttributeContent::Expression(_) => {
                faults.push("has an expression among its attributes".to_owned())
            }
            AttributeContent::Property(property) => {
                let name = property.name.as_str();
                match &property.value {
                    _ if !form.required.contains(&name) => {
                        faults.push(format!("has no attribute `{name}`"))
                    }
                    Some(AttributeValue::Literal(text)) if text.trim().is_empty() => {
                        faults.push(format!("has an empty `{name}`"));
                    }
                    Some(AttributeValue::Literal(text))
                        if name == "assets" && text.parse::<u64>().is_err() =>
                    {
                        faults.push("needs `assets` as whole dollars, digits only".to_owned());
                    }
                    Some(AttributeValue::Literal(_)) => {}
                    _ => faults.push(format!("needs `{name}` as plain text in straight quotes")),
                }
                seen.push(name);
            }
        }
    }
    let missing = form.required.iter().filter(|name| !seen.contains(name));
    faults.extend(missing.map(|name| format!("lacks `{name}`")));
    if form.has_children && element.children.is_empty() {
        faults.push("has nothing within it".to_owned());
    }
    if !form.has_children && !element.children.is_empty() {
        faults.push("must have nothing within it".to_owned());
    }
    faults
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

fn each_component(tree: &Tree, visit: &mut dyn FnMut(&File, Element, std::ops::Range<usize>)) {
    for file in &tree.files {
        for prose in file.proses() {
            prose.walk(&mut |node| {
                if let Some(element) = Element::of(node) {
                    let mut place = crate::load::markdown::span(element.position);
                    place.end = place.end.min(place.start + 1 + element.name.len());
                    visit(file, element, prose.map.source(place));
                }
            });
        }
    }
}
