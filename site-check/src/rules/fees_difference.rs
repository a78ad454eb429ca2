use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Tree;
use site_schema::fees::grouped;
use site_schema::model::FeeSchedule;

pub static RULE: Rule = Rule {
    code: "fees/difference",
    severity: Severity::Warning,
    summary: "Two fee schedules charge different fees on the same portfolio, and nothing says that this is meant.",
    why: "Visitors who compare two pages find two answers to what they would pay.",
    bad: "content/fees.toml\n[schedules.calculator]\nbilling = \"cliff\"\n[schedules.published]\nbilling = \"marginal\"",
    good: "content/fees.toml\nacknowledged_difference = \"Both stand until the firm decides.\"",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
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
            report.push(
                Diagnostic::at(
                    file,
                    file.document.key_place(&format!("/schedules/{name}")),
                    format!("`{other_name}` and `{name}` charge different fees"),
                )
                .expected("one fee for one portfolio, or `acknowledged_difference` with the reason")
                .found(format!(
                    "on ${}: ${} a year by `{other_name}`, ${} by `{name}`",
                    grouped(assets),
                    grouped(one),
                    grouped(two)
                ))
                .help("Correct the schedule that is wrong, or say at the top of the file why both stand: acknowledged_difference = \"…\""),
            );
        }
    }
}

/// The amount of interest on which two schedules differ most, with both annual fees.
fn widest(one: &FeeSchedule, two: &FeeSchedule) -> Option<(u64, u64, u64)> {
    let amounts = one
        .amounts_of_interest()
        .into_iter()
        .chain(two.amounts_of_interest());
    let fee = |schedule: &FeeSchedule, assets| Some(schedule.quote(assets)?.fee()?.annual());
    amounts
        .filter_map(|assets| Some((assets, fee(one, assets)?, fee(two, assets)?)))
        .filter(|(_, one, two)| one != two)
        .max_by_key(|(_, one, two)| one.abs_diff(*two))
}
