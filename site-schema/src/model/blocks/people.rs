use super::super::{Action, Id, Image, RichText, Text, model};

model! {
    pub struct TwoFirms {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: RichText,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    pub struct Team {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        #[schemars(length(min = 1))]
        pub people: Vec<TeamMember>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// A person, or a partner firm, of the team.
    pub struct TeamMember {
        pub name: Text,
        pub role: Text,
        pub portrait: Image,
        pub biography: RichText,
        /// Certifications and degrees, in the order shown.
        #[serde(default)]
        pub credentials: Vec<Text>,
    }
}
