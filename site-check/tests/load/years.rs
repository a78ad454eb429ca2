//! Tests of the tax years of facts: the value in force, and the effect of a new year.

use crate::site::Site;
use jiff::Timestamp;
use site_check::load::History;
use site_check::load::facts::YearlyFact;
use site_check::reading::readings;
use site_check::{Loaded, Moments};
use site_schema::model::Content;

/// Returns a moment in the middle of a year.
fn moment(year: i16) -> Timestamp {
    let moment = format!("{year}-07-01T12:00:00Z");
    moment.parse().expect("a moment")
}

/// Loads a site that was committed in one year in another year.
fn loaded(site: &Site, judged: i16, committed: i16) -> Loaded {
    let mut loaded = Loaded::new(History::default(), false);
    let moments = Moments {
        committed: Some(moment(committed)),
        now: Some(moment(judged)),
        today: Some(moment(judged)),
    };
    loaded.read(site.folder(), moments).expect("readable");
    loaded
}

/// Returns a site with a page that shows the limit in force and its year.
fn site() -> Site {
    let site = Site::new();
    site.change(
        "pages/riverton-planning.toml",
        "body = \"Income follows the season there. We plan for the winter first.\"",
        "body = \"In {contribution-limit-year} it is {contribution-limit}.\"",
    );
    site
}

/// Returns the compiled content of a site without errors.
fn content(loaded: Loaded) -> Content {
    let problems = loaded.diagnostics;
    loaded.content.unwrap_or_else(|| panic!("{problems:#?}"))
}

/// Returns the lines of the page.
fn lines(content: &Content) -> Vec<String> {
    let mut pages = readings(content).into_iter();
    let page = pages.find(|page| page.route == "/riverton-planning");
    page.expect("the page").lines
}

#[test]
fn the_newest_value_is_in_force_that_is_not_of_a_later_year_than_the_commit() {
    for (committed, year, limit) in [
        (2025, "2025", "$70,000"),
        (2026, "2026", "$72,000"),
        // Its last value doesn't apply to later years.
        (2031, "2026", "$72,000"),
    ] {
        let loaded = loaded(&site(), 2026, committed);
        let tokens = &loaded.tree.tokens;
        assert_eq!(tokens["contribution-limit"], limit, "{committed}");
        assert_eq!(tokens["contribution-limit-year"], year, "{committed}");
        let shown = format!("In {year} it is {limit}.");
        let first = &loaded.editions[0].content;
        assert!(lines(first).contains(&shown), "{committed}");
    }
}

#[test]
fn through_covers_the_years_up_to_the_last_one() {
    let site = Site::new();
    site.change("facts.toml", "through = 2099", "through = 2028");
    for (committed, year) in [
        (2025, "2025"),
        (2027, "2027"),
        (2028, "2028"),
        (2031, "2028"),
    ] {
        let loaded = loaded(&site, 2026, committed);
        assert_eq!(loaded.tree.tokens["senior-allowance-year"], year);
    }
    let tokens = loaded(&site, 2026, 2026).tree.tokens;
    for year in 2025..=2028 {
        assert_eq!(tokens[&format!("senior-allowance-{year}")], "$6,000");
    }
    for year in [2024, 2029] {
        assert!(!tokens.contains_key(&format!("senior-allowance-{year}")));
    }
}

#[test]
fn before_its_first_year_a_fact_has_no_value_in_force() {
    let site = site();
    for (year, later) in [("2025", "2028"), ("2026", "2029")] {
        let table = |year| format!("[contribution-limit.years.{year}]");
        site.change("facts.toml", &table(year), &table(later));
    }
    let loaded = loaded(&site, 2026, 2026);
    assert!(!loaded.tree.tokens.contains_key("contribution-limit"));
    let found = loaded.diagnostics.iter();
    let messages: Vec<_> = found.map(|found| found.message.as_str()).collect();
    let message = "`contribution-limit` has no value in force yet";
    assert!(messages.contains(&message), "{messages:#?}");
}

#[test]
fn without_a_year_the_newest_value_is_in_force() {
    let tokens = site().load().tree.tokens;
    assert_eq!(tokens["contribution-limit-year"], "2026");
    assert_eq!(tokens["senior-allowance-year"], "2025");
}

#[test]
fn dates_are_shown_with_their_year_or_as_days() {
    let tokens = site().load_today().tree.tokens;
    assert_eq!(tokens["payment-first-2025"], "April 15");
    assert_eq!(tokens["payment-last-2025"], "January 15, 2026");
}

#[test]
fn time_is_judged_today_whatever_the_year_of_the_commit() {
    let outdated = |judged: i16, committed: i16| {
        let loaded = loaded(&site(), judged, committed);
        let found = loaded.diagnostics.iter();
        found.filter(|found| found.code == "fact/outdated").count()
    };
    assert_eq!(outdated(2026, 2026), 0);
    // The next build shows the value of this year.
    assert_eq!(outdated(2026, 2025), 0);
    assert_eq!(outdated(2027, 2026), 1);
    assert_eq!(outdated(2027, 2027), 1);
}

#[test]
fn a_heading_keeps_its_anchor_whatever_the_value_and_the_year() {
    let site = Site::new();
    let heading = "## The limit was {contribution-limit-2025}";
    site.change("articles/every-component.mdx", "## What it means", heading);
    let anchors = |committed: i16| {
        let content = content(loaded(&site, 2026, committed));
        let article = content.article("every-component").expect("the article");
        let headings = article.headings.iter();
        headings
            .map(|heading| heading.id.clone())
            .collect::<Vec<_>>()
    };
    let before = anchors(2025);
    assert_eq!(before[0], "the-limit-was-contribution-limit-2025");
    assert_eq!(before, anchors(2026));
    site.change("facts.toml", "$70,000", "$70,500");
    assert_eq!(before, anchors(2026));
}

#[test]
fn facts_turn_together_where_their_years_from_now_on_are_the_same() {
    let fact = |years: &str| {
        let years: serde_json::Value = serde_json::from_str(years).expect("JSON");
        YearlyFact::read(&serde_json::json!({ "years": years }), Some(2026)).expect("years")
    };
    let both = fact(r#"{"2025": {"value": "1"}, "2026": {"value": "2"}}"#);
    let longer =
        fact(r#"{"2024": {"value": "0"}, "2025": {"value": "1"}, "2026": {"value": "2"}}"#);
    let lasting = fact(r#"{"2025": {"value": "1", "through": 2028}}"#);
    let old = fact(r#"{"2025": {"value": "1"}}"#);
    assert!(both.turns_with(&longer));
    assert!(!both.turns_with(&lasting));
    assert!(!both.turns_with(&old));
}
