//! `content/facts.toml`: every figure or claim that prose quotes.

use super::{ByName, Date, WebAddress, model};

/// `content/facts.toml`: every figure or claim that prose quotes, each under its
/// own name: [the-name]. Write {the-name} where the value should stand.
pub type Facts = ByName<Fact>;

model! {
    /// A figure or a claim that prose quotes, with where it comes from.
    pub struct Fact {
        /// What stands in the text, such as "$15,750".
        #[schemars(length(min = 1))]
        pub value: String,
        /// Who says so: the publication or the record it was taken from.
        #[schemars(length(min = 1))]
        pub source: String,
        /// The source's own page.
        pub url: Option<WebAddress>,
        /// The day somebody last compared the value with its source; left out until somebody has.
        pub reviewed: Option<Date>,
        /// The tax year the value belongs to.
        #[schemars(range(min = 2000, max = 2100))]
        pub tax_year: Option<u16>,
        /// The day after which the value must not be quoted unreviewed.
        pub expires: Option<Date>,
        /// The disclaimer that a page or an article has to show with it, by its name in
        /// content/site.toml, such as tax.
        #[schemars(length(min = 1))]
        pub disclaimer: Option<String>,
        /// Files in which the same figure means something else and may be spelled
        /// out, such as content/articles/market-drop.mdx.
        #[serde(default)]
        pub means_something_else_in: Vec<String>,
        /// A remark for editors; visitors do not see it.
        pub note: Option<String>,
    }
}
