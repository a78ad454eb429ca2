//! The arithmetic of fees, whatever the schedule.

use proptest::prelude::*;
use site_schema::fees::{Quote, grouped, percent};
use site_schema::model::{Billing, FeeSchedule, Fees, MinimumFee, Tier};

/// A schedule without faults: bounds that rise, rates that fall or rise.
fn schedules(billing: Billing) -> impl Strategy<Value = FeeSchedule> {
    let tiers = prop::collection::vec((1_u64..5_000_000, 0_u32..500), 1..7);
    let minimum = prop::option::of(prop::option::of(0_u64..20_000));
    (tiers, minimum).prop_map(move |(parts, minimum)| {
        let last = parts.len() - 1;
        let mut from = 0;
        let tiers = parts.into_iter().enumerate().map(|(index, (width, rate))| {
            let up_to = from + width;
            let tier = Tier {
                label: format!("Tier {index}").as_str().into(),
                from,
                up_to: (index < last).then_some(up_to),
                rate: Some(rate),
            };
            from = up_to + 1;
            tier
        });
        FeeSchedule {
            title: "Any".into(),
            billing,
            minimum: minimum.map(|annual| MinimumFee {
                label: "Minimum".into(),
                annual,
            }),
            tiers: tiers.collect(),
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
        // Unsigned arithmetic can't be negative without a panic: overflow is checked.
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
        let tiers: Vec<_> = parts.into_iter().map(|(from, up_to, rate)| Tier { label: "Any".into(), from, up_to, rate }).collect();
        let schedule = FeeSchedule {
            title: "Any".into(),
            billing: if marginal { Billing::Marginal } else { Billing::Cliff },
            minimum: None,
            tiers,
            examples: Vec::new(),
        };
        let faults = schedule.tier_errors();
        if let Some(Quote::Fee { fee, .. }) = schedule.quote(dollars) {
            prop_assert!(!faults.is_empty() || fee.annual() <= dollars);
        }
    }
}

#[test]
fn nothing_costs_nothing() {
    let schedule = FeeSchedule {
        title: "One".into(),
        billing: Billing::Cliff,
        minimum: None,
        tiers: vec![Tier {
            label: "All".into(),
            from: 0,
            up_to: None,
            rate: Some(125),
        }],
        examples: Vec::new(),
    };
    assert!(schedule.quote(0).is_none());
}

/// The tests' own schedules; a bound belongs to the tier below it.
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
