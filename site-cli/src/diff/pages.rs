//! Pairs pages before and after the change; reports added, moved and removed pages.

use super::entry::{Change, Entry, Section, compare_values, folded, merge_same};
use super::quotes;
use super::side::Side;
use crate::escape::{code, text};
use site_check::reading::{ARTICLE, Reading};
use site_schema::model::{Article, AuthorName, Content, Redirect};
use std::collections::{BTreeMap, BTreeSet};

/// A page, or a part that pages share, before and after the change; `None` if it doesn't exist on that side.
pub type Pair<'a> = (Option<&'a Reading>, Option<&'a Reading>);

/// The text of both sides, in pairs.
pub struct Pairs<'a> {
    pub all: Vec<Pair<'a>>,
    /// The number of pages after the change.
    pub page_count: usize,
}

type ByRoute<'a> = BTreeMap<&'a str, &'a Reading>;

impl<'a> Pairs<'a> {
    /// Pairs each page with the one at its address, or else with the added page that its redirect leads to.
    pub fn new(old: &'a Side, new: &'a Side) -> Self {
        let old_pages = by_route(&old.readings);
        let new_pages = by_route(&new.readings);
        let mut all: Vec<Pair> = Vec::new();
        let mut paired = BTreeSet::new();
        for page in &old.readings {
            let mut after = new_pages.get(page.route.as_str()).copied();
            if after.is_none() {
                after = moved_page(page, &new.content, &old_pages, &new_pages);
            }
            if let Some(after) = after {
                paired.insert(&after.route);
            }
            all.push((Some(page), after));
        }
        for page in &new.readings {
            if !paired.contains(&page.route) {
                all.push((None, Some(page)));
            }
        }
        Self {
            all,
            page_count: new.content.routes().count(),
        }
    }

    /// Returns the differences between the two sides, each once with all its pages.
    pub fn changes(&self, compare: impl Fn(&Reading, &Reading) -> Vec<Change>) -> Vec<Change> {
        let mut changes = Vec::new();
        for pair in &self.all {
            if let (Some(old), Some(new)) = pair {
                for change in compare(old, new) {
                    changes.push(change.on_pages(&new.pages));
                }
            }
        }
        merge_same(changes)
    }
}

/// Returns pages by their addresses.
fn by_route(readings: &[Reading]) -> ByRoute<'_> {
    let mut pages = ByRoute::new();
    for page in readings {
        pages.insert(&page.route, page);
    }
    pages
}

/// Returns the added page that the redirect from a removed page leads to.
fn moved_page<'a>(
    page: &Reading,
    content: &Content,
    old_pages: &ByRoute,
    new_pages: &ByRoute<'a>,
) -> Option<&'a Reading> {
    let Fate::Moved(href) = fate(content, &page.route)? else {
        return None;
    };
    let (route, _) = href.split_once('#').unwrap_or((href, ""));
    if old_pages.contains_key(route) {
        return None;
    }
    new_pages.get(route).copied()
}

/// Returns the pages and redirects that differ.
pub fn sections(pairs: &Pairs, base: &Side, head: &Side) -> [Section; 4] {
    let (old, new) = (&base.content, &head.content);
    let mut added = Vec::new();
    let mut moved = Vec::new();
    let mut removed = Vec::new();
    for pair in &pairs.all {
        match *pair {
            (None, Some(page)) => {
                let mut entry = Entry::new(named(page));
                entry.below = own_facts(page, head);
                entry.below.extend(words_and_links(page));
                entry.added = Some(page.route.clone());
                added.push(entry);
            }
            (Some(before), Some(after)) if before.route != after.route => {
                let (page, to) = (named(before), code(&after.route));
                let line = format!("{page} → {to}, with a redirect from the old address");
                moved.push(Entry::new(line));
            }
            (Some(page), None) => {
                let fate = match fate(new, &page.route) {
                    Some(Fate::Moved(href)) => format!("its address leads to {}", code(href)),
                    Some(Fate::Gone) => {
                        "its address reports that it is permanently gone".to_owned()
                    }
                    None => "**its address no longer works**".to_owned(),
                };
                removed.push(Entry::new(format!("{}; {fate}", named(page))));
            }
            _ => {}
        }
    }
    let redirected = compare_values(&redirects(old), &redirects(new));
    [
        Section::new("Pages added", added).counting("added page"),
        Section::new("Pages moved", moved)
            .counting("moved page")
            .unseen(),
        Section::new("Pages removed", removed).counting("removed page"),
        Section::new("Redirects", redirected).counting("redirect"),
    ]
}

