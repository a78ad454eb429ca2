//! `/llms.txt`: the site in brief, for language models.

use super::Made;
use crate::address;
use site_schema::model::Content;
use std::fmt::Write;

pub fn llms(content: &Content) -> Made {
    let site = &content.site;
    let mut out = format!("# {}\n\n> {}\n\n## Pages\n\n", &*site.name, &*site.tagline);
    for page in content.listed_pages() {
        writeln!(
            out,
            "- [{}]({}): {}",
            &*page.meta.title,
            address(content, &page.route),
            &*page.meta.description
        )?;
    }
    out.push_str("\n## Articles\n\n");
    for article in &content.articles {
        writeln!(
            out,
            "- [{}]({}): {}",
            &*article.matter.title,
            address(content, &article.route),
            &*article.matter.excerpt
        )?;
    }
    Ok(out)
}
