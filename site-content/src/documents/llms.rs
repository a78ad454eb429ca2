//! `/llms.txt`: the site in brief, for language models.

use super::Made;
use crate::address;
use site_schema::model::Content;

pub fn llms(content: &Content) -> Made {
    let site = &content.site;
    let entry = |title: &str, route: &str, description: &str| {
        format!("- [{title}]({}): {description}\n", address(content, route))
    };
    let pages: String = content
        .listed_pages()
        .map(|page| entry(&page.meta.title, &page.route, &page.meta.description))
        .collect();
    let articles = content.articles.iter();
    let articles: String = articles
        .map(|it| entry(&it.matter.title, &it.route, &it.matter.excerpt))
        .collect();
    let (name, tagline) = (&*site.name, &*site.tagline);
    Ok(format!(
        "# {name}\n\n> {tagline}\n\n## Pages\n\n{pages}\n## Articles\n\n{articles}"
    ))
}
