//! Words that an author left by mistake: placeholders and doubled words.

use crate::load::{File, FileKind, Passage, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static PLACEHOLDER: Rule = Rule {
    code: "text/placeholder",
    severity: Severity::Error,
    scope: Scope::Texts(check_placeholders),
    summary: "A text contains a placeholder: TODO, TBD, FIXME, TKTK, lorem ipsum, XX.",
    why: "Visitors would read a note that the text isn't written yet; only drafts may contain placeholders.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The index fell XX percent. TODO: look it up.",
        right: "The index fell 12 percent.",
    },
};

/// Words that mark missing text, in any case.
const PLACEHOLDERS: [&str; 5] = ["fixme", "tbd", "tktk", "lorem", "ipsum"];

/// The words before Roman numerals: Title XX of the Social Security Act, Super Bowl XXX.
const NUMBERED: [&str; 2] = ["Title", "Bowl"];

fn check_placeholders(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    if file.is_draft() {
        return;
    }
    for text in texts {
        for place in placeholders(&text.text) {
            report(file, text.source(place.clone()), &text.text[place], out);
        }
    }
    if file.kind == FileKind::Facts {
        // Visitors don't read the name of a source, so the texts don't include it.
        for (pointer, text) in file.document.strings() {
            if pointer.ends_with("/source") {
                for place in placeholders(text) {
                    report(file, file.document.span(pointer), &text[place], out);
                }
            }
        }
    }
}

fn report(file: &File, span: Range<usize>, word: &str, out: &mut Diagnostics) {
    out.at(file, span, format!("`{word}` is a placeholder"))
        .expected("the final words or figure")
        .quoting(word)
        .help("Write the final text. If it isn't known yet, say so, as in “to be announced”, or make the page or article a draft (draft = true).");
}

/// A part of every placeholder. Few other words have one.
static SIGN: LazyLock<Regex> =
    LazyLock::new(|| pattern("(?i-u)todo|fixme|tbd|tktk|lorem|ipsum|xx"));

/// Returns the placeholders in a text, as whole words. Of several in a row, such as lorem ipsum or XXX-XXXX, returns only the
/// first.
fn placeholders(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !SIGN.is_match(text) {
        return found;
    }
    let mut word_before = "";
    let mut last_end = None;
    for place in words(text) {
        let word = &text[place.clone()];
        let is_todo = word.eq_ignore_ascii_case("todo") && text[place.end..].starts_with(':');
        let is_numeral = matches!(word, "XX" | "XXX") && NUMBERED.contains(&word_before);
        if is_todo || is_placeholder(word) && !is_numeral {
            if last_end.is_none_or(|last_end| last_end + 1 < place.start) {
                found.push(place.clone());
            }
            last_end = Some(place.end);
        }
        word_before = word;
    }
    found
}

/// Returns true if a word is a placeholder: 20XX is one, and XXI is a number.
fn is_placeholder(word: &str) -> bool {
    if word == "TODO" {
        return true;
    }
    for placeholder in PLACEHOLDERS {
        if word.eq_ignore_ascii_case(placeholder) {
            return true;
        }
    }
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_crossed = after_digits.chars().all(|c| matches!(c, 'x' | 'X'));
    after_digits.len() > 1 && is_crossed
}

pub(super) static DOUBLED_WORD: Rule = Rule {
    code: "text/doubled-word",
    severity: Severity::Warning,
    scope: Scope::Texts(check_doubled),
    summary: "A word is written twice in a row.",
    why: "It is nearly always left over from an edit, and authors overlook it.",
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

fn check_doubled(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        check_doubled_in(file, text, out);
    }
}

