use super::{Check, Diagnostic, Report, Rule, Severity, Tree};
use serde_json::Value;
use site_schema::fees::{Fault, grouped};

pub static RULES: &[Rule] = &[Rule {
    code: "fees/tiers",
    severity: Severity::Error,
    summary: "The tiers of a fee schedule overlap, leave a gap, are out of order, or do not cover every amount.",
    why: "Some portfolios would have two fees, or none; the firm may not publish that.",
    bad: "content/fees.toml\nfrom = 0\nup_to = 1_000_000\n# next tier\nfrom = 1_000_000",
    good: "content/fees.toml\nfrom = 0\nup_to = 1_000_000\n# next tier\nfrom = 1_000_001",
    checks: &[Check::Tree(check)],
}];

fn check(tree: &Tree, report: &mut Report) {
    let Some((file, schedules)) = tree.fee_schedules() else {
        return;
    };
    for (name, schedule) in schedules {
        for fault in schedule.faults() {
            let (tier, key) = place(&fault);
            let (message, expected, help) = words(&fault);
            let pointer = format!("/schedules/{name}/tiers/{tier}/{key}");
            let value = file.document.value.pointer(&pointer);
            let found = match value.and_then(Value::as_u64) {
                Some(amount) => format!("`{key}` = {}", grouped(amount)),
                None => format!("no `{key}`"),
            };
            let message = format!("{message} (schedule `{name}`)");
            report.push(
                Diagnostic::at(file, file.document.place(&pointer), message)
                    .expected(expected)
                    .found(found)
                    .help(help),
            );
        }
    }
}

/// The tier and the key of a fault.
fn place(fault: &Fault) -> (usize, &'static str) {
    match *fault {
        Fault::Start { .. } => (0, "from"),
        Fault::Overlap { tier, .. } | Fault::Gap { tier, .. } | Fault::Order { tier } => {
            (tier, "from")
        }
        Fault::Reversed { tier } | Fault::Open { tier } | Fault::Closed { tier } => (tier, "up_to"),
        Fault::NoRate { tier } => (tier, "rate"),
        Fault::NoMinimum => (0, "rate"),
    }
}

/// The message, what was expected, and what to do.
fn words(fault: &Fault) -> (String, String, String) {
    let number = place(fault).0 + 1;
    let above = |from| {
        let from = grouped(from);
        format!("`from` = {from}, one dollar above the tier before it")
    };
    match *fault {
        Fault::Start { .. } => (
            "the first tier does not begin at 0".into(),
            "`from` = 0".into(),
            "Write from = 0.".into(),
        ),
        Fault::Reversed { .. } => (
            format!("tier {number} ends below its beginning"),
            "`up_to` at or above `from`".into(),
            "Swap the two bounds, or correct the mistyped one.".into(),
        ),
        Fault::Overlap { expected, .. } => (
            format!("tier {number} overlaps the one before it"),
            above(expected),
            format!(
                "Write from = {}, or lower the end of the tier before it.",
                underscored(expected)
            ),
        ),
        Fault::Gap { expected, from, .. } => (
            format!(
                "no tier covers {} to {}",
                grouped(expected),
                grouped(from.saturating_sub(1))
            ),
            above(expected),
            format!(
                "Write from = {}, or raise the end of the tier before it.",
                underscored(expected)
            ),
        ),
        Fault::Order { .. } => (
            format!("tier {number} begins below the one before it"),
            "tiers from the lowest to the highest".into(),
            "Move the tier to its place.".into(),
        ),
        Fault::Open { .. } => (
            format!("tier {number} has no upper bound, but is not the last"),
            "`up_to` in every tier but the last".into(),
            "Add up_to with the tier's highest amount.".into(),
        ),
        Fault::Closed { .. } => (
            "the last tier has an upper bound, so larger amounts have no fee".into(),
            "no `up_to` in the last tier".into(),
            "Delete up_to, or add a tier above.".into(),
        ),
        Fault::NoRate { .. } => (
            format!("tier {number} has no rate"),
            "`rate` in basis points (125 is 1.25 %); only the first tier may have the minimum fee instead".into(),
            "Add rate = … to the tier.".into(),
        ),
        Fault::NoMinimum => (
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
