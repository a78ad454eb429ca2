//! The subjects by which readers find articles.

use crate::diagnostic::line_at;
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, leaves};
use site_schema::model::format;
use std::collections::BTreeMap;

pub(super) static RULES: &[&Rule] = &[&ANCHOR, &FEW, &REPEATED];

static ANCHOR: Rule = Rule {
    code: "subject/anchor",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_anchor),
    summary: "A part of the page that lists the subjects has the id of one of them.",
    why: "A link to the subject would lead to that part of the page, or the other way around.",
    example: Example::InFile {
        file: "content/pages/blog.toml",
        wrong: r#"id = "figures""#,
        right: r#"id = "subjects""#,
    },
};

fn check_anchor(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if !file.lists_subjects() {
        return;
    }
    let subjects = tree.keys(&FileKind::Subjects, "");
    for leaf in leaves(file, format::ID) {
        if !subjects.contains(&leaf.value.as_str()) {
            continue;
        }
        let span = leaf.map.source(0..leaf.value.len());
        out.at(
            file,
            span,
            format!("`{}` is the anchor of a subject on this page", leaf.value),
        )
        .expected("an id that is no name of a subject in content/subjects.toml")
        .quoting(&leaf.value)
        .help("Give this part of the page another id, and change the links to it.");
    }
}

static FEW: Rule = Rule {
    code: "subject/few",
    severity: Severity::Warning,
    scope: Scope::SingleFile(FileKind::Subjects, check_few),
    summary: "A subject has fewer than two articles.",
    why: "A list of subjects is read at a glance only where it is short: a line that leads to a single article is that article's title once more.",
    example: Example::InFile {
        file: "content/subjects.toml",
        wrong: r#"
figures = "Figures and Tables"
weather = "The Weather"
"#,
        right: r#"
figures = "Figures and Tables"
"#,
    },
};

/// The fewest articles that a subject is worth a line for.
const ENOUGH: usize = 2;

fn check_few(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if !articles_are_known(tree) {
        return;
    }
    let counts = tree.subjects_of_articles();
    for name in tree.keys(&FileKind::Subjects, "") {
        let count = counts.get(name).copied().unwrap_or(0);
        if count >= ENOUGH {
            continue;
        }
        let articles = match count {
            0 => "no article".to_owned(),
            _ => format!("{count} article"),
        };
        let message = format!("the subject `{name}` has {articles}");
        out.at_value(file, &format!("/{name}"), message)
            .expected(format!(
                "at least {ENOUGH} published articles with it in their `subjects`"
            ))
            .found(articles)
            .help(format!(
                "Add \"{name}\" to the `subjects` of the articles that are on it, or delete its line here and in the articles."
            ));
    }
}

/// Returns whether all articles can be read, so that a subject that seems to have none has none.
fn articles_are_known(tree: &Tree) -> bool {
    let is_article = |kind: &FileKind| matches!(kind, FileKind::Article(_));
    let is_rejected = tree
        .rejected
        .iter()
        .any(|rejected| rejected.kind.as_ref().is_some_and(is_article));
    !is_rejected && tree.articles().all(File::is_parsed)
}

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
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn anchor() {
        assert_snapshot!(check("pages/blog.toml", "id = \"articles\"", "id = \"figures\""), @r#"
        error[subject/anchor]: `figures` is the anchor of a subject on this page
          --> content/pages/blog.toml:17:7
           |
        17 | id = "figures"
           |       ^^^^^^^
           |
           = expected: an id that is no name of a subject in content/subjects.toml
           = found: `figures`
           = help: Give this part of the page another id, and change the links to it.
        "#);
        // Only where the subjects are listed.
        near_misses("subject/anchor", &[
            ("pages/index.toml", "id = \"examples\"", "id = \"papers\"", "id = \"papers\"\n\n[[blocks]]\nkind = \"subject_index\"\nheading = \"Subjects\""),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn few() {
        assert_snapshot!(check("articles/a-long-walk.mdx", "[\"retirement\"]", "[\"figures\"]"), @r#"
        warning[subject/few]: the subject `retirement` has 1 article
         --> content/subjects.toml:3:14
          |
        3 | retirement = "Retirement"
          |              ^^^^^^^^^^^^
          |
          = expected: at least 2 published articles with it in their `subjects`
          = found: 1 article
          = help: Add "retirement" to the `subjects` of the articles that are on it, or delete its line here and in the articles.
        "#);
        finds("subject/few", &[
            ("subjects.toml", "retirement =", "nobody = \"Nobody\"\nretirement =", (3, 10)),
        ]);
        // An article that can't be read may be on any subject.
        finds("file/unreadable", &[
            ("articles/a-long-walk.mdx", "Five miles", "UTF16 Five miles", (1, 1)),
        ]);
    }

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
