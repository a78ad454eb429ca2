//! Fee schedules: their tiers, their examples, and what they charge.

use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;
use site_schema::fees::{TierError, grouped};
use site_schema::model::FeeSchedule;
use std::borrow::Cow;

pub(super) static RULES: &[&Rule] = &[&DIFFERENCE, &EXAMPLE, &TIERS];

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

static DIFFERENCE: Rule = Rule {
    code: "fees/difference",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check_difference),
    summary: "Two fee schedules charge different fees for the same portfolio, and no reason is given.",
    why: "Visitors who compare two pages find two answers to what they would pay.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: "# No reason is given why the schedules below differ.",
        right: r#"acknowledged_difference = "One page charges the whole portfolio at one rate, the other each part at its own.""#,
    },
};

fn check_difference(file: &File, out: &mut Diagnostics) {
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

static EXAMPLE: Rule = Rule {
    code: "fees/example",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_examples),
    summary: "A worked example disagrees with its fee schedule.",
    why: "A wrong fee on the site of a regulated firm is a promise it did not mean to make.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: r"
assets = 1_500_000
annual = 15_700
monthly = 1_458
",
        right: r"
assets = 1_500_000
annual = 17_500
monthly = 1_458
",
    },
};

fn check_examples(file: &File, out: &mut Diagnostics) {
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

static TIERS: Rule = Rule {
    code: "fees/tiers",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_tiers),
    summary: "The tiers of a fee schedule overlap, leave a gap, are out of order, or do not cover every amount.",
    why: "Some portfolios would have two fees, or none; the firm may not publish that.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: r#"
from = 0
up_to = 1_000_000
rate = 125

[[schedules.small.tiers]]
label = "Above"
from = 1_000_000
"#,
        right: r#"
from = 0
up_to = 1_000_000
rate = 125

[[schedules.small.tiers]]
label = "Above"
from = 1_000_001
"#,
    },
};

fn check_tiers(file: &File, out: &mut Diagnostics) {
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
fn words(fault: &TierError, tier: usize) -> (&'static str, &'static str, Cow<'static, str>) {
    match fault {
        TierError::From { .. } if tier == 0 => {
            ("from", "does not begin at 0", "Write from = 0.".into())
        }
        TierError::From { expected } => {
            let from = grouped(*expected).replace(',', "_");
            (
                "from",
                "does not begin one dollar above the end of the one before it",
                format!("Write from = {from}, or correct the end of the tier before it.").into(),
            )
        }
        TierError::Reversed => (
            "up_to",
            "ends below its beginning",
            "Swap the two bounds, or correct the mistyped one.".into(),
        ),
        TierError::Open => (
            "up_to",
            "has no upper bound, but is not the last",
            "Add up_to with the tier's highest amount.".into(),
        ),
        TierError::Closed => (
            "up_to",
            "is the last, but has an upper bound, so larger amounts have no fee",
            "Delete up_to, or add a tier above.".into(),
        ),
        TierError::NoRate => (
            "rate",
            "has no rate",
            "Add the rate in basis points, such as rate = 125 for 1.25 %. Only the first tier may have the schedule's `minimum` instead.".into(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn difference() {
        assert_snapshot!(check("fees.toml", "acknowledged_difference = \"One page charges the whole portfolio at one rate, the other each part at its own.\"\n", ""), @r#"
        warning[fees/difference]: `calculator` and `small` charge different fees
         --> content/fees.toml:2:12
          |
        2 | [schedules.small]
          |            ^^^^^
          |
          = expected: the same fee for the same portfolio, or `acknowledged_difference` with the reason
          = found: $70,000 a year in `calculator` and $102,500 in `small` for $10,000,000
          = help: Correct the wrong schedule, or give the reason at the top of the file: acknowledged_difference = "…"
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn example() {
        assert_snapshot!(check("fees.toml", "17_500", "17_600"), @r#"
        error[fees/example]: this example's annual fee is wrong
          --> content/fees.toml:20:10
           |
        20 | annual = 17_600
           |          ^^^^^^
           |
           = expected: $17,500 for $1,500,000, by the tiers of `small`
           = found: $17,600
           = help: Write annual = 17500, or correct the tiers.
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn tiers() {
        assert_snapshot!(check("fees.toml", "from = 1_000_001", "from = 1_000_000"), @r#"
        error[fees/tiers]: tier 2 of the schedule `small` does not begin one dollar above the end of the one before it
          --> content/fees.toml:15:8
           |
        15 | from = 1_000_000
           |        ^^^^^^^^^
           |
           = expected: tiers from 0 up, each `from` one dollar above the `up_to` before it, and no `up_to` in the last
           = found: `from` = 1,000,000
           = help: Write from = 1_000_001, or correct the end of the tier before it.
        "#);
        finds("fees/tiers", &[
            ("fees.toml", "from = 1_000_001\n", "from = 1_000_001\nup_to = 2_000_000\n", (16, 9)),
            ("fees.toml", "rate = 100", "", (13, 1)),
            ("fees.toml", "from = 0", "from = 1", (9, 8)),
            ("fees.toml", "from = 1_000_001", "from = 1_100_000", (15, 8)),
            ("fees.toml", "from = 1_000_001", "from = 900_000", (15, 8)),
            ("fees.toml", "rate = 125", "rate = 125\n\n[[schedules.small.tiers]]\nlabel = \"Middle\"\nfrom = 1_000_001\nup_to = 1_000_000\nrate = 110", (16, 9)),
            ("fees.toml", "up_to = 1_000_000\n", "", (7, 1)),
            ("fees.toml", "rate = 125", "", (7, 1)),
        ]);
    }
}
