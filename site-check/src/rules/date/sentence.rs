//! The sentence around a place.

use crate::load::pattern;
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// The bytes on each side of a place that are looked at.
const REACH: usize = 300;

/// What a sentence says before and after a place in it.
pub(super) struct Sentence<'a> {
    pub before: &'a str,
    /// With the mark that ends it.
    pub after: &'a str,
}

/// Returns the sentence around a place that ends with a digit. Of a long one it is the part near the place.
pub(super) fn around<'a>(text: &'a str, place: &Range<usize>) -> Sentence<'a> {
    let from = text.floor_char_boundary(place.start.saturating_sub(REACH));
    let to = text.floor_char_boundary(place.end.saturating_add(REACH));
    let mut start = from;
    for found in END.captures_iter(&text[from..place.end]) {
        let end = from + end_of(&found);
        if end <= place.start {
            start = end;
        }
    }

    // A sentence may end right after the last digit.
    let last_digit = place.end - 1;
    let end = match END.captures(&text[last_digit..to]) {
        Some(found) => last_digit + end_of(&found),
        None => to,
    };
    Sentence {
        before: &text[start..place.start],
        after: &text[place.end..end.max(place.end)],
    }
}

/// The end of a match of [`END`], without the capital after it.
fn end_of(found: &Captures) -> usize {
    let end = found.get(1).or(found.get(2));
    end.map_or(0, |end| end.end())
}

/// The end of a sentence, after a small letter or a digit and before a capital, or that of a paragraph, an item or a row.
static END: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"([^A-Z\s][.!?]["”’)*_\]]*\s+)["“‘\[*_(]*[A-Z]|(\n\s*(?:\n|[-*|#]\s))"#)
});

#[cfg(test)]
mod tests {
    use super::around;

    #[test]
    fn a_sentence_ends_before_a_capital_and_with_its_paragraph() {
        for (text, before, after) in [
            (
                "It is over. By Sept. 3, 2026 it ends! Then we go.",
                "By Sept. 3, ",
                " it ends! ",
            ),
            ("- One\n- In 2026\n- Three", "In ", "\n- "),
            ("We ask: \"When?\" In 2026. \"Why?\"", "In ", ". "),
            (
                "The U.S. Treasury said so in 2026",
                "The U.S. Treasury said so in ",
                "",
            ),
        ] {
            let place = text.find("2026").expect("the year");
            let sentence = around(text, &(place..place + 4));
            assert_eq!((sentence.before, sentence.after), (before, after));
        }
    }
}
