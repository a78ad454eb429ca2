//! Places that point somewhere else.

use std::ops::Range;

/// What a place points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Link,
    Token,
    Image,
    Schedule,
    External,
    Disclaimer,
    /// An amount of dollars or a percentage, which may be a fact.
    Amount,
}

/// A place that points somewhere else by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub target: Target,
    pub name: String,
    pub span: Range<usize>,
}
