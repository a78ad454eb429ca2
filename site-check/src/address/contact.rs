//! The firm's own phone number and email address, however they are written.

use crate::load::{FileKind, Tree};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    Phone,
    Email,
}

impl Contact {
    /// The fact that stands for it.
    pub fn token(self) -> &'static str {
        match self {
            Self::Phone => "{phone}",
            Self::Email => "{email}",
        }
    }

    /// The link that leads to it.
    pub fn link(self) -> &'static str {
        match self {
            Self::Phone => "contact:phone",
            Self::Email => "contact:email",
        }
    }
}

/// Returns the contact that a phone number or an email address is, with or without `tel:` or
/// `mailto:`. `None` where it is somebody else's.
pub fn own_contact(written: &str, tree: &Tree) -> Option<Contact> {
    let stated = |key: &str| {
        let value = tree.value(&FileKind::Site, &format!("/contact/{key}"));
        value.and_then(|value| value.as_str()).unwrap_or_default()
    };
    let written = written.trim();
    let address = match written.split_once(':') {
        Some((scheme, address)) if is_scheme_of_contact(scheme) => address,
        Some(_) => return None,
        None => written,
    };
    let address = address.split('?').next().unwrap_or_default();
    let email = stated("email");
    if !email.is_empty() && address.eq_ignore_ascii_case(email) {
        return Some(Contact::Email);
    }
    let number = national_number(address)?;
    let is_own = national_number(stated("phone")) == Some(number);
    is_own.then_some(Contact::Phone)
}

fn is_scheme_of_contact(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("tel") || scheme.eq_ignore_ascii_case("mailto")
}

/// Returns the ten digits of a phone number, without those of the country. `None` for any other text.
fn national_number(written: &str) -> Option<String> {
    if written.contains(char::is_alphabetic) {
        return None;
    }
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let number = match digits.len() {
        11 => digits.strip_prefix('1')?,
        _ => &digits,
    };
    (number.len() == 10).then(|| number.to_owned())
}
