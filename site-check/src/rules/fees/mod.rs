//! Fee schedules: their tiers, their examples, what they charge, and the agreement
//! that states them.

mod agreement;
mod difference;
mod example;
mod no_examples;
mod tiers;

use crate::load::File;
use crate::rule::Rule;
use site_schema::model::FeeSchedule;

pub(super) static RULES: &[&Rule] = &[
    &agreement::AGREEMENT,
    &difference::DIFFERENCE,
    &example::EXAMPLE,
    &no_examples::NO_EXAMPLES,
    &tiers::TIERS,
];

/// The fee schedules by name; none where their file has a schema error.
fn schedules(file: &File) -> Vec<(&str, &FeeSchedule)> {
    let mut schedules = Vec::new();
    if let Some(fees) = &file.fees {
        for (name, schedule) in fees.schedules.iter() {
            schedules.push((name.as_str(), schedule));
        }
    }
    schedules
}

/// Those whose tiers cover every amount once.
fn sound_schedules(file: &File) -> Vec<(&str, &FeeSchedule)> {
    let mut schedules = schedules(file);
    schedules.retain(|(_, schedule)| schedule.tier_errors().is_empty());
    schedules
}

/// A whole number as it is written in TOML: 1_250_000.
fn written(amount: u64) -> String {
    site_schema::fees::grouped(amount).replace(',', "_")
}
