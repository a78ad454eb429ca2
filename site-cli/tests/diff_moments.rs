//! `cargo site diff` with scheduled changes.

use crate::diff::set_rate;
use crate::workspace::{Workspace, holds, lacks};
use jiff::Zoned;
use jiff::civil::date;
use std::fs;

/// Returns the next calendar year.
fn next_year() -> i16 {
    Zoned::now().year() + 1
}

/// Schedules another rate for the calculator's schedule, starting next year.
fn announce_rate(workspace: &Workspace, year: i16) {
    let next = format!(
        r#"[schedules.calculator.next]
starts = {year}-01-01
tiers = [
    {{ from = 0, up_to = 249_999 }},
    {{ from = 250_000, up_to = 1_000_000, rate = 135 }},
    {{ from = 1_000_001, up_to = 3_000_000, rate = 100 }},
    {{ from = 3_000_001, up_to = 5_000_000, rate = 80 }},
    {{ from = 5_000_001, rate = 70 }},
]
examples = [
    {{ assets = 750_000, annual = 10_125, monthly = 844 }},
    {{ assets = 2_000_000, annual = 20_000, monthly = 1_667 }},
]

[schedules.graduated]
"#
    );
    workspace.replace("fees.toml", "[schedules.graduated]\n", &next);
}

#[test]
fn a_change_that_waits_begins_with_its_moment() {
    let workspace = Workspace::small().committed();
    let year = next_year();
    announce_rate(&workspace, year);
    let shown = workspace.prints(
        "diff",
        0,
        &[
            &format!("## What this change means\n\n**Not visible until January 1, {year}.**\n"),
            "**Changed: 1 fee schedule and what visitors see on 2 pages.**",
            "please review for compliance: 1 fee schedule.",
            &format!("\n### From January 1, {year}\n\n#### For compliance: fees\n"),
            "| $1,000,000: | $12,500 → **$13,500** | +$1,000 (+8.0%) |",
            "| $250,000 to $1,000,000 | 1.25% | $250,000 to $1,000,000 | 1.35% |",
        ],
    );
    lacks(&shown, &["### Now", "(until"]);

    workspace.done("diff|--changed|changed");
    let changed = fs::read_to_string(workspace.path().join("changed")).expect("written");
    let start = date(year, 1, 1).in_tz("America/Chicago").expect("a moment");
    let seconds = start.timestamp().as_second();
    let pages = ["/everything", "/fees"];
    let expected = pages.map(|page| format!("{page} {seconds} {year}-01-01\n"));
    assert_eq!(changed, expected.concat());
}

#[test]
fn what_changes_alike_at_all_moments_is_said_once() {
    let workspace = Workspace::small();
    let year = next_year();
    announce_rate(&workspace, year);
    let workspace = workspace.committed();
    workspace.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    let shown = workspace.done("diff");
    assert_eq!(shown.matches("**Well:**").count(), 1, "{shown}");
    lacks(&shown, &["### Now", "### From", "Not visible", "(until"]);
}

#[test]
fn what_ends_says_when_and_what_begins_stands_below_its_moment() {
    let workspace = Workspace::small();
    let year = next_year();
    announce_rate(&workspace, year);
    let workspace = workspace.committed();
    set_rate(&workspace, "rate = 119", "annual = 8_925", "monthly = 744");
    let offer = format!(
        "[[blocks]]\nkind = \"section\"\nheading = \"An offer\"\nbody = \"It ends.\"\nstarts = {year}-03-01\nends = {year}-03-31\n\n"
    );
    let at = "[[blocks]]\nkind = \"service_areas\"";
    workspace.replace("pages/services.toml", at, &format!("{offer}{at}"));
    let shown = workspace.done("diff");
    let (now, ahead) = shown.split_once("\n### From ").expect("a moment ahead");
    let before = year - 1;
    let ends = format!("(`calculator`) (until the end of December 31, {before})");
    holds(now, &["### Now\n\n#### For compliance: fees", &ends]);
    lacks(now, &["An offer"]);
    let offered =
        format!("- on `/services`: **An offer** (added) (until the end of March 31, {year})");
    holds(ahead, &[&offered]);
    assert!(ahead.starts_with(&format!("March 1, {year}\n")), "{ahead}");
    lacks(ahead, &["Fee schedule", "### From"]);
}
