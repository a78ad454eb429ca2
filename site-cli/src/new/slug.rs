//! Derives an address from words.

use site_schema::slug::{SlugError, check};

/// The maximum length of a slug derived from a title; one given by the user may be twice as long.
const LONG: usize = 70;

/// Returns the slug of a title; `None` if the title has no letters or digits.
pub fn of(title: &str) -> Option<String> {
    let plain = title.replace(['\'', '’', '‘'], "");
    let mut slug = slug::slugify(plain);
    if slug.len() > LONG {
        let end = slug[..=LONG].rfind('-').unwrap_or(LONG);
        slug.truncate(end);
    }
    (!slug.is_empty()).then_some(slug)
}

/// Explains what is wrong with one part of an address.
pub fn fault(part: &str) -> Result<(), &'static str> {
    match check(part) {
        Err(SlugError::Empty) => Err("one of its parts is empty"),
        Err(SlugError::Character) => {
            Err("use lowercase letters, digits and hyphens, with a slash between parts")
        }
        Err(SlugError::Hyphen) => Err("use single hyphens, only between words"),
        Ok(()) if part.len() > 2 * LONG => Err("it is too long to be read or typed"),
        Ok(()) => Ok(()),
    }
}
