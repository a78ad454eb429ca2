//! `content/facts.toml`: every figure or claim that prose quotes.

use super::{ByName, ByYear, Date, NOT_BLANK, WebAddress, model};

/// `content/facts.toml`: every figure or claim that prose quotes, each under its
/// own name: [the-name]. Write {the-name} where the value should stand. What changes
/// with the tax year has a table for each: [the-name.years.2025]. Write
/// {the-name-2025} for the value of that year, {the-name} for the one in force, and
/// {the-name-year} for the year in force.
pub type Facts = ByName<Fact>;

model! {
    /// A figure or a claim that prose quotes, with where it comes from: either `value`
    /// and `source`, or `years`.
    pub struct Fact {
        /// What stands in the text, such as "30 minutes".
        #[schemars(regex(pattern = NOT_BLANK))]
        pub value: Option<String>,
        /// Who says so: the publication or the record it was taken from.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub source: Option<String>,
        /// The source's own page.
        pub url: Option<WebAddress>,
        /// Where a source without an address is kept, such as "The firm's files, under Custodian".
        #[schemars(regex(pattern = NOT_BLANK))]
        pub record: Option<String>,
        /// The day somebody last compared the value with its source; left out until somebody has.
        pub reviewed: Option<Date>,
        /// The day after which the value must not be quoted unreviewed, because it changes on another day than
        /// the tax year does.
        pub expires: Option<Date>,
        /// The disclaimer that a page or an article has to show with it, by its name in
        /// content/site.toml, such as tax.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub disclaimer: Option<String>,
        /// Its values by tax year, in place of `value` and `source`: a table [the-name.years.2025] for each.
        #[serde(default)]
        pub years: ByYear<ValueOfYear>,
        /// Files in which the same figure means something else and may be spelled
        /// out, such as content/articles/market-drop.mdx.
        #[serde(default)]
        pub means_something_else_in: Vec<String>,
        /// A remark for editors; visitors do not see it.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub note: Option<String>,
    }

    /// What a fact is in a tax year, with where it comes from: either `value` or `date`.
    pub struct ValueOfYear {
        /// The last year in which the law leaves the value as it is, where that is a later one.
        #[schemars(range(min = 2000, max = 2100))]
        pub through: Option<u16>,
        /// What stands in the text, such as "$15,750".
        #[schemars(regex(pattern = NOT_BLANK))]
        pub value: Option<String>,
        /// A deadline of the tax year, in place of `value`: 2026-01-15 is shown as January 15, 2026.
        pub date: Option<Date>,
        /// "day" to show the date without its year: January 15.
        pub show: Option<DateForm>,
        /// Who says so: the publication or the record it was taken from.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub source: String,
        /// The source's own page.
        pub url: Option<WebAddress>,
        /// Where a source without an address is kept, such as "The firm's files, under Custodian".
        #[schemars(regex(pattern = NOT_BLANK))]
        pub record: Option<String>,
        /// The day somebody last compared the value with its source; left out until somebody has.
        pub reviewed: Option<Date>,
        /// A remark for editors; visitors do not see it.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub note: Option<String>,
    }

    /// The parts of a date that are shown.
    #[serde(rename_all = "snake_case")]
    pub enum DateForm {
        /// The month and the day.
        Day,
    }
}
