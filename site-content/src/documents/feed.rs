//! `/feed.xml`: an Atom feed (RFC 4287) with the full text of the dated articles.
//!
//! Atom requires a time for each entry. No date is invented here, so articles without one aren't in the feed. A date without a time means
//! the start of that day, when an article with that date goes online. The id of an article is its first address, even after the article
//! has moved. With another id, readers would receive it again.

use super::DocumentResult;
use super::html::html;
use crate::{address, identity};
use jiff::{Timestamp, Zoned};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use site_schema::model::{Article, AuthorName, Content, WrittenMoment, zone_named};
use std::cmp::Reverse;
use std::error::Error;
use std::io;

const NAMESPACE: &str = "http://www.w3.org/2005/Atom";

/// A dated article.
struct Entry<'a> {
    article: &'a Article,
    published: Zoned,
    updated: Zoned,
}

/// Renders the feed.
pub fn feed(content: &Content) -> DocumentResult {
    let mut entries = Vec::new();
    for article in content.listed_articles() {
        let matter = &article.matter;
        let written = matter.starts.as_deref().or(matter.published.as_deref());
        if let Some(written) = written {
            let published = start(content, written)?;
            let updated = match &matter.modified {
                Some(modified) => start(content, modified)?.max(published.clone()),
                None => published.clone(),
            };
            entries.push(Entry {
                article,
                published,
                updated,
            });
        }
    }
    // Entries with the same time keep their order.
    entries.sort_by_key(|entry| Reverse(entry.published.timestamp()));
    Ok(String::from_utf8(xml(content, &entries)?)?)
}

/// The start of a date, or of a date with a time: a time in the firm's time zone, so that its date is the firm's.
fn start(content: &Content, written: &str) -> Result<Zoned, Box<dyn Error>> {
    let zone = zone_named(&content.site.time_zone);
    let moment = WrittenMoment::read(written).ok();
    let moment = moment.and_then(|moment| moment.start(&zone));
    let moment =
        moment.ok_or_else(|| format!("expected a day, with or without a time, found {written}"))?;
    Ok(moment.to_zoned(zone))
}

fn xml(content: &Content, entries: &[Entry]) -> io::Result<Vec<u8>> {
    let site = &content.site;
    // Atom requires a time even if no article has a date.
    let updated = entries.iter().map(|entry| &entry.updated).max();
    let updated = updated
        .cloned()
        .unwrap_or_else(|| Timestamp::UNIX_EPOCH.to_zoned(zone_named("UTC")));
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("feed")
        .with_attributes([("xmlns", NAMESPACE), ("xml:lang", "en-US")])
        .write_inner_content(|feed| {
            write(feed, "title", &site.name)?;
            write(feed, "id", &identity(content, "/"))?;
            write(feed, "updated", &time(&updated))?;
            write_link(feed, "self", &address(content, "/feed.xml"))?;
            write_link(feed, "alternate", &address(content, "/blog"))?;
            write(feed, "subtitle", &site.tagline)?;
            for entry in entries {
                write_entry(feed, content, entry)?;
            }
            Ok(())
        })?;
    Ok(writer.into_inner())
}

fn write_entry(
    feed: &mut Writer<Vec<u8>>,
    content: &Content,
    Entry {
        article,
        published,
        updated,
    }: &Entry,
) -> io::Result<()> {
    let matter = &article.matter;
    let author = match matter.author {
        AuthorName::Founder => &content.site.founder.name,
        AuthorName::Firm => &content.site.firms.advisory.name,
    };
    feed.create_element("entry").write_inner_content(|entry| {
        write(entry, "title", &matter.title)?;
        write(entry, "id", &identity(content, article.first_address()))?;
        write(entry, "updated", &time(updated))?;
        entry
            .create_element("author")
            .write_inner_content(|person| write(person, "name", author))?;
        entry
            .create_element("category")
            .with_attribute(("term", matter.category.to_string().as_str()))
            .write_empty()?;
        write_link(entry, "alternate", &address(content, &article.route))?;
        write(entry, "published", &time(published))?;
        write(entry, "summary", &matter.excerpt)?;
        entry
            .create_element("content")
            .with_attribute(("type", "html"))
            .write_text_content(BytesText::new(&html(content, article)))?;
        Ok(())
    })?;
    Ok(())
}

fn write(writer: &mut Writer<Vec<u8>>, element: &str, text: &str) -> io::Result<()> {
    writer
        .create_element(element)
        .write_text_content(BytesText::new(text))?;
    Ok(())
}

fn write_link(writer: &mut Writer<Vec<u8>>, rel: &str, href: &str) -> io::Result<()> {
    writer
        .create_element("link")
        .with_attributes([("href", href), ("rel", rel)])
        .write_empty()?;
    Ok(())
}

/// A time as RFC 3339 writes it.
fn time(time: &Zoned) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}
