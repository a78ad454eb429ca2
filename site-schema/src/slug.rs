//! Slugs: the parts of addresses, and the names of things and images.

/// The pattern of a slug for JSON Schema.
pub const PATTERN: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";

/// The reason why a text isn't a slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlugError {
    Empty,
    /// A character other than a lower-case letter, a digit or a hyphen.
    Character,
    /// A hyphen at either end, or two in a row: one separates words.
    Hyphen,
}

/// Checks that a text is a slug, such as `our-team`.
///
/// # Errors
/// Returns an error with the first mistake in the order of [`SlugError`].
pub fn check(text: &str) -> Result<(), SlugError> {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty() {
        Err(SlugError::Empty)
    } else if !text.chars().all(is_allowed) {
        Err(SlugError::Character)
    } else if text.split('-').any(str::is_empty) {
        Err(SlugError::Hyphen)
    } else {
        Ok(())
    }
}

/// Returns true if a text is a slug.
pub fn is_slug(text: &str) -> bool {
    check(text).is_ok()
}

/// Returns the slug made from the ASCII letters and digits of a text; empty if the text has none.
pub fn from_ascii(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.join("-")
}
