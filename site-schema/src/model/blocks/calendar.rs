use super::super::{Action, Id, RichText, Text, TimeOfYear, model};

model! {
    pub struct Calendar {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        pub labels: CalendarLabels,
        /// The entries in the order of the year.
        #[schemars(length(min = 2))]
        pub entries: Vec<CalendarEntry>,
        /// What is said below the calendar.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// What the kinds of entries are called, in the legend and at each entry.
    pub struct CalendarLabels {
        pub meeting: Text,
        pub tax: Text,
        pub fee: Text,
    }

    /// What happens at a time of every year.
    pub struct CalendarEntry {
        pub kind: CalendarKind,
        pub when: TimeOfYear,
        pub title: Text,
        pub description: Option<RichText>,
    }

    /// What an entry of a calendar is about.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum CalendarKind {
        /// Clients and the firm meet.
        Meeting,
        /// Something is due to a tax authority.
        Tax,
        /// The firm's fee is computed.
        Fee,
    }
}
