//! Fee schedules, with the fees on sample portfolios before and after the change.

use super::entry::{Entry, Section, compare_values};
use super::side::Side;
use crate::escape::{code, text};
use site_check::reading::{self, schedule};
use site_schema::fees::{money, percent};
use site_schema::model::{Billing, FeeSchedule, Fees, Tier};
use std::collections::BTreeSet;

/// Round amounts, compared regardless of the tiers.
const ROUND: [u64; 10] = [
    100_000, 250_000, 500_000, 750_000, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000,
    10_000_000,
];

/// The header of the fee table.
const CHARGES_HEAD: &str =
    "| Portfolio | A year | Difference | A quarter |\n| ---: | :--- | :--- | :--- |\n";

/// The header of the tables that visitors see, before and after, side by side.
const TIERS_HEAD: &str = "| Before | Rate | After | Rate |\n| :--- | ---: | :--- | ---: |\n";

/// Returns the fee schedules that differ.
pub fn schedules(base: &Side, head: &Side) -> Section {
    let old = &base.content.fees.schedules;
    let new = &head.content.fees.schedules;
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut entries = Vec::new();
    for name in names {
        let Some(mut entry) = entry(name, old.get(name), new.get(name)) else {
            continue;
        };
        let shown = schedule(name);
        entry.pages = head.pages(|reading| reading.shows.contains(&shown));
        entries.push(entry);
    }
    Section::new("For compliance: fees", entries).counting("fee schedule")
}

/// Returns an entry about a schedule if its text or its fees differ.
fn entry(name: &str, before: Option<&FeeSchedule>, after: Option<&FeeSchedule>) -> Option<Entry> {
    let title = text(&after.or(before)?.title);
    let said_before = before.map_or_else(Vec::new, stated);
    let said_after = after.map_or_else(Vec::new, stated);
    let changes = compare_values(&said_before, &said_after);

    let portfolios = portfolios([before, after]);
    let mut rows = Vec::new();
    for assets in &portfolios {
        let charged_before = Charge::of(before, *assets);
        let charged_after = Charge::of(after, *assets);
        if charged_before != charged_after {
            let year = cell(&charged_before.year, &charged_after.year);
            let quarter = cell(&charged_before.quarter, &charged_after.quarter);
            let difference = difference(charged_before.annual, charged_after.annual);
            let portfolio = money(*assets);
            rows.push(format!(
                "| {portfolio}: | {year} | {difference} | {quarter} |\n"
            ));
        }
    }
    if changes.is_empty() && rows.is_empty() {
        return None;
    }

    let all = portfolios.len();
    let charged = if rows.is_empty() {
        format!("- The fees on all {all} compared portfolios don't change.")
    } else {
        let (count, rows) = (rows.len(), rows.concat());
        format!("\nOn {count} of the {all} compared portfolios:\n\n{CHARGES_HEAD}{rows}")
    };
    let line = format!("**Fee schedule “{title}”** ({})", code(name));
    let mut entry = Entry::listing(line, changes);
    entry.below.push(charged);
    entry.below.push(tables(before, after));
    Some(entry)
}

/// Returns the tables of tiers before and after, even if only the billing or the minimum fee differs.
fn tables(before: Option<&FeeSchedule>, after: Option<&FeeSchedule>) -> String {
    let [old, new] = [before, after].map(|schedule| schedule.map_or_else(Vec::new, cells));
    let mut rows = String::new();
    for at in 0..old.len().max(new.len()) {
        let [old, new] = [old.get(at), new.get(at)].map(|row| row.map_or(" | ", String::as_str));
        rows += &format!("| {old} | {new} |\n");
    }
    format!("\nThe fee table before and after:\n\n{TIERS_HEAD}{rows}")
}

/// Returns the two cells of each tier.
fn cells(schedule: &FeeSchedule) -> Vec<String> {
    let mut cells = Vec::new();
    for tier in &schedule.tiers {
        cells.push(format!("{} | {}", text(&tier.label), rate(tier)));
    }
    cells
}

/// Returns the rate of a tier in words.
fn rate(tier: &Tier) -> String {
    match tier.rate {
        Some(rate) => percent(rate),
        None => "the minimum fee".to_owned(),
    }
}

