use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Tree;
use site_schema::fees::{Fault, grouped};

pub static RULE: Rule = Rule {
    code: "fees/tiers",
    severity: Severity::Error,
    summary: "The tiers of a fee schedule overlap, leave a gap, are out of order, or do not cover every amount.",
    why: "For some portfolio there would be two fees, or none; the firm may not publish that.",
    bad: "content/fees.toml\nfrom = 0\nup_to = 1_000_000\n# next tier\nfrom = 1_000_000",
    good: "content/fees.toml\nfrom = 0\nup_to = 1_000_000\n# next tier\nfrom = 1_000_001",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    let Some((file, schedules)) = tree.fee_schedules() else {
        return;
    };
    for (name, schedule) in schedules {
        let schedule = match schedule {
            Ok(schedule) => schedule,
            Err(error) => {
                let at = file.document.key_place(&format!("/schedules/{name}"));
                report.push(
                    Diagnostic::at(file, at, format!("the schedule `{name}` can't be read"))
                        .expected("a schedule whose every value has the type of its key")
                        .found(error.to_string())
                        .help("Change the value that is named here back to what it was."),
                );
                continue;
            }
        };
        for fault in schedule.faults() {
            let (tier, key, message, expected, help) = words(&fault);
            let pointer = format!("/schedules/{name}/tiers/{tier}/{key}");
            let found = file
                .document
                .value
                .pointer(&pointer)
                .and_then(serde_json::Value::as_u64);
            let found = found.map_or_else(
                || format!("no `{key}`"),
                |amount| format!("`{key}` = {}", grouped(amount)),
            );
            let at = Diagnostic::at(
                file,
                file.document.place(&pointer),
                format!("{message} (schedule `{name}`)"),
            );
            report.push(at.expected(expected).found(found).help(help));
        }
    }
}

/// The tier and key that are meant, the message, what was expected, and the help.
fn words(fault: &Fault) -> (usize, &'static str, String, String, String) {
    let ordinal = |tier: usize| tier + 1;
    match *fault {
        Fault::Start { .. } => (
            0,
            "from",
            "the first tier does not begin at 0".into(),
            "`from` = 0".into(),
            "Write from = 0.".into(),
        ),
        Fault::Reversed { tier } => (
            tier,
            "up_to",
            format!("tier {} ends below its own beginning", ordinal(tier)),
            "`up_to` at or above `from`".into(),
            "Exchange the two bounds, or correct the mistyped one.".into(),
        ),
        Fault::Overlap { tier, expected, .. } => (
            tier,
            "from",
            format!("tier {} overlaps the one before it", ordinal(tier)),
            format!(
                "`from` = {}, one dollar above the end of the tier before",
                grouped(expected)
            ),
            format!(
                "Write from = {}, or lower the end of the tier before.",
                underscored(expected)
            ),
        ),
        Fault::Gap {
            tier,
            expected,
            from,
        } => (
            tier,
            "from",
            format!(
                "no tier covers {} to {}",
                grouped(expected),
                grouped(from.saturating_sub(1))
            ),
            format!(
                "`from` = {}, one dollar above the end of the tier before",
                grouped(expected)
            ),
            format!(
                "Write from = {}, or raise the end of the tier before.",
                underscored(expected)
            ),
        ),
        Fault::Order { tier } => (
            tier,
            "from",
            format!(
                "tier {} is out of order: it begins below the one before it",
                ordinal(tier)
            ),
            "tiers from the lowest to the highest".into(),
            "Move the tier to its place.".into(),
        ),
        Fault::Open { tier } => (
            tier,
            "up_to",
            format!(
                "tier {} has no upper bound, but tiers follow",
                ordinal(tier)
            ),
            "`up_to` in every tier but the last".into(),
            "Add up_to with the tier's highest amount.".into(),
        ),
        Fault::Closed { tier } => (
            tier,
            "up_to",
            "the last tier ends: nothing says what is charged above it".into(),
            "no `up_to` in the last tier".into(),
            "Delete up_to, or add a tier above.".into(),
        ),
        Fault::NoRate { tier } => (
            tier,
            "rate",
            format!(
                "tier {} has no rate; only the first may be charged the minimum fee",
                ordinal(tier)
            ),
            "`rate` in basis points: 125 is 1.25 %".into(),
            "Add rate = … to the tier.".into(),
        ),
        Fault::NoMinimum => (
            0,
            "rate",
            "the first tier has no rate and the schedule no minimum fee".into(),
            "`rate`, or `minimum` in the schedule".into(),
            "Add rate = … to the tier, or minimum = { label = \"…\" } to the schedule.".into(),
        ),
    }
}

/// An amount as TOML takes it: 1_000_000.
fn underscored(amount: u64) -> String {
    grouped(amount).replace(',', "_")
}
