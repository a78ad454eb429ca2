use super::{File, Sink};
use serde_json::Value;
use site_schema::fees::{TierError, grouped};
use site_schema::model::FeeSchedule;

/// The fee schedules by name; none where their file has a schema error.
fn schedules(file: &File) -> impl Iterator<Item = (&str, &FeeSchedule)> {
    let schedules = file.fees.iter().flat_map(|fees| fees.schedules.iter());
    schedules.map(|(name, schedule)| (name.as_str(), schedule))
}

/// Those whose tiers cover every amount once.
fn sound_schedules(file: &File) -> Vec<(&str, &FeeSchedule)> {
    schedules(file)
        .filter(|(_, schedule)| schedule.tier_errors().is_empty())
        .collect()
}

pub(super) fn check_difference(file: &File, out: &mut Sink) {
    if file.document.value.get("acknowledged_difference").is_some() {
        return;
    }
    let schedules = sound_schedules(file);
    for (index, (name, schedule)) in schedules.iter().enumerate() {
        for (other_name, other) in &schedules[..index] {
            let Some((assets, one, two)) = widest(other, schedule) else {
                continue;
            };
            let [assets, one, two] = [assets, one, two].map(grouped);
            let place = file.document.key_span(&format!("/schedules/{name}"));
            out.at(file, place, format!("`{other_name}` and `{name}` charge different fees"))
                .expected("the same fee for the same portfolio, or `acknowledged_difference` with the reason")
                .found(format!("${one} a year in `{other_name}` and ${two} in `{name}` for ${assets}"))
                .help("Correct the wrong schedule, or give the reason at the top of the file: acknowledged_difference = \"…\"");
        }
    }
}

/// The amount on which two schedules differ most, with both annual fees.
fn widest(one: &FeeSchedule, two: &FeeSchedule) -> Option<(u64, u64, u64)> {
    let amounts = [one, two]
        .into_iter()
        .flat_map(FeeSchedule::amounts_of_interest);
    let fee = |schedule: &FeeSchedule, assets| Some(schedule.quote(assets)?.fee()?.annual());
    amounts
        .filter_map(|assets| Some((assets, fee(one, assets)?, fee(two, assets)?)))
        .filter(|(_, one, two)| one != two)
        .max_by_key(|(_, one, two)| one.abs_diff(*two))
}

pub(super) fn check_examples(file: &File, out: &mut Sink) {
    for (name, schedule) in sound_schedules(file) {
        for (index, example) in schedule.examples.iter().enumerate() {
            let fee = schedule.quote(example.assets).and_then(|quote| quote.fee());
            let assets = grouped(example.assets);
            for (key, stated, right) in [
                ("annual", example.annual, fee.map(|fee| fee.annual())),
                ("monthly", example.monthly, fee.map(|fee| fee.monthly())),
            ] {
                let (expected, help) = match right {
                    Some(right) if right == stated => continue,
                    Some(right) => (
                        format!("${} for ${assets}, by the tiers of `{name}`", grouped(right)),
                        format!("Write {key} = {right}, or correct the tiers."),
                    ),
                    None => (
                        format!("an amount for which `{name}` states a fee"),
                        "Choose another example: this amount has the minimum fee, which states no figure.".to_owned(),
                    ),
                };
                let pointer = format!("/schedules/{name}/examples/{index}/{key}");
                out.at_value(file, &pointer, format!("this example's {key} fee is wrong"))
                    .expected(expected)
                    .found(format!("${}", grouped(stated)))
                    .help(help);
            }
        }
    }
}

pub(super) fn check_tiers(file: &File, out: &mut Sink) {
    for (name, schedule) in schedules(file) {
        for (tier, fault) in schedule.tier_errors() {
            let (key, message, help) = words(&fault, tier);
            let pointer = format!("/schedules/{name}/tiers/{tier}/{key}");
            let value = file.document.value.pointer(&pointer);
            let found = match value.and_then(Value::as_u64) {
                Some(amount) => format!("`{key}` = {}", grouped(amount)),
                None => format!("no `{key}`"),
            };
            let message = format!("tier {} of the schedule `{name}` {message}", tier + 1);
            out.at_value(file, &pointer, message)
                .expected("tiers from 0 up, each `from` one dollar above the `up_to` before it, and no `up_to` in the last")
                .found(found)
                .help(help);
        }
    }
}

/// The key of a fault, what the tier does wrong, and what to do.
fn words(fault: &TierError, tier: usize) -> (&'static str, &'static str, String) {
    let (key, message, help) = match fault {
        TierError::From { .. } if tier == 0 => ("from", "does not begin at 0", "Write from = 0."),
        TierError::From { expected } => (
            "from",
            "does not begin one dollar above the end of the one before it",
            &*format!(
                "Write from = {}, or correct the end of the tier before it.",
                grouped(*expected).replace(',', "_")
            ),
        ),
        TierError::Reversed => (
            "up_to",
            "ends below its beginning",
            "Swap the two bounds, or correct the mistyped one.",
        ),
        TierError::Open => (
            "up_to",
            "has no upper bound, but is not the last",
            "Add up_to with the tier's highest amount.",
        ),
        TierError::Closed => (
            "up_to",
            "is the last, but has an upper bound, so larger amounts have no fee",
            "Delete up_to, or add a tier above.",
        ),
        TierError::NoRate => (
            "rate",
            "has no rate",
            "Add the rate in basis points, such as rate = 125 for 1.25 %. Only the first tier may have the schedule's `minimum` instead.",
        ),
    };
    (key, message, help.to_owned())
}
