//! What the steps read of a request, whoever has parsed it.

use http::{HeaderMap, HeaderName, Method};

/// A request without its body.
pub struct Asked<'r, F: ?Sized> {
    pub method: &'r Method,
    /// Still percent-encoded.
    pub path: &'r str,
    pub fields: &'r F,
}

/// The header fields of a request.
pub trait Fields {
    /// The value of each line with this name, in the order received.
    fn lines<'s>(&'s self, name: &'s HeaderName) -> impl Iterator<Item = &'s [u8]>;
}

impl Fields for HeaderMap {
    fn lines<'s>(&'s self, name: &'s HeaderName) -> impl Iterator<Item = &'s [u8]> {
        self.get_all(name).iter().map(|value| value.as_bytes())
    }
}

impl Fields for [httparse::Header<'_>] {
    fn lines<'s>(&'s self, name: &'s HeaderName) -> impl Iterator<Item = &'s [u8]> {
        let lines = self
            .iter()
            .filter(|field| field.name.eq_ignore_ascii_case(name.as_str()));
        lines.map(|field| field.value)
    }
}
