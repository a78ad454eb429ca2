use super::words::words;
use crate::load::{File, Passage};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::ops::Range;

pub(super) static DOUBLED_WORD: Rule = Rule {
    code: "text/doubled-word",
    severity: Severity::Warning,
    scope: Scope::Texts(check),
    summary: "A word is written twice in a row.",
    why: "It is nearly always left over from an edit, and its author overlooks it.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "A fall of the the market is no reason to sell.",
        right: "A fall of the market is no reason to sell.",
    },
};

/// Words that English doubles on purpose, and doubled names.
const MEANT: [&str; 16] = [
    "had", "that", "is", "no", "so", "very", "many", "bye", "ha", "now", "there", "win", "walla",
    "bora", "blah", "yada",
];

fn check(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        check_text(file, text, out);
    }
}

fn check_text(file: &File, text: &Passage, out: &mut Diagnostics) {
    for pair in words(&text.text).windows(2) {
        let [one, two] = pair else { continue };
        if is_doubled(&text.text, one, two) && !text.has_code(&(one.start..two.end)) {
            let word = &text.text[one.clone()];
            let source = text.source(two.clone());
            out.at(file, source, format!("`{word}` is doubled"))
                .expected(format!("`{word}` once"))
                .found(format!("`{word} {word}`"))
                .help("Delete one of the two, or rephrase the sentence if both are right.");
        }
    }
}

/// Returns whether the second of two neighboring words repeats the first by
/// mistake. Parts of e-mail or a.b are no words of their own.
fn is_doubled(text: &str, one: &Range<usize>, two: &Range<usize>) -> bool {
    // Most pairs differ in length, which takes no time to see.
    let is_as_long = one.end - one.start == two.end - two.start;
    if !is_as_long || !text[one.end..two.start].trim().is_empty() {
        return false;
    }
    let word = text[two.clone()].to_lowercase();
    if text[one.clone()].to_lowercase() != word {
        return false;
    }
    let is_joined_before = text[..one.start].ends_with(is_joint);
    let is_joined_after = text[two.end..]
        .trim_start_matches(is_joint)
        .starts_with(char::is_alphanumeric);
    if is_joined_before || is_joined_after {
        return false;
    }
    !word.contains(char::is_numeric) && !MEANT.contains(&word.as_str())
}

/// Returns whether a character joins two words into one.
fn is_joint(c: char) -> bool {
    matches!(c, '-' | '_' | '@' | '.' | '/')
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn doubled_word() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some of the the **words**"), @r#"
        warning[text/doubled-word]: `the` is doubled
          --> content/articles/first.mdx:15:13
           |
        15 | Some of the the **words** of [the authority](https://www.irs.gov/).
           |             ^^^
           |
           = expected: `the` once
           = found: `the the`
           = help: Delete one of the two, or rephrase the sentence if both are right.
        "#);
        finds("text/doubled-word", &[
            ("articles/first.mdx", "Some **words**", "The the words, **and**", (15, 5)),
            ("articles/first.mdx", "Some **words**", "You’ll you’ll—**words**", (15, 8)),
            ("pages/fees.toml", "What it costs.", "What it it costs.", (4, 24)),
            ("articles/first.mdx", "\"Mind\"", "\"Mind the the gap\"", (13, 26)),
            ("articles/first.mdx", "Some **words**", "![Of the the square](picture.svg) **words**", (15, 10)),
        ]);
        near_misses("text/doubled-word", &[
            ("articles/first.mdx", "Some **words**", "He had had it, and said that that was so. Walla Walla, New York, New York", "He had had it, and said that that was was so. Walla Walla, New York, New York"),
            ("articles/first.mdx", "Some **words**", "New York. York is old, a 5 a; the e-mail the; in a. A market, 2 2 and $5 $5", "New York York is old, a 5 a; the e-mail the; in a. A market, 2 2 and $5 $5"),
        ]);
    }
}
