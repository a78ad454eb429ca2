//! The single words of a text.

use std::ops::Range;

/// Returns the place of each word of a text, in order.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if is_part_of_word(c) {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            words.push(start..at);
        }
    }
    if let Some(start) = start {
        words.push(start..text.len());
    }
    words
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’')
}
