//! The anchors of a page or an article.

use crate::diagnostic::line_at;
use crate::load::markdown::{Kind, anchor};
use crate::load::{File, question_anchors};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, leaves};
use site_schema::model::format;
use std::collections::HashMap;

pub(super) static RULES: &[&Rule] = &[&DUPLICATE];

static DUPLICATE: Rule = Rule {
    code: "id/duplicate",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Two parts of a page have the same id, or two headings of an article or two questions without an id the same words.",
    why: "A link to the anchor and the table of contents lead to the first of them only.",
    example: Example::InFile {
        file: "content/pages/index.toml",
        wrong: r#"
kind = "case_studies"
id = "top"
"#,
        right: r#"
kind = "case_studies"
id = "examples"
"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    let mut anchors = Vec::new();
    for leaf in leaves(file, format::ID) {
        let span = leaf.map.source(0..leaf.value.len());
        anchors.push((leaf.value.clone(), span));
    }
    for question in question_anchors(&file.document.value) {
        let pointer = format!("{}/question", question.pointer);
        anchors.push((question.id, file.document.span(&pointer)));
    }
    for (prose, node) in file.nodes() {
        if matches!(node.kind, Kind::Heading(_)) {
            let id = anchor(&node.words(), &mut HashMap::new());
            anchors.push((id, prose.source(node)));
        }
    }
    // The byte at which each anchor begins first.
    let mut seen = HashMap::new();
    for (id, span) in anchors {
        if id.is_empty() {
            continue;
        }
        let message = format!("duplicate anchor `#{id}`");
        let Some(first) = seen.get(&id) else {
            seen.insert(id, span.start);
            continue;
        };
        out.at(file, span, message)
            .expected("a different id for each part of a page, and different headings and questions")
            .found(format!("the same one in line {}", line_at(file, *first)))
            .help("Give one of the two another id, or say in its heading or question how it differs, and change the links to it.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn duplicate() {
        assert_snapshot!(check("pages/index.toml", "id = \"examples\"", "id = \"top\""), @r#"
        error[id/duplicate]: duplicate anchor `#top`
          --> content/pages/index.toml:16:7
           |
        16 | id = "top"
           |       ^^^
           |
           = expected: a different id for each part of a page, and different headings and questions
           = found: the same one in line 8
           = help: Give one of the two another id, or say in its heading or question how it differs, and change the links to it.
        "#);
        finds("id/duplicate", &[
            ("articles/second.mdx", "## A heading", "## A heading\n\nWords.\n\n## A heading", (14, 1)),
            ("pages/faq.toml", "Where are you?", "When are you open?", (29, 12)),
            ("pages/faq.toml", "Where are you?", "How much?", (29, 12)),
        ]);
        near_misses("id/duplicate", &[
            ("articles/second.mdx", "## A heading", "## A heading\n\n## A heading, too", "## A heading\n\n## A heading"),
            ("pages/faq.toml", "Where are you?", "How much, then?", "How much?"),
        ]);
    }
}
