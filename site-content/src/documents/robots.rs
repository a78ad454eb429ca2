//! `/robots.txt`: everything may be read, and where the sitemap is.

use super::Made;
use crate::address;
use robotxt::RobotsBuilder;
use robotxt::url::Url;
use site_schema::model::Content;

pub fn robots(content: &Content) -> Made {
    let sitemap = Url::parse(&address(content, "/sitemap.xml"))?;
    let robots = RobotsBuilder::new()
        .group(["*"], |group| group.allow("/"))
        .sitemap(sitemap);
    Ok(robots.to_string())
}
