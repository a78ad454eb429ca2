//! The tables of prose.

use super::list::{bullet, is_numbered};
use super::paragraphs::{Line, Paragraphs, paragraphs};
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static RULES: &[&Rule] = &[&FORM];

pub(super) static FORM: Rule = Rule {
    code: "table/form",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Rows of cells don't make the intended table: the line of dashes is missing or doesn't match the header, tabs separate the cells, a row has too many cells, or text directly below would become a row.",
    why: "A figure would be lost or end up in the wrong column, or visitors would read all cells as one long line, with bars and dashes.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r"
| Year | Fall |
| --- |
| 2008 | 37% |
",
        right: r"
| Year | Fall |
| --- | --- |
| 2008 | 37% |
",
    },
};

/// The parts of a table.
pub(super) const EXPECTED: &str =
    "a header, a line of dashes and rows of as many cells, with an empty line above and below";

/// Reports lines of paragraphs that look like a table. The parser finds mistakes in lines of dashes.
fn check(file: &File, out: &mut Diagnostics) {
    for paragraphs in paragraphs(file) {
        if let Some(row) = first_row(&paragraphs.lines) {
            report(
                file,
                &paragraphs,
                row,
                "these cells don't make a table",
                "Write a line of dashes below the header, one cell of dashes for each of its cells: | --- | --- |. Leave no empty line between the rows. Write a literal bar as \\|.",
                out,
            );
        }
        let pairs = paragraphs.lines.windows(2);
        let with_tabs = pairs
            .into_iter()
            .find(|pair| pair.iter().all(|line| has_tabs(line.text)));
        if let Some([first, _]) = with_tabs {
            report(
                file,
                &paragraphs,
                first,
                "tabs don't separate cells here",
                "Write the lines as a table, each cell between bars, and a line of dashes below the first: | Year | Fall |, then | --- | --- |.",
                out,
            );
        }
    }
}

fn report(
    file: &File,
    paragraphs: &Paragraphs,
    row: &Line,
    message: &str,
    help: &str,
    out: &mut Diagnostics,
) {
    out.at(file, paragraphs.prose.map.source(row.span()), message)
        .expected(EXPECTED)
        .quoting(&row.text.replace('\t', " "))
        .help(help);
}

/// Returns the first line that is a row: it is between bars, or has as many bars among its words as the next line. Returns
/// `None` if the lines include a line of dashes: the parser finds a line of dashes that doesn't match.
fn first_row<'r, 'a>(lines: &'r [Line<'a>]) -> Option<&'r Line<'a>> {
    if lines.iter().any(|line| is_of_dashes(line.text)) {
        return None;
    }
    for (at, line) in lines.iter().enumerate() {
        let bars = bars(line.text);
        let is_enclosed = line.text.starts_with('|') && line.text.ends_with('|') && bars > 2;
        let has_like_it = lines.get(at + 1).is_some_and(|next| {
            !next.begins_paragraph && bars > 0 && bars == self::bars(next.text)
        });
        if is_enclosed || has_like_it {
            return Some(line);
        }
    }
    None
}

/// Returns the number of bars that are next to a space and aren't literal because of a backslash.
fn bars(line: &str) -> usize {
    let mut count = 0;
    for (at, _) in line.match_indices('|') {
        let is_literal = line[..at].ends_with('\\');
        let is_apart = line[..at].ends_with([' ', '\t']) || line[at + 1..].starts_with([' ', '\t']);
        let is_doubled = line[..at].ends_with('|') || line[at + 1..].starts_with('|');
        if is_apart && !is_literal && !is_doubled || at == 0 || at + 1 == line.len() {
            count += 1;
        }
    }
    count
}

fn is_of_dashes(line: &str) -> bool {
    line.contains("--")
        && line
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}

