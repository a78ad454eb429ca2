//! Step 1: the method.

use http::Method;

use crate::table::{Prepared, Table};

/// `None` for a method that reads a resource; otherwise the whole answer, with `Allow`, whatever the path.
pub fn answer<'t>(table: &'t Table, method: &Method) -> Option<&'t Prepared> {
    match *method {
        Method::GET | Method::HEAD => None,
        Method::OPTIONS => Some(&table.fixed.options),
        _ => Some(&table.fixed.method_not_allowed),
    }
}
