//! Fee schedules.

use super::{At, found};
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
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("fees/tiers", "fees.toml", "from = 1_000_001\n", "from = 1_000_001\nup_to = 2_000_000\n", (16, 9)),
    ("fees/tiers", "fees.toml", "rate = 100", "", (13, 1)),
    ("fees/tiers", "fees.toml", "from = 0", "from = 1", (9, 8)),
    ("fees/tiers", "fees.toml", "from = 1_000_001", "from = 1_100_000", (15, 8)),
    ("fees/tiers", "fees.toml", "from = 1_000_001", "from = 900_000", (15, 8)),
    ("fees/tiers", "fees.toml", "rate = 125", "rate = 125\n\n[[schedules.small.tiers]]\nlabel = \"Middle\"\nfrom = 1_000_001\nup_to = 1_000_000\nrate = 110", (16, 9)),
    ("fees/tiers", "fees.toml", "up_to = 1_000_000\n", "", (7, 1)),
    ("fees/tiers", "fees.toml", "rate = 125", "", (7, 1)),
];
