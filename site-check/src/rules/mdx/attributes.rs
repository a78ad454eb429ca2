use super::component::{Component, components, example};
use crate::load::File;
use crate::load::markdown::tag::TagForm;
use crate::names::{listed, meant};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::model::{ComponentForm, ComponentName};

pub(super) static ATTRIBUTES: Rule = Rule {
    code: "mdx/attributes",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A component's attribute is missing, unknown, empty or there twice.",
    why: "A key figure without its label is a number that means nothing.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r#"
The rule in short:

<KeyFigure value="{withdrawal-rule}" />
"#,
        right: r#"
The rule in short:

<KeyFigure value="{withdrawal-rule}" label="withdrawn in the first year" />
"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for component in components(file) {
        let Some(name) = ComponentName::parse(&component.tag.name) else {
            continue;
        };
        let form = name.form();
        let mut errors = attribute_errors(&component, form);
        if let Some(error) = content_error(&component, form) {
            errors.push(error.to_owned());
        }
        for error in errors {
            let message = format!("`<{}>` {error}", component.tag.name);
            out.at(file, component.name_span(), message)
                .expected(format!("{} as plain text", listed(form.required)))
                .help(format!("Write it as {}.", example(form)));
        }
    }
}

/// Returns the errors of the attributes of a component, each as the end of a sentence.
fn attribute_errors(component: &Component, form: &ComponentForm) -> Vec<String> {
    let attributes = &component.tag.attributes;
    let mut errors = Vec::new();
    // The attributes that are there, and those that unknown ones are meant to be.
    let mut seen: Vec<&str> = attributes.iter().map(|it| it.name.as_str()).collect();
    for (index, attribute) in attributes.iter().enumerate() {
        let name = attribute.name.as_str();
        if seen[..index].contains(&name) {
            errors.push(format!("has `{name}` twice"));
        } else if !form.required.contains(&name) {
            let missing = form.required.iter().filter(|known| !seen.contains(known));
            let near = meant(name, missing.copied());
            seen.extend(near);
            errors.push(format!("has no attribute `{name}`"));
        } else if attribute.value.trim().is_empty() {
            errors.push(format!("has an empty `{name}`"));
        } else if name == "assets" && attribute.value.parse::<u64>().is_err() {
            errors.push("needs `assets` in whole dollars, digits only".to_owned());
        }
    }
    for name in form.required {
        if !seen.contains(name) {
            errors.push(format!("is missing `{name}`"));
        }
    }
    errors
}

/// Returns the error of the content of a component, as the end of a sentence.
fn content_error(component: &Component, form: &ComponentForm) -> Option<&'static str> {
    let Component { prose, node, tag } = component;
    if node.children.is_empty() {
        let has_error = prose
            .parsed
            .errors
            .iter()
            .any(|error| node.span.contains(&error.span.start));
        return (form.has_children && !has_error).then_some("is empty");
    }
    // Text after a tag that is never closed is not meant to be inside it.
    let is_closed = tag.form == TagForm::Empty || tag.close.is_some();
    (!form.has_children && is_closed).then_some("can't contain anything")
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn attributes() {
        assert_snapshot!(check("articles/second.mdx", " assets=\"750000\"", ""), @r#"
        error[mdx/attributes]: `<WorkedExample>` is missing `assets`
          --> content/articles/second.mdx:12:1
           |
        12 | <WorkedExample schedule="small">
           | ^^^^^^^^^^^^^^
           |
           = expected: `schedule` and `assets` as plain text
           = help: Write it as <WorkedExample schedule="…" assets="…"> … </WorkedExample>.
        "#);
        finds("mdx/attributes", &[
            ("articles/first.mdx", "<Callout title=\"Mind\">", "<Callout title=\"Mind\" color=\"red\">", (13, 1)),
        ]);
        near_misses("mdx/attributes", &[
            ("articles/first.mdx", "title=\"Mind\"", "title='Q&amp;A: \"call\" {phone}'", "title=' '"),
        ]);
    }
}
