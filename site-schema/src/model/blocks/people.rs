use super::super::{Action, ExternalName, Id, Image, Link, RichText, Text, model};

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

    /// A member of the team: a person or a partner firm.
    pub struct TeamMember {
        pub name: Text,
        pub role: Text,
        pub portrait: Image,
        pub biography: RichText,
        /// Certifications and degrees, in the order shown.
        #[serde(default)]
        pub credentials: Vec<Text>,
    }

    pub struct ContactCards {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        #[schemars(length(min = 1))]
        pub cards: Vec<ContactCard>,
    }

    /// A way to get in touch.
    pub struct ContactCard {
        pub icon: super::Icon,
        pub title: Text,
        /// The number, the address or the hours: usually a fact, such as {phone}.
        pub details: Text,
        /// The link for the details, such as contact:phone.
        pub href: Option<Link>,
        pub description: Text,
    }

    pub struct ContactDetails {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
    }

    pub struct OfficeVisit {
        pub id: Option<Id>,
        pub heading: Text,
        pub body: RichText,
        /// The label of the link to directions.
        pub directions_label: Text,
        /// The label of the link that calls the office.
        pub phone_label: Text,
        /// The label of the button that loads the map.
        pub map_label: Text,
    }

    pub struct Appointments {
        pub id: Option<Id>,
        /// Groups of buttons, such as prospective and existing clients.
        #[schemars(length(min = 1))]
        pub groups: Vec<AppointmentGroup>,
    }

    /// The appointments for one kind of visitor.
    pub struct AppointmentGroup {
        pub heading: Text,
        pub intro: Option<RichText>,
        #[schemars(length(min = 1))]
        pub appointments: Vec<Appointment>,
    }

    /// An appointment, and the external page where visitors book it.
    pub struct Appointment {
        /// The button's label.
        pub label: Text,
        /// A sentence on the purpose of the appointment.
        pub description: Text,
        pub link: ExternalName,
    }
}
