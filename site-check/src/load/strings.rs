//! Where in the file a text is that was read from it.

use std::ops::Range;

/// Maps places in a text to places in the file.
#[derive(Debug, Clone)]
pub struct SourceMap {
    range: Range<usize>,
    /// Whether the file has the text as it is: with escapes, only the place of
    /// all of it is known.
    is_verbatim: bool,
}

impl SourceMap {
    /// For text that is in the file as it is.
    pub fn verbatim(range: Range<usize>) -> Self {
        Self {
            range,
            is_verbatim: true,
        }
    }

    /// For the value of the TOML string in `text[span]`.
    pub fn of_literal(text: &str, span: Range<usize>, value: &str) -> Self {
        match text[span.clone()].find(value) {
            Some(at) => Self::verbatim(span.start + at..span.start + at + value.len()),
            None => Self {
                range: span,
                is_verbatim: false,
            },
        }
    }

    /// The place in the file of a place in the text.
    pub fn source(&self, span: Range<usize>) -> Range<usize> {
        let Range { start, end } = self.range;
        match self.is_verbatim {
            true => (start + span.start).min(end)..(start + span.end).min(end),
            false => start..end,
        }
    }
}
