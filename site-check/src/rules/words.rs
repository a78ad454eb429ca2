use super::{File, FileKind, Sink, leaves};
use crate::load::Target;
use site_schema::model::format;
use std::ops::Range;

/// Words that English doubles on purpose, and doubled names.
const MEANT: [&str; 16] = [
    "had", "that", "is", "no", "so", "very", "many", "bye", "ha", "now", "there", "win", "walla",
    "bora", "blah", "yada",
];

pub(super) fn check_doubled(file: &File, out: &mut Sink) {
    for text in file.written() {
        let mut words = words(text.text).peekable();
        while let (Some(one), Some(two)) = (words.next(), words.peek()) {
            if is_doubled(text.text, &one, two) {
                let word = &text.text[one];
                let message = format!("`{word}` is doubled");
                out.at(file, text.span(two.clone()), message)
                    .expected(format!("`{word}` once"))
                    .found(format!("`{word} {word}`"))
                    .help("Delete one of the two, or rephrase the sentence if both are right.");
            }
        }
    }
}

/// Whether a word is the one before it once more, and neither is a part of e-mail or a.b.
fn is_doubled(text: &str, one: &Range<usize>, two: &Range<usize>) -> bool {
    // Most pairs differ in length, which takes no time to see.
    if one.len() != two.len() {
        return false;
    }
    let is_joint = |c| matches!(c, '-' | '_' | '@' | '.' | '/');
    let after = text[two.end..].trim_start_matches(is_joint);
    let word = text[two.clone()].to_lowercase();
    text[one.clone()].to_lowercase() == word
        && text[one.end..two.start].trim().is_empty()
        && !text[..one.start].ends_with(is_joint)
        && !after.starts_with(char::is_alphanumeric)
        && !word.contains(char::is_numeric)
        && !MEANT.contains(&&*word)
}

/// The places of the words of a text.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut characters = text.char_indices();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    std::iter::from_fn(move || {
        let (start, _) = characters.find(|(_, c)| is_part(*c))?;
        let end = characters.find(|(_, c)| !is_part(*c));
        Some(start..end.map_or(text.len(), |(end, _)| end))
    })
}

/// Words that stand for others, in any case.
const PLACEHOLDERS: [&str; 5] = ["fixme", "tbd", "tktk", "lorem", "ipsum"];

/// Whether a word stands for another; 20XX does, and XXI is a number.
fn is_placeholder(word: &str) -> bool {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut names = PLACEHOLDERS.iter();
    word == "TODO"
        || names.any(|name| word.eq_ignore_ascii_case(name))
        || after_digits.len() > 1 && after_digits.chars().all(|c| matches!(c, 'x' | 'X'))
}

/// What Roman numerals count: Title XX of the Social Security Act, Super Bowl XXX.
const NUMBERED: [&str; 2] = ["Title", "Bowl"];

pub(super) fn check_placeholders(file: &File, out: &mut Sink) {
    if file.is_draft() {
        return;
    }
    let mut push = |place: Range<usize>, word: &str| {
        out.at(file, place, format!("`{word}` is a placeholder"))
            .expected("the final words or figure")
            .quoting(word)
            .help("Write the final text. If nobody knows it yet, say so, such as “to be announced”, or make the page or article a draft (draft = true).");
    };
    if file.kind == FileKind::Facts {
        // A fact's value is a figure rather than a text, and its source is a name.
        for (pointer, text) in file.document.strings() {
            if pointer.ends_with("/value") || pointer.ends_with("/source") {
                for place in placeholders(text) {
                    push(file.document.span(pointer), &text[place]);
                }
            }
        }
    }
    let texts = leaves(file, format::TEXT).map(|leaf| (&leaf.value, &leaf.map));
    let proses = file.proses().map(|prose| (&prose.text, &prose.map));
    for (text, map) in texts.chain(proses) {
        for place in placeholders(text) {
            let source = map.source(place.clone());
            if !is_in_address(file, &source) {
                push(source, &text[place]);
            }
        }
    }
}

/// Whether a place is in the address of a link or the name of a picture.
fn is_in_address(file: &File, place: &Range<usize>) -> bool {
    let contains = |span: &Range<usize>| span.start <= place.start && place.end <= span.end;
    let is_address = |target| matches!(target, Target::Link | Target::Image);
    let mut references = file.references.iter();
    references.any(|found| is_address(found.target) && contains(&found.span))
}

/// The placeholders in a text, as whole words. Of several in a row, such as
/// lorem ipsum or XXX-XXXX, only the first.
fn placeholders(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut before = "";
    let mut last_end = None;
    for place in words(text) {
        let word = &text[place.clone()];
        let is_todo = word.eq_ignore_ascii_case("todo") && text[place.end..].starts_with(':');
        let is_numeral = matches!(word, "XX" | "XXX") && NUMBERED.contains(&before);
        if is_todo || is_placeholder(word) && !is_numeral {
            if last_end.is_none_or(|last_end| last_end + 1 < place.start) {
                found.push(place.clone());
            }
            last_end = Some(place.end);
        }
        before = word;
    }
    found
}
