//! `content/site.toml`: the two firms, their contact details, and the parts that every page shows.

use super::{
    ArticleCallToAction, ByName, Date, ExternalName, Image, Link, OpenHours, RichText, Text,
    TimeZoneName, WebAddress, Weekdays, model,
};

model! {
    /// The two firms, how to reach them, and what stands on every page.
    pub struct Site {
        /// The web address of the site, without a slash at the end: https://www.example.com
        #[schemars(regex(pattern = r"^https://([a-z0-9-]+\.)*[a-z][a-z0-9-]*(:[0-9]{2,4})?$"), extend("x-form" = "a web address without a path, such as https://www.example.com"))]
        pub origin: String,
        /// The first `origin` of a site that has moved to another one: feed readers and calendar programs know articles and dates by it. It stays in all later moves. Leave it out of a site that has not moved.
        #[schemars(regex(pattern = r"^https://([a-z0-9-]+\.)*[a-z][a-z0-9-]*(:[0-9]{2,4})?$"), extend("x-form" = "a web address without a path, such as https://www.example.com"))]
        pub first_origin: Option<String>,
        /// true: visitors who come by another host name are led to the one of the origin. False unless it is set.
        #[serde(default)]
        pub redirect_other_hosts: bool,
        /// The site's name, added to every page's title.
        pub name: Text,
        /// One line on what the firms do.
        pub tagline: Text,
        pub time_zone: TimeZoneName,
        /// The year in which the firm began, such as "{clients-since}": no date in the content is earlier. Visitors don't
        /// read it here.
        pub since: Option<Text>,
        /// The color of the browser's own bars, such as #1b4d8f.
        #[schemars(regex(pattern = "^#[0-9a-f]{6}$"), extend("x-form" = "a color, such as #1b4d8f"))]
        pub theme_color: String,
        pub logo: Image,
        /// The drawing beside the title of a page that has no hero, when it is shared.
        pub social_image: Image,
        pub firms: Firms,
        pub founder: Person,
        pub contact: Contact,
        /// Towns and regions served, in the order shown.
        #[schemars(length(min = 1))]
        pub service_areas: Vec<Text>,
        /// The header of every page.
        pub header: Header,
        /// The footer of every page.
        pub footer: Footer,
        pub newsletter: Newsletter,
        /// Text that the list of articles and every article share.
        pub articles: ArticleDefaults,
        /// Text on every page and article that is withdrawn.
        pub withdrawn: WithdrawnDefaults,
        pub labels: Labels,
        /// Disclaimers under their names: articles and blocks point to them by name.
        pub disclaimers: ByName<Text>,
        /// Links to other sites, each under its own name: [external.the-name].
        /// Content points to them as external:the-name.
        pub external: ByName<ExternalLink>,
        pub security: SecurityContact,
        pub hsts: Hsts,
    }

    /// The two firms.
    pub struct Firms {
        /// The registered investment adviser: {firm} in text.
        pub advisory: AdvisoryFirm,
        /// The tax preparation firm: {tax-firm} in text.
        pub tax: Firm,
    }

    /// The registered investment adviser.
    pub struct AdvisoryFirm {
        pub name: Text,
        /// The kind of firm, such as "Registered investment adviser".
        pub kind: Text,
        pub description: Text,
        /// Where the firm is registered: "SEC", or "state" for one or more states. A firm registered with the SEC links its Form CRS in the footer.
        pub registration: Registration,
    }

    /// Where an investment adviser is registered.
    pub enum Registration {
        /// With the U.S. Securities and Exchange Commission.
        #[serde(rename = "SEC")]
        Sec,
        /// With the securities regulator of one or more states.
        #[serde(rename = "state")]
        State,
    }

    /// The tax preparation firm.
    pub struct Firm {
        pub name: Text,
        /// What kind of firm it is, such as "Tax preparation firm".
        pub kind: Text,
        pub description: Text,
    }

    /// A person of the firm.
    pub struct Person {
        pub name: Text,
        pub job_title: Text,
        /// Certifications and degrees, in the order shown, such as "CERTIFIED FINANCIAL PLANNER® professional": they stand
        /// with the name below each article.
        #[schemars(length(min = 1))]
        pub credentials: Vec<Text>,
        /// The small picture beside the name.
        pub portrait: Image,
    }

    /// The ways to reach the firm: the only place where these details stand.
    pub struct Contact {
        /// As shown, such as (918) 555-0142: {phone} in text.
        #[schemars(regex(pattern = r"^\(\d{3}\) \d{3}-\d{4}$"), extend("x-form" = "a phone number, such as (918) 555-0142"))]
        pub phone: String,
        /// The general address: {email} in text.
        #[schemars(regex(pattern = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"), extend("x-form" = "an email address, such as office@example.com"))]
        pub email: String,
        /// {address} in text.
        pub address: Address,
        /// Business hours, in the order shown: {hours} in text.
        #[schemars(length(min = 1))]
        pub hours: Vec<OpeningHours>,
        /// Days on which the office is closed, each beginning with [[contact.closed]]: the cards show them with the hours.
        #[serde(default)]
        pub closed: Vec<ClosedDays>,
        /// The page of an external map service that is embedded on /contact.
        pub map: WebAddress,
        /// The embedded map in words, for people who do not see it.
        pub map_title: Text,
        /// A drawn map of the way to the office: it stands on /contact until a visitor asks for the embedded one, and on paper.
        pub map_image: Image,
        pub directions: WebAddress,
    }

    /// Days on which the office is closed.
    pub struct ClosedDays {
        /// The first day, such as 2026-12-24.
        pub starts: Date,
        /// The last day, which may be the same one.
        pub ends: Date,
        /// What visitors read with the hours, such as "Closed December 24 to January 1".
        pub words: Text,
        /// The day from which on visitors read it; without it, 14 days before the first one.
        pub shown: Option<Date>,
    }

    /// The street address of the office.
    pub struct Address {
        pub street: Text,
        pub city: Text,
        /// The state's two letters.
        pub region: Text,
        pub postal_code: Text,
        /// The country's two letters.
        pub country: Text,
        /// Degrees north, such as "36.0526".
        #[schemars(regex(pattern = r"^-?\d{1,2}\.\d{2,6}$"), extend("x-form" = "a latitude in degrees, such as 36.0526"))]
        pub latitude: String,
        /// Degrees east, such as "-95.9045".
        #[schemars(regex(pattern = r"^-?\d{1,3}\.\d{2,6}$"), extend("x-form" = "a longitude in degrees, such as -95.9045"))]
        pub longitude: String,
    }

    /// The hours of one or more days.
    pub struct OpeningHours {
        pub days: Weekdays,
        pub hours: OpenHours,
    }

    /// The header of every page.
    pub struct Header {
        /// The main navigation, in the order shown.
        #[schemars(length(min = 1))]
        pub navigation: Vec<NavigationItem>,
        /// The name of the menu of client resources.
        pub client_resources_label: Text,
        /// Links for existing clients; each opens in a new tab.
        #[schemars(length(min = 1))]
        pub client_resources: Vec<ExternalName>,
        pub action: Action,
        /// The words of the button beside it on small screens, which calls the phone number of [contact].
        pub call_label: Text,
    }

    /// A link of the main navigation, or a menu of links.
    pub struct NavigationItem {
        pub name: Text,
        /// The target of the link; leave it out for a menu.
        pub href: Option<Link>,
        /// The links of the menu, in the order shown.
        #[serde(default)]
        pub submenu: Vec<NavigationLink>,
    }

    /// A link with its name.
    pub struct NavigationLink {
        pub name: Text,
        pub href: Link,
    }

    /// The footer of every page.
    pub struct Footer {
        /// Lists of links under a heading, in the order shown.
        pub columns: Vec<FooterColumn>,
        /// Profiles on social networks and the business listing.
        pub social: Vec<ExternalName>,
        /// The privacy policy, the brochure, the agreement.
        pub documents: Vec<ExternalName>,
        pub action: Action,
        /// The holder of the copyright; the year is added.
        pub copyright: Text,
        /// The disclosure that the law asks of every page.
        pub disclosure: Text,
        /// A link at the end of the disclosure, such as that to the accessibility page.
        pub disclosure_link: Option<Action>,
    }

    pub struct FooterColumn {
        pub heading: Text,
        #[schemars(length(min = 1))]
        pub links: Vec<NavigationLink>,
    }

    /// A button: its label and where it leads.
    pub struct Action {
        pub label: Text,
        pub href: Link,
    }

    /// The monthly newsletter, hosted on an external mailing service.
    pub struct Newsletter {
        /// The sign-up page of the mailing service.
        pub link: ExternalName,
        /// The label of buttons that lead to it.
        pub label: Text,
        pub prompt: NewsletterPrompt,
    }

    /// The newsletter's pop-up.
    pub struct NewsletterPrompt {
        pub heading: Text,
        pub body: Text,
        /// The label of the button that leads to the sign-up page.
        pub label: Text,
        /// The name of the close button.
        pub close_label: Text,
        /// Milliseconds from the page's load until it appears, an hour at most.
        #[schemars(range(max = 3_600_000))]
        pub delay_ms: u32,
    }

    /// Text that every article shares.
    pub struct ArticleDefaults {
        /// The label of the link back to the list of articles.
        pub back_label: Text,
        /// The place where readers learn who the authors are, such as /about#team: an author's name leads there.
        pub author_link: Link,
        /// The heading of the table of contents of an article with several sections.
        pub contents_heading: Text,
        /// The heading of the list of references.
        pub references_heading: Text,
        /// The heading of the articles offered after one.
        pub related_heading: Text,
        /// The name of the links to the articles before and after one, taken together.
        pub neighbors_label: Text,
        /// Stands above the title of the article listed before.
        pub previous_label: Text,
        /// Stands above the title of the article listed after.
        pub next_label: Text,
        pub call_to_action: ArticleCallToAction,
        /// The day from which on articles are listed by the moment at which they start, the latest first. Those of before, and those without a day, keep the place that their `id` gives them.
        pub listed_by_day_from: Date,
    }

    /// Text on every page and article that is withdrawn.
    pub struct WithdrawnDefaults {
        /// The heading of the banner, before the day: "Withdrawn on".
        pub heading: Text,
        /// Stands before the link to what is to be read in its place: "Read instead".
        pub instead_label: Text,
    }

    /// Short words that parts of many pages share: names of buttons, of terms in cards, and of what screen readers announce.
    pub struct Labels {
        /// The link that a keyboard reaches first on every page: it leads past the header, to the content.
        pub skip: Text,
        /// The name of the header's navigation, for screen readers, which add that it is one.
        pub navigation: Text,
        /// The button that opens the navigation of small screens, and the name of what it opens.
        pub menu: Text,
        /// The button that closes it.
        pub close: Text,
        /// What screen readers say, in parentheses, after a link to another site.
        pub new_tab: Text,
        /// Stands, for screen readers, before the columns of a table that scrolls sideways.
        pub table: Text,
        /// Stands before the phone number on contact details.
        pub phone: Text,
        /// Stands before the email address on contact details.
        pub email: Text,
        /// Stands before the street address on contact details.
        pub office: Text,
        /// Stands before the business hours on contact details.
        pub hours: Text,
        /// Stands before the step of the planning firm on a coordination card.
        pub planning_step: Text,
        /// Stands before the step of the tax firm on a coordination card.
        pub tax_step: Text,
        /// Stands before the problem of a hypothetical client.
        pub challenge: Text,
        /// Stands before the solution to it.
        pub solution: Text,
        /// Stands before the name of an article's author.
        pub author: Text,
        /// Stands after an article's reading time, which is a number of minutes.
        pub minutes: Text,
        /// Stands after the number of articles in a category that has one.
        pub article_found: Text,
        /// Stands after the number of articles in a category that has several, or none.
        pub articles_found: Text,
        /// Stands before the assets of a worked example in an article.
        pub assets: Text,
        /// Stands before the yearly fee of a worked example.
        pub annual_fee: Text,
        /// Stands before the quarterly fee of a worked example.
        pub quarterly_fee: Text,
    }

    /// A link to another site.
    pub struct ExternalLink {
        pub label: Text,
        pub href: WebAddress,
        /// The subject of that site.
        pub description: Option<RichText>,
        /// The day of the document's version, for a document that has one.
        pub version: Option<Date>,
    }

    /// The address to which security researchers report what they found (/.well-known/security.txt).
    pub struct SecurityContact {
        #[schemars(regex(pattern = r"^(mailto:|https://)\S+$"), extend("x-form" = "a mailto: or https:// address, such as mailto:security@example.com"))]
        pub contact: String,
        /// The day until which the file may be relied on; at most a year ahead.
        pub expires: Date,
    }

    /// For how long browsers that have seen the site ask for it over HTTPS alone (HTTP Strict Transport Security).
    pub struct Hsts {
        /// Days since the last visit, three years at most; 0 ends it at the next one.
        #[schemars(range(max = 1095))]
        pub max_age_days: u32,
        pub hosts: HstsHosts,
    }

    /// The hosts that browsers ask for over HTTPS alone.
    #[serde(rename_all = "lowercase")]
    pub enum HstsHosts {
        /// The site's own host.
        Own,
        /// The site's own host and all hosts below it.
        Subdomains,
        /// The same, and browsers may be shipped knowing it. That takes 365 days or more, and months to undo.
        Preload,
    }
}

/// Converts a displayed US phone number to the `href` of a link.
pub fn phone_href(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    format!("tel:+1{digits}")
}

impl Site {
    /// Returns the web address where the site was first published.
    pub fn first_origin(&self) -> &str {
        self.first_origin.as_deref().unwrap_or(&self.origin)
    }
}
