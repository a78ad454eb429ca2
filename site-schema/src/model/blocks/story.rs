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
        /// The steps in order; they are numbered from 1.
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
        /// That the examples are illustrative only. Required: the page may not be published without it.
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

    /// The words around the questions.
    pub struct FaqLabels {
        /// The name, for screen readers, of the list of categories that leads to each.
        pub index: Text,
        /// The button that opens all answers, where a narrow window has folded them.
        pub open: Text,
        /// The same button once all answers are open: it folds them again.
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

    /// A question with its answer.
    pub struct Question {
        /// Its anchor, such as fund-costs: a link to it opens the answer. Without one it is made of the question's words, and changes with them.
        pub id: Option<Id>,
        pub question: Text,
        pub answer: RichText,
    }

    pub struct Buckets {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The three buckets, from the first to be spent to the last.
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
        /// The year whose dates it shows, such as 2027; it stands beside the heading and in each date.
        #[schemars(range(min = 2000, max = 2100))]
        pub year: u16,
        pub intro: Option<RichText>,
        pub labels: CalendarLabels,
        /// The link to the file of all tax dates, which calendar programs read. Without it there is none.
        pub file_label: Option<Text>,
        /// The entries in the order of the year.
        #[schemars(length(min = 2))]
        pub entries: Vec<CalendarEntry>,
        /// Text below the calendar.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// The names of the kinds of entries, in the legend and at each entry.
    pub struct CalendarLabels {
        pub meeting: Text,
        pub tax: Text,
        pub fee: Text,
        /// The word at what comes next, such as "Next".
        pub next: Text,
    }

    /// An event at a time of the calendar's year.
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
        /// Identifies the date within its year for calendar programs, such as first-estimated-payment. Keep it if the day or the title changes. Calendars that show the same date give it the same id, and so does the calendar of the next year.
        #[schemars(regex(pattern = slug::PATTERN), extend("x-form" = NAME_FORM))]
        pub id: String,
        pub when: TimeOfYear,
        /// The day when you corrected a wrong day in `when`, such as 2027-03-10. Calendar programs then move the date that they have.
        pub corrected: Option<Date>,
        /// True for a day that the law moves off weekends and holidays, as it does the days of returns and estimated payments. Required distributions and gifts do not move.
        #[serde(default)]
        pub moves: bool,
        pub title: Text,
        pub description: Option<RichText>,
    }
}
