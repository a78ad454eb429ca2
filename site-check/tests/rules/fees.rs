//! Fee schedules.

use super::found;
use insta::assert_snapshot;

#[test]
fn fees_difference() {
    assert_snapshot!(found("fees.toml", "acknowledged_difference = \"One page charges the whole portfolio at one rate, the other each part at its own.\"\n", ""), @r#"
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
fn fees_example() {
    assert_snapshot!(found("fees.toml", "17_500", "17_600"), @r#"
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
fn fees_tiers() {
    assert_snapshot!(found("fees.toml", "from = 1_000_001", "from = 1_000_000"), @r#"
    error[fees/tiers]: tier 2 overlaps the one before it (schedule `small`)
      --> content/fees.toml:15:8
       |
    15 | from = 1_000_000
       |        ^^^^^^^^^
       |
       = expected: `from` = 1,000,001, one dollar above the tier before it
       = found: `from` = 1,000,000
       = help: Write from = 1_000_001, or lower the end of the tier before it.
    "#);
    assert_snapshot!(found("fees.toml", "from = 1_000_001", "from = 1_100_000"), @r#"
    error[fees/tiers]: no tier covers 1,000,001 to 1,099,999 (schedule `small`)
      --> content/fees.toml:15:8
       |
    15 | from = 1_100_000
       |        ^^^^^^^^^
       |
       = expected: `from` = 1,000,001, one dollar above the tier before it
       = found: `from` = 1,100,000
       = help: Write from = 1_000_001, or raise the end of the tier before it.
    "#);
    assert_snapshot!(found("fees.toml", "from = 0", "from = 1"), @r#"
    error[fees/tiers]: the first tier does not begin at 0 (schedule `small`)
     --> content/fees.toml:9:8
      |
    9 | from = 1
      |        ^
      |
      = expected: `from` = 0
      = found: `from` = 1
      = help: Write from = 0.
    "#);
    assert_snapshot!(found("fees.toml", "up_to = 1_000_000\nrate = 125", "up_to = 1_000_000\nrate = 125\n\n[[schedules.small.tiers]]\nlabel = \"Middle\"\nfrom = 1_000_001\nup_to = 1_000_000\nrate = 110"), @r#"
    error[fees/tiers]: tier 2 ends below its beginning (schedule `small`)
      --> content/fees.toml:16:9
       |
    16 | up_to = 1_000_000
       |         ^^^^^^^^^
       |
       = expected: `up_to` at or above `from`
       = found: `up_to` = 1,000,000
       = help: Swap the two bounds, or correct the mistyped one.
    "#);
    assert_snapshot!(found("fees.toml", "from = 0\nup_to = 1_000_000\nrate = 125\n\n[[schedules.small.tiers]]\nlabel = \"Above\"\nfrom = 1_000_001\nrate = 100", "from = 0\nup_to = 10\nrate = 125\n\n[[schedules.small.tiers]]\nlabel = \"Above\"\nfrom = 1_000_001\nup_to = 2_000_000\nrate = 100\n\n[[schedules.small.tiers]]\nlabel = \"Low\"\nfrom = 11\nrate = 100"), @r#"
    error[fees/tiers]: tier 3 begins below the one before it (schedule `small`)
      --> content/fees.toml:21:8
       |
    21 | from = 11
       |        ^^
       |
       = expected: tiers from the lowest to the highest
       = found: `from` = 11
       = help: Move the tier to its place.
    "#);
    assert_snapshot!(found("fees.toml", "up_to = 1_000_000\n", ""), @r#"
    error[fees/tiers]: tier 1 has no upper bound, but is not the last (schedule `small`)
     --> content/fees.toml:7:1
      |
    7 | [[schedules.small.tiers]]
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = expected: `up_to` in every tier but the last
      = found: no `up_to`
      = help: Add up_to with the tier's highest amount.
    "#);
    assert_snapshot!(found("fees.toml", "from = 1_000_001\n", "from = 1_000_001\nup_to = 2_000_000\n"), @r#"
    error[fees/tiers]: the last tier has an upper bound, so larger amounts have no fee (schedule `small`)
      --> content/fees.toml:16:9
       |
    16 | up_to = 2_000_000
       |         ^^^^^^^^^
       |
       = expected: no `up_to` in the last tier
       = found: `up_to` = 2,000,000
       = help: Delete up_to, or add a tier above.
    "#);
    assert_snapshot!(found("fees.toml", "rate = 100", ""), @r#"
    error[fees/tiers]: tier 2 has no rate (schedule `small`)
      --> content/fees.toml:13:1
       |
    13 | [[schedules.small.tiers]]
       | ^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: `rate` in basis points (125 is 1.25 %); only the first tier may have the minimum fee instead
       = found: no `rate`
       = help: Add rate = … to the tier.
    "#);
    assert_snapshot!(found("fees.toml", "rate = 125", ""), @r#"
    error[fees/tiers]: the first tier has no rate and the schedule no minimum fee (schedule `small`)
     --> content/fees.toml:7:1
      |
    7 | [[schedules.small.tiers]]
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = expected: `rate`, or `minimum` in the schedule
      = found: no `rate`
      = help: Add rate = … to the tier, or minimum = { label = "…" } to the schedule.
    "#);
}
