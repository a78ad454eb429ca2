//! Fee schedules: their tiers, their examples, what they charge, and the agreement
//! that states them.

mod agreement;
mod examples;

use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;
use site_schema::fees::{TierError, grouped, money};
use site_schema::model::FeeSchedule;

pub(super) static RULES: &[&Rule] = &[
    &agreement::AGREEMENT,
    &DIFFERENCE,
    &examples::EXAMPLE,
    &examples::NO_EXAMPLES,
    &TIERS,
];

/// Returns the fee schedules by name; an empty list if their file has a schema error.
fn schedules(file: &File) -> Vec<(&str, &FeeSchedule)> {
    let mut schedules = Vec::new();
    if let Some(fees) = &file.fees {
        for (name, schedule) in fees.schedules.iter() {
            schedules.push((name.as_str(), schedule));
        }
    }
    schedules
}

/// Returns the schedules whose tiers cover every amount once: only they determine a fee.
fn sound_schedules(file: &File) -> Vec<(&str, &FeeSchedule)> {
    let mut schedules = schedules(file);
    schedules.retain(|(_, schedule)| schedule.tier_errors().is_empty());
    schedules
}

/// Returns a whole number in the form of TOML: 1_250_000.
fn toml_number(amount: u64) -> String {
    grouped(amount).replace(',', "_")
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
        right: r#"acknowledged_difference = "One page charges the whole portfolio at one rate, the others each part at its own.""#,
    },
};

/// Compares each schedule with the first: if any two differ, at least one of them differs from the first.
fn check_difference(file: &File, out: &mut Diagnostics) {
    if file.document.value.get("acknowledged_difference").is_some() {
        return;
    }
    let schedules = sound_schedules(file);
    let Some(((first_name, first), others)) = schedules.split_first() else {
        return;
    };
    for (name, schedule) in others {
        let Some(widest) = widest_difference(first, schedule) else {
            continue;
        };
        let assets = money(widest.assets);
        let one = money(widest.one);
        let two = money(widest.two);
        let place = file.document.key_span(&format!("/schedules/{name}"));
        out.at(file, place, format!("`{first_name}` and `{name}` charge different fees"))
            .expected("the same fee for the same portfolio, or `acknowledged_difference` with the reason")
            .found(format!("{one} a year in `{first_name}` and {two} in `{name}` for {assets}"))
            .help("Correct the wrong schedule, or give the reason at the top of the file: acknowledged_difference = \"…\"");
    }
}

/// The annual fees of two schedules on one portfolio.
struct Difference {
    assets: u64,
    one: u64,
    two: u64,
}

/// Returns the portfolio whose fees differ most; `None` if two schedules always charge the same.
fn widest_difference(one: &FeeSchedule, two: &FeeSchedule) -> Option<Difference> {
    let mut widest: Option<Difference> = None;
    for schedule in [one, two] {
        for assets in schedule.amounts_of_interest() {
            let Some(found) = difference(one, two, assets) else {
                continue;
            };
            if widest
                .as_ref()
                .is_none_or(|widest| found.size() > widest.size())
            {
                widest = Some(found);
            }
        }
    }
    widest
}

/// Returns the fees of two schedules on a portfolio; `None` if they are equal, or if a schedule doesn't state a fee for it.
fn difference(one: &FeeSchedule, two: &FeeSchedule, assets: u64) -> Option<Difference> {
    let one = one.quote(assets)?.fee()?.annual();
    let two = two.quote(assets)?.fee()?.annual();
    if one == two {
        return None;
    }
    Some(Difference { assets, one, two })
}

impl Difference {
    fn size(&self) -> u64 {
        self.one.abs_diff(self.two)
    }
}

static TIERS: Rule = Rule {
    code: "fees/tiers",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_tiers),
    summary: "The tiers of a fee schedule overlap, leave a gap, are out of order, lack a rate, or don't cover every amount.",
    why: "Some portfolios would have two fees or none, and the firm may not publish that.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: r"
from = 0
up_to = 1_000_000
rate = 125

[[schedules.small.tiers]]
from = 1_000_000
",
        right: r"
from = 0
up_to = 1_000_000
rate = 125

[[schedules.small.tiers]]
from = 1_000_001
",
    },
};

const BOUNDS: &str = "tiers from 0 up, each `from` one dollar above the `up_to` before it, and no `up_to` in the last";

