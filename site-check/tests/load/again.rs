//! Loading sites: several changes at once, again after a change, and on other days.

use crate::site::{Site, today};
use site_check::diagnostic::Diagnostic;
use site_check::{Moments, load_at};

/// Returns the line and the column of the start of a problem.
fn start(found: &Diagnostic) -> (usize, usize) {
    let place = found.place.as_ref().expect("a place");
    (place.line, place.column)
}

#[test]
fn line_ends_and_a_mark_at_the_beginning_do_not_matter() {
    let site = Site::new();
    let files = "pages/fees.toml pages/index.toml articles/first.mdx articles/second.mdx facts.toml site.toml fees.toml \
        redirects.toml";
    for file in files.split(' ') {
        let text = site.text(file).replace('\n', "\r\n");
        site.write(file, format!("\u{feff}{text}"));
    }
    let loaded = site.load_today();
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    assert!(loaded.content.is_some());
    site.change("articles/first.mdx", "Some **words**", "Some **words");
    let found = site.load_today().diagnostics;
    assert_eq!((found.len(), start(&found[0])), (1, (15, 6)), "{found:#?}");
}

#[test]
fn a_build_knows_no_day() {
    let site = Site::new();
    site.change("articles/first.mdx", "2025-07-15", "2026-07-15");
    assert_eq!(site.load_today().errors(), 1);
    assert_eq!(site.load().errors(), 0);
}

#[test]
fn drafts_are_content_only_where_they_are_asked_for() {
    let site = Site::new();
    let draft = site
        .text("articles/first.mdx")
        .replace("id = 1", "id = 3\ndraft = true");
    site.write("articles/third.mdx", draft);
    let asked = load_at(site.folder(), Some(today()), true)
        .expect("readable")
        .content;
    let draft = asked.expect("no error").article("third").cloned();
    assert!(draft.is_some_and(|article| article.matter.draft));
    let published = site.load_today().content.expect("no error");
    assert!(published.article("third").is_none());
}

#[test]
fn everything_broken_together_is_found_together() {
    let site = Site::new();
    for (file, from, to) in [
        ("fees.toml", "from = 1_000_001", "from = 1_000_000"),
        ("pages/index.toml", "/fees#tiers", "/fee"),
        (
            "articles/first.mdx",
            "{withdrawal-rule}",
            "{withdrawal-rule",
        ),
        (
            "pages/fees.toml",
            "heading = \"Tiers\"",
            "heading = \"Tiers\"\nscedule = \"small\"",
        ),
        ("site.toml", "America/Chicago", "America/Tulsa"),
    ] {
        site.change(file, from, to);
    }
    let found = site.load_today().diagnostics;
    let places: Vec<_> = found
        .iter()
        .map(|it| (it.code, it.file.as_str(), start(it).0))
        .collect();
    assert_eq!(
        places,
        [
            ("mdx/syntax", "content/articles/first.mdx", 11),
            ("fees/tiers", "content/fees.toml", 13),
            ("schema/unknown-key", "content/pages/fees.toml", 44),
            ("link/broken", "content/pages/index.toml", 10),
            ("schema/value", "content/site.toml", 4),
        ]
    );
}

/// Successive changes. Most of them affect unchanged files, too.
const CHANGES: [(&str, &str, &str); 28] = [
    ("articles/first.mdx", "The rule says", "The rule still says"),
    ("facts.toml", "\"4%\"", "\"5%\""),
    ("site.toml", "555-0199", "555-0188"),
    ("site.toml", "https://newsletter.", "https://news."),
    ("articles/first.mdx", "id = 1", "id = 99"),
    ("articles/another.mdx", "", "COPY articles/second.mdx"),
    ("articles/another.mdx", "id = 2", "id = 3"),
    ("articles/second.mdx", "id = 2", "id = 2\ndraft = true"),
    ("articles/second.mdx", "\ndraft = true", ""),
    (
        "articles/first.mdx",
        "{withdrawal-rule}",
        "the the rule TODO",
    ),
    ("articles/first.mdx", "the the rule TODO", "a rule"),
    ("articles/another.mdx", "", "DELETE"),
    // A page links to it.
    ("pages/fees.toml", "id = \"tiers\"", "id = \"levels\""),
    ("pages/fees.toml", "id = \"levels\"", "id = \"tiers\""),
    // An article shows it.
    ("images/other.svg", "", "MOVED images/picture.svg"),
    ("images/picture.svg", "", "MOVED images/other.svg"),
    // The subjects of an unreadable article are unknown.
    ("articles/first.mdx", "id = 99", "id ="),
    ("pages/index.toml", "/fees#tiers", "/blog#nothing"),
    ("articles/first.mdx", "id =\n", "id = 99\n"),
    ("pages/index.toml", "/blog#nothing", "/fees#tiers"),
    // This file lists phrases for every other file.
    (
        "words.toml",
        "phrase = \"risk-free\"",
        "phrase = \"the first\"",
    ),
    (
        "words.toml",
        "phrase = \"the first\"",
        "phrase = \"risk-free\"",
    ),
    // No other file depends on the tagline. Dates depend on the firm's first year, and full
    // addresses on its origin.
    ("site.toml", "A small site for tests.", "A site for tests."),
    ("site.toml", "since = \"2008\"", "since = \"2030\""),
    ("site.toml", "since = \"2030\"", "since = \"2008\""),
    (
        "articles/first.mdx",
        "https://www.irs.gov/",
        "https://www.example.org/fees",
    ),
    (
        "site.toml",
        "https://www.example.com",
        "https://www.example.org",
    ),
    (
        "site.toml",
        "https://www.example.org",
        "https://www.example.com",
    ),
];

