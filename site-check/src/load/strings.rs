//! The bytes of a file that contain a text.

use std::ops::Range;

/// Maps spans of a text to spans of the file that contains it.
#[derive(Debug, Clone)]
pub struct SourceMap {
    /// The range of the text in the file, without quotes.
    range: Range<usize>,
    /// The parts that the file writes differently, in order. Between them, the text and the file
    /// are the same.
    escapes: Vec<Escape>,
}

/// A part of a text that the file writes differently, such as `\"` for a quote.
#[derive(Debug, Clone)]
struct Escape {
    /// Its bytes in the text; empty for a line ending removed by a backslash.
    text: Range<usize>,
    /// Its bytes in the file.
    source: Range<usize>,
}

impl SourceMap {
    /// Creates the map of a text that the file contains unchanged.
    pub fn verbatim(range: Range<usize>) -> Self {
        Self {
            range,
            escapes: Vec::new(),
        }
    }

    /// Creates the map of a text that differs from its source in some parts: the bytes of each in
    /// the text and in the source, in order.
    pub fn of_parts(range: Range<usize>, parts: Vec<(Range<usize>, Range<usize>)>) -> Self {
        let escape = |(text, source)| Escape { text, source };
        Self {
            range,
            escapes: parts.into_iter().map(escape).collect(),
        }
    }

    /// Creates the map of a TOML value that is a string in the document, from its literal in
    /// `file[span]`.
    ///
    /// If the literal has an unknown form, as some dates do, every part of the value maps to the
    /// whole literal.
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

    /// Creates the map of a string in double quotes, one or three, that begins at `start` in the
    /// file. Returns `None` if the literal doesn't have this value.
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
        // An incomplete escape extends past the end.
        literal.get(at..)?;
        Some(Self {
            range: begin..start + at,
            escapes,
        })
    }

    /// Returns the bytes of the file for a span of the text.
    pub fn source(&self, span: Range<usize>) -> Range<usize> {
        let start = self.source_start(span.start);
        let end = self.source_end(span.end);
        start..end.max(start)
    }

    /// Returns the file's first byte of the character that begins at a byte of the text.
    fn source_start(&self, at: usize) -> usize {
        let before = self.escapes.partition_point(|it| it.text.end <= at);
        match self.escapes.get(before) {
            Some(around) if around.text.start < at => around.source.start,
            _ => self.source_after(&self.escapes[..before], at),
        }
    }

    /// Returns the file's byte after the character that ends at a byte of the text.
    fn source_end(&self, at: usize) -> usize {
        let before = self.escapes.partition_point(|it| it.text.start < at);
        match self.escapes[..before].last() {
            Some(around) if around.text.end > at => around.source.end,
            _ => self.source_after(&self.escapes[..before], at),
        }
    }

    /// Returns the file's byte for a byte of the text. `escapes` are the ones before it.
    fn source_after(&self, escapes: &[Escape], at: usize) -> usize {
        let source = match escapes.last() {
            Some(last) => last.source.end + (at - last.text.end),
            None => self.range.start + at,
        };
        source.min(self.range.end)
    }
}

/// The characters after the backslash in escapes of two characters.
const SHORT_ESCAPES: &[u8] = br#"btnfre"\"#;

/// Returns the length of the escape at the beginning of a text; `None` if TOML doesn't have this
/// escape.
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

/// Returns the length of the line ending at the beginning of a text, or 0.
fn line_ending(text: &str) -> usize {
    if text.starts_with("\r\n") {
        2
    } else if text.starts_with('\n') {
        1
    } else {
        0
    }
}

/// Returns the length of a backslash at the end of a line and the white space after it; 0 if the
/// text doesn't begin with one.
fn removed_line_ending(text: &str) -> usize {
    let Some(after) = text.strip_prefix('\\') else {
        return 0;
    };
    if line_ending(after.trim_start_matches([' ', '\t'])) == 0 {
        return 0;
    }
    text.len() - after.trim_start_matches([' ', '\t', '\r', '\n']).len()
}
