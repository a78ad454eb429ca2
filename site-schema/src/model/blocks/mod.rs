//! The blocks that pages are made of. One block is one type here, one
//! definition in the JSON Schema, one component in `web/src/blocks/`, and the
//! same noun everywhere.

mod buckets;
mod calendar;
mod cards;
mod contact;
mod fees;
mod hero;
mod lists;
mod people;
mod story;

pub use buckets::*;
pub use calendar::*;
pub use cards::*;
pub use contact::*;
pub use fees::*;
pub use hero::*;
pub use lists::*;
pub use people::*;
pub use story::*;

use super::{Id, model};

/// Defines [`Block`] and what holds for every kind of block.
macro_rules! blocks {
    ($($(#[doc = $doc:literal])+ $variant:ident = $kind:literal,)*) => {
        model! {
            /// A section of a page. Its kind says what else it holds.
            #[serde(tag = "kind")]
            pub enum Block {
                $($(#[doc = $doc])+ #[serde(rename = $kind)] $variant($variant),)*
            }
        }

        impl Block {
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $kind,)*
                }
            }

            /// The anchor of the whole section, where it has one.
            pub fn id(&self) -> Option<&Id> {
                match self {
                    $(Self::$variant(block) => block.id.as_ref(),)*
                }
            }
        }
    };
}

blocks! {
    /// The opening of a page: its title, a sentence or two, and buttons.
    Hero = "hero",
    /// A heading with running text and perhaps buttons.
    Section = "section",
    /// Cards of services, each with a list of features.
    ServiceCards = "service_cards",
    /// Cards of values, reasons or expectations: a title and a sentence or two.
    ValueCards = "value_cards",
    /// Cards that set a planning step beside a tax step.
    CoordinationCards = "coordination_cards",
    /// Hypothetical clients, with the disclaimer the law asks for.
    CaseStudies = "case_studies",
    /// Steps in order, each with how long it takes.
    Process = "process",
    /// The three buckets along the years they pay for.
    Buckets = "buckets",
    /// The firm's year and the tax year: meetings, due dates and fee dates in order.
    Calendar = "calendar",
    /// Questions and answers by category; search engines read them, too.
    Faq = "faq",
    /// The two firms side by side.
    TwoFirms = "two_firms",
    /// People of the firm.
    Team = "team",
    /// Links to other sites, such as memberships and profiles.
    ExternalLinks = "external_links",
    /// Lists of towns and ways to meet.
    ServiceAreas = "service_areas",
    /// Cards of ways to get in touch.
    ContactCards = "contact_cards",
    /// Phone, email, address and hours, from content/site.toml.
    ContactDetails = "contact_details",
    /// A map of the office with its address and directions.
    OfficeVisit = "office_visit",
    /// Buttons that open external scheduling pages.
    Appointments = "appointments",
    /// The tiers of a fee schedule as cards.
    FeeTiers = "fee_tiers",
    /// The interactive fee calculator.
    FeeCalculator = "fee_calculator",
    /// The worked examples of a fee schedule.
    FeeExamples = "fee_examples",
    /// What the tax firm charges, as cards.
    TaxFees = "tax_fees",
    /// The terms of the agreement, point by point.
    Terms = "terms",
    /// The list of all articles with its filter by category.
    ArticleList = "article_list",
    /// An invitation to the newsletter.
    NewsletterSignup = "newsletter_signup",
    /// A closing invitation with buttons.
    CallToAction = "call_to_action",
}
