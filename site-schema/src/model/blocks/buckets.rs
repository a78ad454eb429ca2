use super::super::{Action, Id, RichText, Text, model};

model! {
    pub struct Buckets {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The three buckets, from the first to be spent to the last.
        #[schemars(length(min = 3, max = 3))]
        pub buckets: Vec<Bucket>,
        /// What is said below the buckets.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// What is set aside for a stretch of years.
    pub struct Bucket {
        /// What is in it, such as "Cash".
        pub name: Text,
        /// The years it pays for, such as "{bucket-cash}".
        pub years: Text,
        pub description: Option<RichText>,
    }
}