fn check_doubled_in(file: &File, text: &Passage, out: &mut Diagnostics) {
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

/// Returns true if the second of two neighboring words repeats the first by mistake. Parts of e-mail or a.b aren't separate
/// words.
fn is_doubled(text: &str, one: &Range<usize>, two: &Range<usize>) -> bool {
    // Most pairs differ in length, and comparing lengths is fast.
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

/// Returns true if a character joins two words into one.
fn is_joint(c: char) -> bool {
    matches!(c, '-' | '_' | '@' | '.' | '/')
}

/// Returns the place of each word of a text, in order.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    stretches(text, |c| c.is_alphanumeric() || matches!(c, '\'' | '’'))
}

/// Returns the place of each run of characters that `is_part` accepts, in order.
pub(super) fn stretches(text: &str, is_part: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut stretches = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if is_part(c) {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            stretches.push(start..at);
        }
    }
    if let Some(start) = start {
        stretches.push(start..text.len());
    }
    stretches
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_at_marks, finds_in_files, found_in_words, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn placeholder() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some **XX percent** of words"), @r#"
        error[text/placeholder]: `XX` is a placeholder
          --> content/articles/first.mdx:15:8
           |
        15 | Some **XX percent** of words of [the authority](https://www.irs.gov/).
           |        ^^
           |
           = expected: the final words or figure
           = found: `XX`
           = help: Write the final text. If it isn't known yet, say so, as in “to be announced”, or make the page or article a draft (draft = true).
        "#);
        finds_in_files("text/placeholder", &[
            ("articles/first.mdx", "title=\"Mind\"", "title=\"Mind («TBD)\""),
            ("facts.toml", "\"Bengen, 1994", "«\"Bengen, 19xx"),
            ("pages/index.toml", "Saving.", "«Lorem ipsum dolor sit amet."),
            ("pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers «TODO\""),
        ]);
        near_misses("text/placeholder", &[
            ("articles/first.mdx", "Some **words**", "Some **words** of [Title XX](https://www.irs.gov/XX?todo:tbd), Super Bowl XXX, XXI, and [todos](/blog/second)", "Some **words** of [Title XX](https://www.irs.gov/XX?todo:tbd), Super Bowl XXX, XX, and [todos](/blog/second)"),
            ("articles/third.mdx", "", "+++\nid = 3\ndraft = true\ntitle = \"First\"\nexcerpt = \"TODO\"\ncategory = \"Economy\"\nsubjects = [\"figures\"]\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\n+++\n\nLorem ipsum XX.\n", "+++\nid = 3\ndraft = false\ntitle = \"First\"\nexcerpt = \"TODO\"\ncategory = \"Economy\"\nsubjects = [\"figures\"]\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\n+++\n\nLorem ipsum XX.\n"),
        ]);
        let text = "TODO: XX%, $XX,XXX, xx in 20XX (tbd). Lorem ipsum – todo: FIXME (918) XXX-XXXX, _TBD_";
        let all = "TODO XX XX xx 20XX tbd Lorem todo FIXME XXX TBD";
        assert_eq!(found_in_words("text/placeholder", text).join(" "), all);
        let none = "Todos los días; a to-do list, mastodon, TBDs, XXI, XXL, axx, X, Title XX, Super Bowl XXX";
        assert!(found_in_words("text/placeholder", none).is_empty());
    }

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
        finds_in_files("text/doubled-word", &[
            ("pages/fees.toml", "What it costs.", "What it «it costs."),
            ("articles/first.mdx", "\"Mind\"", "\"Mind the «the gap\""),
        ]);
        finds_at_marks("text/doubled-word", &[
            "The «the words, **and**",
            "You’ll «you’ll—**words**",
            "![Of the «the square](picture.svg) **words**",
        ]);
        near_misses("text/doubled-word", &[
            ("articles/first.mdx", "Some **words**", "He had had it, and said that that was so. Walla Walla, New York, New York", "He had had it, and said that that was was so. Walla Walla, New York, New York"),
            ("articles/first.mdx", "Some **words**", "New York. York is old, a 5 a; the e-mail the; in a. A market, 2 2 and $5 $5", "New York York is old, a 5 a; the e-mail the; in a. A market, 2 2 and $5 $5"),
            ("articles/first.mdx", "Some **words**", "On-site site visits show what year year-end planning begins in", "On-site site visits visits show what year year-end planning begins in"),
        ]);
    }
}
