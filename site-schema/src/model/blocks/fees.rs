use super::super::{Action, Id, RichText, ScheduleName, Text, model};

model! {
    pub struct FeeTiers {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        pub schedule: ScheduleName,
        /// The words over the tiers that say whose schedule it is; without them, the schedule's title.
        pub caption: Option<Text>,
        /// Text below the tiers.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    pub struct FeeCalculator {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        pub schedule: ScheduleName,
        /// The input's label.
        pub label: Text,
        /// The example shown in the empty input, digits only.
        #[schemars(regex(pattern = "^[1-9][0-9]*$"), extend("x-form" = "an amount in digits only, such as 500000"))]
        pub placeholder: Text,
        /// The words shown while there is no value.
        pub prompt: Text,
        /// The words before the schedule's own examples, which stand below the prompt: "For example".
        pub example_label: Text,
        /// The words between the fee and the portfolio of an example: "a year on", as in "$6,250 a year on $500,000".
        pub example_words: Text,
        /// The words shown where the amount has more than 15 digits, which is more than the calculator works with.
        pub too_long: Text,
        pub rate_label: Text,
        pub annual_label: Text,
        pub quarterly_label: Text,
        pub tier_label: Text,
        /// The mark on the tier of the value, such as "Your portfolio is in this tier".
        pub mark_label: Text,
        /// The words before the value at which the next tier begins, and the fee there. They are shown where that fee is lower
        /// than the fee of the result.
        pub next_tier_label: Text,
        /// A sentence on what the fee leaves out, such as the costs of funds; shown with each result.
        pub leaves_out: Text,
        /// The button beside each result, such as one to a first talk.
        pub action: Action,
        /// The button that copies a link to the page with the value in it. Browsers send that part of a link to nobody.
        pub copy_label: Text,
        /// The words shown once the link is copied.
        pub copied: Text,
        /// The words shown where the browser does not let the page copy: the link is in the address bar then.
        pub not_copied: Text,
        /// The button that prints the result with the page.
        pub print_label: Text,
        /// The words shown where the calculator could not be loaded.
        pub failed: Text,
        /// Text below the calculator.
        pub note: Option<RichText>,
        /// Text shown with JavaScript off.
        pub without_script: Text,
    }

    pub struct FeeExamples {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        pub schedule: ScheduleName,
        /// The words over the table that say whose schedule it is: that of the agreements, or an illustration.
        pub caption: Text,
        pub assets_label: Text,
        pub annual_label: Text,
        pub monthly_label: Text,
        /// Text below the table.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// What a schedule charges, line by line: its examples, and the least portfolio that has a rate.
    pub struct FeeStrip {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The schedule whose examples are shown; their fees are computed from it.
        pub schedule: ScheduleName,
        /// The words before a portfolio's value, such as "A portfolio of".
        pub assets_label: Text,
        /// The words after a fee, such as "a year".
        pub annual_label: Text,
        /// The name of the least portfolio that has a rate, such as "Investment minimum".
        pub minimum_label: Text,
        /// Text below the fees.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    pub struct TaxFees {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The words before the amount, such as "From".
        pub minimum_label: Text,
        /// Text below the cards.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }
}
