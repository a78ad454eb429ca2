use super::{Check, Diagnostic, Report, Rule, Severity, Tree};
use site_schema::fees::grouped;
use site_schema::model::FeeSchedule;

pub static RULES: &[Rule] = &[
    Rule {
        code: "fees/difference",
        severity: Severity::Warning,
        summary: "Two fee schedules charge different fees for the same portfolio, and no reason is given.",
        why: "Visitors who compare two pages find two answers to what they would pay.",
        bad: "content/fees.toml\n[schedules.calculator]\nbilling = \"cliff\"\n[schedules.published]\nbilling = \"marginal\"",
        good: "content/fees.toml\nacknowledged_difference = \"Both apply until the firm decides.\"",
        checks: &[Check::Tree(check_difference)],
    },
    Rule {
        code: "fees/example",
        severity: Severity::Error,
        summary: "A worked example disagrees with its fee schedule.",
        why: "A wrong fee on the site of a regulated firm is a promise it did not mean to make.",
        bad: "content/fees.toml\nassets = 500_000\nannual = 6_520\nmonthly = 521",
        good: "content/fees.toml\nassets = 500_000\nannual = 6_250\nmonthly = 521",
        checks: &[Check::Tree(check_examples)],
    },
];

fn check_difference(tree: &Tree, report: &mut Report) {
    let Some((file, schedules)) = tree.sound_fee_schedules() else {
        return;
    };
    if file.document.value.get("acknowledged_difference").is_some() {
        return;
    }
    for (index, (name, schedule)) in schedules.iter().enumerate() {
        for (other_name, other) in &schedules[..index] {
            let Some((assets, one, two)) = widest(other, schedule) else {
                continue;
            };
            let [assets, one, two] = [assets, one, two].map(grouped);
            let place = file.document.key_place(&format!("/schedules/{name}"));
            report.push(
                Diagnostic::at(file, place, format!("`{other_name}` and `{name}` charge different fees"))
                    .expected("the same fee for the same portfolio, or `acknowledged_difference` with the reason")
                    .found(format!("${one} a year in `{other_name}` and ${two} in `{name}` for ${assets}"))
                    .help("Correct the wrong schedule, or give the reason at the top of the file: acknowledged_difference = \"…\""),
            );
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

fn check_examples(tree: &Tree, report: &mut Report) {
    let Some((file, schedules)) = tree.sound_fee_schedules() else {
        return;
    };
    for (name, schedule) in schedules {
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
                let place = file
                    .document
                    .place(&format!("/schedules/{name}/examples/{index}/{key}"));
                report.push(
                    Diagnostic::at(file, place, format!("this example's {key} fee is wrong"))
                        .expected(expected)
                        .found(format!("${}", grouped(stated)))
                        .help(help),
                );
            }
        }
    }
}
