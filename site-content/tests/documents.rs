//! The documents that machines read, as their readers would take them.

use atom_syndication::Feed;
use site_content::documents;
use site_schema::model::Content;
use std::path::Path;
use std::sync::LazyLock;

/// The tests' own site.
static CONTENT: LazyLock<Content> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content");
    let loaded = site_check::load(&folder).expect("readable");
    loaded.content.expect("no error")
});

fn document(path: &str) -> String {
    let mut documents = documents(&CONTENT).expect("made").into_iter();
    let document = documents.find(|document| document.path == path);
    String::from_utf8(document.expect("the document").body).expect("text")
}

#[test]
fn the_known_paths_are_the_made_ones() {
    let made = documents(&CONTENT).expect("made").into_iter();
    let paths = made.map(|document| document.path);
    assert!(paths.eq(site_schema::MACHINE_DOCUMENTS));
}

#[test]
fn robots_security_manifest_and_sitemap() {
    let paths = "/robots.txt /.well-known/security.txt /manifest.webmanifest /sitemap.xml";
    for path in paths.split(' ') {
        insta::assert_snapshot!(path.replace(['/', '.'], "_"), document(path));
    }
}

#[test]
fn llms_names_every_page_and_article() {
    insta::assert_snapshot!(document("/llms.txt"));
}

#[test]
fn the_feed_holds_the_dated_articles_in_full_newest_first() {
    let feed: Feed = document("/feed.xml").parse().expect("a feed");
    let articles = CONTENT.articles.iter();
    let dated = articles.filter(|article| article.matter.published.is_some());
    assert_eq!(feed.entries.len(), dated.count());
    let mut pairs = feed.entries.windows(2);
    assert!(pairs.all(|pair| pair[0].published >= pair[1].published));
    for entry in &feed.entries {
        let mut articles = CONTENT.articles.iter();
        let article = articles.find(|article| entry.id.ends_with(&*article.route));
        let article = article.expect("each entry is an article");
        let content = entry.content.as_ref();
        let html = content.and_then(|content| content.value.as_deref());
        let html = html.expect("full text").replace('<', " <");
        let words = html.split_whitespace().count();
        assert!(words as u32 >= article.words, "{}: {words}", article.slug);
    }
}

#[test]
fn a_link_to_a_part_of_an_article_leads_to_the_article_from_a_feed_reader() {
    let feed: Feed = document("/feed.xml").parse().expect("a feed");
    let url = "https://www.example.com/blog/links-of-every-kind";
    let entry = feed.entries.iter().find(|entry| entry.id == url);
    let content = entry.and_then(|entry| entry.content.as_ref());
    let html = content.and_then(|content| content.value.as_deref());
    let html = html.expect("full text");
    let link = format!("<a href=\"{url}#to-others\">a section below</a>");
    assert!(html.contains(&link), "{html}");
}
