//! `/feed.xml`: an Atom feed (RFC 4287) of the dated articles, in full.
//!
//! Atom asks for the day of each entry, and no day is invented here: articles
//! without one are not in the feed.

use super::DocumentResult;
use super::html::html;
use crate::address;
use atom_syndication::{Category, Entry, Feed, FixedDateTime, Link, Person, Text};
use site_schema::model::{Article, AuthorName, Content, Date};
use std::cmp::Reverse;
use std::error::Error;

/// Renders the feed.
pub fn feed(content: &Content) -> DocumentResult {
    let site = &content.site;
    let mut entries = Vec::new();
    for article in &content.articles {
        if let Some(published) = &article.matter.published {
            entries.push(entry(content, published, article)?);
        }
    }
    // Of one day, the newest stays first.
    entries.sort_by_key(|entry| Reverse(entry.published));
    // Atom asks for a moment even where no article has a date.
    let updated = entries.iter().map(|entry| entry.updated).max();
    let feed = Feed {
        title: Text::plain(&*site.name),
        subtitle: Some(Text::plain(&*site.tagline)),
        id: address(content, "/"),
        updated: updated.unwrap_or_default(),
        lang: Some("en-US".to_owned()),
        links: vec![
            link("self", &address(content, "/feed.xml")),
            link("alternate", &address(content, "/blog")),
        ],
        entries,
        ..Feed::default()
    };
    Ok(feed.to_string())
}

/// The entry of a dated article.
fn entry(content: &Content, published: &Date, article: &Article) -> Result<Entry, Box<dyn Error>> {
    let matter = &article.matter;
    let url = address(content, &article.route);
    let author = match matter.author {
        AuthorName::Founder => &content.site.founder.name,
        AuthorName::Firm => &content.site.firms.advisory.name,
    };
    Ok(Entry {
        title: Text::plain(&*matter.title),
        id: url.clone(),
        updated: noon(matter.last_changed().unwrap_or(published))?,
        published: Some(noon(published)?),
        authors: vec![Person {
            name: author.to_string(),
            ..Person::default()
        }],
        categories: vec![Category {
            term: matter.category.to_string(),
            ..Category::default()
        }],
        links: vec![link("alternate", &url)],
        summary: Some(Text::plain(&*matter.excerpt)),
        content: Some(atom_syndication::Content {
            content_type: Some("html".to_owned()),
            value: Some(html(content, article)),
            ..atom_syndication::Content::default()
        }),
        ..Entry::default()
    })
}

/// The moment of a date: noon in Greenwich, which is on the same day in Tulsa.
fn noon(date: &Date) -> Result<FixedDateTime, Box<dyn Error>> {
    let date = &**date;
    let noon = format!("{date}T12:00:00Z");
    Ok(noon.parse().map_err(|error| format!("{date}: {error}"))?)
}

fn link(rel: &str, href: &str) -> Link {
    Link {
        rel: rel.to_owned(),
        href: href.to_owned(),
        ..Link::default()
    }
}
