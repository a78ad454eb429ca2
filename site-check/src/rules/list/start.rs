use crate::fix::Fix;
use crate::rule::{Diagnostics, Example, ProseError, Rule, Scope, Severity};

pub(super) static START: Rule = Rule {
    code: "list/start",
    severity: Severity::Error,
    scope: Scope::ReportedBy("mdx/syntax"),
    summary: "A numbered list begins with another number than 1.",
    why: "Visitors would see 1 all the same: every list is numbered from 1.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r"
3. Rebalance.
4. Wait.
",
        right: r"
1. Rebalance.
2. Wait.
",
    },
};

/// The first number that is rarely one of an item: more often it is a year or a form's name.
const LARGE_NUMBER: usize = 100;

/// Reports a numbered list that does not begin with 1.
pub(in crate::rules) fn report(error: ProseError, out: &mut Diagnostics) {
    let mut out = out.for_rule(&START);
    let written = error.prose.text.get(error.error.span.clone());
    let written = written.unwrap_or_default();
    let length = written.find(['.', ')']).unwrap_or(0);
    let (number, rest) = written.split_at(length);
    if !number
        .parse()
        .is_ok_and(|number: usize| number >= LARGE_NUMBER)
    {
        error.report(
            &mut out,
            "this list would be numbered from 1",
            "1. before the first item",
            "Write 1. before it. To continue a list above, indent the text between as far as the words of the items. If it is not a list, put a backslash before the period, as in 3\\.",
        );
        return;
    }

    let mark = &rest[..1];
    let at = error
        .prose
        .map
        .source(error.error.span.start + length..error.error.span.start + length);
    let fix = error.file.body.as_ref().map(|_| {
        Fix::edit(error.file, at, "\\").described(format!(
            "Write `{number}\\{mark}` instead of `{number}{mark}`."
        ))
    });
    error
        .report(
            &mut out,
            &format!("`{number}{mark}` starts a list here, and visitors read 1 instead of {number}"),
            "a line that begins with a word, or a backslash after the number",
            &format!("Write {number}\\{mark}, or begin the sentence with another word. The first item of a list has the number 1."),
        )
        .fix(fix);
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds_in_each, finds_in_none};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn start() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "3. Some\n4. More\n\nSome **words**"), @r#"
        error[list/start]: this list would be numbered from 1
          --> content/articles/first.mdx:15:1
           |
        15 | 3. Some
           | ^^^^^^^
           |
           = expected: 1. before the first item
           = found: `3. Some`
           = help: Write 1. before it. To continue a list above, indent the text between as far as the words of the items. If it is not a list, put a backslash before the period, as in 3\.
        "#);
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "2020. A hard year.\n\nSome **words**"), @r#"
        error[list/start]: `2020.` starts a list here, and visitors read 1 instead of 2020
          --> content/articles/first.mdx:15:1
           |
        15 | 2020. A hard year.
           | ^^^^^^^^^^^^^^^^^^
           |
           = expected: a line that begins with a word, or a backslash after the number
           = found: `2020. A hard year.`
           = help: Write 2020\., or begin the sentence with another word. The first item of a list has the number 1.
           = note: `cargo site check --fix` fixes this
        "#);
        finds_in_each("list/start", &["1099. The form", "1099) The form", "0. Save", "1986. It rained.\n1987. It snowed.", "> 401. The number"]);
        finds_in_none("list/start", &["In\n2020. A hard year", "2020\\. A hard year", "1. Save\n2. Spend", "2020 was hard.", "**2020.** A hard year", "1.5 million"]);
    }
}
