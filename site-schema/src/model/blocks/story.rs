use super::super::{Action, Id, Image, RichText, Text, model};

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
        /// How long it takes, such as "2-3 weeks".
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
        /// What they face.
        pub challenge: RichText,
        /// What is done about it.
        pub solution: RichText,
    }

    pub struct Faq {
        pub id: Option<Id>,
        #[schemars(length(min = 1))]
        pub categories: Vec<FaqCategory>,
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
        /// Its anchor, where other pages link to it.
        pub id: Option<Id>,
        pub question: Text,
        pub answer: RichText,
    }
}
