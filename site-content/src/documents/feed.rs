//! `/feed.xml`: an Atom feed (RFC 4287) of the dated articles, in full.
//!
//! Atom asks for the day of each entry, and no day is invented here: articles
//! without one are not in the feed.

use super::{Made, html};
use crate::{CONTENT, address};
use atom_syndication::{Category, Content, Entry, Feed, FixedDateTime, Link, Person, Text};
use site_schema::model::{Article, AuthorName, Date};
use std::error::Error;

pub fn feed() -> Made {
    let site = &CONTENT.site;
    let mut dated: Vec<(&Date, &Article)> = CONTENT
        .articles
        .iter()
        .filter_map(|article| Some((article.matter.published.as_ref()?, article)))
        .collect();
    dated.sort_by(|(a, one), (b, two)| (&***b, two.matter.id).cmp(&(&***a, one.matter.id)));
    let entries = dated
        .iter()
        .map(|(published, article)| entry(published, article));
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    let updated = entries
        .iter()
        .map(|entry| entry.updated)
        .max()
        .ok_or("no article has a date")?;
    let feed = Feed {
        title: Text::plain(&*site.name),
        subtitle: Some(Text::plain(&*site.tagline)),
        id: address("/"),
        updated,
        lang: Some("en-US".to_owned()),
        links: vec![
            link("self", &address("/feed.xml")),
            link("alternate", &address("/blog")),
        ],
        entries,
        ..Feed::default()
    };
    Ok(feed.to_string())
}

fn entry(published: &Date, article: &Article) -> Result<Entry, Box<dyn Error>> {
    let matter = &article.matter;
    let url = address(&article.route);
    let author = match matter.author {
        AuthorName::Founder => &CONTENT.site.founder.name,
        AuthorName::Firm => &CONTENT.site.firms.advisory.name,
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
            term: matter.category.as_str().to_owned(),
            ..Category::default()
        }],
        links: vec![link("alternate", &url)],
        summary: Some(Text::plain(&*matter.excerpt)),
        content: Some(Content {
            content_type: Some("html".to_owned()),
            value: Some(html::nodes(&article.body)),
            ..Content::default()
        }),
        ..Entry::default()
    })
}

/// Noon in Greenwich: the same day in Tulsa.
fn noon(date: &Date) -> Result<FixedDateTime, Box<dyn Error>> {
    let moment = format!("{}T12:00:00Z", &**date).parse();
    Ok(moment.map_err(|error| format!("{}: {error}", &**date))?)
}

fn link(rel: &str, href: &str) -> Link {
    Link {
        rel: rel.to_owned(),
        href: href.to_owned(),
        ..Link::default()
    }
}
