use super::EXPECTED;
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::rules::paragraphs::{Line, runs};

pub(super) static RULE: Rule = Rule {
    code: "table/rule",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Rows of cells between bars have no line of dashes below the first of them, or empty lines between them, and so are no table.",
    why: "Visitors would read all cells in one line, with the bars between them.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r"
| Year | Fall |
| 2008 | 37% |
",
        right: r"
| Year | Fall |
| --- | --- |
| 2008 | 37% |
",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for run in runs(file) {
        let Some(row) = first_row(&run.lines) else {
            continue;
        };
        // A line of dashes that does not fit is reported itself.
        if !run.lines.iter().any(|line| is_of_dashes(line.text)) {
            out.at(
                file,
                run.prose.map.source(row.span()),
                "these cells are no table",
            )
            .expected(EXPECTED)
            .quoting(row.text)
            .help("Write a line of dashes below the header, one cell of dashes for each of its cells: | --- | --- |. Leave no empty line between the rows. Write a literal bar as \\|.");
        }
    }
}

/// Returns the first line that is a row: between bars, or with as many bars among its words as the next line.
fn first_row<'r, 'a>(lines: &'r [Line<'a>]) -> Option<&'r Line<'a>> {
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

/// Returns the number of bars with a space beside them that no backslash makes literal.
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

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds_in_each, finds_in_none};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn rule() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "| Year | Fall |\n| 2008 | 37% |\n\nSome **words**"), @r#"
        error[table/rule]: these cells are no table
          --> content/articles/first.mdx:15:1
           |
        15 | | Year | Fall |
           | ^^^^^^^^^^^^^^^
           |
           = expected: a header, a line of dashes and rows of as many cells, with an empty line above and below
           = found: `| Year | Fall |`
           = help: Write a line of dashes below the header, one cell of dashes for each of its cells: | --- | --- |. Leave no empty line between the rows. Write a literal bar as \|.
        "#);
        finds_in_each("table/rule", &[
            "| Year | Fall |", "| Year | Fall |\n\n| 2008 | 37% |", "Year | Fall\n2008 | 37%", "|Year|Fall|\n|2008|37%|",
            "| Year | Fall | | 2008 | 12 |", "> | Year | Fall |\n> | 2008 | 37% |",
        ]);
    }

    #[test]
    fn rule_that_is_not_missing() {
        finds_in_none(
            "table/rule",
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
}
