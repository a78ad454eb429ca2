use crate::load::{File, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) static MARKUP: Rule = Rule {
    code: "link/markup",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A link is mistyped: a space before its address, a space or a line break in it, swapped brackets, or a missing one.",
    why: "Visitors would read brackets and an address in the middle of a sentence, and have nothing to click.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [our fees] (/fees).",
        right: "See [our fees](/fees).",
    },
};

/// A link that is mistyped, captured in the group of its message in [`MESSAGES`], or a
/// character that a backslash makes literal.
static MISTYPED: LazyLock<Regex> = LazyLock::new(|| {
    let address = r"\s*(?:/|#|http|www\.|external:|contact:|mailto:|tel:)[^\s()\[\]]*\s*";
    pattern(&format!(
        r"(?m)\\.|(\]\s+\({address}\))|(\)\[{address}\])|(\]\([^)\s]+\n[^)\s]+\))|(\]\([^()\s]+\([^()\s]*\))|(\]\([^)\n]*$)|(\]\(\s*[^)\s]+[^\S\n]+[^)\s][^)\n]*\))|(\]\([^)\n]*\))"
    ))
});

/// The message of each group, and the help.
const MESSAGES: [(&str, &str); 7] = [
    ("space between the words and the address of this link", FORM),
    ("the brackets of this link are swapped", FORM),
    ("line break in the address of this link", FORM),
    (
        "a parenthesis in the address of this link isn't closed",
        "Close both the parenthesis in the address and the one around it, as in [words](https://en.wikipedia.org/wiki/Roth_(IRA)), or write %28 for the one in the address.",
    ),
    ("the address of this link is not closed", FORM),
    ("space in the address of this link", FORM),
    (
        "missing [ before the words of this link, or a link inside another",
        FORM,
    ),
];

const FORM: &str = "Write the words in square brackets and right after them the address in parentheses, on one line and without a space in it. A link can't contain another one. Write literal brackets as \\[ and \\].";

fn check(file: &File, out: &mut Diagnostics) {
    for text in file.written_markdown() {
        for found in MISTYPED.captures_iter(text.text) {
            for (group, (message, help)) in found.iter().skip(1).zip(MESSAGES) {
                if let Some(group) = group {
                    out.in_text(file, &text, group.range(), message)
                        .expected("[words](/path) or [words](https://…)")
                        .suppresses_its_span()
                        .help(help);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn markup() {
        assert_snapshot!(check("articles/first.mdx", "[the second](", "[the second] ("), @r#"
        error[link/markup]: space between the words and the address of this link
          --> content/articles/first.mdx:11:49
           |
        11 | The rule says {withdrawal-rule}; see [the second] (/blog/second#a-heading).
           |                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: [words](/path) or [words](https://…)
           = found: `] (/blog/second#a-heading)`
           = help: Write the words in square brackets and right after them the address in parentheses, on one line and without a space in it. A link can't contain another one. Write literal brackets as \[ and \].
        "#);
        assert_snapshot!(check("articles/first.mdx", "(/blog/second#a-heading)", "(/blog/the second)"), @r#"
        error[link/markup]: space in the address of this link
          --> content/articles/first.mdx:11:49
           |
        11 | The rule says {withdrawal-rule}; see [the second](/blog/the second).
           |                                                 ^^^^^^^^^^^^^^^^^^^
           |
           = expected: [words](/path) or [words](https://…)
           = found: `](/blog/the second)`
           = help: Write the words in square brackets and right after them the address in parentheses, on one line and without a space in it. A link can't contain another one. Write literal brackets as \[ and \].
        "#);
        finds("link/markup", &[
            ("articles/first.mdx", "[the second](/blog/second#a-heading)", "(the second)[/blog/second#a-heading]", (11, 49)),
            ("articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/tax\ntopics", (15, 33)),
            ("articles/first.mdx", "https://www.irs.gov/", "https://en.wikipedia.org/wiki/Roth_(IRA", (15, 33)),
            ("pages/index.toml", "/fees#tiers)", "/fees#tiers", (10, 38)),
            ("pages/index.toml", "[our fees]", "our fees]", (10, 37)),
        ]);
        // The address in it is not reported as a bare one besides.
        finds("link/markup", &[
            ("articles/first.mdx", "Some **words**", "See [it](https://www.irs.gov/a b) and **words**", (15, 8)),
        ]);
        near_misses("link/markup", &[
            ("articles/first.mdx", "https://www.irs.gov/", "https://en.wikipedia.org/wiki/Roth_(IRA)", "https://en.wikipedia.org/wiki/Roth_(IRA"),
            ("articles/first.mdx", "Some **words**", "Some [sic] (or few) words, (so)[1] and array[0] (see above)", "Some [sic] (/few) words, (so)[1] and array[0] (see above)"),
            ("articles/first.mdx", "Some **words**", "Some \\[words\\](/fees)", "Some \\[words](/fees)"),
            ("articles/first.mdx", "Some **words**", "Write `[words] (/fees)`", "Write [words] (/fees)"),
        ]);
    }
}
