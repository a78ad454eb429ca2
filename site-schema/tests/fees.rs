//! Fee arithmetic, for any schedule.

use proptest::prelude::*;
use site_schema::fees::{Quote, TierError, grouped, label, percent};
use site_schema::model::{Billing, FeeSchedule, Fees, MinimumFee, Tier};
use std::collections::BTreeSet;

/// Returns a tier without a label.
fn tier(from: u64, up_to: Option<u64>, rate: Option<u32>) -> Tier {
    Tier {
        label: String::new(),
        from,
        up_to,
        rate,
    }
}

/// Generates valid schedules: rising bounds, and rates that rise or fall.
fn schedules(billing: Billing) -> impl Strategy<Value = FeeSchedule> {
    let tiers = prop::collection::vec((1_u64..5_000_000, 0_u32..500), 1..7);
    let minimum = prop::option::of(prop::option::of(0_u64..20_000));
    (tiers, minimum).prop_map(move |(parts, minimum)| {
        let last = parts.len() - 1;
        let mut from = 0;
        let mut tiers = Vec::new();
        for (index, (width, rate)) in parts.into_iter().enumerate() {
            let up_to = from + width;
            let is_last = index == last;
            tiers.push(tier(from, (!is_last).then_some(up_to), Some(rate)));
            from = up_to + 1;
        }
        FeeSchedule {
            title: "Any".into(),
            billing,
            minimum: minimum.map(|annual| MinimumFee {
                label: "Minimum".into(),
                annual,
            }),
            tiers,
            examples: Vec::new(),
        }
    })
}

fn exact(schedule: &FeeSchedule, dollars: u64) -> u128 {
    schedule
        .quote(dollars)
        .and_then(|quote| quote.fee())
        .map_or(0, |fee| fee.exact())
}

proptest! {
    #[test]
    fn a_sound_schedule_has_no_faults(schedule in schedules(Billing::Cliff)) {
        prop_assert_eq!(schedule.tier_errors(), Vec::new());
    }

    #[test]
    fn no_fee_is_more_than_the_portfolio_or_the_minimum(
        schedule in prop_oneof![schedules(Billing::Cliff), schedules(Billing::Marginal)],
        dollars in 1_u64..1_000_000_000_000,
    ) {
        // Unsigned arithmetic panics instead of becoming negative, because overflow is checked.
        let least = schedule.minimum.as_ref().and_then(|fee| fee.annual).unwrap_or(0);
        let fee = schedule.quote(dollars).and_then(|quote| quote.fee());
        let fee = fee.expect("every tier has a rate");
        prop_assert!(fee.annual() <= dollars.max(least));
        prop_assert!(fee.quarterly() <= fee.annual() && fee.monthly() <= fee.quarterly());
    }

    #[test]
    fn marginal_billing_is_monotone(schedule in schedules(Billing::Marginal), a in 1_u64..20_000_000, b in 1_u64..20_000_000) {
        let (low, high) = (a.min(b), a.max(b));
        prop_assert!(exact(&schedule, low) <= exact(&schedule, high));
    }

    #[test]
    fn marginal_billing_never_jumps(schedule in schedules(Billing::Marginal), dollars in 1_u64..20_000_000) {
        let step = exact(&schedule, dollars + 1) - exact(&schedule, dollars);
        prop_assert!(step <= 500, "a dollar more costs at most the highest rate, not {step}");
    }

    #[test]
    fn cliff_billing_is_rate_times_value_at_every_bound(schedule in schedules(Billing::Cliff)) {
        let without_minimum = FeeSchedule { minimum: None, ..schedule };
        for tier in without_minimum.tiers.iter() {
            let rate = u128::from(tier.rate.expect("every tier has a rate"));
            for bound in [Some(tier.from), tier.up_to].into_iter().flatten().filter(|bound| *bound > 0) {
                prop_assert_eq!(exact(&without_minimum, bound), u128::from(bound) * rate);
            }
        }
    }

    #[test]
    fn any_tiers_are_answered_without_a_panic(
        parts in prop::collection::vec((any::<u64>(), prop::option::of(any::<u64>()), prop::option::of(0_u32..=10_000)), 0..6),
        dollars in any::<u64>(),
        marginal in any::<bool>(),
    ) {
        let tiers = parts.into_iter().map(|(from, up_to, rate)| tier(from, up_to, rate)).collect();
        let mut schedule = FeeSchedule {
            title: "Any".into(),
            billing: if marginal { Billing::Marginal } else { Billing::Cliff },
            minimum: None,
            tiers,
            examples: Vec::new(),
        };
        schedule.label_tiers();
        let faults = schedule.tier_errors();
        if let Some(Quote::Fee { fee, .. }) = schedule.quote(dollars) {
            prop_assert!(!faults.is_empty() || fee.annual() <= dollars);
        }
    }
}

