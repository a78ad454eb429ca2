//! `content/site.toml`: the two firms, their contact details, and the parts that every page shows.

use super::{
    ArticleCallToAction, ByName, Date, ExternalName, Image, Link, OpenHours, RichText, Text,
    TimeZoneName, WebAddress, Weekdays, model,
};

model! {
    /// The two firms, their contact details, and the parts that every page shows.
    pub struct Site {
        /// The web address of the site, without a slash at the end: https://www.example.com
        #[schemars(regex(pattern = r"^https://([a-z0-9-]+\.)*[a-z][a-z0-9-]*(:[0-9]{2,4})?$"), extend("x-form" = "a web address without a path, such as https://www.example.com"))]
        pub origin: String,
        /// The first `origin` of a site that has moved to another one. Feed readers and calendar
        /// programs identify articles and dates by it, so keep it in all later moves. Leave it out
        /// if the site hasn't moved.
        #[schemars(regex(pattern = r"^https://([a-z0-9-]+\.)*[a-z][a-z0-9-]*(:[0-9]{2,4})?$"), extend("x-form" = "a web address without a path, such as https://www.example.com"))]
        pub first_origin: Option<String>,
        /// true: the server redirects visitors who use another host name to the host of the origin.
        /// The default is false.
        #[serde(default)]
        pub redirect_other_hosts: bool,
        /// The site's name, added to every page's title.
        pub name: Text,
        /// One line about what the firms do.
        pub tagline: Text,
        pub time_zone: TimeZoneName,
        /// The year when the firm began, such as "{clients-since}". No date in the content may be
        /// earlier. Visitors don't see this value.
        pub since: Option<Text>,
        /// The color of the browser's own bars, such as #1b4d8f.
        #[schemars(regex(pattern = "^#[0-9a-f]{6}$"), extend("x-form" = "a color, such as #1b4d8f"))]
        pub theme_color: String,
        pub logo: Image,
        /// The drawing next to the title in the shared picture of a page that has no hero.
        pub social_image: Image,
        pub firms: Firms,
        pub founder: Person,
        pub contact: Contact,
        /// The towns and regions served, in the order shown.
        #[schemars(length(min = 1))]
        pub service_areas: Vec<Text>,
        /// The header of every page.
        pub header: Header,
        /// The footer of every page.
        pub footer: Footer,
        pub newsletter: Newsletter,
        /// Text that the list of articles and every article share.
        pub articles: ArticleDefaults,
        /// Text on every withdrawn page and article.
        pub withdrawn: WithdrawnDefaults,
        pub labels: Labels,
        /// The disclaimers, each under its own name. Articles and blocks refer to them by name.
        pub disclaimers: ByName<Text>,
        /// Links to other sites, each under its own name: [external.the-name]. Content refers to
        /// them as external:the-name.
        pub external: ByName<ExternalLink>,
        pub security: SecurityContact,
        pub hsts: Hsts,
    }

    /// The two firms.
    pub struct Firms {
        /// The registered investment adviser. Texts quote its name as {firm}.
        pub advisory: AdvisoryFirm,
        /// The tax preparation firm. Texts quote its name as {tax-firm}.
        pub tax: Firm,
    }

    /// The registered investment adviser.
    pub struct AdvisoryFirm {
        pub name: Text,
        /// The kind of firm, such as "Registered investment adviser".
        pub kind: Text,
        pub description: Text,
        /// The regulator of the firm: "SEC", or "state" for one or more states. A firm registered
        /// with the SEC links to its Form CRS in the footer.
        pub registration: Registration,
    }

    /// The regulator of an investment adviser.
    pub enum Registration {
        /// The U.S. Securities and Exchange Commission.
        #[serde(rename = "SEC")]
        Sec,
        /// The securities regulator of one or more states.
        #[serde(rename = "state")]
        State,
    }

    /// The tax preparation firm.
    pub struct Firm {
        pub name: Text,
        /// The kind of firm, such as "Tax preparation firm".
        pub kind: Text,
        pub description: Text,
    }

    /// A person at the firm.
    pub struct Person {
        pub name: Text,
        pub job_title: Text,
        /// Certifications and degrees, in the order shown, such as "CERTIFIED FINANCIAL PLANNER®
        /// professional". They are shown with the name below each article.
        #[schemars(length(min = 1))]
        pub credentials: Vec<Text>,
        /// The small picture next to the name.
        pub portrait: Image,
    }

    /// The ways to reach the firm. No other file repeats these details.
    pub struct Contact {
        /// As shown, such as (918) 555-0142. Texts quote it as {phone}.
        #[schemars(regex(pattern = r"^\(\d{3}\) \d{3}-\d{4}$"), extend("x-form" = "a phone number, such as (918) 555-0142"))]
        pub phone: String,
        /// The general address. Texts quote it as {email}.
        #[schemars(regex(pattern = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"), extend("x-form" = "an email address, such as office@example.com"))]
        pub email: String,
        /// The office. Texts quote it as {address}.
        pub address: Address,
        /// Business hours, in the order shown. Texts quote them as {hours}.
        #[schemars(length(min = 1))]
        pub hours: Vec<OpeningHours>,
        /// Days when the office is closed, each beginning with [[contact.closed]]. The cards show
        /// them with the hours.
        #[serde(default)]
        pub closed: Vec<ClosedDays>,
        /// The page of an external map service, which /contact embeds.
        pub map: WebAddress,
        /// A description of the embedded map, for people who can't see it.
        pub map_title: Text,
        /// A drawn map of the way to the office, shown on /contact until a visitor asks for the
        /// embedded one, and on paper.
        pub map_image: Image,
        pub directions: WebAddress,
    }

    /// Days when the office is closed.
    pub struct ClosedDays {
        /// The first day, such as 2026-12-24.
        pub starts: Date,
        /// The last day. It can be the first day, too.
        pub ends: Date,
        /// The words shown with the hours, such as "Closed December 24 to January 1".
        pub words: Text,
        /// The first day when visitors see the words; without it, 14 days before the first closed
        /// day.
        pub shown: Option<Date>,
    }

    /// The street address of the office.
    pub struct Address {
        pub street: Text,
        pub city: Text,
        /// The two letters of the state.
        pub region: Text,
        pub postal_code: Text,
        /// The two letters of the country.
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
        /// The words on the button next to the menu on small screens, which calls the phone number
        /// in [contact].
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

    /// A link, and its name.
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
        /// The links to documents, such as the privacy policy, the brochure and the agreement.
        pub documents: Vec<ExternalName>,
        pub action: Action,
        /// The copyright holder. The site adds the year.
        pub copyright: Text,
        /// The disclosure that the law requires on every page.
        pub disclosure: Text,
        /// A link at the end of the disclosure, such as one to the accessibility page.
        pub disclosure_link: Option<Action>,
    }

    pub struct FooterColumn {
        pub heading: Text,
        #[schemars(length(min = 1))]
        pub links: Vec<NavigationLink>,
    }

    /// A button: its label and its link.
    pub struct Action {
        pub label: Text,
        pub href: Link,
    }

    /// The monthly newsletter, which an external mailing service hosts.
    pub struct Newsletter {
        /// The sign-up page of the mailing service.
        pub link: ExternalName,
        /// The label of buttons that lead to the sign-up page.
        pub label: Text,
        pub prompt: NewsletterPrompt,
    }

    /// The newsletter's pop-up.
    pub struct NewsletterPrompt {
        pub heading: Text,
        pub body: Text,
        /// The label of the button that leads to the sign-up page.
        pub label: Text,
        /// The name of the close button, for screen readers.
        pub close_label: Text,
        /// Milliseconds from the page's load until the pop-up appears; at most an hour.
        #[schemars(range(max = 3_600_000))]
        pub delay_ms: u32,
    }

    /// Text that every article shares.
    pub struct ArticleDefaults {
        /// The label of the link back to the list of articles.
        pub back_label: Text,
        /// The place where readers learn about the authors, such as /about#team. Authors' names
        /// link to it.
        pub author_link: Link,
        /// The heading of the table of contents of an article with several sections.
        pub contents_heading: Text,
        /// The heading of the list of references.
        pub references_heading: Text,
        /// The heading of the articles offered below an article.
        pub related_heading: Text,
        /// The name, for screen readers, of the links to the previous and the next article.
        pub neighbors_label: Text,
        /// The label above the title of the article listed before.
        pub previous_label: Text,
        /// The label above the title of the article listed after.
        pub next_label: Text,
        pub call_to_action: ArticleCallToAction,
        /// Articles that start on or after this day are listed by their start, the latest first.
        /// Earlier articles, and those without a day, keep the place that their `id` gives them.
        pub listed_by_day_from: Date,
    }

    /// Text on every withdrawn page and article.
    pub struct WithdrawnDefaults {
        /// The heading of the banner, before the date: "Withdrawn on".
        pub heading: Text,
        /// The label before the link to the page to read instead: "Read instead".
        pub instead_label: Text,
    }

    /// Short labels that many pages share: for buttons, for terms in cards, and for screen readers.
    pub struct Labels {
        /// The first link that the keyboard reaches on every page. It leads past the header, to the
        /// content.
        pub skip: Text,
        /// The name of the header's navigation for screen readers, which add the word "navigation".
        pub navigation: Text,
        /// The button that opens the navigation on small screens, and the name of that navigation.
        pub menu: Text,
        /// The button that closes the navigation.
        pub close: Text,
        /// The words that screen readers say, in parentheses, after a link to another site.
        pub new_tab: Text,
        /// The words that screen readers say before the columns of a table that scrolls sideways.
        pub table: Text,
        /// The label before the phone number in contact details.
        pub phone: Text,
        /// The label before the email address in contact details.
        pub email: Text,
        /// The label before the street address in contact details.
        pub office: Text,
        /// The label before the business hours in contact details.
        pub hours: Text,
        /// The label before the planning firm's step on a coordination card.
        pub planning_step: Text,
        /// The label before the tax firm's step on a coordination card.
        pub tax_step: Text,
        /// The label before the problem of a hypothetical client.
        pub challenge: Text,
        /// The label before the solution.
        pub solution: Text,
        /// The word before the name of an article's author.
        pub author: Text,
        /// The words after an article's reading time, which is a number of minutes.
        pub minutes: Text,
        /// The words after the number of articles in a category with one article.
        pub article_found: Text,
        /// The words after the number of articles in a category with several articles or none.
        pub articles_found: Text,
        /// The label before the assets in a worked example in an article.
        pub assets: Text,
        /// The label before the yearly fee in a worked example.
        pub annual_fee: Text,
        /// The label before the quarterly fee in a worked example.
        pub quarterly_fee: Text,
    }

    /// A link to another site.
    pub struct ExternalLink {
        pub label: Text,
        pub href: WebAddress,
        /// The subject of the other site.
        pub description: Option<RichText>,
        /// The date of the version, for a document that has one.
        pub version: Option<Date>,
    }

    /// The address for security researchers' reports (/.well-known/security.txt).
    pub struct SecurityContact {
        #[schemars(regex(pattern = r"^(mailto:|https://)\S+$"), extend("x-form" = "a mailto: or https:// address, such as mailto:security@example.com"))]
        pub contact: String,
        /// The expiration date of the file, at most a year in the future.
        pub expires: Date,
    }

    /// How long browsers use only HTTPS for the site after a visit (HTTP Strict Transport
    /// Security).
    pub struct Hsts {
        /// Days since the last visit; at most three years. 0 ends this at the next visit.
        #[schemars(range(max = 1095))]
        pub max_age_days: u32,
        pub hosts: HstsHosts,
    }

    /// The hosts that browsers reach only over HTTPS.
    #[serde(rename_all = "lowercase")]
    pub enum HstsHosts {
        /// The site's own host.
        Own,
        /// The site's own host and all of its subdomains.
        Subdomains,
        /// The same hosts, and browsers may ship with a list that includes them. This takes at
        /// least 365 days, and undoing it takes months.
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
