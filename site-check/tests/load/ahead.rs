//! What waits for its day: nothing of it is in the content of an edition before.

use crate::site::Site;
use serde_json::Value;
use site_check::{Loaded, Moments, load_for};

/// An edit for each kind of place in a file that is there: the file, the text that gives way, and what takes its place
/// and says something else from July 2026 on.
const EDITS: [(&str, &str, &str); 12] = [
    (
        "pages/about.toml",
        "short_title = \"About\"",
        "short_title = \"About\"\nwithdrawn = { starts = 2026-07-01, why = \"Zebrawithdrawn.\", instead = \"/zebrapage\" }",
    ),
    (
        "pages/about.toml",
        "[[blocks]]\nkind = \"team\"",
        "[[blocks]]\nkind = \"section\"\nheading = \"Zebrablock\"\nbody = \"It is {contribution-limit-2026}.\"\nstarts = 2026-07-01\n\n[[blocks]]\nkind = \"team\"",
    ),
    (
        "pages/faq.toml",
        "[[blocks.categories.questions]]\nquestion = \"Can I leave?\"",
        "[[blocks.categories.questions]]\nquestion = \"Zebraquestion?\"\nanswer = \"Yes.\"\nstarts = 2026-07-01\n\n[[blocks.categories.questions]]\nquestion = \"Can I leave?\"",
    ),
    (
        "site.toml",
        "{ name = \"Planning\", href = \"/services\" },",
        "{ name = \"Planning\", href = \"/services\" }, { name = \"Zebranavigation\", href = \"/fees\", starts = 2026-07-01 },",
    ),
    (
        "site.toml",
        "{ name = \"Every Section\", href = \"/everything\" },",
        "{ name = \"Every Section\", href = \"/everything\" }, { name = \"Zebrafooter\", href = \"/fees\", starts = 2026-07-01 },",
    ),
    (
        "site.toml",
        "[header]",
        "[[contact.closed]]\nstarts = 2026-07-20\nends = 2026-07-21\nwords = \"Zebraclosed.\"\n\n[header]",
    ),
    (
        "site.toml",
        "phone = \"(918) 555-0199\"",
        "phone = \"(918) 555-0199\"\nnext = { starts = 2026-07-01, phone = \"(918) 555-0123\" }",
    ),
    (
        "fees.toml",
        "transfer_days = 90\n",
        "transfer_days = 90\nnext = { starts = 2026-07-01, transfer_days = 87 }\n",
    ),
    (
        "fees.toml",
        "minimum = 1_150\n",
        "minimum = 1_150\nnext = { starts = 2026-07-01, minimum = 7_391 }\n",
    ),
    (
        "fees.toml",
        "[schedules.small]\n",
        "[schedules.small.next]\nstarts = 2026-07-01\ntiers = [{ from = 0, rate = 119 }]\nexamples = [{ assets = 1_000_000, annual = 11_900, monthly = 992 }]\n\n[schedules.small]\n",
    ),
    (
        "facts.toml",
        "[senior-allowance.years.2025]",
        "[contribution-limit.years.2026.next]\nstarts = 2026-07-01\nvalue = \"$72,519\"\nsource = \"Act of July\"\nurl = \"https://www.irs.gov/july\"\n\n[senior-allowance.years.2025]",
    ),
    (
        "redirects.toml",
        "[[redirects]]\nfrom = \"/old\"",
        "[[redirects]]\nfrom = \"/an-offer\"\nto = \"/zebrapage\"\n\n[[redirects]]\nfrom = \"/old\"",
    ),
];

/// What is in the content of the last edition, and must not be in that of the first.
const AHEAD: [&str; 14] = [
    "zebraarticle",
    "Zebraalt",
    "zebrapage",
    "Zebrawithdrawn",
    "Zebrablock",
    "Zebraquestion",
    "Zebranavigation",
    "Zebrafooter",
    "Zebraclosed",
    "555-0123",
    "\"transfer_days\":87",
    "7391",
    "11900",
    "72,519",
];

/// A site with all of that, and with an article, a page that starts and one that ends.
fn site() -> Site {
    let site = Site::new();
    for (file, from, to) in EDITS {
        site.change(file, from, to);
    }
    let article = site.another("articles/plain.mdx");
    let mut lines: Vec<String> = Vec::new();
    for line in article.lines() {
        if line.starts_with("id = ") {
            lines.push("id = 40\nstarts = 2026-07-01T09:00:00".to_owned());
        } else if line.starts_with("hero = ") {
            lines.push("hero = { src = \"hero.svg\", alt = \"Zebraalt\" }".to_owned());
        } else if !line.starts_with("published = ") {
            lines.push(line.to_owned());
        }
    }
    site.write("articles/zebraarticle.mdx", lines.join("\n") + "\n");
    let title = "short_title = \"Another: Riverton\"";
    let page = site.another("pages/riverton-planning.toml");
    assert!(page.contains(title), "{page}");
    let starts = "short_title = \"Zebrapage\"\nstarts = 2026-07-01";
    let ends = "short_title = \"Offer\"\nends = 2026-06-30";
    let with_start = page.replace(title, starts);
    let starting = with_start.replace("Another", "Yet another");
    site.write("pages/zebrapage.toml", starting);
    site.write("pages/an-offer.toml", page.replace(title, ends));
    site
}

fn load(site: &Site) -> Loaded {
    let committed = "2026-01-31T18:00:00Z".parse().ok();
    load_for(site.folder(), Moments::all_at(committed), false).expect("the folder is there")
}

/// The content of an edition as the web gets it, but for two tables of which pages show only what they name: the facts
/// with all of their years, and the subjects.
fn shown(loaded: &Loaded, edition: usize) -> String {
    let content = &loaded.editions[edition].content;
    let mut json = serde_json::to_value(content).expect("plain data");
    json["facts"] = Value::Null;
    json["subjects"] = Value::Null;
    json.to_string()
}

#[test]
fn nothing_ahead_is_in_an_edition_before() {
    let site = site();
    let loaded = load(&site);
    assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
    let first = shown(&loaded, 0);
    let mut later = String::new();
    for edition in 1..loaded.editions.len() {
        later += &shown(&loaded, edition);
    }
    for word in AHEAD {
        assert!(later.contains(word), "{word} is nowhere");
        assert!(!first.contains(word), "{word} is there before its day");
    }
}
