//! `/robots.txt`: everything may be read, and where the sitemap is.

use super::Made;
use crate::address;
use robotxt::RobotsBuilder;
use robotxt::url::Url;

pub fn robots() -> Made {
    let sitemap = Url::parse(&address("/sitemap.xml"))?;
    let robots = RobotsBuilder::new()
        .group(["*"], |group| group.allow("/"))
        .sitemap(sitemap);
    Ok(robots.to_string())
}
