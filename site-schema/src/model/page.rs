//! `content/pages/**/*.toml`: metadata and an ordered list of blocks.

use super::{Block, Image, Link, Moment, Text, WebAddress, compiled, model};

model! {
    /// A page: its data for search engines, and its blocks in order. The file's path determines the
    /// page's route: pages/tax-services.toml is /tax-services.
    #[schemars(title = "Page")]
    pub struct PageFile {
        pub meta: PageMeta,
        /// The sections of the page, in order, each beginning with [[blocks]] and its kind.
        #[schemars(length(min = 1))]
        pub blocks: Vec<Block>,
    }

    /// The data of a page for browsers, search engines and social networks.
    pub struct PageMeta {
        /// The title in the browser's tab and in search results; the site's name is added.
        pub title: Text,
        /// The page's name in breadcrumbs, in a word or two.
        pub short_title: Text,
        /// One or two sentences for search results.
        #[schemars(length(max = 200))]
        pub description: Text,
        /// Words that help search engines find the page.
        #[serde(default)]
        pub keywords: Vec<Text>,
        /// The address that search engines list; without it, the page's own.
        pub canonical: Option<WebAddress>,
        /// The picture shown when the page is shared, 1200 by 630 pixels; without it, the build
        /// makes one from the title and the hero.
        pub social_image: Option<Image>,
        /// true: a draft, which `cargo site dev` shows and builds leave out. Delete the line to
        /// publish the page.
        #[serde(default)]
        pub draft: bool,
        /// true: the page asks search engines not to list it.
        #[serde(default)]
        pub noindex: bool,
        /// true: the newsletter's pop-up appears on this page.
        #[serde(default)]
        pub newsletter_prompt: bool,
        /// A service offered in one area, for search engines.
        pub local_service: Option<LocalService>,
        /// The page stays at its address, but visitors may no longer rely on it. It gets a banner,
        /// and lists, the sitemap and search engines leave it out.
        pub withdrawn: Option<Withdrawn>,
    }

    /// The withdrawal of a page or an article.
    pub struct Withdrawn {
        /// The day when the withdrawal begins, such as 2027-01-01, or the moment,
        /// 2027-01-01T09:00:00.
        pub starts: Moment,
        /// One or two sentences on the reason, shown in the banner.
        pub why: Text,
        /// The page or the article to read instead.
        pub instead: Option<Link>,
    }

    /// A service offered in one area, for search engines.
    pub struct LocalService {
        pub provider_type: ProviderType,
        pub name: Text,
        /// The firm that offers it.
        pub firm: FirmName,
        pub service_type: Text,
        /// The towns and regions served.
        #[schemars(length(min = 1))]
        pub area_served: Vec<Text>,
    }

    /// The schema.org type of the provider of a service.
    pub enum ProviderType {
        FinancialService,
        AccountingService,
    }

    /// One of the two firms.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum FirmName {
        /// The registered investment adviser.
        Advisory,
        /// The tax preparation firm.
        Tax,
    }
}

compiled! {
    /// A page, compiled.
    pub struct Page {
        /// Its path on the site. The page for unknown addresses has the route /404.
        pub route: String,
        pub meta: PageMeta,
        pub blocks: Vec<Block>,
    }
}
