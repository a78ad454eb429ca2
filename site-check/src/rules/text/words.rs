//! The single words of a text.

use std::iter;
use std::ops::Range;

/// Returns the place of each word of a text, in order.
pub(super) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = text;
    iter::from_fn(move || {
        let from_word = rest.trim_start_matches(|c| !is_part_of_word(c));
        let after_word = from_word.trim_start_matches(is_part_of_word);
        rest = after_word;
        if from_word.is_empty() {
            return None;
        }
        let start = text.len() - from_word.len();
        let end = text.len() - after_word.len();
        Some(start..end)
    })
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’')
}
