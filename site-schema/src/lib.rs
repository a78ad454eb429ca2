//! What content may be: its types, their JSON Schemas, the loader, the rules
//! and their diagnostics, and the compiled file.

mod compile;
mod compiled;
pub mod diagnostic;
pub mod fees;
pub mod fix;
pub mod ledger;
pub mod link;
pub mod load;
pub mod model;
mod near;
pub mod reading;
pub mod report;
pub mod rules;
pub mod schemas;

pub use compile::WORDS_A_MINUTE;
pub use compiled::{COMPILED_FILE, Compiled};
pub use load::{Loaded, load, load_at, load_on};

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
