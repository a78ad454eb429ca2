//! `/sitemap.xml`: every page that search engines may list.

use super::Made;
use crate::{CONTENT, address};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use sitemap_rs::url::Url;
use sitemap_rs::url_set::UrlSet;

pub fn sitemap() -> Made {
    let mut urls = Vec::new();
    for page in CONTENT.public_pages().filter(|page| !page.meta.noindex) {
        urls.push(Url::builder(address(&page.route)).build()?);
    }
    for article in CONTENT.articles.iter() {
        let mut url = Url::builder(address(&article.route));
        if let Some(date) = article.matter.last_changed() {
            url.last_modified(date.parse::<Date>()?.to_zoned(TimeZone::UTC)?);
        }
        urls.push(url.build()?);
    }
    let mut out = Vec::new();
    UrlSet::new(urls)?.write(&mut out)?;
    Ok(String::from_utf8(out)?)
}
