use super::super::{Action, Date, Id, Image, NAME_FORM, RichText, Text, TimeOfYear, model};
use crate::slug;

model! {
    pub struct Section {
        pub id: Option<Id>,
        pub heading: Text,
        pub body: RichText,
        pub image: Option<Image>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    pub struct Process {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The steps in order, numbered from 1.
        #[schemars(length(min = 2))]
        pub steps: Vec<ProcessStep>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// A step of a process.
    pub struct ProcessStep {
        pub title: Text,
        pub description: RichText,
        /// The time it takes, such as "2-3 weeks".
        pub timeline: Option<Text>,
    }

    pub struct CaseStudies {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        #[schemars(length(min = 1))]
        pub studies: Vec<CaseStudy>,
        /// A statement that the examples are only illustrative. Required: the page can't be
        /// published without it.
        pub disclaimer: Text,
    }

    /// A hypothetical client.
    pub struct CaseStudy {
        pub title: Text,
        pub subtitle: Text,
        pub icon: super::Icon,
        /// The problem they face.
        pub challenge: RichText,
        /// The solution to it.
        pub solution: RichText,
    }

    pub struct Faq {
        pub id: Option<Id>,
        pub labels: FaqLabels,
        #[schemars(length(min = 1))]
        pub categories: Vec<FaqCategory>,
    }

    /// The labels around the questions.
    pub struct FaqLabels {
        /// The name, for screen readers, of the list of links to the categories.
        pub index: Text,
        /// The button that opens all answers when they are closed in a narrow window.
        pub open: Text,
        /// The same button once all answers are open: it closes them.
        pub fold: Text,
    }

    /// Questions on one subject.
    pub struct FaqCategory {
        /// Its anchor on the page.
        pub id: Id,
        pub title: Text,
        #[schemars(length(min = 1))]
        pub questions: Vec<Question>,
    }

    /// A question, and its answer.
    pub struct Question {
        /// The question's anchor, such as fund-costs. A link to it opens the answer. Without an id,
        /// the anchor is made of the question's words and changes with them.
        pub id: Option<Id>,
        pub question: Text,
        pub answer: RichText,
    }

    pub struct Buckets {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The three buckets, in spending order.
        #[schemars(length(min = 3, max = 3))]
        pub buckets: Vec<Bucket>,
        /// Text below the buckets.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// Money set aside for a stretch of years.
    pub struct Bucket {
        /// The kind of investment in it, such as "Cash".
        pub name: Text,
        /// The years it pays for, such as "{bucket-cash}".
        pub years: Text,
        pub description: Option<RichText>,
    }

    pub struct Calendar {
        pub id: Option<Id>,
        pub heading: Text,
        /// The year of the dates, such as 2027. It is shown next to the heading and in each date.
        #[schemars(range(min = 2000, max = 2100))]
        pub year: u16,
        pub intro: Option<RichText>,
        pub labels: CalendarLabels,
        /// The label of the link to the file of all tax dates for calendar programs. Without it,
        /// the page has no such link.
        pub file_label: Option<Text>,
        /// The entries in the order of the year.
        #[schemars(length(min = 2))]
        pub entries: Vec<CalendarEntry>,
        /// Text below the calendar.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// The labels of the kinds of entries, in the legend and in each entry.
    pub struct CalendarLabels {
        pub meeting: Text,
        pub tax: Text,
        pub fee: Text,
        /// The label of the next entry, such as "Next".
        pub next: Text,
    }

    /// An event in the calendar's year.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum CalendarEntry {
        /// Clients and the firm meet.
        Meeting(FirmDate),
        /// Something is due to a tax authority.
        Tax(TaxDate),
        /// The firm's fee is computed.
        Fee(FirmDate),
    }

    /// A date that the firm sets.
    pub struct FirmDate {
        pub when: TimeOfYear,
        pub title: Text,
        pub description: Option<RichText>,
    }

    /// A date that the tax law sets.
    pub struct TaxDate {
        /// The identifier of the date within its year for calendar programs, such as
        /// first-estimated-payment. Keep it if the day or the title changes. Use the same id in
        /// every calendar that shows the date, and in next year's calendar.
        #[schemars(regex(pattern = slug::PATTERN), extend("x-form" = NAME_FORM))]
        pub id: String,
        pub when: TimeOfYear,
        /// The day when you corrected a wrong day in `when`, such as 2027-03-10. Calendar programs
        /// then move the date.
        pub corrected: Option<Date>,
        /// True for a day that the law moves off weekends and holidays, such as the days for
        /// returns and estimated payments. The days for required distributions and gifts don't
        /// move.
        #[serde(default)]
        pub moves: bool,
        pub title: Text,
        pub description: Option<RichText>,
    }
}
