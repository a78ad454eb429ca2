//! Tests of each article's neighbors, and of the articles offered after it.

use crate::site::Site;
use site_schema::model::Article;
use std::fs;
use std::sync::Arc;

/// Articles, newest first: category, keywords, and links to others by number.
const ARTICLES: [(&str, &str, &str); 12] = [
    ("Economy", "\"Bonds\"", "[one](/blog/a4?from=here)"),
    ("Personal", "\"IRA\"", ""),
    (
        "Economy",
        "\"bonds \", \"IRA\"",
        "[one](/blog/a5?part), [itself](/blog/a2)",
    ),
    ("Economy", "", ""),
    ("Personal", "\"Roth\", \"bonds\"", ""),
    ("Economy", "\"BONDS\"", ""),
    ("Personal", "", ""),
    ("Economy", "", ""),
    ("Personal", "\"roth\"", ""),
    ("Economy", "", ""),
    ("Personal", "\"bonds\"", ""),
    ("Economy", "\"IRA\"", "[another](/blog/a1)"),
];

fn articles() -> Vec<Arc<Article>> {
    let site = Site::new();
    fs::remove_dir_all(site.path("articles")).expect("writable");
    for (page, article) in [("index", "first"), ("services", "tables-and-lists")] {
        let page = format!("pages/{page}.toml");
        let text = site.text(&page);
        site.write(&page, text.replace(&format!("/blog/{article}"), "/fees"));
    }
    for (place, (category, keywords, links)) in ARTICLES.iter().enumerate() {
        let id = ARTICLES.len() - place;
        let text = format!(
            "+++\nid = {id}\ntitle = \"Article {place}\"\nexcerpt = \"Excerpt {place}.\"\ncategory = \"{category}\"\nsubjects = [\"figures\"]\nauthor = \"firm\"\nkeywords = [{keywords}]\nhero = {{ src = \"picture.svg\", alt = \"A square\" }}\n+++\n\nSome words {links}.\n\n<Disclaimer kind=\"illustrative\" />\n"
        );
        site.write(&format!("articles/a{place}.mdx"), text);
    }
    site.content().articles
}

#[test]
fn the_next_article_leads_through_the_list_and_the_previous_back() {
    let articles = articles();
    for pair in articles.windows(2) {
        assert_eq!(pair[0].next.as_deref(), Some(&*pair[1].slug));
        assert_eq!(pair[1].previous.as_deref(), Some(&*pair[0].slug));
    }
    let ends = (&articles[0].previous, &articles[articles.len() - 1].next);
    assert_eq!(ends, (&None, &None));
}

#[test]
fn linked_ones_are_offered_first_then_the_category_then_keywords_then_the_nearest() {
    let offered = articles().into_iter().map(|it| it.related.join(" "));
    let expected = [
        "a4 a2 a5",
        "a4 a6 a8",
        "a5 a0 a11",
        "a2 a5 a0",
        "a8 a10 a6",
        "a2 a0 a3",
        "a4 a8 a10",
        "a5 a9 a3",
        "a4 a6 a10",
        "a7 a11 a5",
        "a4 a8 a6",
        "a1 a2 a9",
    ];
    assert_eq!(offered.collect::<Vec<_>>(), expected);
}
