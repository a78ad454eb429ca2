use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries};
use serde_json::Value;

pub(super) static NO_EXAMPLES: Rule = Rule {
    code: "fees/no-examples",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "A block shows the worked examples of a fee schedule that has none.",
    why: "Visitors would see the headings of a table without a row.",
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

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
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
        // A schedule that isn't there is another rule's.
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
    use crate::rules::tests::{check, near_misses, passes};
    use insta::assert_snapshot;

    const BLOCK: &str = "heading = \"Worked Examples\"\nschedule = \"small\"";
    const STRIP: &str = "heading = \"Fees at a glance\"\nschedule = \"calculator\"";

    #[test]
    #[rustfmt::skip]
    fn no_examples() {
        assert_snapshot!(check("pages/fees.toml", BLOCK, "heading = \"Worked Examples\"\nschedule = \"graduated\""), @r#"
        error[fees/no-examples]: the schedule `graduated` has no examples to show
          --> content/pages/fees.toml:50:12
           |
        50 | schedule = "graduated"
           |            ^^^^^^^^^^^
           |
           = expected: a schedule with [[schedules.graduated.examples]] in content/fees.toml
           = found: `graduated`, which has none
           = help: Add an example to the schedule, show another schedule, or delete this block.
        "#);
        // The last example of a schedule that is shown is deleted.
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
        // A strip of fees shows them, too.
        assert_snapshot!(check("pages/everything.toml", STRIP, &STRIP.replace("calculator", "graduated")), @r#"
        error[fees/no-examples]: the schedule `graduated` has no examples to show
           --> content/pages/everything.toml:230:12
            |
        230 | schedule = "graduated"
            |            ^^^^^^^^^^^
            |
            = expected: a schedule with [[schedules.graduated.examples]] in content/fees.toml
            = found: `graduated`, which has none
            = help: Add an example to the schedule, show another schedule, or delete this block.
        "#);
        near_misses("fees/no-examples", &[
            ("pages/fees.toml", BLOCK, "heading = \"Examples\"\nschedule = \"calculator\"", "heading = \"Examples\"\nschedule = \"graduated\""),
        ]);
        // Tiers need no examples.
        passes("pages/fees.toml", "schedule = \"small\"", "schedule = \"graduated\"");
    }
}
