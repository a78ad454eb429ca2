use super::component::{HTML, components};
use crate::load::File;
use crate::names::{did_you_mean, listed};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::model::ComponentName;
use std::ops::Range;

pub(super) static UNKNOWN_COMPONENT: Rule = Rule {
    code: "mdx/unknown-component",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A tag in prose is HTML or another tag that is not a component of articles.",
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

/// Reports the tags of unknown names that have the form of a component. Those that
/// have not are found by `mdx/syntax`.
fn check(file: &File, out: &mut Diagnostics) {
    let is_article = file.body.is_some();
    for component in components(file) {
        let name = &component.tag.name;
        if !is_article || ComponentName::parse(name).is_none() {
            report(file, component.name_span(), name, out);
        }
    }
}

/// Reports a tag that is no component, by its name; HTML that is no tag has none.
pub(super) fn report(file: &File, span: Range<usize>, name: &str, out: &mut Diagnostics) {
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

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

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
        finds("mdx/unknown-component", &[
            ("articles/first.mdx", "Some **words**", "Some <b>words</b>", (15, 6)),
            ("articles/first.mdx", "Some **words**", "Some<br>**words**", (15, 5)),
            ("articles/first.mdx", "Some **words**", "<p>Some **words**", (15, 1)),
            ("articles/first.mdx", "Some **words**", "<div>\n\nSome **words**\n\n</div>\n\nWords", (15, 1)),
            ("pages/index.toml", "Saving.", "<Disclaimer kind='illustrative' />", (24, 14)),
        ]);
    }
}
