//! The rules of addresses.

pub(crate) mod link;
pub(crate) mod redirect;
pub(crate) mod route;
pub(crate) mod url;
