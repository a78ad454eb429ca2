//! The definition of content: its types, their JSON Schemas, the arithmetic of fees,
//! and the compiled file. It depends on nothing else of this repository.
//!
//! 1. `slug`: the parts of addresses, and names
//! 2. `reserved`: the addresses that the build itself makes
//! 3. `model`: the types
//! 4. `fees`: what they charge
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

/// The route of the page that answers unknown addresses.
pub const NOT_FOUND_ROUTE: &str = "/404";
