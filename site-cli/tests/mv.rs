//! `cargo site mv`: moves the file and its links and adds a redirect, or changes nothing.

use crate::workspace::{Workspace, holds};
use std::fs;

#[test]
fn an_article_moves_with_all_its_links() {
    let workspace = Workspace::small();
    // Links in every form: with an anchor, with a query, without either.
    workspace.replace("articles/tables-and-lists.mdx", "\n<Disclaimer", "\nSee [one](/blog/a-long-walk#the-second-mile), [two](/blog/a-long-walk?from=here) and [three](/blog/a-long-walk).\n\n<Disclaimer");
    let source = "source = \"The firm's article at https://www.example.com/blog/a-long-walk\"";
    workspace.replace("facts.toml", "source = \"The firm's own record\"", source);
    let before = workspace.content();
    let done = "/blog/a-long-walk leads to /blog/what-a-drop-asks";
    workspace.prints("mv|a-long-walk|what-a-drop-asks", 0, &[done]);
    let after = workspace.content();
    // Only the name has changed, and only in this site's links. Feed readers identify the article by its first address.
    for (path, bytes) in &before {
        let renamed = |text: &str| text.replace("a-long-walk", "what-a-drop-asks");
        let text = String::from_utf8(bytes.clone()).expect("UTF-8");
        let redirect =
            "\n[[redirects]]\nfrom = \"/blog/a-long-walk\"\nto = \"/blog/what-a-drop-asks\"\n";
        let name = path.file_name().expect("a name").to_string_lossy();
        let expected = match &*name {
            "facts.toml" => text,
            "redirects.toml" => renamed(&text) + redirect,
            "a-long-walk.mdx" => {
                let first = "\nfirst_address = \"/blog/a-long-walk\"\ntitle = ";
                renamed(&text).replacen("\ntitle = ", first, 1)
            }
            _ => renamed(&text),
        };
        let found = &after[&path.with_file_name(renamed(&name))];
        assert_eq!(String::from_utf8_lossy(found), expected, "{name}");
    }
    assert_eq!(before.len(), after.len());
    workspace.is_sound();
}

#[test]
fn exceptions_move_with_the_file_that_they_are_for() {
    let workspace = Workspace::small();
    let old = "file = \"content/articles/tables-and-lists.mdx\"\ntext = \"called";
    workspace.replace(
        "words.toml",
        old,
        &old.replace('"', "'").replace("text = '", "text = \""),
    );
    workspace.done("mv|tables-and-lists|rows-and-columns");
    let words = workspace.read("words.toml");
    let path = "content/articles/rows-and-columns.mdx";
    assert_eq!(words.matches(path).count(), 1);
    workspace.is_sound();
}

#[test]
fn pages_move_by_address_file_and_slug_and_chains_collapse() {
    let workspace = Workspace::small();
    // A page in the folder of the articles' addresses is a page.
    workspace.rename("pages/guides", "pages/blog");
    for page in ["pages/faq.toml", "pages/schedule.toml"] {
        workspace.replace(page, "/guides/", "/blog/");
    }
    workspace.done("mv|/blog/first-meeting|guides/first-meeting");
    // A move is refused if an earlier one left something to fix.
    for (old, new) in [
        ("/fees", "/what-we-charge"),
        (
            "content/pages/what-we-charge.toml",
            "content/pages/costs/overview.toml",
        ),
        ("about", "who-we-are"),
        ("https://www.example.com/contact", "get-in-touch"),
        ("articles/a-long-walk.mdx", "/blog/a-drop"),
    ] {
        workspace.done(&format!("mv|{old}|{new}"));
    }
    assert!(workspace.file("pages/costs/overview.toml").exists());
    let redirects = workspace.read("redirects.toml");
    for old in ["/old", "/fees", "/what-we-charge"] {
        let collapsed = format!("from = \"{old}\"\nto = \"/costs/overview\"");
        holds(&redirects, &[&collapsed]);
    }
    holds(&redirects, &["to = \"/who-we-are#team\""]);
    workspace.done("mv|costs/overview|what-it-costs");
    assert!(!workspace.file("pages/costs").exists(), "no empty folder");
    workspace.is_sound();
}

#[test]
fn a_move_back_turns_the_redirect_round_and_line_ends_and_marks_stay() {
    let workspace = Workspace::small();
    let crlf = workspace.read("redirects.toml").replace('\n', "\r\n");
    let crlf = format!("\u{feff}{crlf}");
    workspace.write("redirects.toml", &crlf);
    workspace.done("mv|a-long-walk|a-drop");
    workspace.done("mv|a-drop|a-long-walk");
    let redirect = "\r\n[[redirects]]\r\nfrom = \"/blog/a-drop\"\r\nto = \"/blog/a-long-walk\"\r\n";
    assert_eq!(workspace.read("redirects.toml"), crlf + redirect);
    workspace.is_sound();
}

#[test]
fn what_would_do_harm_is_refused_and_nothing_is_written() {
    let workspace = Workspace::small();
    fs::create_dir_all(workspace.file("pages/taken.toml")).expect("writable");
    let cases = "\
mv|a-long-walk|a-long-walk -> is already its address
mv|a-long-walk|tables-and-lists -> is taken by content/articles/tables-and-lists.mdx
mv|a-long-walk|Market Drop -> `market-drop` would do
mv|a-long-walk|../../etc/passwd -> every article is at /blog/
mv|a-long-walk| -> one of its parts is empty
mv|a-long-walk|a--b -> use single hyphens
mv|a-long-walk|LONG -> too long
mv|a-long-walk|/a-page -> every article is at /blog/
mv|a-long-walk|pages/a-page.toml -> every article is at /blog/
mv|fees|articles/fees.mdx -> a page stays a page
mv|fees|../fees -> can't be an address
mv|fees|/about -> is taken by content/pages/about.toml
mv|about|/taken -> already exists
mv|about|/old -> `/old` is a page of this site
mv|about|/letters-of-2019 -> `/letters-of-2019` is a page of this site
mv|about|/404 -> is taken by
mv|/|/home -> is where the site begins
mv|404|/not-found -> answers unknown addresses
mv|blog|/articles-all -> every article links back
mv|schedule|/meet -> the box below every article
mv|a-long-wolk|a-drop -> Did you mean `/blog/a-long-walk`?
mv|facts.toml|a-drop -> which doesn't exist";
    for case in cases.replace("LONG", &"long".repeat(60)).lines() {
        let (arguments, why) = case.split_once(" -> ").expect("why not");
        workspace.refuses(arguments, why);
    }
}

#[test]
fn content_that_cannot_be_read_or_fixed_stops_the_move() {
    let workspace = Workspace::small();
    let spelled = "href = \"/blog/a\\u002Dlong-walk\"";
    workspace.replace("pages/index.toml", "href = \"/fees\"", spelled);
    let missed = "there is no page at /blog/a-long-walk";
    workspace.refuses("mv|a-long-walk|a-drop", missed);
    workspace.replace("pages/contact.toml", "[meta]", "[meta");
    let broken = "expected content without errors";
    workspace.refuses("mv|a-long-walk|a-drop", broken);
}