/// Returns a page's title and address.
fn named(page: &Reading) -> String {
    format!("“{}”, {}", text(&page.title), code(&page.route))
}

/// Returns the facts about an added page: the author, subjects and dates of an article; the facts and disclaimers that
/// any page shows.
fn own_facts(page: &Reading, side: &Side) -> Vec<String> {
    let mut stated = Vec::new();
    let mut articles = side.content.articles.iter();
    if let Some(article) = articles.find(|article| article.route == page.route) {
        stated.extend(front_matter(article, &side.content));
    }
    let quoted: Vec<String> = quotes::quoted_by_page(side, &page.route)
        .into_iter()
        .collect();
    if !quoted.is_empty() {
        stated.push(("facts quoted", quoted.join("; ")));
    }
    let mut lines = Vec::new();
    for (name, value) in stated {
        lines.push(format!("- {name}: {}", text(&value)));
    }
    for (name, words) in &page.disclaimers {
        lines.push(format!("- disclaimer, {}: {}", text(name), text(words)));
    }
    let is_article = page.shows.contains(ARTICLE);
    if is_article && page.disclaimers.is_empty() {
        lines.push("- disclaimer: **none**".to_owned());
    }
    lines
}

/// Returns the front matter that describes an article.
fn front_matter(article: &Article, content: &Content) -> Vec<(&'static str, String)> {
    let matter = &article.matter;
    let author = match matter.author {
        AuthorName::Founder => &content.site.founder.name,
        AuthorName::Firm => &content.site.name,
    };
    let mut subjects = Vec::new();
    for name in &matter.subjects {
        match content.subjects.get(&**name) {
            Some(title) => subjects.push((**title).to_owned()),
            None => subjects.push((**name).to_owned()),
        }
    }
    let date = match &matter.published {
        Some(date) => (**date).to_owned(),
        None => "none".to_owned(),
    };
    vec![
        ("author", (**author).to_owned()),
        ("category", matter.category.to_string()),
        ("date", date),
        ("excerpt", (*matter.excerpt).to_owned()),
        ("subjects", subjects.join(", ")),
        ("minutes to read", article.minutes.to_string()),
    ]
}

/// Returns the text and links of an added page, folded.
fn words_and_links(page: &Reading) -> Vec<String> {
    let mut lines = Vec::new();
    for line in &page.lines[..page.own_line_count] {
        lines.push(format!("> {}", text(line)));
    }
    let mut below = vec![folded("Its complete text", &lines.join("\n>\n"))];
    let mut leaving = Vec::new();
    for link in &page.links {
        if link.href.contains("://") {
            leaving.push(format!("- “{}” → {}", text(&link.label), code(&link.href)));
        }
    }
    if !leaving.is_empty() {
        below.push(folded("Its links to other sites", &leaving.join("\n")));
    }
    below
}

/// The redirect or end of an old address.
enum Fate<'c> {
    /// The page has moved to this address.
    Moved(&'c str),
    /// The page is permanently gone.
    Gone,
}

impl<'c> From<&'c Redirect> for Fate<'c> {
    fn from(redirect: &'c Redirect) -> Self {
        match &redirect.to {
            Some(link) => Self::Moved(&link.href),
            None => Self::Gone,
        }
    }
}

/// Returns the redirect or end of an address, if it has one.
fn fate<'c>(content: &'c Content, route: &str) -> Option<Fate<'c>> {
    let mut redirects = content.redirects.iter();
    let redirect = redirects.find(|redirect| redirect.from == route)?;
    Some(redirect.into())
}

/// Returns all redirects, each with a name that contains its old address.
fn redirects(content: &Content) -> Vec<(String, String)> {
    let mut named = Vec::new();
    for redirect in &content.redirects {
        let to = match Fate::from(redirect) {
            Fate::Moved(href) => href,
            Fate::Gone => "gone for good",
        };
        named.push((format!("from {}", redirect.from), to.to_owned()));
    }
    named
}
