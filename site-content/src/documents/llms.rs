//! `/llms.txt`: a summary of the site for language models.

use super::DocumentResult;
use crate::address;
use site_schema::model::Content;
use std::fmt::Write as _;

/// Renders the list of pages and articles in Markdown.
pub fn llms(content: &Content) -> DocumentResult {
    let mut text = format!("# {}\n\n", &*content.site.name);
    writeln!(text, "> {}\n", &*content.site.tagline)?;
    text.push_str("## Pages\n\n");
    for page in content.listed_pages() {
        let url = address(content, &page.route);
        let meta = &page.meta;
        writeln!(text, "- [{}]({url}): {}", &*meta.title, &*meta.description)?;
    }
    text.push_str("\n## Articles\n\n");
    for article in content.listed_articles() {
        let url = address(content, &article.route);
        let matter = &article.matter;
        writeln!(text, "- [{}]({url}): {}", &*matter.title, &*matter.excerpt)?;
    }
    Ok(text)
}
