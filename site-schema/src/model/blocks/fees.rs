use super::super::{Action, Id, RichText, ScheduleName, Text, model};

model! {
    pub struct FeeTiers {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        pub schedule: ScheduleName,
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
        pub rate_label: Text,
        pub annual_label: Text,
        pub quarterly_label: Text,
        pub tier_label: Text,
        /// The mark on the tier of the value, such as "Your portfolio is in this tier".
        pub mark_label: Text,
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
        pub assets_label: Text,
        pub annual_label: Text,
        pub monthly_label: Text,
        /// Text below the table.
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
