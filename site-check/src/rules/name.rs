//! The names of pages and articles and of their parts: titles, anchors, and names of what other files define.

use crate::compile::filled;
use crate::diagnostic::line_at;
use crate::fix::Fix;
use crate::load::markdown::{Kind, anchor};
use crate::load::{File, FileKind, Target, Tree, question_anchors};
use crate::names::suggest_from;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key, leaves};
use serde_json::Value;
use site_schema::model::format;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;

pub(super) static RULES: &[&Rule] = &[&ID_DUPLICATE, &UNKNOWN, &TITLE_DUPLICATE, &TITLE_LONG];

static UNKNOWN: Rule = Rule {
    code: "name/unknown",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_names),
    summary: "A name refers to a fee schedule, an external link, a disclaimer or a subject that does not exist.",
    why: "A block without its schedule has no fees to show; a button without its link leads nowhere; an article on an unknown subject is not found by it.",
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
        let path = defined_in.path().unwrap_or_default();
        let list = match pointer.strip_prefix('/') {
            Some(table) => format!("{path}, under [{table}]"),
            None => path.clone(),
        };
        for reference in file.references_of(target) {
            let name = reference.name.as_str();
            if known.contains(&name) {
                continue;
            }
            let names = known.iter().copied();
            let fix = Fix::misspelled(file, &reference.span, name, names.clone());
            out.at(
                file,
                reference.span.clone(),
                format!("unknown {noun} `{name}`"),
            )
            .expected(format!("the name of one in {list}"))
            .quoting(name)
            .help(suggest_from(name, names, &path))
            .fix(fix);
        }
    }
}

static TITLE_DUPLICATE: Rule = Rule {
    code: "title/duplicate",
    severity: Severity::Warning,
    scope: Scope::WholeTree(check_titles),
    summary: "Two pages or articles have the same title, description or excerpt.",
    why: "Search results, tabs, bookmarks and screen readers can't tell the two apart, and search engines leave one out.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
[meta]
title = "Contact"
"#,
        right: r#"
[meta]
title = "Fees"
"#,
    },
};

fn check_titles(tree: &Tree, out: &mut Diagnostics) {
    check_texts("title", "/meta/title", "/title", tree, out);
    check_texts("description", "/meta/description", "/excerpt", tree, out);
}

/// Reports the texts of one kind that two files have, by their pointers in pages
/// and in articles. Spaces and case do not count.
fn check_texts(noun: &str, in_page: &str, in_article: &str, tree: &Tree, out: &mut Diagnostics) {
    let mut seen: HashMap<String, (&File, &str)> = HashMap::new();
    for file in tree.files_changed_last() {
        let pointer = match file.kind {
            FileKind::Page(_) => in_page,
            FileKind::Article(_) => in_article,
            _ => continue,
        };
        let text = file.document.value.pointer(pointer).and_then(Value::as_str);
        let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
        if file.is_draft() || words.is_empty() {
            continue;
        }
        let normalized: String = words.join(" ").to_lowercase().nfc().collect();
        let Some((first, first_pointer)) = seen.get(&normalized) else {
            seen.insert(normalized, (file, pointer));
            continue;
        };
        let line = line_at(first, first.document.span(first_pointer).start);
        let key = key(pointer);
        out.at_value(file, pointer, format!("another file has the same {noun}"))
            .expected(format!("a different {noun} for each page and article"))
            .found(format!("the same {noun} in {}, line {line}", first.path))
            .help(format!(
                "Say in the `{key}` of one of the two how it differs."
            ));
    }
}

static TITLE_LONG: Rule = Rule {
    code: "title/long",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check_length),
    summary: "A title has more characters than search results show.",
    why: "Search engines cut off a title after 65 characters at most, and its last words are lost.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"
[meta]
title = "How to Reach Us by Phone, by Mail, by Email and in Person at the Office"
"#,
        right: r#"
[meta]
title = "Contact"
"#,
    },
};

/// The most characters of a title that search results show, on screens of all widths.
const MOST_CHARACTERS: usize = 65;

fn check_length(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let pointer = match file.kind {
        FileKind::Page(_) => "/meta/title",
        FileKind::Article(_) => "/title",
        _ => return,
    };
    let title = file.document.value.pointer(pointer).and_then(Value::as_str);
    let length = filled(title.unwrap_or_default(), tree).chars().count();
    if length > MOST_CHARACTERS {
        out.at_value(
            file,
            pointer,
            "this title is longer than search results show",
        )
        .expected(format!("at most {MOST_CHARACTERS} characters"))
        .found(format!("{length} characters"))
        .help("Shorten it, or begin with the words that matter most.");
    }
}

static ID_DUPLICATE: Rule = Rule {
    code: "id/duplicate",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_ids),
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
    use crate::rules::tests::{check, finds, near_misses, passes};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn name_unknown() {
        assert_snapshot!(check("pages/fees.toml", "schedule = \"small\"", "schedule = \"smal\""), @r#"
        error[name/unknown]: unknown fee schedule `smal`
          --> content/pages/fees.toml:44:13
           |
        44 | schedule = "smal"
           |             ^^^^
           |
           = expected: the name of one in content/fees.toml, under [schedules]
           = found: `smal`
           = help: Did you mean `small`?
           = note: `cargo site check --fix` fixes this
        "#);
        finds("name/unknown", &[
            ("site.toml", "client_resources = [\"newsletter\"", "client_resources = [\"newsleter\"", (56, 22)),
            ("articles/second.mdx", "kind=\"illustrative\"", "kind=\"ilustrative\"", (18, 19)),
        ]);
        assert_snapshot!(check("articles/second.mdx", "[\"figures\"]", "[\"figures\", \"retirment\"]"), @r#"
        error[name/unknown]: unknown subject `retirment`
         --> content/articles/second.mdx:8:25
          |
        8 | subjects = ["figures", "retirment"]
          |                         ^^^^^^^^^
          |
          = expected: the name of one in content/subjects.toml
          = found: `retirment`
          = help: Did you mean `retirement`?
          = note: `cargo site check --fix` fixes this
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn title_long() {
        let title = "title = \"Fees\"\nshort";
        finds("title/long", &[
            ("pages/fees.toml", title, "title = \"What Our Planning Costs, What Our Tax Returns Cost, and What Is Free\"\nshort", (2, 9)),
            ("articles/first.mdx", "title = \"First\"", "title = \"The First of a Number of Articles on Rules, Limits and All the Rest\"", (3, 9)),
        ]);
        passes("pages/fees.toml", title, "title = \"Planning, Investing and Taxes: All That Each of Them Costs\"\nshort");
    }

    #[test]
    #[rustfmt::skip]
    fn title_duplicate() {
        assert_snapshot!(check("pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Home\"\nshort"), @r#"
        warning[title/duplicate]: another file has the same title
         --> content/pages/index.toml:2:9
          |
        2 | title = "Home"
          |         ^^^^^^
          |
          = expected: a different title for each page and article
          = found: the same title in content/pages/fees.toml, line 2
          = help: Say in the `title` of one of the two how it differs.
        "#);
        finds("title/duplicate", &[
            ("pages/fees.toml", "What it costs.", "The first  Article.", (4, 15)),
            ("articles/second.mdx", "title = \"Second\"", "title = \"First\"", (3, 9)),
        ]);
        finds("title/duplicate", &[("pages/index.toml", "title = \"Home\"", "title = \"Fees\"", (2, 9))]);
        passes("pages/index.toml", "title = \"Welcome to {firm}\"", "title = \"Fees\"");
    }

    #[test]
    #[rustfmt::skip]
    fn id_duplicate() {
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
