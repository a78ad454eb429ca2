use crate::load::{File, LETTERS, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) static MARK: Rule = Rule {
    code: "text/mark",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A mark of code, bold or italics (a backtick, `**`, `*` or `_`) is unmatched or has a space on its inner side, or is `~~`, which is not supported.",
    why: "Visitors would read the marks, and the words would not stand out.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "Stay **invested * through it.",
        right: "Stay **invested** through it.",
    },
};

/// A mark that marks nothing, captured, or what is none: `5 * 3`, `$500*`, `a_name`, `~5`.
static LONE_MARK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\\.|\*{{4,}}|_{{3,}}|~{{3,}}|(`+|\*{{2,3}})|(?:^|\s)(\*)[{LETTERS}]|(?:^|[^{LETTERS}])(_{{1,2}})[A-Za-zÀ-ɏ]|(~~)[{LETTERS}]"
    ))
});

fn check(file: &File, out: &mut Diagnostics) {
    for text in file.written_markdown() {
        let mut marks = LONE_MARK.captures_iter(text.text);
        let Some(found) = marks.find_map(|found| found.iter().skip(1).flatten().next()) else {
            continue;
        };
        let mark = found.as_str();
        let message = format!("this {mark} would be shown as it is");
        let diagnostic = out.at(file, text.span(found.range()), message);
        if mark.starts_with('~') {
            diagnostic
                .expected("only the words that visitors read")
                .help("Strikethrough is not supported: delete the words with their tildes, or only the tildes to keep the words.");
        } else {
            let one = &mark[..1];
            diagnostic
                .expected(
                    "the same mark before and after the words, without a space on the inner side",
                )
                .help(format!(
                    "Write the missing {mark}, or delete this one. Write a literal one as \\{one}."
                ));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn mark() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some **words"), @r#"
        error[text/mark]: this ** would be shown as it is
          --> content/articles/first.mdx:15:6
           |
        15 | Some **words of [the authority](https://www.irs.gov/).
           |      ^^
           |
           = expected: the same mark before and after the words, without a space on the inner side
           = help: Write the missing **, or delete this one. Write a literal one as \*.
        "#);
        finds("text/mark", &[
            ("articles/first.mdx", "Some **words**", "`Some **words**", (15, 1)),
            ("articles/first.mdx", "Some **words**", "~~Few~~ some **words**", (15, 1)),
            ("articles/first.mdx", "Some **words**", "Some ** words **", (15, 6)),
            ("pages/index.toml", "Saving.", "*Saving.", (24, 14)),
        ]);
        near_misses("text/mark", &[
            ("articles/first.mdx", "Some **words**", "A `word`, ``a ` b`` and \\` too", "A `word`, ``a ` b`` and ` too"),
            ("articles/first.mdx", "Some **words**", "5 * 3, a_name, $ 5*, 3\\*\\*, ____ and \\*", "5 * 3, a_name, $ 5*, 3**, ____ and \\*"),
            ("articles/first.mdx", "Some **words**", "Some ~5 or ~~ 6 **words**", "Some ~5 or ~~6 **words**"),
        ]);
    }
}
