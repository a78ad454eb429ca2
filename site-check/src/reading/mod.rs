//! What a visitor reads on each page: words, links, pictures, and what is there for
//! search engines, for `cargo site diff`.
//!
//! 1. here: pages, articles, and what pages share of content/site.toml and content/fees.toml
//! 2. `walk`: any part of the content, by the JSON Schema of its file: every field
//!    is read by its type, in the order of the types
//! 3. `prose`: rich text
//! 4. `values`: named values, for what is not read but relied on

mod prose;
mod values;
mod walk;

pub use values::values;

use site_schema::model::{Article, Content, Page};
use std::collections::BTreeSet;
use values::{Ordered, named};
use walk::{Part, Walk};

/// A page as it is read, or what pages share.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// Its path on the site; of what pages share, where it is written, such as `site.footer`.
    pub route: String,
    pub title: String,
    /// The pages that show it: a page shows itself.
    pub pages: Vec<String>,
    /// The words, a line for each heading, paragraph, label or cell; the
    /// descriptions of pictures among them.
    pub lines: Vec<String>,
    pub links: Vec<ReadLink>,
    /// The files of the pictures, below content/images.
    pub pictures: Vec<String>,
    /// What is not words, yet seen or relied on: icons, anchors, dates, numbers.
    pub marks: Vec<String>,
    /// The disclaimers by name, with their words. They are among the lines, too.
    pub disclaimers: Vec<(String, String)>,
    /// What is there for search engines and social networks: name and value.
    pub search: Vec<(String, String)>,
    /// What it shows that is written elsewhere: kinds of blocks, and schedules by [`schedule`].
    pub shows: BTreeSet<String>,
}

/// A link with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLink {
    pub label: String,
    pub href: String,
}

/// What pages show without naming it, and the kinds of blocks that do; where
/// there are none, every page does.
const SHARED: [(&[&str], &[&str]); 8] = [
    (
        &[
            "site.name",
            "site.tagline",
            "site.logo",
            "site.header",
            "site.footer",
            "site.service_areas",
            "site.contact.phone",
            "site.contact.email",
            "site.contact.address.street",
            "site.contact.address.city",
            "site.contact.address.region",
            "site.contact.address.postal_code",
        ],
        &[],
    ),
    (&["site.contact.hours"], &["contact_details"]),
    (
        &[
            "site.contact.map",
            "site.contact.map_title",
            "site.contact.directions",
        ],
        &["office_visit"],
    ),
    (&["site.firms"], &["two_firms"]),
    (&["site.founder.name", "site.articles"], &[ARTICLE]),
    (&["site.newsletter.prompt"], &[PROMPT]),
    (
        &["site.newsletter.link", "site.newsletter.label"],
        &["newsletter_signup", PROMPT],
    ),
    (&["fees.tax_services"], &["tax_fees"]),
];

const ARTICLE: &str = "article";
const PROMPT: &str = "newsletter_prompt";

/// What is read where a page names it.
const NAMED: [&str; 2] = ["site.external", "site.disclaimers"];

/// What of an article's front matter is for search engines, and what its page does not show.
const SEARCHED: [&str; 4] = ["title", "excerpt", "keywords", "social_image"];
const UNSHOWN: [&str; 3] = ["excerpt", "keywords", "social_image"];

/// What a page that shows a fee schedule shows, in [`Reading::shows`].
pub fn schedule(name: &str) -> String {
    format!("fee schedule {name}")
}

/// What is read: what pages share, pages by route, articles from the newest.
///
/// # Errors
/// None that content can have: content is written as JSON and read again.
pub fn readings(content: &Content) -> serde_json::Result<Vec<Reading>> {
    let all = Ordered::of(content)?;
    let pages = content.pages.iter().zip(all.list("pages"));
    let articles = content.articles.iter().zip(all.list("articles"));
    let pages: Vec<Reading> = pages
        .map(|(typed, value)| page(Walk::new(content, &all), typed, value))
        .chain(articles.map(|(typed, value)| article(Walk::new(content, &all), typed, value)))
        .collect();
    let shared = SHARED.iter();
    let shared = shared.flat_map(|(paths, kinds)| paths.iter().map(move |path| (path, kinds)));
    let shared = shared.map(|(path, kinds)| {
        let mut walk = Walk::new(content, &all);
        walk.shared(path);
        let is_shown = |page: &&Reading| {
            kinds.is_empty() || kinds.iter().any(|kind| page.shows.contains(*kind))
        };
        let shown_on = pages.iter().filter(is_shown).map(|page| page.route.clone());
        Reading {
            pages: shown_on.collect(),
            ..walk.reading.titled(path, path)
        }
    });
    Ok(shared.chain(pages.iter().cloned()).collect())
}

/// What content/site.toml says and no page shows: name and value.
///
/// # Errors
/// None that content can have: content is written as JSON and read again.
pub fn settings(content: &Content) -> serde_json::Result<Vec<(String, String)>> {
    let is_read = |key: &str| {
        let mut paths = SHARED.iter().flat_map(|(paths, _)| *paths).chain(&NAMED);
        paths.any(|path| format!("{key}.").starts_with(&format!("{path}.")))
    };
    let mut all = Ordered::of(&content.site)?.flat("site");
    all.retain(|(key, _)| !is_read(key));
    Ok(named(all))
}

fn page(mut walk: Walk, page: &Page, value: &Ordered) -> Reading {
    walk.fields(Part::of("page", value), &["meta"]);
    walk.reading.search = named(value.get("meta").flat(""));
    if page.meta.newsletter_prompt {
        walk.reading.shows.insert(PROMPT.to_owned());
    }
    walk.reading.titled(&page.route, &page.meta.title)
}

fn article(mut walk: Walk, article: &Article, value: &Ordered) -> Reading {
    let matter = value.get("matter");
    walk.fields(Part::of("article", matter), &UNSHOWN);
    let searched = SEARCHED.iter().flat_map(|key| matter.get(key).flat(key));
    walk.reading.search = named(searched.collect());
    walk.mark("minutes", &article.minutes.to_string());
    walk.prose(&article.body);
    let content = walk.content;
    let other = |slug: &String| content.article(slug);
    let around = article.previous.iter().chain(&article.next);
    around.filter_map(other).for_each(|other| walk.title(other));
    walk.cards(article.related.iter().filter_map(other));
    walk.reading.shows.insert(ARTICLE.to_owned());
    walk.reading.titled(&article.route, &article.matter.title)
}

impl Reading {
    fn titled(self, route: &str, title: &str) -> Self {
        Self {
            route: route.to_owned(),
            title: title.to_owned(),
            pages: vec![route.to_owned()],
            ..self
        }
    }
}