fn check_tiers(file: &File, out: &mut Diagnostics) {
    for (name, schedule) in schedules(file) {
        for (index, error) in schedule.tier_errors() {
            let words = words(&error, index, name);
            let pointer = format!("/schedules/{name}/tiers/{index}/{}", words.key);
            let number = index + 1;
            let message = format!("tier {number} of the schedule `{name}` {}", words.message);
            out.at_value(file, &pointer, message)
                .expected(words.expected)
                .found(found(file, &pointer, words.key))
                .help(words.help);
        }
    }
}

/// Returns the value of a key of a tier, for a message.
fn found(file: &File, pointer: &str, key: &str) -> String {
    let value = file.document.value.pointer(pointer);
    match value.and_then(Value::as_u64) {
        Some(number) => format!("`{key}` = {}", grouped(number)),
        None => format!("no `{key}`"),
    }
}

/// An error of a tier in an editor's words.
struct Message {
    /// The key that is wrong or missing.
    key: &'static str,
    /// The end of the message, such as "has no rate".
    message: &'static str,
    expected: &'static str,
    help: String,
}

fn words(error: &TierError, index: usize, schedule: &str) -> Message {
    match error {
        TierError::OutOfOrder => Message {
            key: "from",
            message: "is out of order",
            expected: "tiers from the lowest to the highest",
            help: "Sort the tiers by `from`, each with its [[…]] line and all lines below that."
                .to_owned(),
        },
        TierError::Twice => Message {
            key: "from",
            message: "has the same bounds as the previous tier",
            expected: BOUNDS,
            help: "Delete one of the two, or correct its bounds.".to_owned(),
        },
        TierError::From { .. } if index == 0 => Message {
            key: "from",
            message: "doesn't begin at 0",
            expected: BOUNDS,
            help: "Write from = 0.".to_owned(),
        },
        TierError::From { expected } => Message {
            key: "from",
            message: "doesn't begin one dollar above the end of the previous tier",
            expected: BOUNDS,
            help: format!(
                "Write from = {}, or correct the end of the previous tier.",
                toml_number(*expected)
            ),
        },
        TierError::Reversed => Message {
            key: "up_to",
            message: "ends below its beginning",
            expected: BOUNDS,
            help: "Swap the two bounds, or correct the mistyped one.".to_owned(),
        },
        TierError::OneDollar => Message {
            key: "up_to",
            message: "ends where it begins",
            expected: "an `up_to` above the tier's `from`",
            help: "Correct one of the two bounds, or delete the tier.".to_owned(),
        },
        TierError::Open => Message {
            key: "up_to",
            message: "has no upper bound, but isn't the last tier",
            expected: BOUNDS,
            help: "Add up_to with the tier's highest amount.".to_owned(),
        },
        TierError::Closed => Message {
            key: "up_to",
            message: "is the last tier, but has an upper bound, so larger amounts have no fee",
            expected: BOUNDS,
            help: "Delete up_to, or add a tier above it.".to_owned(),
        },
        TierError::MarginalWithoutRate => Message {
            key: "rate",
            message: "has no rate, but each part of a portfolio is charged at the rate of its tier",
            expected: "a rate in every tier of a schedule with billing = \"marginal\"",
            help: "Add the rate in basis points, such as rate = 125 for 1.25%.".to_owned(),
        },
        TierError::NeitherRateNorMinimum => Message {
            key: "rate",
            message: "has no rate, and the schedule doesn't say what is charged instead",
            expected: "a rate, or a `minimum` of the schedule that applies instead",
            help: format!(
                "Add the rate in basis points, such as rate = 125 for 1.25%; or write below [schedules.{schedule}] what applies instead, such as minimum = {{ label = \"Discuss with Advisor\" }}."
            ),
        },
        TierError::OnlyFirstWithoutRate => Message {
            key: "rate",
            message: "has no rate",
            expected: "a rate in every tier except the first, which may have the schedule's `minimum` instead",
            help: "Add the rate in basis points, such as rate = 125 for 1.25%.".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, check_at_marks, finds_in_files, near_misses,
    };

    const REASON: &str = "acknowledged_difference = \"One page charges the whole portfolio at one rate, the others each part at its own.\"\n";

    #[test]
    #[rustfmt::skip]
    fn difference() {
        assert_snapshot!(check("fees.toml", REASON, ""), @r#"
    warning[fees/difference]: `calculator` and `small` charge different fees
     --> content/fees.toml:2:12
      |
    2 | [schedules.small]
      |            ^^^^^
      |
      = expected: the same fee for the same portfolio, or `acknowledged_difference` with the reason
      = found: $70,000 a year in `calculator` and $102,500 in `small` for $10,000,000
      = help: Correct the wrong schedule, or give the reason at the top of the file: acknowledged_difference = "…"

    warning[fees/difference]: `calculator` and `graduated` charge different fees
      --> content/fees.toml:58:12
       |
    58 | [schedules.graduated]
       |            ^^^^^^^^^
       |
       = expected: the same fee for the same portfolio, or `acknowledged_difference` with the reason
       = found: $86,420 a year in `calculator` and $95,843 in `graduated` for $12,345,677
       = help: Correct the wrong schedule, or give the reason at the top of the file: acknowledged_difference = "…"
    "#);
    }

    #[test]
    fn schedules_that_charge_the_same_are_not_compared_with_each_other() {
        // What `small` charges, in other tiers.
        let again = r#"[schedules.again]
title = "Management"
billing = "marginal"
tiers = [{ from = 0, up_to = 250_000, rate = 125 }, { from = 250_001, up_to = 1_000_000, rate = 125 }, { from = 1_000_001, rate = 100 }]
"#;
        let shown = check("fees.toml", REASON, again);
        assert!(shown.contains("`again` and `calculator` charge different fees"));
        assert!(!shown.contains("`again` and `small`"), "{shown}");
    }

    #[test]
    #[rustfmt::skip]
    fn bounds() {
        assert_snapshot!(check_at_marks("fees.toml", "from = 1_000_001", "from = «1_000_000»"), @r#"
        error[fees/tiers]: tier 2 of the schedule `small` doesn't begin one dollar above the end of the previous tier
        --> content/fees.toml
         = expected: tiers from 0 up, each `from` one dollar above the `up_to` before it, and no `up_to` in the last
         = found: `from` = 1,000,000
         = help: Write from = 1_000_001, or correct the end of the previous tier.
        "#);
        assert_snapshot!(check_at_marks("fees.toml", "from = 3_000_001\nup_to = 5_000_000", "from = 3_000_001\nup_to = «500_000»"), @r#"
        error[fees/tiers]: tier 4 of the schedule `calculator` ends below its beginning
        --> content/fees.toml
         = expected: tiers from 0 up, each `from` one dollar above the `up_to` before it, and no `up_to` in the last
         = found: `up_to` = 500,000
         = help: Swap the two bounds, or correct the mistyped one.
        "#);
        finds_in_files("fees/tiers", &[
            ("fees.toml", "from = 1_000_001\n", "from = 1_000_001\nup_to = «2_000_000\n"),
            ("fees.toml", "from = 0", "from = «1"),
            // A gap, and an overlap.
            ("fees.toml", "from = 1_000_001", "from = «1_100_000"),
            ("fees.toml", "from = 1_000_001", "from = «900_000"),
            // Both bounds, the wrong way around or the same.
            ("fees.toml", "rate = 125", "rate = 125\n\n[[schedules.small.tiers]]\nfrom = 1_000_001\nup_to = «1_000_000\nrate = 110"),
            ("fees.toml", "from = 250_000\nup_to = 1_000_000", "from = 1_000_000\nup_to = «250_000"),
            ("fees.toml", "from = 500_001\nup_to = 1_500_000\nrate = 90\n\n[[schedules.graduated.tiers]]\nfrom = 1_500_001", "from = 500_001\nup_to = «500_001\nrate = 90\n\n[[schedules.graduated.tiers]]\nfrom = 500_002"),
            ("fees.toml", "[[schedules.small.tiers]]\nfrom = 0\nup_to = 1_000_000\n", "«[[schedules.small.tiers]]\nfrom = 0\n"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn order() {
        let rest = "from = 1_000_001\nup_to = 3_000_000\nrate = 100";
        let swapped = format!("{rest}\n\n[[schedules.calculator.tiers]]\nfrom = «250_000»\nup_to = 1_000_000\nrate = 125");
        let both = format!("from = 250_000\nup_to = 1_000_000\nrate = 125\n\n[[schedules.calculator.tiers]]\n{rest}");
        assert_snapshot!(check_at_marks("fees.toml", &both, &swapped), @r#"
        error[fees/tiers]: tier 3 of the schedule `calculator` is out of order
        --> content/fees.toml
         = expected: tiers from the lowest to the highest
         = found: `from` = 250,000
         = help: Sort the tiers by `from`, each with its [[…]] line and all lines below that.
        "#);
        let twice = format!("{rest}\n\n[[schedules.calculator.tiers]]\n{}", rest.replace("1_000_001", "«1_000_001»"));
        assert_snapshot!(check_at_marks("fees.toml", rest, &twice), @r#"
        error[fees/tiers]: tier 4 of the schedule `calculator` has the same bounds as the previous tier
        --> content/fees.toml
         = expected: tiers from 0 up, each `from` one dollar above the `up_to` before it, and no `up_to` in the last
         = found: `from` = 1,000,001
         = help: Delete one of the two, or correct its bounds.
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn rates() {
        assert_snapshot!(check_at_marks("fees.toml", "[[schedules.small.tiers]]\nfrom = 0\nup_to = 1_000_000\nrate = 125", "«[[schedules.small.tiers]]»\nfrom = 0\nup_to = 1_000_000\n"), @r#"
        error[fees/tiers]: tier 1 of the schedule `small` has no rate, but each part of a portfolio is charged at the rate of its tier
        --> content/fees.toml
         = expected: a rate in every tier of a schedule with billing = "marginal"
         = found: no `rate`
         = help: Add the rate in basis points, such as rate = 125 for 1.25%.
        "#);
        assert_snapshot!(check_at_marks("fees.toml", "minimum = { label = \"Discuss with us\" }\n\n[[schedules.calculator.tiers]]", "\n«[[schedules.calculator.tiers]]»"), @r#"
        error[fees/tiers]: tier 1 of the schedule `calculator` has no rate, and the schedule doesn't say what is charged instead
        --> content/fees.toml
         = expected: a rate, or a `minimum` of the schedule that applies instead
         = found: no `rate`
         = help: Add the rate in basis points, such as rate = 125 for 1.25%; or write below [schedules.calculator] what applies instead, such as minimum = { label = "Discuss with Advisor" }.
        "#);
        assert_snapshot!(check_at_marks("fees.toml", "[[schedules.calculator.tiers]]\nfrom = 3_000_001\nup_to = 5_000_000\nrate = 80", "«[[schedules.calculator.tiers]]»\nfrom = 3_000_001\nup_to = 5_000_000\n"), @r#"
        error[fees/tiers]: tier 4 of the schedule `calculator` has no rate
        --> content/fees.toml
         = expected: a rate in every tier except the first, which may have the schedule's `minimum` instead
         = found: no `rate`
         = help: Add the rate in basis points, such as rate = 125 for 1.25%.
        "#);
        finds_in_files("fees/tiers", &[
            ("fees.toml", "[[schedules.graduated.tiers]]\nfrom = 0\nup_to = 500_000\nrate = 110", "«[[schedules.graduated.tiers]]\nfrom = 0\nup_to = 500_000\n"),
            ("fees.toml", "[[schedules.graduated.tiers]]\nfrom = 1_500_001\nup_to = 12_345_678\nrate = 75", "«[[schedules.graduated.tiers]]\nfrom = 1_500_001\nup_to = 12_345_678\n"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn near_misses_of_tiers() {
        near_misses("fees/tiers", &[
            // A bound doesn't have to be round.
            ("fees.toml", "up_to = 1_500_000\nrate = 90\n\n[[schedules.graduated.tiers]]\nfrom = 1_500_001", "up_to = 1_234_567\nrate = 90\n\n[[schedules.graduated.tiers]]\nfrom = 1_234_568", "up_to = 1_234_567\nrate = 90\n\n[[schedules.graduated.tiers]]\nfrom = 1_500_001"),
            // Two tiers may have one rate, and a higher one more than a lower one.
            ("fees.toml", "rate = 75", "rate = 90", "rate = 90\n\n[[schedules.graduated.tiers]]\nfrom = 1_500_001\nrate = 80"),
            // The first tier of a schedule with a minimum may have a rate, too.
            ("fees.toml", "up_to = 249_999", "up_to = 249_999\nrate = 150", "up_to = 249_999\n\n[[schedules.calculator.tiers]]\nfrom = 250_000\nup_to = 250_000"),
        ]);
    }
}
