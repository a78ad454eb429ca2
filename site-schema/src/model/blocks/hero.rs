use super::super::{Action, Id, Image, RichText, Text, model};

model! {
    pub struct Hero {
        pub id: Option<Id>,
        /// A word or two above the title.
        pub eyebrow: Option<Text>,
        /// The page's one main heading.
        pub title: Text,
        /// A sentence or two below it.
        pub lede: Option<RichText>,
        pub image: Option<Image>,
        /// True for a low opening on a page where people come to read or to choose: the next block
        /// begins in the first view. The title and the picture are smaller, and small screens leave
        /// the picture out.
        #[serde(default)]
        pub compact: bool,
        /// Short claims shown below the lede, such as "17+ years".
        #[serde(default)]
        pub points: Vec<Text>,
        /// Buttons, the most important first.
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    pub struct CallToAction {
        pub id: Option<Id>,
        pub heading: Text,
        pub body: Option<RichText>,
        /// Buttons, the most important first.
        #[schemars(length(min = 1))]
        pub actions: Vec<Action>,
    }

    pub struct NewsletterSignup {
        pub id: Option<Id>,
        pub heading: Text,
        pub body: RichText,
        /// The button's label; without it, the one in content/site.toml.
        pub label: Option<Text>,
    }
}
