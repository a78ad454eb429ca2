//! Names that refer to a definition in another file, and the ids that links refer to.

use crate::diagnostic::line_at;
use crate::fix::Fix;
use crate::load::markdown::{Kind, anchor};
use crate::load::{File, FileKind, Target, Tree, question_anchors};
use crate::names::suggest_from;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, leaves};
use site_schema::model::format;
use std::collections::HashMap;
use std::ops::Range;

pub(super) static RULES: &[&Rule] = &[&ID_DUPLICATE, &UNKNOWN];

static UNKNOWN: Rule = Rule {
    code: "name/unknown",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_names),
    summary: "A name refers to a fee schedule, an external link, a disclaimer or a subject that doesn't exist.",
    why: "A block without its schedule has no fees to show, a button without its link leads nowhere, and readers of a subject don't find the article.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
heading = "Tiers"
schedule = "smal"
"#,
        right: r#"
heading = "Tiers"
schedule = "small"
"#,
    },
};

fn check_names(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if !tree.definitions_are_known {
        return;
    }
    for (target, defined_in, pointer, noun) in [
        (
            Target::Schedule,
            FileKind::Fees,
            "/schedules",
            "fee schedule",
        ),
        (
            Target::External,
            FileKind::Site,
            "/external",
            "external link",
        ),
        (
            Target::Disclaimer,
            FileKind::Site,
            "/disclaimers",
            "disclaimer",
        ),
        (Target::Subject, FileKind::Subjects, "", "subject"),
    ] {
        let known = tree.keys(&defined_in, pointer);
        let mut list = defined_in.path().unwrap_or_default();
        if let Some(table) = pointer.strip_prefix('/') {
            list += &format!(", under [{table}]");
        }
        for reference in file.references_of(target) {
            let name = reference.name.as_str();
            if known.contains(&name) {
                continue;
            }
            report_unknown(file, reference.span.clone(), noun, name, &known, &list, out);
        }
    }
}

/// Reports a name that isn't one of the known names in a file.
pub(super) fn report_unknown(
    file: &File,
    span: Range<usize>,
    noun: &str,
    name: &str,
    known: &[&str],
    defined_in: &str,
    out: &mut Diagnostics,
) {
    let names = known.iter().copied();
    let fix = Fix::misspelled(file, &span, name, names.clone());
    out.at(file, span, format!("unknown {noun} `{name}`"))
        .expected(format!("one of the names in {defined_in}"))
        .quoting(name)
        .help(suggest_from(name, names, defined_in))
        .fix(fix);
}

static ID_DUPLICATE: Rule = Rule {
    code: "id/duplicate",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_ids),
    summary: "Two parts of a page have the same id, or two headings of an article or two questions without an id have the same words.",
    why: "A link to the anchor, such as in the table of contents, leads only to the first of them.",
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

fn check_ids(file: &File, out: &mut Diagnostics) {
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
    // The byte where each anchor first appears.
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
            .found(format!("the same anchor in line {}", line_at(file, *first)))
            .help("Give one of the two a different id, heading or question, and update the links to it.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check_at_marks, finds_in_files, near_misses};

    #[test]
    #[rustfmt::skip]
    fn name_unknown() {
        assert_snapshot!(check_at_marks("pages/fees.toml", "schedule = \"small\"", "schedule = \"«smal»\""), @r#"
        error[name/unknown]: unknown fee schedule `smal`
        --> content/pages/fees.toml
         = expected: one of the names in content/fees.toml, under [schedules]
         = found: `smal`
         = help: Did you mean `small`?
         = note: `cargo site check --fix` fixes this
        "#);
        finds_in_files("name/unknown", &[
            ("site.toml", "client_resources = [\"newsletter\"", "client_resources = [\"«newsleter\""),
            ("articles/second.mdx", "kind=\"illustrative\"", "kind=\"«ilustrative\""),
            ("fees.toml", "agreement = \"agreement\"", "agreement = \"«agrement\""),
        ]);
        assert_snapshot!(check_at_marks("articles/second.mdx", "[\"figures\"]", "[\"figures\", \"«retirment»\"]"), @r#"
        error[name/unknown]: unknown subject `retirment`
        --> content/articles/second.mdx
         = expected: one of the names in content/subjects.toml
         = found: `retirment`
         = help: Did you mean `retirement`?
         = note: `cargo site check --fix` fixes this
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn id_duplicate() {
        assert_snapshot!(check_at_marks("pages/index.toml", "id = \"examples\"", "id = \"«top»\""), @r#"
        error[id/duplicate]: duplicate anchor `#top`
        --> content/pages/index.toml
         = expected: a different id for each part of a page, and different headings and questions
         = found: the same anchor in line 8
         = help: Give one of the two a different id, heading or question, and update the links to it.
        "#);
        finds_in_files("id/duplicate", &[
            ("articles/second.mdx", "## A heading", "## A heading\n\nWords.\n\n«## A heading"),
            ("pages/faq.toml", "\"Where are you?", "«\"When are you open?"),
            ("pages/faq.toml", "\"Where are you?", "«\"How much?"),
        ]);
        near_misses("id/duplicate", &[
            ("articles/second.mdx", "## A heading", "## A heading\n\n## A heading, too", "## A heading\n\n## A heading"),
            ("pages/faq.toml", "Where are you?", "How much, then?", "How much?"),
        ]);
    }
}
