//! Fee schedules, with what each charges on a set of portfolios before and after.

use super::spread::{ValueChange, values};
use schemars::JsonSchema;
use serde::Serialize;
use site_schema::fees::{grouped, percent};
use site_schema::model::{Billing, FeeSchedule, Fees, TaxService};
use std::collections::BTreeSet;

/// A fee schedule that is not as it was.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ScheduleChange {
    /// Its name in content/fees.toml.
    pub name: String,
    pub title: String,
    /// What differs in what it says: tiers, billing, minimum fee, worked examples.
    pub values: Vec<ValueChange>,
    /// What it charges differently, by portfolio; portfolios with the same fee are left out.
    pub deltas: Vec<FeeDelta>,
    /// The portfolios that were compared, in whole dollars.
    pub compared: Vec<u64>,
}

/// What is charged on one portfolio, before and after.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FeeDelta {
    /// The portfolio in whole dollars.
    pub assets: u64,
    /// None where no such schedule was there.
    pub before: Option<Charge>,
    /// None where no such schedule is there any more.
    pub after: Option<Charge>,
}

/// What is charged on a portfolio.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Charge {
    /// Whole dollars a year; none where words stand in place of an amount.
    pub annual: Option<u64>,
    /// Whole dollars a quarter.
    pub quarterly: Option<u64>,
    /// What is shown in place of an amount.
    pub words: Option<String>,
}

/// Round sums, compared whatever the tiers are.
const ROUND: [u64; 10] = [
    100_000, 250_000, 500_000, 750_000, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000,
    10_000_000,
];

pub fn schedules(old: &Fees, new: &Fees) -> Vec<ScheduleChange> {
    let lost = old.schedules.keys();
    let lost = lost.filter(|name| !new.schedules.contains_key(name.as_str()));
    let names = new.schedules.keys().chain(lost);
    names
        .filter_map(|name| {
            let (before, after) = (old.schedules.get(name), new.schedules.get(name));
            let stated = |schedule: Option<&FeeSchedule>| schedule.map_or_else(Vec::new, stated);
            let values = values(&stated(before), &stated(after));
            let compared = portfolios(&[before, after]);
            let deltas = deltas(before, after, &compared);
            let title = after.or(before).map(|schedule| schedule.title.to_string());
            (!values.is_empty()).then(|| ScheduleChange {
                name: name.to_owned(),
                title: title.unwrap_or_default(),
                values,
                deltas,
                compared,
            })
        })
        .collect()
}

/// Every tier's bounds, one dollar beyond, and round sums.
fn portfolios(schedules: &[Option<&FeeSchedule>]) -> Vec<u64> {
    let tiers = schedules
        .iter()
        .flatten()
        .flat_map(|each| each.tiers.iter());
    let bounds = tiers.filter_map(|tier| tier.up_to);
    let around = bounds.flat_map(|bound| [bound, bound.saturating_add(1)]);
    let all: BTreeSet<u64> = around.chain(ROUND).filter(|amount| *amount > 0).collect();
    all.into_iter().collect()
}

fn deltas(
    before: Option<&FeeSchedule>,
    after: Option<&FeeSchedule>,
    portfolios: &[u64],
) -> Vec<FeeDelta> {
    let charge = |schedule: Option<&FeeSchedule>, assets: u64| {
        let schedule = schedule?;
        let fee = schedule.quote(assets)?.fee();
        let words = schedule
            .minimum
            .as_ref()
            .map(|least| least.label.to_string());
        Some(Charge {
            annual: fee.map(|fee| fee.annual()),
            quarterly: fee.map(|fee| fee.quarterly()),
            words: words.filter(|_| fee.is_none()),
        })
    };
    let all = portfolios.iter().map(|assets| FeeDelta {
        assets: *assets,
        before: charge(before, *assets),
        after: charge(after, *assets),
    });
    all.filter(|delta| delta.before != delta.after).collect()
}

pub fn money(dollars: u64) -> String {
    format!("${}", grouped(dollars))
}

/// Everything a schedule says, by name.
fn stated(schedule: &FeeSchedule) -> Vec<(String, String)> {
    let FeeSchedule {
        title,
        billing,
        minimum,
        tiers,
        examples,
    } = schedule;
    let billing = match billing {
        Billing::Cliff => "the whole portfolio at the rate of its tier",
        Billing::Marginal => "each part of the portfolio at the rate of its tier",
    };
    let mut out = vec![
        ("title".to_owned(), title.to_string()),
        ("billing".to_owned(), billing.to_owned()),
    ];
    if let Some(minimum) = minimum {
        let annual = minimum
            .annual
            .map(|annual| format!(", {} a year", money(annual)));
        let text = format!("{}{}", &*minimum.label, annual.unwrap_or_default());
        out.push(("minimum fee".to_owned(), text));
    }
    for (place, tier) in tiers.iter().enumerate() {
        let to = tier
            .up_to
            .map_or("and above".to_owned(), |to| format!("to {}", money(to)));
        let rate = tier.rate.map_or("the minimum fee".to_owned(), percent);
        let text = format!("“{}”, {} {to}: {rate}", &*tier.label, money(tier.from));
        out.push((format!("tier {}", place + 1), text));
    }
    for (place, example) in examples.iter().enumerate() {
        let [assets, annual, monthly] =
            [example.assets, example.annual, example.monthly].map(money);
        let text = format!("{assets}: {annual} a year, {monthly} a month");
        out.push((format!("worked example {}", place + 1), text));
    }
    out
}

/// The agreement's terms, what the tax firm charges, and why two schedules differ.
pub fn terms(old: &Fees, new: &Fees) -> Vec<ValueChange> {
    values(&listed(old), &listed(new))
}

fn listed(fees: &Fees) -> Vec<(String, String)> {
    let terms = &fees.terms;
    let dates: Vec<&str> = terms.valuation_dates.iter().map(|date| &**date).collect();
    let named = [
        ("investment minimum", money(terms.investment_minimum)),
        (
            "transfer of accounts",
            format!("{} days", terms.transfer_days),
        ),
        ("commitment", terms.commitment.to_string()),
        (
            "notice to end",
            format!("{} days", terms.termination_notice_days),
        ),
        ("valuation dates", dates.join(", ")),
    ];
    let mut out: Vec<(String, String)> = named
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    for service in fees.tax_services.iter() {
        let TaxService {
            id,
            service: name,
            minimum,
            description,
            includes,
        } = service;
        let tell = |what: &str, value: String| (format!("tax service {}: {what}", &**id), value);
        let includes: Vec<&str> = includes.iter().map(|item| &**item).collect();
        out.push(tell("name", name.to_string()));
        out.push(tell("from", money(*minimum)));
        out.push(tell("description", description.to_string()));
        out.push(tell("includes", includes.join("; ")));
    }
    if let Some(reason) = &fees.acknowledged_difference {
        let name = "why two schedules that disagree both stand";
        out.push((name.to_owned(), reason.to_string()));
    }
    out
}
