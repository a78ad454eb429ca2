use super::{File, FileKind, Report, Rule, Tree, error, leaves, warning};
use crate::load::{Target, Written};
use site_schema::model::format;
use std::iter;
use std::ops::Range;

pub static RULES: &[Rule] = &[
    warning("text/doubled-word", "A word is written twice in a row.")
        .why("It is nearly always left over from an edit, and its author overlooks it.")
        .bad("content/articles/market-drop.mdx\nA fall of the the market is no reason to sell.")
        .good("content/articles/market-drop.mdx\nA fall of the market is no reason to sell.")
        .each_text("", check_doubled),
    error("text/placeholder", "A text contains a placeholder: TODO, TBD, FIXME, TKTK, lorem ipsum, XX.")
        .why("It marks what somebody meant to write, and visitors would read it. Drafts may contain placeholders.")
        .bad("content/articles/market-drop.mdx\nThe index fell XX percent. TODO: look it up.")
        .good("content/articles/market-drop.mdx\nThe index fell 12 percent.")
        .each_file(check_placeholders),
];

/// Words that English doubles on purpose, and doubled names.
const MEANT: [&str; 16] = [
    "had", "that", "is", "no", "so", "very", "many", "bye", "ha", "now", "there", "win", "walla",
    "bora", "blah", "yada",
];

fn check_doubled(text: &Written, file: &File, _: &Tree, out: &mut Report) {
    for (word, place) in doubled(text.text) {
        out.at(file, text.place(place), format!("`{word}` is doubled"))
            .expected(format!("`{word}` once"))
            .found(format!("`{word} {word}`"))
            .help("Delete one of the two, or rephrase the sentence if both are right.");
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

/// Placeholders in capitals or small letters.
const PLACEHOLDERS: [&str; 5] = ["fixme", "tbd", "tktk", "lorem", "ipsum"];

/// What Roman numerals count: Title XX of the Social Security Act, Super Bowl XXX.
const NUMBERED: [&str; 2] = ["Title", "Bowl"];

fn check_placeholders(file: &File, _: &Tree, out: &mut Report) {
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
                    push(file.document.place(pointer), &text[place]);
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
    let mut uses = file.uses.iter();
    uses.any(|found| is_address(found.target) && contains(&found.span))
}

/// The placeholders in a text, as whole words. Of several in a row, such as
/// lorem ipsum or XXX-XXXX, only the first.
fn placeholders(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut before = "";
    let mut last_end = None;
    for place in words(text) {
        let word = &text[place.clone()];
        if is_placeholder(word, before, &text[place.end..]) {
            if last_end.is_none_or(|last_end| last_end + 1 < place.start) {
                found.push(place.clone());
            }
            last_end = Some(place.end);
        }
        before = word;
    }
    found
}

fn is_placeholder(word: &str, before: &str, after: &str) -> bool {
    let is = |placeholder: &&str| word.eq_ignore_ascii_case(placeholder);
    // 20XX is a placeholder; XXI is a number.
    let unknown = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_unknown = unknown.len() > 1 && unknown.bytes().all(|byte| matches!(byte, b'x' | b'X'));
    let is_numeral = matches!(word, "XX" | "XXX") && NUMBERED.contains(&before);
    word == "TODO"
        || (is(&"todo") && after.starts_with(':'))
        || PLACEHOLDERS.iter().any(is)
        || (is_unknown && !is_numeral)
}

/// The places of the words in a text.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_in_word = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let mut next = 0;
    iter::from_fn(move || {
        let start = next + text[next..].find(is_in_word)?;
        let past = text[start..].find(|c| !is_in_word(c));
        next = past.map_or(text.len(), |past| start + past);
        Some(start..next)
    })
}

#[cfg(test)]
mod tests {
    use super::placeholders;

    #[test]
    fn placeholders_are_whole_words() {
        let found = |text: &'static str| -> Vec<&str> {
            let places = placeholders(text).into_iter();
            places.map(|place| &text[place]).collect()
        };
        let text =
            "TODO: XX%, $XX,XXX, xx in 20XX (tbd). Lorem ipsum – todo: FIXME (918) XXX-XXXX _TBD_";
        let all = "TODO XX XX xx 20XX tbd Lorem todo FIXME XXX TBD";
        assert_eq!(found(text).join(" "), all);
        let none = "Todos los días; a to-do list, mastodon, TBDs, XXI, XXL, axx, X, Title XX, Super Bowl XXX";
        assert!(found(none).is_empty());
    }
}
