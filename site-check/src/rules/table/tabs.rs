use super::EXPECTED;
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::rules::list::{bullet, is_numbered};
use crate::rules::paragraphs::runs;

pub(super) static TABS: Rule = Rule {
    code: "table/tabs",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Lines with tabs between their words are a table that was pasted from a spreadsheet or a document.",
    why: "Visitors would read all cells in one line, without a sign of where one ends.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "Year\tFall\n2008\t37%",
        right: "| Year | Fall |\n| --- | --- |\n| 2008 | 37% |",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for run in runs(file) {
        let pairs = run.lines.windows(2);
        let Some([first, _]) = pairs
            .into_iter()
            .find(|pair| pair.iter().all(|line| has_cells(line.text)))
        else {
            continue;
        };
        out.at(
            file,
            run.prose.map.source(first.span()),
            "a tab separates no cells here",
        )
        .expected(EXPECTED)
        .quoting(&first.text.replace('\t', " "))
        .help("Write the lines as a table, each cell between bars, and a line of dashes below the first: | Year | Fall |, then | --- | --- |.");
    }
}

/// Returns whether a tab is between words of a line, and not between the marker of an item and its words.
fn has_cells(line: &str) -> bool {
    line.contains('\t') && bullet(line).is_none() && !is_numbered(line)
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds_in_each, finds_in_none};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn tabs() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Year\tFall\n2008\t37%\n\nSome **words**"), @r#"
        error[table/tabs]: a tab separates no cells here
          --> content/articles/first.mdx:15:1
           |
        15 | Year    Fall
           | ^^^^^^^^^^^^
           |
           = expected: a header, a line of dashes and rows of as many cells, with an empty line above and below
           = found: `Year Fall`
           = help: Write the lines as a table, each cell between bars, and a line of dashes below the first: | Year | Fall |, then | --- | --- |.
        "#);
        finds_in_each("table/tabs", &[
            "Year\tFall\n2008\t37%\n2020\t34%", "Year\tFall\n\n2008\t37%", "In numbers:\nYear\tFall\n2008\t37%", "> Year\tFall\n> 2008\t37%",
        ]);
    }

    #[test]
    fn tabs_without_a_table() {
        finds_in_none(
            "table/tabs",
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