/// Returns the amounts in a label, in whole dollars: $1.5M is 1,500,000.
fn amounts(label: &str) -> Vec<u64> {
    let mut amounts = Vec::new();
    for word in label.split(' ') {
        let word = word.trim_matches(['(', ')']);
        let Some(number) = word.strip_prefix('$') else {
            continue;
        };
        let number = number.replace(',', "");
        let amount = match number.strip_suffix('M') {
            Some(millions) => {
                let (whole, tenth) = millions.split_once('.').unwrap_or((millions, "0"));
                let [whole, tenth] =
                    [whole, tenth].map(|part| part.parse::<u64>().expect("digits"));
                whole * 1_000_000 + tenth * 100_000
            }
            None => number.parse().expect("digits"),
        };
        amounts.push(amount);
    }
    amounts
}

/// Returns the amounts that a tier's label must contain.
fn bounds(tier: &Tier, billing: Billing) -> Vec<u64> {
    let below = tier.from.saturating_sub(1);
    match (billing, tier.up_to) {
        (_, None) if tier.from == 0 => vec![],
        (_, None) => vec![below],
        (Billing::Cliff, Some(up_to)) => vec![tier.from, up_to],
        (Billing::Marginal, Some(up_to)) if tier.from == 0 => vec![up_to],
        (Billing::Marginal, Some(up_to)) => vec![up_to - below, below, up_to],
    }
}

proptest! {
    #[test]
    fn a_label_holds_its_tiers_bounds_and_no_other_tier_has_it(
        schedule in prop_oneof![schedules(Billing::Cliff), schedules(Billing::Marginal)],
        unit in prop::sample::select(vec![1_u64, 1_000, 100_000, 1_000_000]),
    ) {
        let mut schedule = schedule;
        for tier in &mut schedule.tiers {
            // Bounds of all sizes: every tier ends at a multiple of the unit.
            tier.from = match tier.from {
                0 => 0,
                from => (from - 1) * unit + 1,
            };
            tier.up_to = tier.up_to.map(|up_to| up_to * unit);
        }
        prop_assert_eq!(schedule.tier_errors(), Vec::new());
        schedule.label_tiers();
        let mut labels = BTreeSet::new();
        for tier in &schedule.tiers {
            prop_assert_eq!(amounts(&tier.label), bounds(tier, schedule.billing), "{}", tier.label);
            prop_assert!(labels.insert(&tier.label), "{} is there twice", tier.label);
        }
    }
}

