//! Checks that content without errors compiles, and that the compiled file can be read without
//! loss.

use crate::site::Site;
use serde_json::{Value, json};
use site_schema::model::{Inline, Node, plain_text};
use site_schema::{Compiled, Edition};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn any_path_that_passes_the_check_can_be_a_route() {
    let site = Site::new();
    let added = "401k home not-found self tax-services tax/services";
    let mut links = String::new();
    for path in added.split(' ') {
        let page = format!(
            "[meta]\ntitle = \"At {path}\"\nshort_title = \"{path}\"\ndescription = \"About {path}.\"\n\n[[blocks]]\nkind = \"hero\"\ntitle = \"{path}\"\n"
        );
        site.write(&format!("pages/{path}.toml"), page);
        links += &format!("{{ label = \"See {path}\", href = \"/{path}\" }}, ");
    }
    let home = site.text("pages/index.toml");
    let linked = home.replacen("actions = [", &format!("actions = [{links}"), 1);
    site.write("pages/index.toml", linked);

    assert_eq!(site.load().diagnostics, []);
    let content = site.content();
    for path in added.split(' ') {
        let page = content.page(&format!("/{path}")).expect(path);
        assert_eq!(&*page.meta.title, format!("At {path}"));
    }
    let routes: BTreeSet<&str> = content.routes().collect();
    assert_eq!(routes.len(), content.routes().count());
}

#[test]
fn the_compiled_file_reads_back_as_it_was() {
    let content = Site::new().content();
    let editions = [Edition::only(content.clone())];
    let text = Compiled::text(&editions, 2026).expect("plain data");
    let read: Compiled = serde_json::from_str(&text).expect("compiled content");
    assert_eq!((read.year, &*read.editions), (2026, &editions[..]));
    let again = Compiled::text(&read.editions, 2027).expect("plain data");
    assert!(
        again.contains(&read.digest),
        "the digest is the content's alone"
    );

    let mut other = content;
    other.site.name = "Another".into();
    let other = Compiled::text(&[Edition::only(other)], 2026).expect("plain data");
    assert!(!other.contains(&read.digest));
}

#[test]
fn the_compiled_file_holds_what_editions_share_once() {
    let first = Edition::only(Site::new().content());
    let mut later = Edition {
        starts: Some(1_798_783_200),
        content: Site::new().content(),
    };
    let title = "A title of its own";
    Arc::make_mut(&mut later.content.pages[0]).meta.title = title.into();
    later.content.articles.reverse();

    let editions = [first, later];
    let text = Compiled::text(&editions, 2026).expect("plain data");
    let written: Value = serde_json::from_str(&text).expect("JSON");
    let pages = editions[0].content.pages.len();
    assert_eq!(written["pages"].as_array().map(Vec::len), Some(pages + 1));
    assert_eq!(written["editions"][1]["pages"][0], pages);
    let articles = editions[0].content.articles.len();
    let reversed: Vec<usize> = (0..articles).rev().collect();
    assert_eq!(written["editions"][1]["articles"], json!(reversed));

    let read: Compiled = serde_json::from_str(&text).expect("compiled content");
    assert_eq!(read.editions, editions);
}

#[test]
fn a_compiled_file_without_an_edition_or_with_a_wrong_index_is_refused() {
    let text = Compiled::text(&[Edition::only(Site::new().content())], 2026).expect("plain data");
    let mut file: Value = serde_json::from_str(&text).expect("JSON");
    file["editions"][0]["articles"] = json!([70]);
    let wrong = serde_json::from_value::<Compiled>(file.clone()).expect_err("no such article");
    assert!(wrong.to_string().contains("article 70"), "{wrong}");
    file["editions"] = json!([]);
    let none = serde_json::from_value::<Compiled>(file).expect_err("no edition");
    assert!(none.to_string().contains("no edition"), "{none}");
}

#[test]
fn the_deepest_prose_that_passes_the_check_reads_back() {
    let site = Site::new();
    let article = "articles/second.mdx";
    let text = site.text(article);
    let quotes = |depth: usize| "> ".repeat(depth) + "x\n";
    let lists = |depth: usize| -> String {
        let level = |level| format!("{}- x\n", "  ".repeat(level));
        (0..depth).map(level).collect()
    };
    for nested in [&quotes as &dyn Fn(usize) -> String, &lists] {
        let deepest = (1..64).rev().find_map(|depth| {
            site.write(article, format!("{text}\n{}", nested(depth)));
            Some((depth, site.load().content?))
        });
        let (depth, content) = deepest.expect("what is nested once passes");
        assert!(depth > 4, "{depth} of {}", nested(1));
        let text = Compiled::text(&[Edition::only(content)], 2026).expect("plain data");
        let read = serde_json::from_str::<Compiled>(&text);
        assert!(read.is_ok(), "{}: {:?}", nested(depth), read.err());
    }
}

/// Compiles the body of an article.
fn body(markdown: &str) -> Vec<Node> {
    let site = Site::new();
    let text = site.text("articles/first.mdx");
    let front_matter = &text[..text.find("The rule").expect("a body")];
    let text = format!(
        "{front_matter}{markdown}\n\nSee [it](/blog/second).\n\n<Disclaimer kind=\"illustrative\" />\n"
    );
    site.write("articles/first.mdx", text);
    site.content().article("first").expect("there").body.clone()
}

#[test]
fn a_component_keeps_its_title_and_what_is_within_it() {
    let body = body("<Callout title=\"Q&amp;A: call {phone}\">\n\nAsk *anything*.\n\n</Callout>");
    let Node::Component(callout) = &body[0] else {
        panic!("{body:#?}");
    };
    assert_eq!(&*callout.attributes[0].value, "Q&A: call (918) 555-0199");
    assert_eq!(plain_text(&callout.children), "Ask anything.");
}

#[test]
fn facts_are_filled_in_and_escaped_braces_are_not() {
    let body = body("The rule: **{withdrawal-rule}** \\{withdrawal-rule\\} `{phone}` &amp; more");
    assert_eq!(
        plain_text(&body[..1]),
        "The rule: 4% {withdrawal-rule} {phone} & more"
    );
}

#[test]
fn a_letter_and_its_accent_in_a_title_become_one_character() {
    let body = body("<Callout title=\"Jose&#769;: call {phone}\">\n\nAsk.\n\n</Callout>");
    let Node::Component(callout) = &body[0] else {
        panic!("{body:#?}");
    };
    let title = &*callout.attributes[0].value;
    assert_eq!(title, "Jos\u{e9}: call (918) 555-0199");
}

#[test]
fn nothing_but_a_link_is_a_link() {
    let body = body("irs.gov/x, `https://www.irs.gov@evil.example`, [fees] and [1]");
    let lines = body[0].lines().concat();
    let is_link = |inline: &Inline| matches!(inline, Inline::Link { .. });
    assert!(!lines.iter().any(is_link), "{lines:#?}");
}
