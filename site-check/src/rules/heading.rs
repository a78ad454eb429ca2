//! The headings of articles.

use super::markdown;
use super::paragraphs::paragraphs;
use crate::fix::Fix;
use crate::load::File;
use crate::load::markdown::{Kind, Node, Prose};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static RULES: &[&Rule] = &[&FORM, &LEVEL];

static FORM: Rule = Rule {
    code: "heading/form",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A line looks like a heading but isn't one, because it has no plain space after its number signs; a heading has no words; or a line of dashes directly below a paragraph turns it into a heading.",
    why: "Visitors would read the number signs, or see a whole paragraph as a heading; an empty heading leaves a gap on the page and a blank entry in the table of contents.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "##What to do",
        right: "## What to do",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    check_empty(file, out);
    check_spaces(file, out);
    check_places(file, out);
}

fn check_empty(file: &File, out: &mut Diagnostics) {
    for (prose, heading, _) in headings(file) {
        if !heading.words().contains(char::is_alphanumeric) {
            out.at(file, prose.source(heading), "this heading has no words")
                .expected("words after the #")
                .quoting(prose.written(heading).trim())
                .help("Write the heading, or delete the line. For a horizontal rule, write ---.");
        }
    }
}

static LEVEL: Rule = Rule {
    code: "heading/level",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check_levels),
    summary: "A heading skips a level.",
    why: "People who use a screen reader navigate by levels, and a missing level sounds like a missing section.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r"
## What to do

#### In the first week
",
        right: r"
## What to do

### In the first week
",
    },
};

fn check_levels(file: &File, out: &mut Diagnostics) {
    let mut above = 1;
    for (prose, heading, level) in headings(file) {
        if level > above + 1 {
            let right = "#".repeat(above + 1);
            out.at(file, prose.source(heading), "this heading skips a level")
                .expected(format!(
                    "at most {right}, one level below the heading before it"
                ))
                .found("#".repeat(level))
                .help(format!("Write {right} before the words."));
        }
        above = level;
    }
}

fn check_spaces(file: &File, out: &mut Diagnostics) {
    for paragraphs in paragraphs(file) {
        for (index, line) in paragraphs.lines.iter().enumerate() {
            let words = line.text.trim_start_matches('#');
            let marks = &line.text[..line.text.len() - words.len()];
            let next = paragraphs.lines.get(index + 1);
            let is_alone = line.begins_paragraph
                && !line.is_within_line
                && next.is_none_or(|next| next.begins_paragraph);
            let Some(space) = space(marks, words, is_alone) else {
                continue;
            };
            let count = marks.len();
            let right = if (2..=6).contains(&count) {
                marks
            } else {
                "##"
            };
            let mut help = format!("Write {right} and a space before the words.");
            let message = if count > 6 {
                help = "Write ## and a space before the words, or one # more for each level below."
                    .to_owned();
                format!("a heading can't begin with {count} number signs")
            } else if space.is_empty() {
                format!("missing space after `{marks}`, so this is not a heading")
            } else {
                format!("the space after `{marks}` isn't a plain space, so this is not a heading")
            };
            let is_certain = file.body.is_some()
                && right == marks
                && line.begins_paragraph
                && words.trim_start().starts_with(char::is_alphabetic);
            let start = line.start + count;
            let source = paragraphs.prose.map.source(start..start + space.len());
            let fix = Fix::edit(file, source, " ").described(help.clone());
            out.at(file, paragraphs.prose.map.source(line.span()), message)
                .expected("a space before the words")
                .quoting(line.text)
                .help(help)
                .fix(is_certain.then_some(fix));
        }
    }
}

/// Returns the characters between number signs and words, if the line looks like a heading but isn't one.
fn space<'a>(marks: &str, words: &'a str, is_alone: bool) -> Option<&'a str> {
    let title = words.trim_start();
    let space = &words[..words.len() - title.len()];
    let is_hard = !space.is_empty() && !space.starts_with([' ', '\t']);
    let is_heading = match marks.len() {
        0 => false,
        // #1 is a number, and #Tulsa a tag.
        1 => {
            let is_title = title.starts_with(char::is_uppercase)
                && title.contains(' ')
                && !title.contains('#')
                && !title.ends_with(['.', '!', '?', ':', ',', ';']);
            is_alone && (is_title || is_hard) && (is_hard || space.is_empty())
        }
        2..=6 => is_hard || space.is_empty() && title.starts_with(char::is_alphanumeric),
        _ => title.starts_with(char::is_alphanumeric),
    };
    (is_heading && !title.is_empty()).then_some(space)
}

/// Reports headings where none are allowed, and lines that turn a paragraph into a heading.
fn check_places(file: &File, out: &mut Diagnostics) {
    for (prose, node) in file.nodes() {
        let Kind::Heading(level) = node.kind else {
            continue;
        };
        let written = prose.written(node);
        if !written.starts_with('#') {
            report_underline(file, prose, node, out);
            continue;
        }
        let (message, help) = match level {
            _ if file.body.is_none() => (
                "headings are not allowed in a page's texts",
                "Give the text its own block, with a `heading`.",
            ),
            1 if begins_with_figure(written) => (
                "the # at the beginning of this line turns it into a heading",
                "Write a number without a space after the #: #1. Write ## for a section.",
            ),
            1 => (
                "an article can't have a second top-level heading",
                "The title is the top-level heading. Write ## for a section.",
            ),
            _ => continue,
        };
        out.for_rule(&markdown::SYNTAX)
            .at(file, prose.source(node), message)
            .expected(markdown::MARKDOWN)
            .quoting(written)
            .help(help);
    }
}

