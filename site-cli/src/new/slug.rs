//! An address made of words.

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

/// What is wrong with one part of an address.
pub fn fault(part: &str) -> Result<(), &'static str> {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if part.is_empty() {
        Err("a part of it is empty")
    } else if !part.chars().all(fine) {
        Err("lower-case letters, digits and hyphens are expected, with a slash between parts")
    } else if part.starts_with('-') || part.ends_with('-') || part.contains("--") {
        Err("a hyphen separates words, and one is enough")
    } else if part.len() > 2 * LONG {
        Err("it is too long to be read or typed")
    } else {
        Ok(())
    }
}
