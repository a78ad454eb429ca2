//! One response before it is encoded.

use http::StatusCode;
use site_table::Field;

/// One response before its body is compressed. Borrowed data lasts until the program ends.
#[derive(Clone, Default, PartialEq)]
pub struct Resource {
    pub status: StatusCode,
    pub headers: Vec<Field>,
    pub body: &'static [u8],
}
