use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use std::iter;
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
    file.each_written(&mut |written| {
        for (word, place) in doubled(written.text) {
            report.push(
                Diagnostic::at(file, written.place(place), format!("`{word}` is doubled"))
                    .expected(format!("`{word}` once"))
                    .found(format!("`{word} {word}`"))
                    .help("Delete one of the two, or rephrase the sentence if both are right."),
            );
        }
    });
}

/// The words that follow themselves, each with the place of the second.
fn doubled(text: &str) -> Vec<(&str, Range<usize>)> {
    let mut found = Vec::new();
    let mut before = "";
    for (start, token) in tokens(text) {
        if may_be_doubled(before, token) {
            let word = first_word(token);
            let last = before.len().checked_sub(word.len());
            if let Some(last) = last.filter(|_| !word.is_empty())
                && before.as_bytes()[last..].eq_ignore_ascii_case(word.as_bytes())
                && !before[..last].ends_with(is_part)
                && !MEANT.contains(&word.to_lowercase().as_str())
            {
                found.push((&before[last..], start..start + word.len()));
            }
        }
        before = token;
    }
    found
}

/// The tokens between spaces, and where each begins.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_space = |at: &usize| match text.as_bytes()[*at] {
        byte @ ..0x80 => byte.is_ascii_whitespace(),
        // No character begins here.
        0x80..0xc0 => false,
        _ => text[*at..].starts_with(char::is_whitespace),
    };
    let mut next = 0;
    iter::from_fn(move || {
        let start = text.len() - text[next..].trim_start().len();
        next = (start..text.len()).find(is_space).unwrap_or(text.len());
        (start < next).then(|| (start, &text[start..next]))
    })
}

/// A quick test that rules out most tokens.
fn may_be_doubled(before: &str, token: &str) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'\'';
    let letters = token.bytes().take_while(is_letter).count();
    let is_longer = token
        .as_bytes()
        .get(letters)
        .is_some_and(|byte| !byte.is_ascii());
    let last = before.len().checked_sub(letters);
    is_longer
        || last.is_some_and(|last| {
            before.as_bytes()[last..].eq_ignore_ascii_case(&token.as_bytes()[..letters])
        })
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

#[cfg(test)]
mod tests {
    use super::doubled;

    #[test]
    fn only_what_nobody_means_is_found() {
        let found = |text: &'static str| -> Vec<&str> {
            doubled(text).into_iter().map(|(word, _)| word).collect()
        };
        assert_eq!(found("of the the market"), ["the"]);
        assert_eq!(found("The the market, and\nand more."), ["The", "and"]);
        assert_eq!(
            found("(Don't don't, you’ll you’ll—no no"),
            ["Don't", "you’ll"]
        );
        assert_eq!(found("market—the the\u{a0}the same"), ["the", "the"]);
        assert!(found("He had had enough, and knew that that was so.").is_empty());
        assert!(found("New York, New York. York is old.").is_empty());
        assert!(found("a 5 a; the e-mail the; in a. A market").is_empty());
        assert!(found("2 2 and $5 $5").is_empty());
    }
}
