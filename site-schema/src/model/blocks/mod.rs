//! The blocks that pages consist of. Each block is one type here, one definition in the JSON Schema
//! and one component in `web/src/blocks/`, with the same name everywhere.
#![expect(
    clippy::large_enum_variant,
    reason = "a site has some hundred blocks, and each is read once"
)]

mod accessibility;
mod cards;
mod fees;
mod hero;
mod lists;
mod people;
mod story;

pub use accessibility::*;
pub use cards::*;
pub use fees::*;
pub use hero::*;
pub use lists::*;
pub use people::*;
pub use story::*;

use super::model;

model! {
    /// A section of a page. Its kind determines its other keys.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Block {
        /// The opening of a page: its title, a sentence or two, and buttons.
        Hero(Hero),
        /// A heading with running text and perhaps buttons.
        Section(Section),
        /// Cards of services, each with a list of features.
        ServiceCards(ServiceCards),
        /// Cards of values, reasons or expectations: a title and a sentence or two.
        ValueCards(ValueCards),
        /// Cards that show a planning step next to a tax step.
        CoordinationCards(CoordinationCards),
        /// Hypothetical clients, with the disclaimer that the law requires.
        CaseStudies(CaseStudies),
        /// Steps in order, each with how long it takes.
        Process(Process),
        /// The three buckets along the years they pay for.
        Buckets(Buckets),
        /// The firm's year and the tax year: meetings, due dates and fee dates in order.
        Calendar(Calendar),
        /// Questions and answers by category; search engines read them, too.
        Faq(Faq),
        /// The two firms side by side.
        TwoFirms(TwoFirms),
        /// People of the firm.
        Team(Team),
        /// Links to other sites, such as memberships and profiles. In a wide window, next to
        /// neighbors of kind contact_details and service_areas.
        ExternalLinks(ExternalLinks),
        /// Lists of towns and ways to meet. In a wide window, next to neighbors of kind
        /// contact_details and external_links.
        ServiceAreas(ServiceAreas),
        /// Cards of ways to get in touch.
        ContactCards(ContactCards),
        /// Phone, email, address and hours, from content/site.toml. In a wide window, next to
        /// neighbors of kind external_links and service_areas.
        ContactDetails(ContactDetails),
        /// A map of the office with its address and directions.
        OfficeVisit(OfficeVisit),
        /// Buttons that open external scheduling pages.
        Appointments(Appointments),
        /// The tiers of a fee schedule as cards.
        FeeTiers(FeeTiers),
        /// The interactive fee calculator.
        FeeCalculator(FeeCalculator),
        /// The worked examples of a fee schedule.
        FeeExamples(FeeExamples),
        /// A fee schedule at a glance: its examples and its minimum, for a page that leads to the
        /// fees.
        FeeStrip(FeeStrip),
        /// The prices of the tax firm, as cards.
        TaxFees(TaxFees),
        /// The terms of the agreement, point by point.
        Terms(Terms),
        /// The accessibility checks that the site's tests run.
        AccessibilityChecks(AccessibilityChecks),
        /// The list of all articles, with a filter by category.
        ArticleList(ArticleList),
        /// The first three articles of the list.
        NewestArticles(NewestArticles),
        /// All subjects, each with its articles. The name of a subject is an anchor on the page.
        SubjectIndex(SubjectIndex),
        /// Questions to take along, with room for the answers of several people, on one printed
        /// sheet.
        AnswerSheet(AnswerSheet),
        /// An invitation to the newsletter.
        NewsletterSignup(NewsletterSignup),
        /// A closing invitation with buttons.
        CallToAction(CallToAction),
    }
}
