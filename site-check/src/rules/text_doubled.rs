use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use std::ops::Range;

pub static RULES: &[Rule] = &[Rule {
    code: "text/doubled-word",
    severity: Severity::Warning,
    summary: "A word is written twice in a row.",
    why: "It is nearly always left over from an edit, and its author overlooks it.",
    bad: "content/articles/market-drop.mdx\nA fall of the the market is no reason to sell.",
    good: "content/articles/market-drop.mdx\nA fall of the market is no reason to sell.",
    checks: &[Check::File(check)],
}];

/// Words that English doubles on purpose, and doubled names.
const MEANT: [&str; 16] = [
    "had", "that", "is", "no", "so", "very", "many", "bye", "ha", "now", "there", "win", "walla",
    "bora", "blah", "yada",
];

fn check(file: &File, _: &Tree, report: &mut Report) {
    for written in file.written() {
        for (word, place) in doubled(written.text) {
            report.push(
                Diagnostic::at(file, written.place(place), format!("`{word}` is doubled"))
                    .expected(format!("`{word}` once"))
                    .found(format!("`{word} {word}`"))
                    .help("Delete one of the two, or rephrase the sentence if both are right."),
            );
        }
    }
}

/// The words that follow themselves, each with the place of the second.
fn doubled(text: &str) -> Vec<(&str, Range<usize>)> {
    let mut found = Vec::new();
    let (mut before, mut start) = ("", 0);
    for token in text.split_inclusive(char::is_whitespace) {
        let word = first_word(token);
        let last = before.len().checked_sub(word.len());
        if let Some(last) = last.filter(|_| !word.is_empty())
            && before.as_bytes()[last..].eq_ignore_ascii_case(word.as_bytes())
            && !before[..last].ends_with(is_part)
            && !MEANT.contains(&word.to_lowercase().as_str())
        {
            found.push((&before[last..], start..start + word.len()));
        }
        start += token.len();
        let token = token.trim_end();
        before = if token.is_empty() { before } else { token };
    }
    found
}

/// The word that a token begins with; empty unless it is a plain one, unlike 5, e-mail or a.b.
fn first_word(token: &str) -> &str {
    let word = &token[..token.find(|c| !is_part(c)).unwrap_or(token.len())];
    let word = word.strip_suffix('.').unwrap_or(word);
    let is_plain = word
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, '\'' | '’'));
    if is_plain { word } else { "" }
}

/// The characters of words, and those that join their parts.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '_' | '@' | '.' | '/')
}
