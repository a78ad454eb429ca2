//! `/llms.txt`: the site in brief, for language models.

use super::Made;
use crate::{CONTENT, address};
use std::fmt::Write;

pub fn llms() -> Made {
    let site = &CONTENT.site;
    let mut out = format!("# {}\n\n> {}\n\n## Pages\n\n", &*site.name, &*site.tagline);
    for page in CONTENT.public_pages().filter(|page| !page.meta.noindex) {
        writeln!(
            out,
            "- [{}]({}): {}",
            &*page.meta.title,
            address(&page.route),
            &*page.meta.description
        )?;
    }
    out.push_str("\n## Articles\n\n");
    for article in CONTENT.articles.iter() {
        writeln!(
            out,
            "- [{}]({}): {}",
            &*article.matter.title,
            address(&article.route),
            &*article.matter.excerpt
        )?;
    }
    Ok(out)
}