/// Returns true if a heading of the first level is a number: # 1.
fn begins_with_figure(heading: &str) -> bool {
    let words = heading.trim_start_matches('#').trim_start();
    words.starts_with(|c: char| c.is_ascii_digit())
}

fn report_underline(file: &File, prose: &Prose, node: &Node, out: &mut Diagnostics) {
    let written = prose.written(node);
    let underline = written.rsplit('\n').next().unwrap_or(written);
    let underline = underline.trim_start_matches([' ', '\t', '>']);
    let end = node.span.end;
    let span = prose.map.source(end - underline.len()..end);
    out.at(file, span, "this line turns the text above it into a heading")
        .expected("an empty line above a horizontal rule, or ## before a heading's words")
        .quoting(underline)
        .help("For a horizontal rule, leave an empty line above it. For a heading, write ## before its words and delete this line.");
}

/// The headings of an article with their levels, in order.
fn headings(file: &File) -> impl Iterator<Item = (&Prose, &Node, usize)> {
    file.nodes()
        .filter(|_| file.body.is_some())
        .filter_map(|(prose, node)| match node.kind {
            Kind::Heading(level) => Some((prose, node, usize::from(level))),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_in_each, finds_in_files, finds_in_none, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn empty() {
        assert_snapshot!(check("articles/second.mdx", "## A heading", "## A heading\n\n##\n\nWords."), @r#"
        error[heading/form]: this heading has no words
          --> content/articles/second.mdx:12:1
           |
        12 | ##
           | ^^
           |
           = expected: words after the #
           = found: `##`
           = help: Write the heading, or delete the line. For a horizontal rule, write ---.
        "#);
        near_misses("heading/form", &[
            ("articles/second.mdx", "## A heading", "## A heading\n\n## 2025", "## A heading\n\n## …"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn level() {
        assert_snapshot!(check("articles/second.mdx", "## A heading", "## A heading\n\n#### Deeper"), @r#"
        warning[heading/level]: this heading skips a level
          --> content/articles/second.mdx:12:1
           |
        12 | #### Deeper
           | ^^^^^^^^^^^
           |
           = expected: at most ###, one level below the heading before it
           = found: ####
           = help: Write ### before the words.
        "#);
        finds_in_files("heading/level", &[
            ("articles/second.mdx", "## A heading", "«### A heading"),
        ]);
        near_misses("heading/level", &[
            ("articles/second.mdx", "## A heading", "## A heading\n\n### B\n\n#### C\n\n## D", "## A heading\n\n### B\n\n##### C\n\n## D"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn space() {
        assert_snapshot!(check("articles/second.mdx", "## A heading", "## A heading\n\n##Another"), @r#"
        error[heading/form]: missing space after `##`, so this is not a heading
          --> content/articles/second.mdx:12:1
           |
        12 | ##Another
           | ^^^^^^^^^
           |
           = expected: a space before the words
           = found: `##Another`
           = help: Write ## and a space before the words.
           = note: `cargo site check --fix` fixes this
        "#);
        near_misses("heading/form", &[
            ("articles/first.mdx", "Some **words**", "#Tulsa and ## are some **words**", "##Tulsa and # are some **words**"),
        ]);
        assert_snapshot!(check("articles/second.mdx", "## A heading", "## A heading\n\n##\u{a0}Another"), @r#"
        error[heading/form]: the space after `##` isn't a plain space, so this is not a heading
          --> content/articles/second.mdx:12:1
           |
        12 | ## Another
           | ^^^^^^^^^^
           |
           = expected: a space before the words
           = found: `## Another`
           = help: Write ## and a space before the words.
           = note: `cargo site check --fix` fixes this
        "#);
        finds_in_each("heading/form", &[
            "#Our Fees", "#\u{a0}Our fees", "#\u{2009}Fees", "###\u{3000}Wide", "####### Deep", "Words\n##Fees", "##1 fee",
        ]);
        finds_in_none("heading/form", &[
            "#1 reason to save", "#Tulsa", "#TaxDay is here.", "#Tulsa #Oklahoma", "Ranked\n#1 in Tulsa", "- #TaxDay in Tulsa", "\\##Words", "`##Words`", "### Fees",
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn underline() {
        assert_snapshot!(check("articles/second.mdx", "## A heading", "## A heading\n\nThe market fell.\n---"), @r#"
        error[heading/form]: this line turns the text above it into a heading
          --> content/articles/second.mdx:13:1
           |
        13 | ---
           | ^^^
           |
           = expected: an empty line above a horizontal rule, or ## before a heading's words
           = found: `---`
           = help: For a horizontal rule, leave an empty line above it. For a heading, write ## before its words and delete this line.
        "#);
        finds_in_files("heading/form", &[
            ("articles/second.mdx", "## A heading", "## A heading\n\nThe market fell.\nIt rose.\n«-"),
            ("articles/second.mdx", "## A heading", "## A heading\n\nThe market fell.\n«==="),
            ("pages/index.toml", "\"Saving.\"", "\"\"\"\nSaving.\n«---\nSpending.\"\"\""),
        ]);
    }

    #[test]
    fn underline_of_nothing() {
        finds_in_none(
            "heading/form",
            &[
                "---",
                "Words.\n\n---\n\nMore.",
                "***",
                "Words.\n***\nMore.",
                "Words.\n* * *\nMore.",
                "___",
                "Words.\n___\nMore.",
                "Words --- and more.",
                "Words.\n--- and more.",
                "| a | b |\n| --- | --- |\n| c | d |",
                "a | b\n---|---\nc | d",
                "## Words\n\n---",
                "## Words\n---",
                "- Words\n\n---",
                "> Words.\n\n---",
                "Words.\n— —",
                "Words.\n–––",
                "```\nWords\n---\n```",
                "Words.\n\\---",
                "2 + 2\n= 4",
            ],
        );
    }
}
