//! The words, links and pictures of each page that visitors see, and its data for search engines,
//! for `cargo site diff`.
//!
//! 1. here: pages, articles, and the parts of content/site.toml and content/fees.toml that pages
//!    share
//! 2. `reader`: any part of the content, field by field, in the order of the types, and rich text
//! 3. `values`: named values that pages don't show

mod reader;
mod values;

pub use values::values;

use reader::Reader;
use site_schema::model::{Article, Content, Page, Reflect, Value};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use values::{flatten, name_values};

/// The reading of a page, or of a part that pages share.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// The page's path on the site. For a shared part, its keys in the content, such as
    /// `site.footer`.
    pub route: String,
    pub title: String,
    /// The pages that show it. A page shows itself.
    pub pages: Vec<String>,
    /// The words: a line for each heading, paragraph, label or cell, and for each description of a
    /// picture.
    pub lines: Vec<String>,
    /// The lines of each part that can move, such as a block, a question, a paragraph or a list
    /// item. A part comes before the parts within it.
    pub parts: Vec<Range<usize>>,
    /// The number of lines at the beginning that belong to the page itself. In an article, titles
    /// and excerpts of other articles follow.
    pub own_line_count: usize,
    pub links: Vec<ReadLink>,
    /// The picture files, relative to content/images.
    pub pictures: Vec<String>,
    /// Icons, anchors, dates and numbers: not words, but visible or relied on.
    pub marks: Vec<String>,
    /// The disclaimers by name, with their text, which is among the lines, too.
    pub disclaimers: Vec<(String, String)>,
    /// Names and values for search engines and social networks.
    pub search: Vec<(String, String)>,
    /// Parts of the content that the page shows without repeating them: kinds of blocks, and fee
    /// schedules by [`schedule`].
    pub shows: BTreeSet<String>,
}

/// A link, and its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLink {
    pub label: String,
    pub href: String,
}

/// The parts of the content that pages show without naming them, and the kinds of blocks that show
/// them. Without kinds, every page shows the part.
const SHARED: [(&[&str], &[&str]); 9] = [
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
        &["site.contact.closed"],
        &["contact_details", "contact_cards"],
    ),
    (
        &[
            "site.contact.map",
            "site.contact.map_title",
            "site.contact.map_image",
            "site.contact.directions",
        ],
        &["office_visit"],
    ),
    (&["site.firms"], &["two_firms"]),
    (
        &[
            "site.founder.name",
            "site.founder.credentials",
            "site.founder.portrait",
            "site.articles",
        ],
        &[ARTICLE],
    ),
    (&["site.newsletter.prompt"], &[PROMPT]),
    (
        &["site.newsletter.link", "site.newsletter.label"],
        &["newsletter_signup", PROMPT],
    ),
    (&["fees.tax_services"], &["tax_fees"]),
];

/// The name of articles in [`Reading::shows`].
pub const ARTICLE: &str = "article";

const PROMPT: &str = "newsletter_prompt";

/// The parts of content/site.toml that pages show by name.
const NAMED: [&str; 2] = ["site.external", "site.disclaimers"];

/// The keys of front matter that search engines read.
const SEARCHED: [&str; 4] = ["title", "excerpt", "keywords", "social_image"];

/// The keys of front matter that the article's page doesn't show. Its subjects are in the index of
/// subjects.
const UNSHOWN: [&str; 5] = [
    "excerpt",
    "first_address",
    "keywords",
    "social_image",
    "subjects",
];

/// The name of a fee schedule in [`Reading::shows`].
pub fn schedule(name: &str) -> String {
    format!("fee schedule {name}")
}

/// Returns all readings: shared parts, pages by route, then articles, newest first.
pub fn readings(content: &Content) -> Vec<Reading> {
    let by_slug: HashMap<&str, &Article> = content
        .articles
        .iter()
        .map(|article| (article.slug.as_str(), &**article))
        .collect();
    let mut pages = Vec::new();
    for page in &content.pages {
        pages.push(read_page(content, page));
    }
    for article in &content.articles {
        pages.push(read_article(content, article, &by_slug));
    }
    let mut all = read_shared(content, &pages);
    all.extend(pages);
    all
}

