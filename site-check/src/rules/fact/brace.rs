use crate::load::{File, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) static BRACE: Rule = Rule {
    code: "fact/brace",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_braces),
    summary: "A brace around a fact is missing or doubled.",
    why: "Visitors would read a brace and the fact's name instead of the figure.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"
title = "Phone"
details = "{phone"
"#,
        right: r#"
title = "Phone"
details = "{phone}"
"#,
    },
};

fn check_braces(file: &File, out: &mut Diagnostics) {
    for text in file.written() {
        let mut braces = BRACES.captures_iter(text.text);
        if let Some(lone) = braces.find_map(|found| found.get(1)) {
            out.in_text(file, &text, lone.range(), "unmatched or doubled brace")
                .expected("the name of a fact between { and }")
                .help(
                    "Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}.",
                )
                .suppresses_its_span();
        }
    }
}

/// Braces that belong together or are escaped, and one, captured, that is neither.
/// An escaped one takes the next closing one with it.
static BRACES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\\\{[^{}]*\}?|\\\}|\{[^{}]*\}|(\{\{?[^{}]*|\})"));

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn brace() {
        assert_snapshot!(check("pages/index.toml", "{firm}", "{firm"), @r#"
        error[fact/brace]: unmatched or doubled brace
         --> content/pages/index.toml:9:21
          |
        9 | title = "Welcome to {firm"
          |                     ^^^^^
          |
          = expected: the name of a fact between { and }
          = found: `{firm`
          = help: Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}.
        "#);
        finds("fact/brace", &[
            ("articles/first.mdx", "Some **words**", "Some} **words**", (15, 5)),
            ("pages/index.toml", "{firm}", "{{firm}}", (9, 21)),
            ("articles/first.mdx", "\"Mind\"", "\"Mind {withdrawal-rule\"", (13, 22)),
        ]);
        near_misses("fact/brace", &[
            ("articles/first.mdx", "Some **words**", "Some \\{words\\}", "Some \\{words\\}}"),
        ]);
    }
}
