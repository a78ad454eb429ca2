//! The single words of a text.

use std::ops::Range;

/// Returns the place of each word of a text, in order.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    runs(text, |c| c.is_alphanumeric() || matches!(c, '\'' | '’'))
}

/// Returns the place of each run of characters that `is_part` accepts, in order.
pub(super) fn runs(text: &str, is_part: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if is_part(c) {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            runs.push(start..at);
        }
    }
    if let Some(start) = start {
        runs.push(start..text.len());
    }
    runs
}
