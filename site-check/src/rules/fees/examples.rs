//! The worked examples of fee schedules, and the blocks that show them.

use super::{sound_schedules, toml_number};
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries};
use serde_json::Value;
use site_schema::fees::money;
use site_schema::model::{FeeExample, FeeSchedule};
use std::collections::HashMap;

pub(super) static EXAMPLE: Rule = Rule {
    code: "fees/example",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_examples),
    summary: "A worked example disagrees with its fee schedule, or appears twice.",
    why: "A wrong fee on the site of a regulated firm is a promise that the firm didn't mean to make.",
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
        if has_old_examples(file, name) {
            report_old_examples(file, name, schedule, out);
            continue;
        }
        // The number of the first example for each amount.
        let mut first: HashMap<u64, usize> = HashMap::new();
        for (index, example) in schedule.examples.iter().enumerate() {
            let pointer = format!("/schedules/{name}/examples/{index}");
            let Some(number) = first.get(&example.assets) else {
                first.insert(example.assets, index + 1);
                check_example(file, &pointer, name, schedule, example, out);
                continue;
            };
            let assets = money(example.assets);
            let message = format!("there are two examples for {assets}");
            out.at_value(file, &format!("{pointer}/assets"), message)
                .expected("a different amount in each example of a schedule")
                .found(format!("{assets}, as in example {number}"))
                .help("Delete one of the two, or correct its amount.");
        }
    }
}

/// Returns true if the tiers of a schedule are from its `next`, but its examples aren't.
fn has_old_examples(file: &File, name: &str) -> bool {
    let is_of_next = |list: &str| {
        let header = file.document.span(&format!("/schedules/{name}/{list}/0"));
        file.text[header].contains(&format!("[[schedules.{name}.next.{list}]]"))
    };
    is_of_next("tiers") && !is_of_next("examples")
}

/// Reports once, for all examples, that they are wrong by the tiers of `next`.
fn report_old_examples(file: &File, name: &str, schedule: &FeeSchedule, out: &mut Diagnostics) {
    let mut right = Vec::new();
    let mut are_right = true;
    for example in &schedule.examples {
        let Some(fee) = schedule.quote(example.assets).and_then(|quote| quote.fee()) else {
            continue;
        };
        are_right &= example.annual == fee.annual() && example.monthly == fee.monthly();
        right.push(format!(
            "for assets = {}, annual = {} and monthly = {}",
            toml_number(example.assets),
            toml_number(fee.annual()),
            toml_number(fee.monthly())
        ));
    }
    if are_right {
        return;
    }
    let header = file.document.span(&format!("/schedules/{name}/tiers/0"));
    let line = file.text[header.clone()].lines().next().unwrap_or_default();
    let message = format!("the tiers of `{name}` change, but its examples don't");
    out.at(file, header.start..header.start + line.len(), message)
        .expected("examples with the fees of the new tiers")
        .found("no examples below `next`, so the current ones stay")
        .help(format!(
            "Write new examples below these tiers, each beginning with [[schedules.{name}.next.examples]]: {}.",
            right.join("; ")
        ));
}

fn check_example(
    file: &File,
    pointer: &str,
    name: &str,
    schedule: &FeeSchedule,
    example: &FeeExample,
    out: &mut Diagnostics,
) {
    let assets = money(example.assets);
    let Some(fee) = schedule.quote(example.assets).and_then(|quote| quote.fee()) else {
        let message = format!("`{name}` doesn't state a fee for this example");
        out.at_value(file, &format!("{pointer}/assets"), message)
            .expected(format!("an amount that `{name}` states a fee for"))
            .found(format!(
                "{assets}; the minimum fee applies to it, and has no amount"
            ))
            .help("Choose an amount in a tier that has a rate, or delete the example.");
        return;
    };

    let periods = [
        ("annual", example.annual, fee.annual()),
        ("monthly", example.monthly, fee.monthly()),
    ];
    for (key, stated, right) in periods {
        if stated == right {
            continue;
        }
        let pointer = format!("{pointer}/{key}");
        out.at_value(file, &pointer, format!("this example's {key} fee is wrong"))
            .expected(format!(
                "{} for {assets}, by the tiers of `{name}`",
                money(right)
            ))
            .found(money(stated))
            .help(format!(
                "Write {key} = {}, or correct the tiers.",
                toml_number(right)
            ));
    }
}

pub(super) static NO_EXAMPLES: Rule = Rule {
    code: "fees/no-examples",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_blocks),
    summary: "A block shows the worked examples of a fee schedule that has none.",
    why: "Visitors would see the headings of a table without any rows.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
kind = "fee_examples"
id = "examples"
heading = "Worked Examples"
schedule = "graduated"
"#,
        right: r#"
kind = "fee_examples"
id = "examples"
heading = "Worked Examples"
schedule = "small"
"#,
    },
};

