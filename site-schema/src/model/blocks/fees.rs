use super::super::{Action, Id, RichText, ScheduleName, Text, model};

model! {
    pub struct FeeTiers {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        pub schedule: ScheduleName,
        /// What is said below the tiers.
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
        /// What is shown while there is no value.
        pub prompt: Text,
        pub rate_label: Text,
        pub annual_label: Text,
        pub quarterly_label: Text,
        pub tier_label: Text,
        /// What is said at the tier of the value, such as "Your portfolio is in this tier".
        pub mark_label: Text,
        /// What is said below the calculator.
        pub note: Option<RichText>,
        /// What is shown with JavaScript off.
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
        /// What is said below the table.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    pub struct TaxFees {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// What stands before the amount, such as "From".
        pub minimum_label: Text,
        /// What is said below the cards.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }
}
