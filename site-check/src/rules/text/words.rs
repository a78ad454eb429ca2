//! The single words of a text.

use std::ops::Range;

/// Returns the place of each word of a text, in order.
pub(super) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(is_part_of_word)?;
        let length = text[start..].find(|c| !is_part_of_word(c));
        let end = length.map_or(text.len(), |length| start + length);
        rest = end;
        Some(start..end)
    })
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’')
}