/// Reads a site again after each change, and compares it with a new reading of the site.
pub fn read_again(site: &Site) {
    let moments = Moments::all_at(Some(today()));
    let mut loaded = site.load_today();
    for (file, from, to) in CHANGES {
        site.change(file, from, to);
        loaded.read(site.folder(), moments).expect("readable");
        let first = site.load_today();
        assert_eq!(loaded.diagnostics, first.diagnostics, "{file}: {to}");
        assert_eq!(loaded.editions, first.editions, "{file}: {to}");
    }
}

/// Returns the codes of the problems when a site is read again after a change. A new reading must
/// find the same problems.
fn found_after(site: &Site, file: &str, from: &str, to: &str) -> Vec<&'static str> {
    let mut loaded = site.load_today();
    assert_eq!(loaded.diagnostics, []);
    site.change(file, from, to);
    loaded
        .read(site.folder(), Moments::all_at(Some(today())))
        .expect("readable");
    assert_eq!(loaded.diagnostics, site.load_today().diagnostics);
    loaded.diagnostics.iter().map(|found| found.code).collect()
}

/// Leaves tax dates only in one calendar, so that the build creates their file, and links to that
/// file.
pub fn link_to_tax_dates(site: &Site) {
    let (tax, meeting) = (
        "kind = \"tax\", id = \"last-payment\"",
        "kind = \"meeting\"",
    );
    site.change("pages/questions-to-ask.toml", tax, meeting);
    let link = "See [the dates](/tax-dates.ics). The rule";
    site.change("articles/first.mdx", "The rule", link);
}

#[test]
fn a_link_to_the_tax_dates_breaks_when_the_last_of_them_goes() {
    let site = Site::new();
    link_to_tax_dates(&site);
    let about = site.text("pages/about.toml");
    let meeting = "kind = \"meeting\"";
    let without = about
        .replace("kind = \"tax\"\nid = \"returns\"", meeting)
        .replace("kind = \"tax\"\nid = \"gifts\"", meeting)
        .replace("moves = true\n", "");
    let found = found_after(&site, "pages/about.toml", &about, &without);
    assert_eq!(found, ["link/broken"]);
}

#[test]
fn a_fact_that_excepts_an_article_is_found_when_the_article_goes() {
    let site = Site::new();
    site.change("articles/another.mdx", "", "COPY articles/second.mdx");
    site.change("articles/another.mdx", "id = 2", "id = 3");
    let excepted = "means_something_else_in = [\"content/articles/another.mdx\"]\nsource =";
    site.change("facts.toml", "source =", excepted);
    let found = found_after(&site, "articles/another.mdx", "", "DELETE");
    assert_eq!(found, ["fact/literal"]);
}

/// No rule checks claims: a person reads them.
#[test]
fn a_sentence_of_success_is_no_mistake() {
    let site = Site::new();
    let honest = "We beat the filing deadline for 98% of our clients. The rule";
    site.change("articles/first.mdx", "The rule", honest);
    assert_eq!(site.load_today().diagnostics, []);
}

#[test]
fn what_is_loaded_again_is_as_if_it_were_loaded_first() {
    let site = Site::new();
    read_again(&site);

    let mut loaded = site.load_today();
    // A day in the future, and then that day.
    site.change(
        "articles/first.mdx",
        "published = 2025-07-15",
        "published = 2025-07-15\nmodified = 2026-02-03",
    );
    let that_day = "2026-02-03T18:00:00Z".parse().expect("a moment");
    for (now, found) in [(today(), 1), (that_day, 0)] {
        loaded
            .read(site.folder(), Moments::all_at(Some(now)))
            .expect("readable");
        assert_eq!(loaded.diagnostics.len(), found, "{now}");
    }
}
