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

/// Reports a numbered list that does not begin with 1.
pub(in crate::rules) fn report(error: ProseError, out: &mut Diagnostics) {
    error.report(
        &mut out.for_rule(&START),
        "this list would be numbered from 1",
        "1. before the first item",
        "Write 1. before it. To continue a list above, indent the text between as far as the words of the items. If it is not a list, put a backslash before the period, as in 3\\.",
    );
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::check;
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
    }
}
