use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::File;
use linkme::distributed_slice;
use std::ops::Range;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "text/doubled-word",
    severity: Severity::Warning,
    summary: "A word stands twice in a row.",
    why: "It is nearly always left over from an edit, and the eye of whoever wrote it skips it.",
    bad: "content/articles/market-drop.mdx\nA fall of the the market is no reason to sell.",
    good: "content/articles/market-drop.mdx\nA fall of the market is no reason to sell.",
    checks: &[Check::Files(check)],
};

/// Words that English says twice on purpose, and names that do.
const MEANT: [&str; 16] = [
    "had", "that", "is", "no", "so", "very", "many", "bye", "ha", "now", "there", "win", "walla",
    "bora", "blah", "yada",
];

fn check(files: &[File], report: &mut Report) {
    for file in files {
        file.each_written(&mut |written| {
            for (word, place) in doubled(written.text) {
                report.push(
                    Diagnostic::at(file, written.place(place), format!("`{word}` stands twice"))
                        .expected(format!("`{word}` once"))
                        .found(format!("`{word} {word}`"))
                        .help("Delete one of the two, or write the sentence so that it does not need both."),
                );
            }
        });
    }
}

/// The words that follow themselves, each with the place of the second.
fn doubled(text: &str) -> Vec<(&str, Range<usize>)> {
    let mut found = Vec::new();
    let mut before: Option<Range<usize>> = None;
    for word in words(text) {
        if let Some(first) = before
            && first_letter(&text[first.clone()]) == first_letter(&text[word.clone()])
            && text[first.end..word.start].chars().all(char::is_whitespace)
            && text[first.clone()].to_lowercase() == text[word.clone()].to_lowercase()
            && !MEANT.contains(&text[word.clone()].to_lowercase().as_str())
        {
            found.push((&text[first], word.clone()));
        }
        before = Some(word);
    }
    found
}

/// What tells most words apart before their letters are compared.
fn first_letter(word: &str) -> Option<char> {
    word.chars()
        .next()
        .map(|letter| letter.to_ascii_lowercase())
}

/// The words of a text: letters, with apostrophes and hyphens within.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part =
        |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '_' | '@' | '.' | '/');
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text[from..].find(is_part)?;
            let end = text[start..]
                .find(|c| !is_part(c))
                .map_or(text.len(), |at| start + at);
            from = end;
            if text[start..end]
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '\'' | '’'))
            {
                return Some(start..end);
            }
            // What is no plain word parts those around it: 5, e-mail, a.b.
            if let Some(rest) = text[start..end].strip_suffix('.')
                && rest.chars().all(char::is_alphabetic)
                && !rest.is_empty()
            {
                return Some(start..end - 1);
            }
        }
    })
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
        assert!(found("He had had enough, and knew that that was so.").is_empty());
        assert!(found("New York, New York. York is old.").is_empty());
        assert!(found("a 5 a; the e-mail the; in a. A market").is_empty());
        assert!(found("2 2 and $5 $5").is_empty());
    }
}
