//! The lines of a text, and the columns of its characters.

use std::ops::Range;

/// The size in bytes of the blocks with character counts. A line may be as long as its file.
const BLOCK: usize = 256;

/// An index of the lines of a text, so that finding the line and column of a byte takes the same
/// time everywhere.
#[derive(Debug)]
pub struct LineIndex {
    /// The first byte of each line.
    starts: Vec<usize>,
    /// The number of characters that begin before each block.
    characters: Vec<usize>,
}

impl LineIndex {
    pub fn of(text: &str) -> Self {
        let mut starts = vec![0];
        for (at, _) in text.match_indices('\n') {
            starts.push(at + 1);
        }
        let mut characters = Vec::new();
        let mut count = 0;
        for block in text.as_bytes().chunks(BLOCK) {
            characters.push(count);
            count += characters_in(block);
        }
        characters.push(count);
        Self { starts, characters }
    }

    /// Returns the number of the line that contains a byte, from 1.
    pub fn number(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    /// Returns the first byte of the line that contains a byte.
    pub fn start(&self, at: usize) -> usize {
        self.starts[self.number(at) - 1]
    }

    /// Returns the end of the line that contains a byte, before its line ending.
    pub fn end(&self, text: &str, at: usize) -> usize {
        match self.starts.get(self.number(at)) {
            Some(next) => next - 1,
            None => text.len(),
        }
    }

    /// Returns the span of the line that contains a byte, without its line ending and byte-order
    /// marks.
    pub fn line_around(&self, text: &str, byte: usize) -> Range<usize> {
        let at = text.floor_char_boundary(byte.min(text.len()));
        let mut start = self.start(at);
        if start == 0 {
            let after_marks = text.trim_start_matches('\u{feff}');
            let marks_length = text.len() - after_marks.len();
            start = marks_length.min(at);
        }
        start..self.end(text, at)
    }

    /// Returns the number of characters of a text that begin within a span.
    pub fn count(&self, text: &str, span: Range<usize>) -> usize {
        self.count_before(text, span.end) - self.count_before(text, span.start)
    }

    fn count_before(&self, text: &str, at: usize) -> usize {
        let block = at / BLOCK;
        self.characters[block] + characters_in(&text.as_bytes()[block * BLOCK..at])
    }
}

/// Returns the number of characters that begin in some bytes of UTF-8.
fn characters_in(bytes: &[u8]) -> usize {
    let is_first = |byte: &&u8| !matches!(byte, 0x80..=0xbf);
    bytes.iter().filter(is_first).count()
}

/// Returns the end of the line that contains a byte, before its line ending.
pub fn line_end(text: &str, at: usize) -> usize {
    text[at..]
        .find('\n')
        .map_or(text.len(), |length| at + length)
}

/// Returns the start of the line below a byte.
pub fn next_line(text: &str, at: usize) -> usize {
    (line_end(text, at) + 1).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_those_that_counting_gives() {
        let text = "é one\n\n”two” ".repeat(100) + "\nlast";
        let index = LineIndex::of(&text);
        for (at, _) in text.char_indices() {
            let before = &text[..at];
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            assert_eq!(index.number(at), before.matches('\n').count() + 1);
            assert_eq!(index.start(at), start);
            let line = text[at..].find('\n').map_or(text.len(), |end| at + end);
            assert_eq!(index.end(&text, at), line);
            let column = text[start..at].chars().count();
            assert_eq!(index.count(&text, start..at), column);
        }
        assert_eq!(index.number(text.len()), 202);
    }
}
