//! `content/published.toml`: every address that visitors could ever open.

use super::model;

model! {
    /// Every address of this site that visitors could ever open, sorted, one a
    /// line. `cargo site ledger` adds to it; nothing is ever taken out.
    #[serde(deny_unknown_fields)]
    pub struct Published {
        #[schemars(inner(regex(pattern = r"^/[^\s?#]*$")))]
        pub published: Vec<String>,
    }
}
