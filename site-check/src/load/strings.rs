//! The bytes of a file that a text was read from.

use std::ops::Range;

/// Maps spans of a text to spans of the file that it was read from.
#[derive(Debug, Clone)]
pub struct SourceMap {
    /// All of the text in the file, without quotes.
    range: Range<usize>,
    /// The parts that the file writes otherwise, in order. Between them, text and file are the same.
    escapes: Vec<Escape>,
}

/// A part of a text that its file writes otherwise, such as `\"` for a quote.
#[derive(Debug, Clone)]
struct Escape {
    /// Its bytes in the text; none for a line ending that a backslash removes.
    text: Range<usize>,
    /// Its bytes in the file.
    source: Range<usize>,
}

impl SourceMap {
    /// The map of a text that is in the file as it is.
    pub fn verbatim(range: Range<usize>) -> Self {
        Self {
            range,
            escapes: Vec::new(),
        }
    }

    /// The map of a text that differs from its source in some parts: the bytes of each in the text and in the source, in order.
    pub fn of_parts(range: Range<usize>, parts: Vec<(Range<usize>, Range<usize>)>) -> Self {
        let escape = |(text, source)| Escape { text, source };
        Self {
            range,
            escapes: parts.into_iter().map(escape).collect(),
        }
    }

    /// The map of a TOML value that is a string here, from its literal in `file[span]`.
    ///
    /// Where the literal writes the value in a form that is not known, as with
    /// some dates, every part of the value is mapped to the whole literal.
    pub fn of_literal(file: &str, span: Range<usize>, value: &str) -> Self {
        let literal = &file[span.clone()];
        if literal.starts_with('"') && literal.contains('\\') {
            if let Some(map) = Self::of_basic_string(literal, span.start, value) {
                return map;
            }
        } else if let Some(at) = literal.find(value) {
            let start = span.start + at;
            return Self::verbatim(start..start + value.len());
        }
        Self {
            range: span.clone(),
            escapes: vec![Escape {
                text: 0..value.len(),
                source: span,
            }],
        }
    }

    /// The map of a string in double quotes, one or three, that begins at `start` in the file.
    /// `None` where the value is not that of the literal.
    fn of_basic_string(literal: &str, start: usize, value: &str) -> Option<Self> {
        let mut at = if literal.starts_with("\"\"\"") { 3 } else { 1 };
        if at == 3 {
            at += line_ending(&literal[at..]);
        }
        let begin = start + at;
        let mut escapes = Vec::new();
        for (index, character) in value.char_indices() {
            loop {
                let removed = removed_line_ending(literal.get(at..)?);
                if removed == 0 {
                    break;
                }
                escapes.push(Escape {
                    text: index..index,
                    source: start + at..start + at + removed,
                });
                at += removed;
            }
            let rest = &literal[at..];
            let is_escape = rest.starts_with('\\');
            let is_normalized = character == '\n' && rest.starts_with("\r\n");
            let length = if is_escape {
                escape_length(rest)?
            } else if is_normalized {
                2
            } else if rest.starts_with(character) {
                character.len_utf8()
            } else {
                return None;
            };
            if is_escape || is_normalized {
                escapes.push(Escape {
                    text: index..index + character.len_utf8(),
                    source: start + at..start + at + length,
                });
            }
            at += length;
        }
        // An escape that is cut off ends nowhere.
        literal.get(at..)?;
        Some(Self {
            range: begin..start + at,
            escapes,
        })
    }

    /// The bytes of the file that a span of the text was read from.
    pub fn source(&self, span: Range<usize>) -> Range<usize> {
        let start = self.source_start(span.start);
        let end = self.source_end(span.end);
        start..end.max(start)
    }

    /// The file's first byte of the character that begins at a byte of the text.
    fn source_start(&self, at: usize) -> usize {
        let before = self.escapes.partition_point(|it| it.text.end <= at);
        match self.escapes.get(before) {
            Some(around) if around.text.start < at => around.source.start,
            _ => self.source_after(&self.escapes[..before], at),
        }
    }

    /// The file's byte after the character that ends at a byte of the text.
    fn source_end(&self, at: usize) -> usize {
        let before = self.escapes.partition_point(|it| it.text.start < at);
        match self.escapes[..before].last() {
            Some(around) if around.text.end > at => around.source.end,
            _ => self.source_after(&self.escapes[..before], at),
        }
    }

    /// The file's byte of a byte of the text, of which these escapes are the ones before it.
    fn source_after(&self, escapes: &[Escape], at: usize) -> usize {
        let source = match escapes.last() {
            Some(last) => last.source.end + (at - last.text.end),
            None => self.range.start + at,
        };
        source.min(self.range.end)
    }
}

/// The characters that make an escape of two characters with a backslash.
const SHORT_ESCAPES: &[u8] = br#"btnfre"\"#;

/// The length of the escape that a text begins with. `None` where it is none of TOML.
fn escape_length(text: &str) -> Option<usize> {
    let letter = *text.as_bytes().get(1)?;
    if SHORT_ESCAPES.contains(&letter) {
        return Some(2);
    }
    match letter {
        b'x' => Some(4),
        b'u' => Some(6),
        b'U' => Some(10),
        _ => None,
    }
}

/// The length of the line ending that a text begins with; 0 where there is none.
fn line_ending(text: &str) -> usize {
    if text.starts_with("\r\n") {
        2
    } else if text.starts_with('\n') {
        1
    } else {
        0
    }
}

/// The length of a backslash at the end of a line, with all white space after it;
/// 0 where the text does not begin with one.
fn removed_line_ending(text: &str) -> usize {
    let Some(after) = text.strip_prefix('\\') else {
        return 0;
    };
    if line_ending(after.trim_start_matches([' ', '\t'])) == 0 {
        return 0;
    }
    text.len() - after.trim_start_matches([' ', '\t', '\r', '\n']).len()
}
