//! An address made of words.

use site_schema::slug::{SlugError, check};

/// The longest slug made of a title; one given by hand may be twice as long.
const LONG: usize = 70;

/// The slug of a title; none where it holds no letter and no digit.
pub fn of(title: &str) -> Option<String> {
    let plain = title.replace(['\'', '’', '‘'], "");
    let mut slug = slug::slugify(plain);
    if slug.len() > LONG {
        let end = slug[..=LONG].rfind('-').unwrap_or(LONG);
        slug.truncate(end);
    }
    (!slug.is_empty()).then_some(slug)
}

/// Says what is wrong with one part of an address.
pub fn fault(part: &str) -> Result<(), &'static str> {
    match check(part) {
        Err(SlugError::Empty) => Err("a part of it is empty"),
        Err(SlugError::Character) => {
            Err("lower-case letters, digits and hyphens are expected, with a slash between parts")
        }
        Err(SlugError::Hyphen) => Err("a hyphen separates words, and one is enough"),
        Ok(()) if part.len() > 2 * LONG => Err("it is too long to be read or typed"),
        Ok(()) => Ok(()),
    }
}
