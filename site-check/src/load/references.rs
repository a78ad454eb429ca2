//! References: parts of a file that name something defined elsewhere.

use std::ops::Range;

/// The kind of thing that a reference names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Link,
    Token,
    Image,
    Schedule,
    External,
    Disclaimer,
    Subject,
    /// An amount of dollars or a percentage, which may be a fact.
    Amount,
}

/// A part of a file that names something defined elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub target: Target,
    pub name: String,
    pub span: Range<usize>,
}
