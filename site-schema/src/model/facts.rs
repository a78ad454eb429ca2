//! `content/facts.toml`: every figure or claim that prose quotes.

use super::{ByName, ByYear, Date, NOT_BLANK, WebAddress, model};

/// `content/facts.toml`: every figure or claim that prose quotes, each under its own name:
/// [the-name]. Write {the-name} to show the value. A value that changes with the tax year has one
/// table for each year: [the-name.years.2025]. Write {the-name-2025} for the value of that year,
/// {the-name} for the value in force, and {the-name-year} for the year in force.
pub type Facts = ByName<Fact>;

model! {
    /// A figure or a claim that prose quotes, and its source: either `value` and `source`, or
    /// `years`.
    pub struct Fact {
        /// The text that is shown, such as "30 minutes".
        #[schemars(regex(pattern = NOT_BLANK))]
        pub value: Option<String>,
        /// The publication or the record that the value was taken from.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub source: Option<String>,
        /// The web page of the source.
        pub url: Option<WebAddress>,
        /// The place where a source without a web page is kept, such as "The firm's files, under
        /// Custodian".
        #[schemars(regex(pattern = NOT_BLANK))]
        pub record: Option<String>,
        /// The day someone last compared the value with its source. Leave it out until someone has.
        pub reviewed: Option<Date>,
        /// For a value that changes on a day other than the start of a tax year: after this day, it
        /// can't be quoted without another review.
        pub expires: Option<Date>,
        /// The disclaimer that a page or an article must show if it quotes the value, by its name
        /// in content/site.toml, such as tax.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub disclaimer: Option<String>,
        /// The values by tax year, instead of `value` and `source`: a table [the-name.years.2025]
        /// for each year.
        #[serde(default)]
        pub years: ByYear<ValueOfYear>,
        /// Files that may type the same figure because it means something else there, such as
        /// content/articles/market-drop.mdx.
        #[serde(default)]
        pub means_something_else_in: Vec<String>,
        /// A note for editors. Visitors don't see it.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub note: Option<String>,
    }

    /// The value of a fact in a tax year, and its source: either `value` or `date`.
    pub struct ValueOfYear {
        /// The last year that has this value by law, if it is later than the year of the table.
        #[schemars(range(min = 2000, max = 2100))]
        pub through: Option<u16>,
        /// The text that is shown, such as "$15,750".
        #[schemars(regex(pattern = NOT_BLANK))]
        pub value: Option<String>,
        /// A deadline of the tax year, instead of `value`: 2026-01-15 is shown as January 15, 2026.
        pub date: Option<Date>,
        /// "day" to show the date without its year: January 15.
        pub show: Option<DateForm>,
        /// The publication or the record that the value was taken from.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub source: String,
        /// The web page of the source.
        pub url: Option<WebAddress>,
        /// The place where a source without a web page is kept, such as "The firm's files, under
        /// Custodian".
        #[schemars(regex(pattern = NOT_BLANK))]
        pub record: Option<String>,
        /// The day someone last compared the value with its source. Leave it out until someone has.
        pub reviewed: Option<Date>,
        /// A note for editors. Visitors don't see it.
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