fn check_blocks(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(fees) = tree
        .file(&FileKind::Fees)
        .and_then(|file| file.fees.as_ref())
    else {
        return;
    };
    for (pointer, block) in entries(file, "/blocks") {
        let kind = block.get("kind").and_then(Value::as_str);
        if kind != Some("fee_examples") && kind != Some("fee_strip") {
            continue;
        }
        let Some(name) = block.get("schedule").and_then(Value::as_str) else {
            continue;
        };
        // `name/unknown` reports a schedule that doesn't exist.
        let Some(schedule) = fees.schedules.get(name) else {
            continue;
        };
        if !schedule.examples.is_empty() {
            continue;
        }
        let message = format!("the schedule `{name}` has no examples to show");
        out.at_value(file, &format!("{pointer}/schedule"), message)
            .expected(format!(
                "a schedule with [[schedules.{name}.examples]] in content/fees.toml"
            ))
            .found(format!("`{name}`, which has none"))
            .help("Add an example to the schedule, show another schedule, or delete this block.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{
        assert_snapshot, check, check_at_marks, finds_in_files, near_misses, passes,
    };

    #[test]
    fn the_examples_of_a_scheduled_change_are_reported_once() {
        let site = Site::new();
        let next = "\n[schedules.small.next]\nstarts = 2026-05-01\n\n[[schedules.small.next.tiers]]\nfrom = 0\nrate = 90\n";
        site.write("fees.toml", site.text("fees.toml") + next);
        let found = site.load_today().diagnostics;
        let messages: Vec<_> = found.iter().map(|found| found.message.as_str()).collect();
        let message = "starting May 1: the tiers of `small` change, but its examples don't";
        assert_eq!(messages, [message]);
    }

    #[test]
    #[rustfmt::skip]
    fn example() {
        assert_snapshot!(check_at_marks("fees.toml", "17_500", "«17_600»"), @r#"
        error[fees/example]: this example's annual fee is wrong
        --> content/fees.toml
         = expected: $17,500 for $1,500,000, by the tiers of `small`
         = found: $17,600
         = help: Write annual = 17_500, or correct the tiers.
        "#);
        assert_snapshot!(check_at_marks("fees.toml", "assets = 2_000_000\nannual = 20_000\nmonthly = 1_667", "assets = «200_000»\nannual = 2_500\nmonthly = 208"), @r#"
        error[fees/example]: `calculator` doesn't state a fee for this example
        --> content/fees.toml
         = expected: an amount that `calculator` states a fee for
         = found: $200,000; the minimum fee applies to it, and has no amount
         = help: Choose an amount in a tier that has a rate, or delete the example.
        "#);
        assert_snapshot!(check_at_marks("fees.toml", "assets = 2_000_000\nannual = 20_000\nmonthly = 1_667", "assets = «750_000»\nannual = 9_375\nmonthly = 781"), @r#"
        error[fees/example]: there are two examples for $750,000
        --> content/fees.toml
         = expected: a different amount in each example of a schedule
         = found: $750,000, as in example 1
         = help: Delete one of the two, or correct its amount.
        "#);
        finds_in_files("fees/example", &[
            // A bound belongs to the tier below it.
            ("fees.toml", "assets = 750_000\nannual = 9_375\nmonthly = 781", "assets = 1_000_000\nannual = «10_000\nmonthly = 1_042"),
            ("fees.toml", "monthly = 1_667", "monthly = «1_666"),
            ("fees.toml", "[terms]", "[[schedules.graduated.examples]]\nassets = 100_000\nannual = «1_100\nmonthly = 250\n\n[terms]"),
        ]);
        near_misses("fees/example", &[
            ("fees.toml", "assets = 750_000\nannual = 9_375\nmonthly = 781", "assets = 1_000_000\nannual = 12_500\nmonthly = 1_042", "assets = 1_000_000\nannual = 12_501\nmonthly = 1_042"),
            // The stated minimum is the fee of a small portfolio.
            ("fees.toml", "[terms]", "[[schedules.graduated.examples]]\nassets = 100_000\nannual = 3_000\nmonthly = 250\n\n[terms]", "[[schedules.graduated.examples]]\nassets = 100_000\nannual = 3_000\nmonthly = 92\n\n[terms]"),
        ]);
    }

    const BLOCK: &str = "heading = \"Worked Examples\"\nschedule = \"small\"";
    const STRIP: &str = "heading = \"Fees at a glance\"\nschedule = \"calculator\"";

    #[test]
    #[rustfmt::skip]
    fn no_examples() {
        assert_snapshot!(check_at_marks("pages/fees.toml", BLOCK, "heading = \"Worked Examples\"\nschedule = «\"graduated\"»"), @r#"
        error[fees/no-examples]: the schedule `graduated` has no examples to show
        --> content/pages/fees.toml
         = expected: a schedule with [[schedules.graduated.examples]] in content/fees.toml
         = found: `graduated`, which has none
         = help: Add an example to the schedule, show another schedule, or delete this block.
        "#);
        // A change deletes the last example of a schedule that a page shows.
        assert_snapshot!(check("fees.toml", "[[schedules.small.examples]]\nassets = 1_500_000\nannual = 17_500\nmonthly = 1_458\n", ""), @r#"
        error[fees/no-examples]: the schedule `small` has no examples to show
          --> content/pages/fees.toml:50:12
           |
        50 | schedule = "small"
           |            ^^^^^^^
           |
           = expected: a schedule with [[schedules.small.examples]] in content/fees.toml
           = found: `small`, which has none
           = help: Add an example to the schedule, show another schedule, or delete this block.
        "#);
        // A strip of fees shows examples, too.
        assert_snapshot!(check_at_marks("pages/everything.toml", STRIP, &STRIP.replace("\"calculator\"", "«\"graduated\"»")), @r#"
        error[fees/no-examples]: the schedule `graduated` has no examples to show
        --> content/pages/everything.toml
         = expected: a schedule with [[schedules.graduated.examples]] in content/fees.toml
         = found: `graduated`, which has none
         = help: Add an example to the schedule, show another schedule, or delete this block.
        "#);
        near_misses("fees/no-examples", &[
            ("pages/fees.toml", BLOCK, "heading = \"Examples\"\nschedule = \"calculator\"", "heading = \"Examples\"\nschedule = \"graduated\""),
        ]);
        // A block of tiers doesn't show examples.
        passes("pages/fees.toml", "schedule = \"small\"", "schedule = \"graduated\"");
    }
}
