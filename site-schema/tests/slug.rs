//! Slugs.

use site_schema::slug::{SlugError, check, from_ascii};

#[test]
fn one_hyphen_separates_words() {
    for slug in ["a", "2025", "our-team", "a-1-b"] {
        assert_eq!(check(slug), Ok(()), "{slug}");
    }
    for (text, error) in [
        ("", SlugError::Empty),
        ("Our", SlugError::Character),
        ("a_b", SlugError::Character),
        ("a/b", SlugError::Character),
        ("é", SlugError::Character),
        ("-", SlugError::Hyphen),
        ("-a", SlugError::Hyphen),
        ("a-", SlugError::Hyphen),
        ("a--b", SlugError::Hyphen),
    ] {
        assert_eq!(check(text), Err(error), "{text}");
    }
}

#[test]
fn a_slug_is_made_of_any_text() {
    for (text, slug) in [
        ("Our Fees", "our-fees"),
        ("a--b", "a-b"),
        ("-A_b-", "a-b"),
        ("¿?", ""),
    ] {
        assert_eq!(from_ascii(text), slug);
    }
}
