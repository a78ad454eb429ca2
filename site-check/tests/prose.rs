//! What prose is compiled into: facts filled in once, characters decoded once.

use site_check::load;
use site_schema::model::{Inline, Node, plain_text};
use std::path::Path;
use std::{fs, io};

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let from = entry?.path();
        let to = to.join(from.file_name().expect("a name"));
        if from.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(&from, to)?;
        }
    }
    Ok(())
}

/// The body of an article of the small site that consists of some Markdown.
fn body(markdown: &str) -> Vec<Node> {
    let site = tempfile::tempdir().expect("a folder for the test");
    let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content");
    copy(&small, site.path()).expect("writable");
    let path = site.path().join("articles/first.mdx");
    let text = fs::read_to_string(&path).expect("readable");
    let body = text.find("The rule").expect("a body");
    let text = format!("{}{markdown}\n\nSee [it](/blog/second).\n", &text[..body]);
    fs::write(path, text).expect("writable");
    let loaded = load(site.path()).expect("the folder is there");
    let content = loaded
        .content
        .unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    content.article("first").expect("there").body.to_vec()
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
    let body = body("The rule: **{withdrawal-rule}** \\{withdrawal-rule\\} `{phone}` &amp;amp;");
    assert_eq!(
        plain_text(&body[..1]),
        "The rule: 4% {withdrawal-rule} {phone} &amp;"
    );
}

#[test]
fn nothing_but_a_link_is_a_link() {
    let links = |text: &str| {
        let body = body(text);
        let Node::Paragraph { children } = &body[0] else {
            panic!("{body:#?}");
        };
        let is_link = |inline: &&Inline| matches!(inline, Inline::Link { .. });
        children.iter().filter(is_link).count()
    };
    assert_eq!(
        links("irs.gov/x, `https://www.irs.gov@evil.example`, ~gone~ and [1]"),
        0
    );
    assert_eq!(
        links("[fees], [the fees][fees] and [fees][]\n\n[fees]: /fees"),
        3
    );
}
