//! What the compliance officer answers for: disclaimers, fees, facts.

use super::escape::{code, text};
use super::page::Page;
use super::{folded, item, places, value, words};
use crate::diff::disclaimers::DisclaimerChange;
use crate::diff::facts::{FactChange, FactChangeKind};
use crate::diff::fees::{Charge, FeeDelta, ScheduleChange, money};
use crate::diff::report::DiffReport;

/// Charges on more portfolios than these are folded.
const SHOWN: usize = 12;

pub fn render(page: &mut Page, report: &DiffReport) {
    page.section("For compliance: disclaimers");
    for change in &report.disclaimers {
        page.entry(&disclaimer(change, report.pages.compared));
    }
    page.section("For compliance: fees");
    for change in &report.fees {
        page.entry(&schedule(change));
    }
    for change in &report.terms {
        page.entry(&item(&value(change), &[]));
    }
    page.section("For compliance: facts");
    for change in &report.facts {
        page.entry(&fact(change));
    }
    page.section("Details of the firms");
    for change in &report.details {
        page.entry(&item(&value(change), &[]));
    }
}

fn disclaimer(change: &DisclaimerChange, every: usize) -> String {
    let name = text(&change.name);
    let (places, fold) = match change.pages.as_slice() {
        [] => ("which no page shows".to_owned(), None),
        pages => places(pages, every),
    };
    let line = match (&change.before, &change.after) {
        (Some(_), Some(_)) => {
            format!("**Changed**: {name}, {places}: {}", words(&change.words))
        }
        (None, Some(after)) => format!("**Added**: {name}, {places}: {}", text(after)),
        (Some(before), _) => {
            format!("**Removed**: {name}, {places}: ~~{}~~", text(before))
        }
        (None, None) => return String::new(),
    };
    item(&line, fold.as_slice())
}

fn schedule(change: &ScheduleChange) -> String {
    let line = format!(
        "**Fee schedule “{}”** ({})",
        text(&change.title),
        code(&change.name)
    );
    let mut below: Vec<String> = change
        .values
        .iter()
        .map(|change| format!("- {}", value(change)))
        .collect();
    if change.deltas.is_empty() {
        let count = change.compared.len();
        below.push(format!(
            "- What it charges stays the same on all {count} portfolios compared."
        ));
    } else {
        let table = deltas(&change.deltas);
        let count = change.deltas.len();
        let same = change.compared.len() - count;
        let title = format!(
            "What it charges, on {count} of {} portfolios ({same} stay the same)",
            count + same
        );
        below.push(if count > SHOWN {
            let first = deltas(&round(&change.deltas));
            format!("\n{first}\n{}", folded(&title, &table))
        } else {
            format!("\n{table}")
        });
    }
    item(&line, &below) + "\n"
}

/// The deltas on round sums, which say most in few lines.
fn round(deltas: &[FeeDelta]) -> Vec<FeeDelta> {
    let round = deltas.iter().filter(|delta| delta.assets % 50_000 == 0);
    round
        .take(SHOWN)
        .map(|delta| FeeDelta {
            assets: delta.assets,
            before: delta.before.clone(),
            after: delta.after.clone(),
        })
        .collect()
}

fn deltas(deltas: &[FeeDelta]) -> String {
    let mut out = "| Portfolio | A year | A quarter |\n| ---: | :--- | :--- |\n".to_owned();
    for delta in deltas {
        let [yearly, quarterly] = [Charge::yearly, Charge::each_quarter].map(|shown| {
            let side = |charge: &Option<Charge>| charge.as_ref().map_or("–".to_owned(), shown);
            let (before, after) = (side(&delta.before), side(&delta.after));
            if before == after {
                before
            } else {
                format!("{before} → **{after}**")
            }
        });
        out += &format!("| {}: | {yearly} | {quarterly} |\n", money(delta.assets));
    }
    out
}

impl Charge {
    fn yearly(&self) -> String {
        self.shown(self.annual)
    }

    fn each_quarter(&self) -> String {
        self.shown(self.quarterly)
    }

    fn shown(&self, amount: Option<u64>) -> String {
        let words = self.words.as_deref().unwrap_or("no amount");
        amount.map_or_else(|| text(words), money)
    }
}

fn fact(change: &FactChange) -> String {
    let name = code(&change.name);
    let quoted = match change.quoted_by.as_slice() {
        [] => "which nothing quotes".to_owned(),
        files => format!("quoted by {}", super::some(files)),
    };
    let line = match change.change {
        FactChangeKind::Added => format!("**Added**: {name}, {quoted}"),
        FactChangeKind::Removed => format!("**Removed**: {name}, {quoted}"),
        FactChangeKind::Changed => {
            let is_value = change.fields.iter().any(|field| field.name == "value");
            let stays = if is_value {
                String::new()
            } else {
                format!(" (the value stays: {})", text(&change.value))
            };
            format!("**Changed**: {name}, {quoted}{stays}")
        }
    };
    let fields: Vec<String> = change
        .fields
        .iter()
        .map(|field| format!("- {}", value(field)))
        .collect();
    item(&line, &fields)
}
