//! `cargo site links`: external addresses with their places.

use crate::workspace::Workspace;
use serde_json::Value;

#[test]
fn each_address_of_another_site_is_a_line_with_its_places() {
    let workspace = Workspace::small();
    workspace.replace(
        "articles/first.mdx",
        "More is in",
        "See [it](https://en.wikipedia.org/wiki/Roth_(IRA)), [again](https://www.irs.gov/), [more](https://example.org/o\'clock?a=1&amp;b=2#c) and [mail](contact:email).\n\nMore is in",
    );
    let list = workspace.done("links");
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines.is_sorted(), "{list}");
    for line in [
        "https://en.wikipedia.org/wiki/Roth_(IRA)\tcontent/articles/first.mdx:19:10",
        "https://example.org/o'clock?a=1&b=2#c\tcontent/articles/first.mdx:19:84",
        "https://maps.example.com/directions\tcontent/site.toml:31:15",
        "https://newsletter.example.com\tcontent/site.toml:133:9",
        "https://www.irs.gov/\tcontent/articles/first.mdx:15:35 content/articles/first.mdx:19:61",
    ] {
        assert!(lines.contains(&line), "{line}\n{list}");
    }
    assert!(!list.contains("https://www.example.com"), "{list}");

    let json = workspace.done("links|--format|json");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let links = json["links"].as_array().expect("a list");
    assert_eq!(links.len(), lines.len());
    let place = &links[0]["places"][0];
    assert!(
        place["file"].is_string() && place["line"].is_u64() && place["column"].is_u64(),
        "{place}"
    );
}

#[test]
fn an_address_that_is_not_there_yet_is_listed_too() {
    let workspace = Workspace::small();
    let block = "\n[[blocks]]\nkind = \"section\"\nheading = \"Ahead\"\nbody = \"See [it](https://ahead.example.com/).\"\nstarts = 2099-01-31\n";
    workspace.append("pages/contact.toml", block);
    assert!(
        workspace
            .done("links")
            .contains("https://ahead.example.com/\tcontent/pages/contact.toml:")
    );
}
