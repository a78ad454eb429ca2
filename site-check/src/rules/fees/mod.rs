//! Fee schedules: their tiers, their examples, what they charge, and the agreement
//! that states them.

mod agreement;
mod examples;
mod tiers;

use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::fees::money;
use site_schema::model::FeeSchedule;

pub(super) static RULES: &[&Rule] = &[
    &agreement::AGREEMENT,
    &DIFFERENCE,
    &examples::EXAMPLE,
    &examples::NO_EXAMPLES,
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

static DIFFERENCE: Rule = Rule {
    code: "fees/difference",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check),
    summary: "Two fee schedules charge different fees for the same portfolio, and no reason is given.",
    why: "Visitors who compare two pages find two answers to what they would pay.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: "# No reason is given why the schedules below differ.",
        right: r#"acknowledged_difference = "One page charges the whole portfolio at one rate, the others each part at its own.""#,
    },
};

/// Compares each schedule with the first: if any two differ, one of them differs from it.
fn check(file: &File, out: &mut Diagnostics) {
    if file.document.value.get("acknowledged_difference").is_some() {
        return;
    }
    let schedules = sound_schedules(file);
    let Some(((first_name, first), others)) = schedules.split_first() else {
        return;
    };
    for (name, schedule) in others {
        let Some(widest) = widest(first, schedule) else {
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

/// The portfolio on which two schedules differ most; none where they agree.
fn widest(one: &FeeSchedule, two: &FeeSchedule) -> Option<Difference> {
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

/// The fees of two schedules on a portfolio; none where they are the same, or one states none.
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

#[cfg(test)]
mod tests {
    use crate::rules::tests::check;
    use insta::assert_snapshot;

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
    fn schedules_that_charge_the_same_differ_from_the_others_alone() {
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
}
