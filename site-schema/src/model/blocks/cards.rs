use super::super::{Action, Id, Image, ImageFile, RichText, Text, model};

model! {
    /// A small drawing next to a title.
    #[derive(Copy, Hash)]
    #[serde(rename_all = "snake_case")]
    pub enum Icon {
        Balance,
        Briefcase,
        Buckets,
        Calendar,
        Chart,
        Check,
        Clock,
        Compass,
        Couple,
        Document,
        Family,
        Gift,
        Handshake,
        Home,
        Ledger,
        Mail,
        Map,
        Phone,
        Shield,
        Sun,
        Video,
    }

    #[schemars(rename = "{T}s")]
    pub struct Cards<T> {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        #[schemars(length(min = 1))]
        pub cards: Vec<T>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// A service, and what it includes.
    pub struct ServiceCard {
        pub title: Text,
        pub description: RichText,
        /// The parts of the service, in the order shown.
        #[serde(default)]
        pub features: Vec<Text>,
        /// Shown if the card has neither a picture nor an illustration.
        pub icon: Icon,
        /// A picture with content, and so with a description.
        pub image: Option<Image>,
        /// A drawing of 640 by 360 at the top of the card, such as service-planning.svg. It is
        /// decoration and has no description. `image` replaces it.
        pub illustration: Option<ImageFile>,
        pub action: Option<Action>,
    }

    /// A value, a reason or an expectation.
    pub struct ValueCard {
        pub title: Text,
        pub description: RichText,
        pub icon: Option<Icon>,
    }

    /// A planning step next to the tax step on the same subject.
    pub struct CoordinationCard {
        pub title: Text,
        pub description: RichText,
        pub planning_step: Text,
        pub tax_step: Text,
    }
}

pub type ServiceCards = Cards<ServiceCard>;
pub type ValueCards = Cards<ValueCard>;
pub type CoordinationCards = Cards<CoordinationCard>;
