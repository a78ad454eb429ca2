//! The documents that machines read, as their readers would take them.

use atom_syndication::Feed;
use site_content::{address, documents};
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
    let documents = documents(&CONTENT).expect("the documents can be made");
    let document = documents
        .into_iter()
        .find(|document| document.path == path)
        .expect("the document");
    String::from_utf8(document.body).expect("text")
}

#[test]
fn the_known_paths_are_the_made_ones() {
    let made: Vec<_> = documents(&CONTENT)
        .expect("made")
        .iter()
        .map(|document| document.path)
        .collect();
    assert_eq!(made, site_schema::MACHINE_DOCUMENTS);
}

#[test]
fn robots_security_manifest_and_sitemap() {
    for path in [
        "/robots.txt",
        "/.well-known/security.txt",
        "/manifest.webmanifest",
        "/sitemap.xml",
    ] {
        insta::assert_snapshot!(path.replace(['/', '.'], "_"), document(path));
    }
}

#[test]
fn llms_names_every_page_and_article() {
    insta::assert_snapshot!(document("/llms.txt"));
}

#[test]
fn the_sitemap_lists_what_may_be_indexed() {
    let sitemap = document("/sitemap.xml");
    for route in CONTENT.routes() {
        let hidden = CONTENT.page(route).is_some_and(|page| page.meta.noindex);
        let listed = sitemap.contains(&format!("<loc>{}</loc>", address(&CONTENT, route)));
        assert_eq!(listed, !hidden, "{route}");
    }
    assert!(
        sitemap.contains("<lastmod>2025-07-23"),
        "an article's last change is given"
    );
}

#[test]
fn the_feed_holds_the_dated_articles_in_full_newest_first() {
    let feed: Feed = document("/feed.xml")
        .parse()
        .expect("a feed reader can read it");
    let dated = CONTENT
        .articles
        .iter()
        .filter(|article| article.matter.published.is_some())
        .count();
    assert_eq!(feed.entries.len(), dated);
    assert!(
        feed.entries
            .windows(2)
            .all(|pair| pair[0].published >= pair[1].published)
    );
    for entry in &feed.entries {
        let article = CONTENT
            .articles
            .iter()
            .find(|article| entry.id.ends_with(&*article.route))
            .expect("each entry is an article");
        let content = entry
            .content
            .as_ref()
            .and_then(|content| content.value.as_deref())
            .expect("full text");
        let words = content.replace('<', " <").split_whitespace().count();
        assert!(
            words as u32 >= article.words,
            "{}: {words} of {} words",
            article.slug,
            article.words
        );
    }
}
