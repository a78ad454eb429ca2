use crate::rule::{Diagnostics, Example, ProseError, Rule, Scope, Severity};

pub(super) static FENCE: Rule = Rule {
    code: "text/fence",
    severity: Severity::Error,
    scope: Scope::ReportedBy("mdx/syntax"),
    summary: "A block of code begins with three backticks or tildes and never ends.",
    why: "Everything below it would be shown as code, without headings, links and components.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r"
```
yield = coupon / price

## What it means
",
        right: r"
```
yield = coupon / price
```

## What it means
",
    },
};

/// Reports a block of code without an end, which takes in everything below it.
pub(crate) fn report(error: ProseError, out: &mut Diagnostics) {
    let rest = error.error.span.start..error.prose.text.len();
    let rest = error.prose.map.source(rest);
    error
        .report(
            &mut out.for_rule(&FENCE),
            "this block of code is not closed",
            "a line of the same characters below the code",
            "Write ``` on its own line below the code, or delete this line if there is no code.",
        )
        .suppresses(rest);
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn fence() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "```\nSome **words**"), @r#"
        error[text/fence]: this block of code is not closed
          --> content/articles/first.mdx:15:1
           |
        15 | ```
           | ^^^
           |
           = expected: a line of the same characters below the code
           = found: `````
           = help: Write ``` on its own line below the code, or delete this line if there is no code.
        "#);
        finds("text/fence", &[
            ("articles/second.mdx", "<Disclaimer", "~~~ text\n<Disclaimer", (18, 1)),
        ]);
        near_misses("text/fence", &[
            ("articles/first.mdx", "Some **words**", "````\n```\n````\n\n~~~\n```\n~~~\n\nSome **words**", "````\n```\n```\n\n~~~\n```\n~~~\n\nSome **words**"),
        ]);
    }
}
