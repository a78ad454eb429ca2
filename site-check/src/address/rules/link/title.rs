use crate::rule::{Diagnostics, Example, ProseError, Rule, Scope, Severity};

pub(super) static TITLE: Rule = Rule {
    code: "link/title",
    severity: Severity::Error,
    scope: Scope::ReportedBy("mdx/syntax"),
    summary: "A link has a title after its address, which no page shows.",
    why: "The title is lost: people on phones and with screen readers never see it anyway.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r#"See [our fees](/fees "What it costs")."#,
        right: "See [what it costs](/fees).",
    },
};

/// Reports a link with a title.
pub(crate) fn report(error: ProseError, out: &mut Diagnostics) {
    error.report(
        &mut out.for_rule(&TITLE),
        "this link's title is not shown",
        "[words](address) and no more",
        "Delete the title in quotes. Say what it says in the words of the link.",
    );
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::check;
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn title() {
        assert_snapshot!(check("articles/first.mdx", "(/blog/second#a-heading)", "(/blog/second#a-heading \"The second\")"), @r#"
        error[link/title]: this link's title is not shown
          --> content/articles/first.mdx:11:38
           |
        11 | The rule says {withdrawal-rule}; see [the second](/blog/second#a-heading "The second").
           |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: [words](address) and no more
           = found: `[the second](/blog/second#a-heading "The second")`
           = help: Delete the title in quotes. Say what it says in the words of the link.
        "#);
    }
}
