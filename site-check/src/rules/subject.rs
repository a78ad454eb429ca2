//! The subjects by which readers find articles.

use crate::diagnostic::line_at;
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, leaves};
use site_schema::model::format;
use std::collections::BTreeMap;

pub(super) static RULES: &[&Rule] = &[&REPEATED];

static REPEATED: Rule = Rule {
    code: "subject/repeated",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_repeated),
    summary: "An article names a subject twice.",
    why: "The second one says nothing, and was probably meant to be another.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: r#"subjects = ["figures", "figures"]"#,
        right: r#"subjects = ["figures"]"#,
    },
};

fn check_repeated(file: &File, out: &mut Diagnostics) {
    let mut first_places = BTreeMap::new();
    for leaf in leaves(file, format::SUBJECT) {
        let span = leaf.map.source(0..leaf.value.len());
        let Some(first) = first_places.get(&leaf.value) else {
            first_places.insert(&leaf.value, span.start);
            continue;
        };
        out.at(file, span, format!("`{}` is listed twice", leaf.value))
            .expected("each subject once")
            .found(format!("the same one in line {}", line_at(file, *first)))
            .help("Delete one of the two, or write the subject that was meant.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::check;
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn repeated() {
        assert_snapshot!(check("articles/second.mdx", "[\"figures\"]", "[\"figures\", \"figures\"]"), @r#"
        error[subject/repeated]: `figures` is listed twice
         --> content/articles/second.mdx:8:25
          |
        8 | subjects = ["figures", "figures"]
          |                         ^^^^^^^
          |
          = expected: each subject once
          = found: the same one in line 8
          = help: Delete one of the two, or write the subject that was meant.
        "#);
    }
}