/// Returns the values in content/site.toml that no page shows, by name.
pub fn settings(content: &Content) -> Vec<(String, String)> {
    let mut settings = flatten(&content.site.reflect(), "site");
    settings.retain(|(key, _)| !is_read(key));
    name_values(settings)
}

/// Returns true if some page shows the value under these keys of content/site.toml.
fn is_read(keys: &str) -> bool {
    for (parts, _) in SHARED {
        if is_in_any(keys, parts) {
            return true;
        }
    }
    is_in_any(keys, &NAMED)
}

/// Returns true if keys lead to one of several parts of the content, or to a value in it.
fn is_in_any(keys: &str, parts: &[&str]) -> bool {
    for part in parts {
        if let Some(rest) = keys.strip_prefix(part)
            && (rest.is_empty() || rest.starts_with('.'))
        {
            return true;
        }
    }
    false
}

/// Reads each part that pages share. `pages` may show it.
fn read_shared(content: &Content, pages: &[Reading]) -> Vec<Reading> {
    let root = Value::Fields(vec![
        ("site", content.site.reflect()),
        ("fees", content.fees.reflect()),
    ]);
    let mut all = Vec::new();
    for (parts, kinds) in SHARED {
        let mut routes = Vec::new();
        for page in pages {
            if page.shows_any(kinds) {
                routes.push(page.route.clone());
            }
        }
        for part in parts {
            all.push(Reading {
                pages: routes.clone(),
                ..read_part(content, &root, part)
            });
        }
    }
    all
}

/// Reads the part of the content under some keys, separated by dots.
fn read_part(content: &Content, root: &Value, part: &str) -> Reading {
    let mut reader = Reader::new(content);
    let mut value = Some(root);
    let mut last_key = part;
    for key in part.split('.') {
        value = value.and_then(|value| value.field(key));
        last_key = key;
    }
    if let Some(value) = value {
        reader.value(last_key, value, part);
    }
    reader.reading.titled(part, part)
}

fn read_page(content: &Content, page: &Page) -> Reading {
    let blocks = page.blocks.reflect();
    let meta = page.meta.reflect();
    let mut reader = Reader::new(content);
    reader.value("blocks", &blocks, "blocks");
    reader.reading.search = name_values(flatten(&meta, ""));
    if page.meta.newsletter_prompt {
        reader.reading.shows.insert(PROMPT.to_owned());
    }
    reader.reading.titled(&page.route, &page.meta.title)
}

fn read_article(
    content: &Content,
    article: &Article,
    by_slug: &HashMap<&str, &Article>,
) -> Reading {
    let mut reader = Reader::new(content);
    let matter = article.matter.reflect();
    reader.fields("article", &matter, &UNSHOWN);
    for key in SEARCHED {
        if let Some(value) = matter.field(key) {
            reader
                .reading
                .search
                .extend(name_values(flatten(value, key)));
        }
    }
    reader.mark("minutes", &article.minutes.to_string());
    // Feed readers identify the article by it.
    reader.mark("first_address", article.first_address());
    reader.prose(&article.body);
    let own_line_count = reader.reading.lines.len();
    for slug in article.previous.iter().chain(&article.next) {
        if let Some(neighbor) = by_slug.get(slug.as_str()) {
            reader.title(neighbor);
        }
    }
    for slug in &article.related {
        if let Some(related) = by_slug.get(slug.as_str()) {
            reader.card(related);
        }
    }
    reader.reading.shows.insert(ARTICLE.to_owned());
    let reading = reader.reading.titled(&article.route, &article.matter.title);
    Reading {
        own_line_count,
        ..reading
    }
}

impl Reading {
    /// Returns true if the page has a block of one of these kinds, or if there are no kinds.
    fn shows_any(&self, kinds: &[&str]) -> bool {
        kinds.is_empty() || kinds.iter().any(|kind| self.shows.contains(*kind))
    }

    fn titled(self, route: &str, title: &str) -> Self {
        Self {
            route: route.to_owned(),
            title: title.to_owned(),
            pages: vec![route.to_owned()],
            own_line_count: self.lines.len(),
            ..self
        }
    }
}
