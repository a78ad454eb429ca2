//! The definition of content: its types, their JSON Schemas, the arithmetic of fees, and the
//! compiled file. It depends on no other crate in this repository.
//!
//! 1. `slug`: names and the parts of addresses
//! 2. `reserved`: the addresses that the build creates
//! 3. `model`: the types
//! 4. `fees`: fee arithmetic
//! 5. `schemas`: the JSON Schemas of the types
//! 6. `compiled`: the compiled file

mod compiled;
pub mod fees;
pub mod model;
mod reserved;
pub mod schemas;
pub mod slug;

pub use compiled::{COMPILED_FILE, Compiled, Edition};
pub use reserved::{
    ASSETS, LINKED_ROUTES, MACHINE_DOCUMENTS, PUBLIC_FILES, TAX_DATES, is_reserved,
};

/// The route of the page for unknown addresses.
pub const NOT_FOUND_ROUTE: &str = "/404";
