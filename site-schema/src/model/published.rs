//! `content/published.toml`: every address that visitors could ever open.

use super::model;

model! {
    /// Every address of this site that visitors could ever open, sorted, one a
    /// line. `cargo site ledger` adds to it; nothing is ever taken out.
    pub struct Published {
        #[schemars(extend("items" = { "type": "string", "pattern": r"^/[^\s?#]*$", "x-form": "a path without spaces, ? or #, such as /services/planning" }))]
        pub published: Vec<String>,
    }
}
