//! Where each byte of a TOML string's value is in the file.

use super::pattern;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What a backslash begins: a character by its code, a line break that is no part
/// of the value with the spaces around it, or another character.
static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?s)\\(?:(x[[:xdigit:]]{2}|u[[:xdigit:]]{4}|U[[:xdigit:]]{8})|([ \t\r\n]+)|.)")
});

/// Maps places in a string's value to places in the file.
#[derive(Debug, Clone)]
pub struct SourceMap {
    /// From this byte of the value on, the file is this far ahead: sorted by value.
    steps: Vec<(usize, usize)>,
    end: usize,
}

impl SourceMap {
    /// For text that is in the file as it is.
    pub fn verbatim(range: Range<usize>) -> Self {
        Self {
            steps: vec![(0, range.start)],
            end: range.end,
        }
    }

    /// For the TOML string literal in `text[span]`.
    pub fn of_literal(text: &str, span: Range<usize>) -> Self {
        let literal = &text[span.clone()];
        let mut delimiters = ["\"\"\"", "'''", "\"", "'"].into_iter();
        let Some(delimiter) = delimiters.find(|it| literal.starts_with(it)) else {
            return Self::verbatim(span);
        };
        // A literal that was never closed, which the parser reports, ends where its text does.
        let inner = &literal[delimiter.len()..];
        let inner = inner.strip_suffix(delimiter).unwrap_or(inner);
        let end = span.start + delimiter.len() + inner.len();
        let mut breaks = ["\r\n", "\n"].into_iter().filter(|_| delimiter.len() == 3);
        let line_break = breaks.find(|it| inner.starts_with(it)).unwrap_or_default();
        let inner = &inner[line_break.len()..];
        let start = end - inner.len();
        let mut steps = vec![(0, start)];
        let mut ahead = 0;
        let escapes = ESCAPE.captures_iter(inner);
        for escape in escapes.filter(|_| delimiter.starts_with('"')) {
            let [whole, code, space] = [0, 1, 2].map(|group| escape.get(group));
            let code = code.and_then(|code| u32::from_str_radix(&code.as_str()[1..], 16).ok());
            let decoded = match code.and_then(char::from_u32) {
                Some(character) => character.len_utf8(),
                None => usize::from(space.is_none()),
            };
            let whole = whole.map_or(0..0, |whole| whole.range());
            ahead += whole.len() - decoded;
            steps.push((whole.end - ahead, start + whole.end));
        }
        Self { steps, end }
    }

    /// The place in the file of a place in the value.
    pub fn source(&self, span: Range<usize>) -> Range<usize> {
        let start = self.point(span.start);
        start..self.point(span.end).max(start)
    }

    fn point(&self, value: usize) -> usize {
        let step = self
            .steps
            .partition_point(|(from, _)| *from <= value)
            .saturating_sub(1);
        let (from, source) = self.steps[step];
        (source + (value - from)).min(self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn places_agree(literal: &str) {
        let text = format!("key = {literal}\n");
        let document = super::super::document::Document::parse(&text, 0..text.len());
        assert!(document.errors.is_empty(), "{text:?} {:?}", document.errors);
        let value = document.value["key"].as_str().expect("a string");
        let map = SourceMap::of_literal(&text, document.place("/key"));
        for (at, character) in value.char_indices().filter(|(_, c)| c.is_ascii_uppercase()) {
            let place = map.source(at..at + character.len_utf8());
            assert_eq!(
                &text[place],
                character.to_string(),
                "{character} in {text:?}"
            );
        }
    }

    #[test]
    fn every_kind_of_literal_is_mapped() {
        places_agree(r#""A \"B\" \u00e9C\tD""#);
        places_agree(r#"'A \B C'"#);
        places_agree("\"\"\"\nA\r\nB \\\n   C \"\" D\"\"\"");
        places_agree("'''\nA\nB'''");
    }

    #[test]
    fn a_literal_without_an_end_is_mapped_to_its_last_character() {
        for literal in [
            "\"A\u{feff}",
            "'''A\u{feff}",
            "\"",
            "'''\n",
            "\"A\\",
            "\"A\\u00\u{feff}",
        ] {
            let map = SourceMap::of_literal(literal, 0..literal.len());
            assert_eq!(
                map.source(0..usize::MAX / 2).end,
                literal.len(),
                "{literal:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_basic_string_is_mapped(parts in prop::collection::vec("[A-Z]|\\\\n|\\\\\"|é|\\\\u00e9|\\\\U0001F600| ", 0..20)) {
            places_agree(&format!("\"{}\"", parts.concat()));
        }
    }
}
