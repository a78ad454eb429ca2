//! What both fee schedules charge, as a person would review it.

use site_content::CONTENT;
use site_schema::fees::{Quote, grouped, percent};
use site_schema::model::FeeSchedule;
use std::fmt::Write;

#[test]
fn the_calculators_schedule() {
    insta::assert_snapshot!(table("calculator"));
}

#[test]
fn the_published_schedule() {
    insta::assert_snapshot!(table("published"));
}

/// Reading A of the specification, section 9, at the middle of each tier.
#[test]
fn the_calculator_charges_what_the_specification_says() {
    let schedule = CONTENT
        .fees
        .schedules
        .get("calculator")
        .expect("the schedule of /fees");
    for (assets, annual) in [
        (250_000, 3_125),
        (1_000_000, 12_500),
        (1_000_001, 10_000),
        (3_000_000, 30_000),
        (4_000_000, 32_000),
        (5_000_000, 37_500),
        (10_000_000, 70_000),
    ] {
        let quote = schedule.quote(assets).and_then(|quote| quote.fee());
        assert_eq!(quote.map(|fee| fee.annual()), Some(annual), "on {assets}");
    }
    let Some(Quote::Minimum {
        minimum: Some(minimum),
        ..
    }) = schedule.quote(249_999)
    else {
        panic!("below the first bound the minimum fee applies");
    };
    assert_eq!(&*minimum.label, "Discuss with Advisor");
}

/// Reading B of the specification, section 9: its four worked examples.
#[test]
fn the_published_schedule_agrees_with_the_specifications_examples() {
    let schedule = CONTENT
        .fees
        .schedules
        .get("published")
        .expect("the schedule of /fee-calculator");
    for (assets, annual, monthly) in [
        (500_000, 6_250, 521),
        (1_000_000, 12_500, 1_042),
        (1_500_000, 17_500, 1_458),
        (2_500_000, 26_250, 2_188),
    ] {
        let fee = schedule
            .quote(assets)
            .and_then(|quote| quote.fee())
            .expect("a fee");
        assert_eq!(
            (fee.annual(), fee.monthly()),
            (annual, monthly),
            "on {assets}"
        );
    }
}

fn table(name: &str) -> String {
    let schedule = CONTENT
        .fees
        .schedules
        .get(name)
        .expect("a schedule of content/fees.toml");
    let mut out = format!(
        "{:>12}  {:>10} {:>10} {:>9}  tier\n",
        "assets", "annual", "quarterly", "monthly"
    );
    for assets in schedule.amounts_of_interest() {
        line(&mut out, schedule, assets);
    }
    out
}

fn line(out: &mut String, schedule: &FeeSchedule, assets: u64) {
    let written = match schedule.quote(assets) {
        Some(Quote::Fee { tier, fee }) => writeln!(
            out,
            "{:>12}  {:>10} {:>10} {:>9}  {} at {}",
            grouped(assets),
            grouped(fee.annual()),
            grouped(fee.quarterly()),
            grouped(fee.monthly()),
            &*tier.label,
            tier.rate.map_or_else(String::new, percent),
        ),
        Some(Quote::Minimum { tier, minimum }) => {
            let label = minimum.map_or("", |fee| &*fee.label);
            writeln!(out, "{:>12}  {label}  {}", grouped(assets), &*tier.label)
        }
        None => writeln!(out, "{:>12}  nothing", grouped(assets)),
    };
    written.expect("writing to a string can't fail");
}
