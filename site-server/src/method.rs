//! Step 1: the method.

use http::Method;

use crate::table::{METHOD_NOT_ALLOWED, OPTIONS, Prepared};

/// `None` for a method that reads a resource; otherwise the whole answer, with `Allow`, whatever the path.
pub fn answer(method: &Method) -> Option<&'static Prepared> {
    match *method {
        Method::GET | Method::HEAD => None,
        Method::OPTIONS => Some(&OPTIONS),
        _ => Some(&METHOD_NOT_ALLOWED),
    }
}
