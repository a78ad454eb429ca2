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

#[cfg(test)]
mod tests {
    use super::{fault, of};

    #[test]
    fn a_title_becomes_an_address() {
        let slug = |title| of(title).unwrap_or_default();
        assert_eq!(
            slug("What's Next? A “Plan” for 2026"),
            "whats-next-a-plan-for-2026"
        );
        assert_eq!(slug("../etc/passwd"), "etc-passwd");
        assert_eq!(slug("C:\\aux"), "c-aux");
        assert_eq!(slug("Naïve Café"), "naive-cafe");
        assert_eq!(slug("?!… —"), "");
        for title in ["שלום עולם", "مرحبا", "🎉 Party", &"long words ".repeat(60)] {
            let slug = slug(title);
            assert!(
                fault(&slug).is_ok() && slug.len() <= super::LONG,
                "{title}: {slug}"
            );
        }
    }
}
