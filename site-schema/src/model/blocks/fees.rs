use super::super::{Action, Id, RichText, ScheduleName, Text, model};

model! {
    pub struct FeeTiers {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        pub schedule: ScheduleName,
        /// The words above the tiers that say whose schedule it is; without them, the schedule's
        /// title.
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
        /// The example shown in the empty input: digits only.
        #[schemars(regex(pattern = "^[1-9][0-9]*$"), extend("x-form" = "an amount in digits only, such as 500000"))]
        pub placeholder: Text,
        /// The words shown while the input is empty.
        pub prompt: Text,
        /// The words before the schedule's own examples, below the prompt: "For example".
        pub example_label: Text,
        /// The words between the fee and the portfolio of an example: "a year on", as in "$6,250 a
        /// year on $500,000".
        pub example_words: Text,
        /// The words shown for an amount of more than 15 digits, the calculator's limit.
        pub too_long: Text,
        pub rate_label: Text,
        pub annual_label: Text,
        pub quarterly_label: Text,
        pub tier_label: Text,
        /// The label on the tier of the value, such as "Your portfolio is in this tier".
        pub mark_label: Text,
        /// The words before the value that begins the next tier, and the fee there. They are shown
        /// if that fee is lower than the fee in the result.
        pub next_tier_label: Text,
        /// A sentence on the costs that the fee doesn't include, such as fund expenses; shown with
        /// each result.
        pub leaves_out: Text,
        /// The button next to each result, such as one for scheduling a first conversation.
        pub action: Action,
        /// The button that copies a link to the page with the value in it. Browsers don't send that
        /// part of a link to any server.
        pub copy_label: Text,
        /// The words shown once the link is copied.
        pub copied: Text,
        /// The words shown if the browser doesn't let the page copy the link. The link is then in
        /// the address bar.
        pub not_copied: Text,
        /// The button that prints the result with the page.
        pub print_label: Text,
        /// The words shown if the calculator couldn't be loaded.
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
        /// The words above the table that say whose schedule it is: the one in the agreements, or
        /// an illustration.
        pub caption: Text,
        pub assets_label: Text,
        pub annual_label: Text,
        pub monthly_label: Text,
        /// Text below the table.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// The examples of a schedule, one on each line, and the smallest portfolio that has a rate.
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
        /// The label of the smallest portfolio that has a rate, such as "Investment minimum".
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
