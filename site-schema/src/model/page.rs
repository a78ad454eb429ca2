//! `content/pages/**/*.toml`: metadata and an ordered list of blocks.

use super::{Block, Image, Link, Moment, Text, WebAddress, compiled, model};

model! {
    /// A page: its data for search engines, and its blocks in order. The
    /// file's path is the page's route: pages/tax-services.toml is /tax-services.
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
        /// Words by which search engines may find it.
        #[serde(default)]
        pub keywords: Vec<Text>,
        /// The address search engines must list; without it, the page's own.
        pub canonical: Option<WebAddress>,
        /// The picture shown when the page is shared, 1200 by 630; without it, one is made of the title and the hero.
        pub social_image: Option<Image>,
        /// true: a draft, which `cargo site dev` shows and no build has. Delete the line to publish the page.
        #[serde(default)]
        pub draft: bool,
        /// true: search engines are asked not to list the page.
        #[serde(default)]
        pub noindex: bool,
        /// true: the newsletter's pop-up appears on this page.
        #[serde(default)]
        pub newsletter_prompt: bool,
        /// The services offered in one place, for search engines.
        pub local_service: Option<LocalService>,
        /// The page stays at its address, but is no longer the firm's word: from then on it has a banner, and is out of lists, sitemap and search engines.
        pub withdrawn: Option<Withdrawn>,
    }

    /// The end of what a page or an article may be relied on.
    pub struct Withdrawn {
        /// The day from which on it is withdrawn, such as 2027-01-01, or the moment, 2027-01-01T09:00:00.
        pub starts: Moment,
        /// One or two sentences on why, which stand in the banner.
        pub why: Text,
        /// The page or the article to read in its place.
        pub instead: Option<Link>,
    }

    /// A service in one place, for search engines.
    pub struct LocalService {
        pub provider_type: ProviderType,
        pub name: Text,
        /// The firm that offers it.
        pub firm: FirmName,
        pub service_type: Text,
        /// Towns and regions served.
        #[schemars(length(min = 1))]
        pub area_served: Vec<Text>,
    }

    /// The schema.org type of who provides a service.
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
