//! Fee schedules, with what each charges on a set of portfolios before and after.

use super::entry::{Entry, Section, values};
use super::side::Side;
use crate::escape::{code, text};
use site_check::reading::{self, schedule};
use site_schema::fees::{grouped, percent};
use site_schema::model::{Billing, FeeSchedule, Fees};
use std::collections::BTreeSet;

/// Round sums, compared whatever the tiers are.
const ROUND: [u64; 10] = [
    100_000, 250_000, 500_000, 750_000, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000,
    10_000_000,
];

/// The fee schedules that are not as they were.
pub fn schedules(base: &Side, head: &Side) -> Section {
    let (old, new) = (&base.content.fees.schedules, &head.content.fees.schedules);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let entries = names.into_iter().filter_map(|name| {
        let mut entry = entry(name, old.get(name), new.get(name))?;
        entry.pages = head.pages(|reading| reading.shows.contains(&schedule(name)));
        Some(entry)
    });
    Section::new("For compliance: fees", entries).counting("fee schedule")
}

fn entry(name: &str, before: Option<&FeeSchedule>, after: Option<&FeeSchedule>) -> Option<Entry> {
    let said = |schedule: Option<&FeeSchedule>| schedule.map_or_else(Vec::new, stated);
    let changes = values(&said(before), &said(after));
    let title = text(&after.or(before)?.title);
    let portfolios = portfolios([before, after]);
    let all = portfolios.len();
    let rows = portfolios.into_iter().filter_map(|assets| {
        let [old, new] = [before, after].map(|schedule| charge(schedule, assets));
        let cell = |column: usize| match (&old[column], &new[column]) {
            (before, after) if before == after => before.clone(),
            (before, after) => format!("{before} → **{after}**"),
        };
        let row = format!("| {}: | {} | {} |\n", money(assets), cell(0), cell(1));
        (old != new).then_some(row)
    });
    let rows: Vec<String> = rows.collect();
    let charged = match rows.len() {
        0 => format!("- What it charges stays the same on all {all} portfolios compared."),
        count => format!(
            "\nOn {count} of the {all} portfolios compared:\n\n| Portfolio | A year | A quarter |\n| ---: | :--- | :--- |\n{}",
            rows.concat()
        ),
    };
    if changes.is_empty() && rows.is_empty() {
        return None;
    }
    let line = format!("**Fee schedule “{title}”** ({})", code(name));
    let mut entry = Entry::listing(line, changes);
    entry.below.push(charged);
    Some(entry)
}

/// Every tier's bounds, one dollar beyond, and round sums.
fn portfolios(schedules: [Option<&FeeSchedule>; 2]) -> BTreeSet<u64> {
    let tiers = schedules.into_iter().flatten().flat_map(|each| &each.tiers);
    let bounds = tiers.filter_map(|tier| tier.up_to);
    let around = bounds.flat_map(|bound| [bound, bound.saturating_add(1)]);
    around.chain(ROUND).filter(|amount| *amount > 0).collect()
}

/// What a schedule charges a year and a quarter; the words in place of an amount, where there is none.
fn charge(schedule: Option<&FeeSchedule>, assets: u64) -> [String; 2] {
    let Some((schedule, quote)) = schedule.and_then(|each| Some((each, each.quote(assets)?)))
    else {
        return ["–", "–"].map(str::to_owned);
    };
    let minimum = schedule.minimum.as_ref();
    let words = minimum.map_or_else(|| "no amount".to_owned(), |it| text(&it.label));
    match quote.fee() {
        Some(fee) => [fee.annual(), fee.quarterly()].map(money),
        None => [words.clone(), words],
    }
}

/// Whole dollars, as they are shown.
fn money(dollars: u64) -> String {
    format!("${}", grouped(dollars))
}

/// What a schedule says, line by line.
fn stated(schedule: &FeeSchedule) -> Vec<(String, String)> {
    let billing = match schedule.billing {
        Billing::Cliff => "the whole portfolio at the rate of its tier",
        Billing::Marginal => "each part of the portfolio at the rate of its tier",
    };
    let mut out = Vec::new();
    let mut say = |name: &str, text: String| out.push((name.to_owned(), text));
    say("title", schedule.title.to_string());
    say("billing", billing.to_owned());
    if let Some(minimum) = &schedule.minimum {
        let annual = minimum.annual;
        let annual = annual.map(|annual| format!(", {} a year", money(annual)));
        let text = format!("{}{}", &*minimum.label, annual.unwrap_or_default());
        say("minimum fee", text);
    }
    for (place, tier) in (1..).zip(&schedule.tiers) {
        let up_to = tier.up_to.map(|to| format!("to {}", money(to)));
        let to = up_to.unwrap_or_else(|| "and above".to_owned());
        let rate = tier.rate.map_or("the minimum fee".to_owned(), percent);
        let text = format!("“{}”, {} {to}: {rate}", &*tier.label, money(tier.from));
        say(&format!("tier {place}"), text);
    }
    for (place, example) in (1..).zip(&schedule.examples) {
        let [assets, annual, monthly] =
            [example.assets, example.annual, example.monthly].map(money);
        let text = format!("{assets}: {annual} a year, {monthly} a month");
        say(&format!("worked example {place}"), text);
    }
    out
}

/// The agreement's terms, what the tax firm charges, and why two schedules differ.
pub fn terms(old: &Fees, new: &Fees) -> Section {
    let mut sides = [reading::values(old), reading::values(new)];
    for side in &mut sides {
        side.retain(|(name, _)| !name.starts_with("schedules "));
    }
    let heading = "For compliance: terms and tax services";
    Section::new(heading, values(&sides[0], &sides[1]))
        .counting("fee term")
        .unseen()
}
