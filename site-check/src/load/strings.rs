//! Where each byte of a TOML string's value is in the file.

use std::ops::Range;

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
        let (delimiter, escapes) = match literal {
            _ if literal.starts_with("\"\"\"") => ("\"\"\"", true),
            _ if literal.starts_with("'''") => ("'''", false),
            _ if literal.starts_with('"') => ("\"", true),
            _ if literal.starts_with('\'') => ("'", false),
            _ => return Self::verbatim(span),
        };
        let mut at = delimiter.len();
        if delimiter.len() == 3 {
            let rest = &literal[at..];
            let line_feed = ["\r\n", "\n"].into_iter().find(|it| rest.starts_with(it));
            at += line_feed.map_or(0, str::len);
        }
        // A literal that was never closed, which the parser reports, ends where its text does.
        let end = literal[at..]
            .strip_suffix(delimiter)
            .map_or(literal.len(), |inner| at + inner.len());
        let mut map = Self {
            steps: vec![(0, span.start + at)],
            end: span.start + end,
        };
        let mut value = 0;
        while at < end {
            if escapes && literal.as_bytes()[at] == b'\\' {
                let (source, decoded) = escape_lengths(&literal[at..end]);
                value += decoded;
                at += source;
                map.steps.push((value, span.start + at));
            } else {
                value += 1;
                at += 1;
            }
        }
        map
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

/// How long an escape is in the file and in the value.
fn escape_lengths(rest: &str) -> (usize, usize) {
    let character = rest[1..].chars().next();
    let hex = |digits: usize| {
        let code = rest
            .get(2..2 + digits)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        code.map_or((2, 1), |code| {
            let decoded = char::from_u32(code).map_or(1, char::len_utf8);
            (2 + digits, decoded)
        })
    };
    match character {
        Some('x') => hex(2),
        Some('u') => hex(4),
        Some('U') => hex(8),
        Some(space) if space.is_whitespace() => {
            let trimmed = rest[1..].trim_start_matches([' ', '\t', '\r', '\n']);
            (rest.len() - trimmed.len(), 0)
        }
        Some(other) => (1 + other.len_utf8(), 1),
        None => (1, 0),
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
