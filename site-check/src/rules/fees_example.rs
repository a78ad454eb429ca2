use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Tree;
use site_schema::fees::grouped;

pub static RULE: Rule = Rule {
    code: "fees/example",
    severity: Severity::Error,
    summary: "A worked example disagrees with its fee schedule.",
    why: "A wrong fee on a page of a regulated firm is a promise it did not mean to make.",
    bad: "content/fees.toml\nassets = 500_000\nannual = 6_520\nmonthly = 521",
    good: "content/fees.toml\nassets = 500_000\nannual = 6_250\nmonthly = 521",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    let Some((file, schedules)) = tree.sound_fee_schedules() else {
        return;
    };
    for (name, schedule) in schedules {
        for (index, example) in schedule.examples.iter().enumerate() {
            let fee = schedule.quote(example.assets).and_then(|quote| quote.fee());
            let stated = [("annual", example.annual), ("monthly", example.monthly)];
            let computed = fee.map(|fee| [fee.annual(), fee.monthly()]);
            for (place, (key, amount)) in stated.into_iter().enumerate() {
                let right = computed.map(|amounts| amounts[place]);
                if right == Some(amount) {
                    continue;
                }
                let pointer = format!("/schedules/{name}/examples/{index}/{key}");
                let assets = grouped(example.assets);
                let (expected, help) = match right {
                    Some(right) => (
                        format!("${} on ${assets} by the tiers of `{name}`", grouped(right)),
                        format!(
                            "Write {key} = {right}, or correct the tiers if they are what is wrong."
                        ),
                    ),
                    None => (
                        format!("an amount that `{name}` states a fee for"),
                        "The minimum fee applies there without an amount: choose another example."
                            .to_owned(),
                    ),
                };
                report.push(
                    Diagnostic::at(
                        file,
                        file.document.place(&pointer),
                        format!("this example's {key} fee is wrong"),
                    )
                    .expected(expected)
                    .found(format!("${}", grouped(amount)))
                    .help(help),
                );
            }
        }
    }
}
