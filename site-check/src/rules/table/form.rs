use super::EXPECTED;
use crate::rule::{Diagnostics, Example, ProseError, Rule, Scope, Severity};

pub(super) static FORM: Rule = Rule {
    code: "table/form",
    severity: Severity::Error,
    scope: Scope::ReportedBy("mdx/syntax"),
    summary: "The rows, the header and the line of dashes of a table do not match, or text right below it becomes a row of it.",
    why: "A figure would be lost or in the wrong column, or visitors would read bars and dashes in one long line.",
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

/// Reports a row with more cells than its table has columns.
pub(in crate::rules) fn report_extra_cells(error: ProseError, out: &mut Diagnostics) {
    report(
        error,
        out,
        "this row has more cells than the table has columns",
        "Delete the extra cells, or add as many to the header and to the line of dashes. Write a literal bar as \\|.",
    );
}

/// Reports a line of dashes that makes no table of the line above it.
pub(in crate::rules) fn report_no_table(error: ProseError, out: &mut Diagnostics) {
    report(
        error,
        out,
        "this line of dashes does not match the header above it",
        "Write one cell of dashes for each cell of the header, and leave an empty line above the header: | --- | --- |.",
    );
}

/// Reports a line right below a table that is not meant to belong to it.
pub(in crate::rules) fn report_row_without_bars(error: ProseError, out: &mut Diagnostics) {
    report(
        error,
        out,
        "this line would become a row of the table above it",
        "Leave an empty line above it. Write a row of the table between bars: | a | b |.",
    );
}

fn report(error: ProseError, out: &mut Diagnostics, message: &str, help: &str) {
    error.report(&mut out.for_rule(&FORM), message, EXPECTED, help);
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "| a | b |\n|---|\n| c | d |\n\nSome **words**"), @r#"
        error[table/form]: this line of dashes does not match the header above it
          --> content/articles/first.mdx:16:1
           |
        16 | |---|
           | ^^^^^
           |
           = expected: a header, a line of dashes and rows of as many cells, with an empty line above and below
           = found: `|---|`
           = help: Write one cell of dashes for each cell of the header, and leave an empty line above the header: | --- | --- |.
        "#);
        finds("table/form", &[
            ("articles/first.mdx", "Some **words**", "| a | b |\n|---|---|\n| c | d |\nSome **words**", (18, 1)),
            ("articles/first.mdx", "Some **words**", "| a | b |\n|---|---|\n| c | d |\n| e | f | g |\n\nSome **words**", (18, 10)),
        ]);
        near_misses("table/form", &[
            ("articles/first.mdx", "Some **words**", "| a | b |\n|:--|--:|\n| c \\| d | `e` |\n| f |\n\nSome **words**", "| a | b |\n|:--|--:|\n| c | d | `e` |\n| f |\n\nSome **words**"),
        ]);
    }
}
