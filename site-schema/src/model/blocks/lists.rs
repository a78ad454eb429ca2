use super::super::{Action, ExternalName, Id, RichText, Text, model};

model! {
    pub struct ExternalLinks {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// Names under [external] in content/site.toml, in the order shown.
        #[schemars(length(min = 1))]
        pub links: Vec<ExternalName>,
    }

    pub struct ServiceAreas {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// Lists, shown side by side.
        #[schemars(length(min = 1))]
        pub groups: Vec<AreaGroup>,
        /// Links to the pages of the areas.
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// A list of towns or of ways to meet.
    pub struct AreaGroup {
        pub title: Text,
        #[schemars(length(min = 1))]
        pub items: Vec<Text>,
    }

    pub struct Terms {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The points, in the order shown.
        #[schemars(length(min = 1))]
        pub items: Vec<Term>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// A point, and the agreement on it.
    pub struct Term {
        pub title: Text,
        pub detail: RichText,
    }

    pub struct ArticleList {
        pub id: Option<Id>,
        pub heading: Text,
        /// The filter's name for screen readers.
        pub filter_label: Text,
        /// The button that shows every article.
        pub all_label: Text,
        /// Text shown when a category has no articles.
        pub empty: Text,
        /// The button that shows every article again.
        pub reset_label: Text,
        /// Text shown if the address asks for an unknown category.
        pub unknown: Text,
        /// A link next to the categories, such as one to the index of subjects.
        pub index: Option<Action>,
    }

    pub struct SubjectIndex {
        pub id: Option<Id>,
        pub heading: Text,
        /// Text below the heading, such as a remark that the list has all articles whichever
        /// category is chosen above.
        pub intro: Option<RichText>,
    }

    pub struct AnswerSheet {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The label of the line for the name of the person who answers, such as "Adviser and
        /// firm".
        pub name_label: Text,
        /// The labels of the spaces for answers, which are side by side, such as "First adviser".
        #[schemars(length(min = 1, max = 3))]
        pub columns: Vec<Text>,
        /// The questions in the order of asking. Five questions of one line each fit on a sheet of
        /// paper.
        #[schemars(length(min = 1, max = 5))]
        pub questions: Vec<SheetQuestion>,
        /// Text below the questions.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// A question to ask, and what to listen for.
    pub struct SheetQuestion {
        pub question: Text,
        /// A sentence or two on a good answer.
        pub listen_for: Text,
    }

    pub struct NewestArticles {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }
}
