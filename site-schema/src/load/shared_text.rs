//! A stretch of a text, which is kept once for all who hold a part of it.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// A stretch of a shared text.
#[derive(Debug, Clone)]
pub struct SharedText {
    whole: Arc<str>,
    range: Range<usize>,
}

impl SharedText {
    /// `whole[range]`.
    pub fn part(whole: &Arc<str>, range: Range<usize>) -> Self {
        Self {
            whole: Arc::clone(whole),
            range,
        }
    }
}

impl From<&str> for SharedText {
    fn from(text: &str) -> Self {
        Self {
            whole: text.into(),
            range: 0..text.len(),
        }
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.whole[self.range.clone()]
    }
}
