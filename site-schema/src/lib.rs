//! The definition of content: its types, their JSON Schemas, the arithmetic of fees,
//! and the compiled file. It depends on nothing else of this repository.
//!
//! 1. `slug`: the parts of addresses, and names
//! 2. `model`: the types
//! 3. `fees`: what they charge
//! 4. `schemas`: the JSON Schemas of the types
//! 5. `compiled`: the compiled file

mod compiled;
pub mod fees;
pub mod model;
pub mod schemas;
pub mod slug;

pub use compiled::{COMPILED_FILE, Compiled};

/// The route of the page that answers unknown addresses.
pub const NOT_FOUND_ROUTE: &str = "/404";

/// The documents that machines read, at their paths: `site_content::documents` makes them.
pub const MACHINE_DOCUMENTS: [&str; 6] = [
    "/.well-known/security.txt",
    "/feed.xml",
    "/llms.txt",
    "/manifest.webmanifest",
    "/robots.txt",
    "/sitemap.xml",
];