/// Returns the difference between two fees in dollars, and in percent of the first; empty unless both are given.
fn difference(before: Option<u64>, after: Option<u64>) -> String {
    let (Some(before), Some(after)) = (before, after) else {
        return String::new();
    };
    let sign = if after < before { "−" } else { "+" };
    let dollars = after.abs_diff(before);
    if before == 0 {
        return format!("{sign}{}", money(dollars));
    }
    // Tenths of a percent, rounded to the nearest.
    let dividend = u128::from(dollars) * 2_000 + u128::from(before);
    let tenths = dividend / (u128::from(before) * 2);
    let (whole, tenth) = (tenths / 10, tenths % 10);
    format!("{sign}{} ({sign}{whole}.{tenth}%)", money(dollars))
}

/// Returns a table cell: one value if they are equal, or both.
fn cell(before: &str, after: &str) -> String {
    if before == after {
        before.to_owned()
    } else {
        format!("{before} → **{after}**")
    }
}

/// Returns the portfolios to compare: every tier's bounds, one dollar more, and round amounts.
fn portfolios(schedules: [Option<&FeeSchedule>; 2]) -> BTreeSet<u64> {
    let mut portfolios = BTreeSet::from(ROUND);
    for schedule in schedules.into_iter().flatten() {
        for tier in &schedule.tiers {
            if let Some(bound) = tier.up_to {
                portfolios.insert(bound);
                portfolios.insert(bound.saturating_add(1));
            }
        }
    }
    portfolios.remove(&0);
    portfolios
}

/// The fee of a schedule for one portfolio, in words.
#[derive(PartialEq)]
struct Charge {
    /// Dollars per year; `None` if the schedule shows words instead.
    annual: Option<u64>,
    year: String,
    quarter: String,
}

impl Charge {
    /// Returns the fees of a schedule, or the words that it shows instead.
    fn of(schedule: Option<&FeeSchedule>, assets: u64) -> Self {
        let Some(schedule) = schedule else {
            return Self::without_amount("–".to_owned());
        };
        let Some(quote) = schedule.quote(assets) else {
            return Self::without_amount("–".to_owned());
        };
        match (quote.fee(), &schedule.minimum) {
            (Some(fee), _) => Self {
                annual: Some(fee.annual()),
                year: money(fee.annual()),
                quarter: money(fee.quarterly()),
            },
            (None, Some(minimum)) => Self::without_amount(text(&minimum.label)),
            (None, None) => Self::without_amount("no amount".to_owned()),
        }
    }

    fn without_amount(words: String) -> Self {
        Self {
            annual: None,
            year: words.clone(),
            quarter: words,
        }
    }
}

/// Returns the values of a schedule in words, each with its name.
fn stated(schedule: &FeeSchedule) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut say = |name: &str, words: String| out.push((name.to_owned(), words));
    say("title", schedule.title.to_string());
    let billing = match schedule.billing {
        Billing::Cliff => "the whole portfolio at the rate of its tier",
        Billing::Marginal => "each part of the portfolio at the rate of its tier",
    };
    say("billing", billing.to_owned());
    if let Some(minimum) = &schedule.minimum {
        let mut words = minimum.label.to_string();
        if let Some(annual) = minimum.annual {
            words += &format!(", {} a year", money(annual));
        }
        say("minimum fee", words);
    }
    for (number, tier) in (1..).zip(&schedule.tiers) {
        let words = format!("{}: {}", tier.label, rate(tier));
        say(&format!("tier {number}"), words);
    }
    for (number, example) in (1..).zip(&schedule.examples) {
        let assets = money(example.assets);
        let annual = money(example.annual);
        let monthly = money(example.monthly);
        let words = format!("{assets}: {annual} a year, {monthly} a month");
        say(&format!("worked example {number}"), words);
    }
    out
}

/// Compares the agreement's terms, the tax firm's fees, and the reasons why two schedules differ.
pub fn terms(old: &Fees, new: &Fees) -> Section {
    let heading = "For compliance: terms and tax services";
    Section::new(
        heading,
        compare_values(&named_terms(old), &named_terms(new)),
    )
    .counting("fee term")
    .unseen()
}

/// Returns all values by name, except the schedules.
fn named_terms(fees: &Fees) -> Vec<(String, String)> {
    let mut terms = reading::values(fees);
    terms.retain(|(name, _)| !name.starts_with("schedules "));
    terms
}
