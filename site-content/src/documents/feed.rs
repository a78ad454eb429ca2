//! `/feed.xml`: an Atom feed (RFC 4287) with the full text of the dated articles.
//!
//! Atom requires a time for each entry. No date is invented here, so articles without one aren't in the feed. A date without a time means
//! the start of that day, when an article with that date goes online. The id of an article is its first address, even after the article
//! has moved. With another id, readers would receive it again.

use super::DocumentResult;
use super::html::html;
use crate::{address, identity};
use atom_syndication::{Category, Entry, Feed, FixedDateTime, Link, Person, Text};
use jiff::Timestamp;
use site_schema::model::{Article, AuthorName, Content, WrittenMoment, zone_named};
use std::cmp::Reverse;
use std::error::Error;

/// Renders the feed.
pub fn feed(content: &Content) -> DocumentResult {
    let site = &content.site;
    let mut entries = Vec::new();
    for article in content.listed_articles() {
        let matter = &article.matter;
        let written = matter.starts.as_deref().or(matter.published.as_deref());
        if let Some(written) = written {
            let published = start(content, written)?;
            entries.push(entry(content, published, article)?);
        }
    }
    // Entries with the same time keep their order.
    entries.sort_by_key(|entry| Reverse(entry.published));
    // Atom requires a time even if no article has a date.
    let updated = entries.iter().map(|entry| entry.updated).max();
    let feed = Feed {
        title: Text::plain(&*site.name),
        subtitle: Some(Text::plain(&*site.tagline)),
        id: identity(content, "/"),
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

/// The entry of an article that was published at this time.
fn entry(
    content: &Content,
    published: Timestamp,
    article: &Article,
) -> Result<Entry, Box<dyn Error>> {
    let matter = &article.matter;
    let updated = match &matter.modified {
        Some(modified) => start(content, modified)?.max(published),
        None => published,
    };
    let url = address(content, &article.route);
    let author = match matter.author {
        AuthorName::Founder => &content.site.founder.name,
        AuthorName::Firm => &content.site.firms.advisory.name,
    };
    Ok(Entry {
        title: Text::plain(&*matter.title),
        id: identity(content, article.first_address()),
        updated: at_the_firm(content, updated)?,
        published: Some(at_the_firm(content, published)?),
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

/// The start of a date, or of a date with a time.
fn start(content: &Content, written: &str) -> Result<Timestamp, Box<dyn Error>> {
    let zone = zone_named(&content.site.time_zone);
    let moment = WrittenMoment::read(written).ok();
    let moment = moment.and_then(|moment| moment.start(&zone));
    Ok(moment.ok_or_else(|| format!("expected a day, with or without a time, found {written}"))?)
}

/// A time in the firm's time zone, so that its date is the firm's.
fn at_the_firm(content: &Content, moment: Timestamp) -> Result<FixedDateTime, Box<dyn Error>> {
    let at = moment.to_zoned(zone_named(&content.site.time_zone));
    let written = at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
    Ok(written
        .parse()
        .map_err(|error| format!("{written}: {error}"))?)
}

fn link(rel: &str, href: &str) -> Link {
    Link {
        rel: rel.to_owned(),
        href: href.to_owned(),
        ..Link::default()
    }
}