/// Returns true if a tab is between words of a line, and not between the marker of an item and its words.
fn has_tabs(line: &str) -> bool {
    line.contains('\t') && bullet(line).is_none() && !is_numbered(line)
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_at_marks, finds_in_each, finds_in_none, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "| a | b |\n|---|\n| c | d |\n\nSome **words**"), @r#"
        error[table/form]: this line of dashes doesn't match the header above it
          --> content/articles/first.mdx:16:1
           |
        16 | |---|
           | ^^^^^
           |
           = expected: a header, a line of dashes and rows of as many cells, with an empty line above and below
           = found: `|---|`
           = help: Write one cell of dashes for each cell of the header, and leave an empty line above the header: | --- | --- |.
        "#);
        finds_at_marks("table/form", &[
            "| a | b |\n|---|---|\n| c | d |\n«Some **words**",
            "| a | b |\n|---|---|\n| c | d |\n| e | f |« g |\n\nSome **words**",
        ]);
        near_misses("table/form", &[
            ("articles/first.mdx", "Some **words**", "| a | b |\n|:--|--:|\n| c \\| d | `e` |\n| f |\n\nSome **words**", "| a | b |\n|:--|--:|\n| c | d | `e` |\n| f |\n\nSome **words**"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn rule() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "| Year | Fall |\n| 2008 | 37% |\n\nSome **words**"), @r#"
        error[table/form]: these cells don't make a table
          --> content/articles/first.mdx:15:1
           |
        15 | | Year | Fall |
           | ^^^^^^^^^^^^^^^
           |
           = expected: a header, a line of dashes and rows of as many cells, with an empty line above and below
           = found: `| Year | Fall |`
           = help: Write a line of dashes below the header, one cell of dashes for each of its cells: | --- | --- |. Leave no empty line between the rows. Write a literal bar as \|.
        "#);
        finds_in_each("table/form", &[
            "| Year | Fall |", "| Year | Fall |\n\n| 2008 | 37% |", "Year | Fall\n2008 | 37%", "|Year|Fall|\n|2008|37%|",
            "| Year | Fall | | 2008 | 12 |", "> | Year | Fall |\n> | 2008 | 37% |",
        ]);
    }

    #[test]
    fn rule_that_is_not_missing() {
        finds_in_none(
            "table/form",
            &[
                "| Year | Fall |\n| --- | --- |\n| 2008 | 37% |",
                "Year | Fall\n--- | ---\n2008 | 37%",
                "Tulsa | Jenks | Bixby",
                "Tulsa | Jenks\nand more",
                "Tulsa | Jenks\n\nBixby | Owasso",
                "a || b\nc || d",
                "a \\| b\nc \\| d",
                "`| a | b |`",
                "```\n| a | b |\n| c | d |\n```",
                "the value |x| of x",
                "grep a|b\ngrep c|d",
                "Call us | Write us",
                "- Tulsa | Jenks\n- Bixby | Owasso",
                "1. Tulsa | Jenks\n2. Bixby | Owasso",
                "A bar (|) separates cells.",
                "|",
                "||",
                "Words.\n\n| a | b |\n|---|---|\n| c | d |\n\nMore | words",
                "[a | b](/fees)",
                "> Tulsa | Jenks",
            ],
        );
    }

    #[test]
    #[rustfmt::skip]
    fn tabs() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Year\tFall\n2008\t37%\n\nSome **words**"), @r#"
        error[table/form]: tabs don't separate cells here
          --> content/articles/first.mdx:15:1
           |
        15 | Year    Fall
           | ^^^^^^^^^^^^
           |
           = expected: a header, a line of dashes and rows of as many cells, with an empty line above and below
           = found: `Year Fall`
           = help: Write the lines as a table, each cell between bars, and a line of dashes below the first: | Year | Fall |, then | --- | --- |.
        "#);
        finds_in_each("table/form", &[
            "Year\tFall\n2008\t37%\n2020\t34%", "Year\tFall\n\n2008\t37%", "In numbers:\nYear\tFall\n2008\t37%", "> Year\tFall\n> 2008\t37%",
        ]);
    }

    #[test]
    fn tabs_without_a_table() {
        finds_in_none(
            "table/form",
            &[
                "One\ttab in a line.",
                "One\ttab in a line.\nAnd none here.",
                "One\ttab.\n\nWords.\n\nAnother\ttab.",
                "- Save\tmonthly\n- Spend\tless",
                "-\tSave\n-\tSpend",
                "1.\tSave\n2.\tSpend",
                "* \tSave\n* \tSpend",
                "```\nYear\tFall\n2008\t37%\n```",
                "| Year\t| Fall\t|\n|---|---|\n| 2008\t| 37%\t|",
                "Words\t\nand more\t\nand more",
                "`Year\tFall`",
                "Words.\n\n1.\tSave",
                "Year  Fall\n2008  37%",
                "Words\nand more",
                "## A\theading\n\nAnd\ta tab",
                "> Words\tapart",
                "- Save\n\n\tmore on that",
                "Words \tapart",
                "A\tB\n\n- C\tD",
                "**A**\tB",
            ],
        );
    }
}
