use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::{Kind, Node, Prose, anchor};
use crate::load::{File, Tree};
use std::collections::HashMap;
use std::ops::Range;

pub static DUPLICATE: Rule = Rule {
    code: "heading/duplicate",
    severity: Severity::Error,
    summary: "Two headings of one article have the same anchor.",
    why: "A link to the anchor finds only the first of them, and the table of contents leads astray.",
    bad: "content/articles/market-drop.mdx\n## What to do\n\n## What to do",
    good: "content/articles/market-drop.mdx\n## What to do in the first week\n\n## What to do in the first year",
    checks: &[Check::File(check_duplicates)],
};

pub static EMPTY: Rule = Rule {
    code: "heading/empty",
    severity: Severity::Error,
    summary: "A heading has no words.",
    why: "It is a gap on the page, and an entry without a name in the table of contents.",
    bad: "content/articles/market-drop.mdx\n##\n\nThe market fell.",
    good: "content/articles/market-drop.mdx\n## What happened\n\nThe market fell.",
    checks: &[Check::File(check_empty)],
};

pub static LEVEL: Rule = Rule {
    code: "heading/level",
    severity: Severity::Warning,
    summary: "A heading skips a level.",
    why: "People who use a screen reader find their way by the levels; a missing one sounds like a missing section.",
    bad: "content/articles/market-drop.mdx\n## What to do\n\n#### In the first week",
    good: "content/articles/market-drop.mdx\n## What to do\n\n### In the first week",
    checks: &[Check::File(check_levels)],
};

pub static SPACE: Rule = Rule {
    code: "heading/space",
    severity: Severity::Error,
    summary: "A line begins with ## and no space, so it is no heading.",
    why: "Visitors would read the signs, and the section has no heading.",
    bad: "content/articles/market-drop.mdx\n##What to do",
    good: "content/articles/market-drop.mdx\n## What to do",
    checks: &[Check::File(check_spaces)],
};

fn check_duplicates(file: &File, _: &Tree, report: &mut Report) {
    each(file, &mut |prose, headings| {
        let mut seen: HashMap<String, Range<usize>> = HashMap::new();
        for heading in headings {
            let anchor = anchor(&heading.words(), &mut HashMap::new());
            if anchor.is_empty() {
                continue;
            }
            let place = prose.source(heading);
            if let Some(first) = seen.get(&anchor) {
                let line = Diagnostic::at(file, first.clone(), "").line;
                report.push(
                    Diagnostic::at(
                        file,
                        place,
                        format!("the anchor `#{anchor}` stands here a second time"),
                    )
                    .expected("a heading of its own for each section")
                    .found(format!("the same words in line {line}"))
                    .help("Say in one of the two headings what sets its section apart."),
                );
            } else {
                seen.insert(anchor, place);
            }
        }
    });
}

fn check_empty(file: &File, _: &Tree, report: &mut Report) {
    each(file, &mut |prose, headings| {
        for heading in headings {
            if !heading.words().contains(char::is_alphanumeric) {
                let place = prose.source(heading);
                report.push(
                    Diagnostic::at(file, place, "this heading has no words")
                        .expected("words after the #")
                        .found(format!("`{}`", prose.written(heading).trim()))
                        .help("Write the heading, or delete the line. A line across the page is written ---."),
                );
            }
        }
    });
}

fn check_levels(file: &File, _: &Tree, report: &mut Report) {
    each(file, &mut |prose, headings| {
        let mut above = 1;
        for heading in headings {
            let Kind::Heading(depth) = heading.kind else {
                continue;
            };
            if depth > above + 1 {
                let place = prose.source(heading);
                let right = "#".repeat(usize::from(above) + 1);
                report.push(
                    Diagnostic::at(file, place, "this heading skips a level")
                        .expected(format!(
                            "at most {right}, one level below the heading before it"
                        ))
                        .found("#".repeat(usize::from(depth)))
                        .help(format!("Write {right} before the words.")),
                );
            }
            above = depth;
        }
    });
}

fn check_spaces(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        for paragraph in prose.nodes().filter(|node| node.kind == Kind::Paragraph) {
            let written = prose.written(paragraph);
            let words = written.trim_start_matches('#');
            let signs = written.len() - words.len();
            if (2..=6).contains(&signs) && words.starts_with(char::is_alphanumeric) {
                let line = written.lines().next().unwrap_or_default();
                let start = paragraph.span.start;
                let place = prose.map.source(start..start + line.len());
                report.push(
                    Diagnostic::at(file, place, "this is no heading without a space")
                        .expected("a space between the # and the words")
                        .found(format!("`{}`", line.chars().take(60).collect::<String>()))
                        .help(format!(
                            "Write {} and a space before the words.",
                            &written[..signs]
                        )),
                );
            }
        }
    }
}

/// Calls `visit` with the headings of each article, in order.
fn each(file: &File, visit: &mut dyn FnMut(&Prose, &[&Node])) {
    let Some(prose) = &file.body else { return };
    let headings: Vec<_> = prose
        .nodes()
        .filter(|node| matches!(node.kind, Kind::Heading(_)))
        .collect();
    visit(prose, &headings);
}