/// The labels of the site's two original schedules.
#[test]
fn a_label_has_the_words_of_its_billing() {
    for (billing, from, up_to, expected) in [
        (Billing::Cliff, 0, Some(249_999), "$0 to $249,999"),
        (
            Billing::Cliff,
            250_000,
            Some(1_000_000),
            "$250,000 to $1,000,000",
        ),
        (
            Billing::Cliff,
            1_000_001,
            Some(3_000_000),
            "$1,000,001 to $3,000,000",
        ),
        (
            Billing::Cliff,
            1_000_001,
            Some(1_234_567),
            "$1,000,001 to $1,234,567",
        ),
        (Billing::Cliff, 5_000_001, None, "Above $5,000,000"),
        (Billing::Cliff, 0, None, "Any amount"),
        (Billing::Marginal, 0, Some(1_000_000), "First $1,000,000"),
        (
            Billing::Marginal,
            1_000_001,
            Some(2_000_000),
            "Next $1,000,000 ($1M to $2M)",
        ),
        (
            Billing::Marginal,
            1_500_001,
            Some(2_000_000),
            "Next $500,000 ($1.5M to $2M)",
        ),
        (
            Billing::Marginal,
            250_001,
            Some(1_000_000),
            "Next $750,000 ($250,000 to $1M)",
        ),
        (
            Billing::Marginal,
            900_001,
            Some(1_100_000),
            "Next $200,000 ($900,000 to $1.1M)",
        ),
        (
            Billing::Marginal,
            1_000_001,
            Some(1_234_567),
            "Next $234,567 ($1M to $1,234,567)",
        ),
        (
            Billing::Marginal,
            1_234_568,
            Some(1_250_000),
            "Next $15,433 ($1,234,567 to $1,250,000)",
        ),
        (
            Billing::Marginal,
            10_000_001,
            Some(1_000_000_000),
            "Next $990,000,000 ($10M to $1,000M)",
        ),
        (Billing::Marginal, 2_000_001, None, "Above $2,000,000"),
        (Billing::Marginal, 0, None, "Any amount"),
    ] {
        assert_eq!(label(&tier(from, up_to, Some(100)), billing), expected);
    }
}

/// Otherwise, under marginal billing a part without a rate would be free.
#[test]
fn a_part_without_a_rate_has_no_fee() {
    let schedule = FeeSchedule {
        title: "Marginal".into(),
        billing: Billing::Marginal,
        minimum: Some(MinimumFee {
            label: "Ask us".into(),
            annual: None,
        }),
        tiers: vec![tier(0, Some(249_999), None), tier(250_000, None, Some(125))],
        examples: Vec::new(),
    };
    assert_eq!(schedule.quote(250_000), None);
    assert_eq!(
        schedule.tier_errors(),
        [(0, TierError::MarginalWithoutRate)]
    );
}

#[test]
fn nothing_costs_nothing() {
    let schedule = FeeSchedule {
        title: "One".into(),
        billing: Billing::Cliff,
        minimum: None,
        tiers: vec![tier(0, None, Some(125))],
        examples: Vec::new(),
    };
    assert!(schedule.quote(0).is_none());
}

/// The test schedules; a bound belongs to the tier below it.
#[test]
fn both_ways_of_billing_charge_what_a_person_computes() {
    let fees: Fees = toml::from_str(include_str!("content/fees.toml")).expect("sound");
    let charged = |name: &str, assets: u64| {
        let quote = fees.schedules.get(name).expect("it is there").quote(assets);
        let fee = quote.and_then(|quote| quote.fee());
        fee.map(|fee| (fee.annual(), fee.monthly()))
    };
    for (name, assets, annual, monthly) in [
        ("calculator", 250_000, 3_125, 260),
        ("calculator", 1_000_000, 12_500, 1_042),
        ("calculator", 1_000_001, 10_000, 833),
        ("calculator", 5_000_000, 40_000, 3_333),
        ("calculator", 5_000_001, 35_000, 2_917),
        ("small", 500_000, 6_250, 521),
        ("small", 1_000_000, 12_500, 1_042),
        ("small", 1_500_000, 17_500, 1_458),
        ("small", 2_500_000, 27_500, 2_292),
    ] {
        let fee = charged(name, assets);
        assert_eq!(fee, Some((annual, monthly)), "{name}, {assets}");
    }
    let below_minimum = charged("calculator", 249_999);
    assert_eq!(below_minimum, None, "the minimum fee is not stated");
}

#[test]
fn numbers_are_shown_as_people_write_them() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(1_000), "1,000");
    assert_eq!(grouped(12_345_678), "12,345,678");
    assert_eq!(percent(125), "1.25%");
    assert_eq!(percent(5), "0.05%");
}
