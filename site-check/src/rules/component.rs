//! The components of prose, with their names and attributes.

use crate::load::File;
use crate::load::markdown::tag::{Tag, TagForm};
use crate::load::markdown::{Kind, Node, Prose};
use crate::names::{did_you_mean, listed, meant};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::model::{ComponentForm, ComponentName};
use std::ops::Range;

pub(super) static RULES: &[&Rule] = &[&ATTRIBUTES, &UNKNOWN_COMPONENT];

static ATTRIBUTES: Rule = Rule {
    code: "mdx/attributes",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_attributes),
    summary: "A component's attribute is missing, unknown, empty or repeated.",
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

fn check_attributes(file: &File, out: &mut Diagnostics) {
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
    // The written attributes, and the known attributes that misspelled ones stand for.
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
    // Text after an unclosed tag isn't meant to be inside it.
    let is_closed = tag.form == TagForm::Empty || tag.close.is_some();
    (!form.has_children && is_closed).then_some("can't contain anything")
}

static UNKNOWN_COMPONENT: Rule = Rule {
    code: "mdx/unknown-component",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_names),
    summary: "A tag in prose is HTML, or isn't one of the components for articles.",
    why: "HTML and unknown components would show nothing.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r#"
<Calout title="Note">

The market fell.

</Calout>
"#,
        right: r#"
<Callout title="Note">

The market fell.

</Callout>
"#,
    },
};

/// Reports tags with unknown names in the form of a component. `mdx/syntax` finds other tags.
fn check_names(file: &File, out: &mut Diagnostics) {
    let is_article = file.body.is_some();
    for component in components(file) {
        let name = &component.tag.name;
        if !is_article || ComponentName::parse(name).is_none() {
            report_unknown(file, component.name_span(), name, out);
        }
    }
}

/// Reports a tag that isn't a component, by its name. The name is empty for HTML that isn't a tag.
pub(super) fn report_unknown(file: &File, span: Range<usize>, name: &str, out: &mut Diagnostics) {
    let mut out = out.for_rule(&UNKNOWN_COMPONENT);
    let shown = if name.is_empty() {
        "HTML".to_owned()
    } else {
        format!("<{name}>")
    };
    let mut expected = "Markdown without tags".to_owned();
    let mut near = None;
    if file.body.is_some() {
        let names = ComponentName::FORMS.map(|form| form.name.as_str());
        expected = format!("one of {}", listed(&names));
        // A tag such as <b> is HTML, whatever component it resembles.
        if name.len() > 2 {
            near = did_you_mean(name, names);
        }
    }
    out.at(file, span, format!("`{shown}` is not a component"))
        .expected(expected)
        .found(shown)
        .help(near.unwrap_or_else(|| HTML.to_owned()));
}

/// The help for HTML: what to write instead.
pub(super) const HTML: &str = "HTML is not allowed in prose, and only articles can have components. Write **words** for bold, *words* for italics, [words](/fees) for a link, ![what it shows](picture.jpg) for an image, \\ at the end of a line for a new line, --- for a horizontal rule, and an empty line between paragraphs. Write a literal less-than character as \\<.";

/// A component of prose, known or not.
struct Component<'a> {
    prose: &'a Prose,
    node: &'a Node,
    tag: &'a Tag,
}

impl Component<'_> {
    /// The place of the tag's name in the file, with the < before it.
    fn name_span(&self) -> Range<usize> {
        let start = self.tag.span.start;
        let end = start + 1 + self.tag.name.len();
        self.prose.map.source(start..end)
    }
}

fn components(file: &File) -> impl Iterator<Item = Component<'_>> {
    file.nodes().filter_map(|(prose, node)| match &node.kind {
        Kind::Component(tag) => Some(Component { prose, node, tag }),
        _ => None,
    })
}

/// Returns a component as an author writes it, with … for each text.
pub(super) fn example(form: &ComponentForm) -> String {
    let name = form.name.as_str();
    let mut tag = format!("<{name}");
    for attribute in form.required {
        tag += &format!(" {attribute}=\"…\"");
    }
    if form.has_children {
        format!("{tag}> … </{name}>")
    } else {
        format!("{tag} />")
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_at_marks, finds_in_files, near_misses,
    };

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
        finds_in_files("mdx/attributes", &[
            ("articles/first.mdx", "<Callout title=\"Mind\">", "«<Callout title=\"Mind\" color=\"red\">"),
        ]);
        near_misses("mdx/attributes", &[
            ("articles/first.mdx", "title=\"Mind\"", "title='Q&amp;A: \"call\" {phone}'", "title=' '"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn content() {
        assert_snapshot!(check("articles/first.mdx", "\n\nSome **words** of [the authority](https://www.irs.gov/).", ""), @r#"
        error[mdx/attributes]: `<Callout>` is empty
          --> content/articles/first.mdx:13:1
           |
        13 | <Callout title="Mind">
           | ^^^^^^^^
           |
           = expected: `title` as plain text
           = help: Write it as <Callout title="…"> … </Callout>.
        "#);
        assert_snapshot!(check("articles/first.mdx", "<Disclaimer kind=\"illustrative\" />", "<Disclaimer kind=\"illustrative\">\n\nWords.\n\n</Disclaimer>"), @r#"
        error[mdx/attributes]: `<Disclaimer>` can't contain anything
          --> content/articles/first.mdx:21:1
           |
        21 | <Disclaimer kind="illustrative">
           | ^^^^^^^^^^^
           |
           = expected: `kind` as plain text
           = help: Write it as <Disclaimer kind="…" />.
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn unknown_component() {
        assert_snapshot!(check("articles/first.mdx", "Callout", "Calout"), @r#"
        error[mdx/unknown-component]: `<Calout>` is not a component
          --> content/articles/first.mdx:13:1
           |
        13 | <Calout title="Mind">
           | ^^^^^^^
           |
           = expected: one of `Buckets`, `Callout`, `Checklist`, `Disclaimer`, `KeyFigure` and `WorkedExample`
           = found: <Calout>
           = help: Did you mean `Callout`?
        "#);
        finds_in_files("mdx/unknown-component", &[
            ("pages/index.toml", "Saving.", "«<Disclaimer kind='illustrative' />"),
        ]);
        finds_at_marks("mdx/unknown-component", &[
            "Some «<b>words</b>",
            "Some«<br>**words**",
            "«<p>Some **words**",
            "«<div>\n\nSome **words**\n\n</div>\n\nWords",
        ]);
    }
}
