//! `/sitemap.xml`: every page that search engines may list.

use super::Made;
use crate::address;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use site_schema::model::Content;
use sitemap_rs::url::Url;
use sitemap_rs::url_set::UrlSet;

pub fn sitemap(content: &Content) -> Made {
    let mut urls = Vec::new();
    for page in content.listed_pages() {
        urls.push(Url::builder(address(content, &page.route)).build()?);
    }
    for article in &content.articles {
        let mut url = Url::builder(address(content, &article.route));
        if let Some(date) = article.matter.last_changed() {
            url.last_modified(date.parse::<Date>()?.to_zoned(TimeZone::UTC)?);
        }
        urls.push(url.build()?);
    }
    let mut out = Vec::new();
    UrlSet::new(urls)?.write(&mut out)?;
    Ok(String::from_utf8(out)?)
}
