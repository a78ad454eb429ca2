//! The fee of a schedule for a portfolio, and the errors of its tiers.

use crate::model::{Billing, FeeSchedule, MinimumFee, Tier};
use std::collections::BTreeSet;

/// An exact annual fee: dollars times basis points, or ten-thousandths of a dollar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Fee(u128);

impl Fee {
    const PER_DOLLAR: u128 = 10_000;

    pub const fn from_dollars(dollars: u64) -> Self {
        Self(dollars as u128 * Self::PER_DOLLAR)
    }

    fn of(dollars: u64, basis_points: u32) -> Self {
        Self(u128::from(dollars) * u128::from(basis_points))
    }

    /// Returns ten-thousandths of a dollar per year.
    pub const fn exact(self) -> u128 {
        self.0
    }

    /// Returns whole dollars per year; half a dollar rounds up.
    pub fn annual(self) -> u64 {
        self.rounded(1)
    }

    /// Returns whole dollars per quarter; half a dollar rounds up.
    pub fn quarterly(self) -> u64 {
        self.rounded(4)
    }

    /// Returns whole dollars per month; half a dollar rounds up.
    pub fn monthly(self) -> u64 {
        self.rounded(12)
    }

    fn rounded(self, parts: u128) -> u64 {
        let divisor = Self::PER_DOLLAR * parts;
        let dollars = (self.0 + divisor / 2) / divisor;
        // In a valid schedule, a fee never exceeds the portfolio; in an invalid one it may have any
        // value.
        u64::try_from(dollars).unwrap_or(u64::MAX)
    }
}

/// A schedule's quote for one portfolio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quote<'a> {
    /// A fee at the rate of a tier, or of the tiers up to it.
    Fee { tier: &'a Tier, fee: Fee },
    /// The minimum fee, with its amount if the firm states it.
    Minimum {
        tier: &'a Tier,
        minimum: Option<&'a MinimumFee>,
    },
}

impl Quote<'_> {
    /// Returns the fee, if the firm states an amount.
    pub fn fee(&self) -> Option<Fee> {
        match self {
            Self::Fee { fee, .. } => Some(*fee),
            Self::Minimum { minimum, .. } => {
                minimum.and_then(|fee| fee.annual).map(Fee::from_dollars)
            }
        }
    }
}

/// An error in a tier of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TierError {
    /// The tier is in the wrong place: in order of their amounts, the tiers would fit together.
    OutOfOrder,
    /// The tier has the bounds of the one before it.
    Twice,
    /// The tier doesn't start one dollar above the end of the previous tier, or the first tier
    /// doesn't start at 0.
    From { expected: u64 },
    /// The upper bound is below the lower bound.
    Reversed,
    /// The upper bound equals the lower bound.
    OneDollar,
    /// The tier has no upper bound, but is not the last.
    Open,
    /// The last tier has an upper bound, so there is no fee above it.
    Closed,
    /// The tier has no rate, but the billing charges each part of a portfolio at a rate.
    MarginalWithoutRate,
    /// The first tier has no rate, and there is no minimum fee to apply instead.
    NeitherRateNorMinimum,
    /// A higher tier has no rate: a minimum fee is only for the smallest portfolios.
    OnlyFirstWithoutRate,
}

impl FeeSchedule {
    /// Returns the quote for a portfolio in whole dollars. Returns `None` for an empty portfolio,
    /// or if an invalid schedule has no tier for it or no rate for a part of it.
    pub fn quote(&self, dollars: u64) -> Option<Quote<'_>> {
        if dollars == 0 {
            return None;
        }
        let tier = self.tier(dollars)?;
        let minimum = self.minimum.as_ref();
        let fee = match (self.billing, tier.rate) {
            (Billing::Cliff, Some(rate)) => Fee::of(dollars, rate),
            (Billing::Cliff, None) => return Some(Quote::Minimum { tier, minimum }),
            (Billing::Marginal, _) => self.marginal(dollars)?,
        };

        let least = minimum.and_then(|minimum| minimum.annual);
        if let Some(least) = least
            && fee < Fee::from_dollars(least)
        {
            return Some(Quote::Minimum { tier, minimum });
        }
        Some(Quote::Fee { tier, fee })
    }

    /// Returns the tier of a portfolio.
    fn tier(&self, dollars: u64) -> Option<&Tier> {
        for tier in &self.tiers {
            let is_above = tier.up_to.is_some_and(|up_to| up_to < dollars);
            if tier.from <= dollars && !is_above {
                return Some(tier);
            }
        }
        None
    }

    /// Applies the rate of each tier to the part of the portfolio in it. Returns `None` if a part
    /// has no rate.
    fn marginal(&self, dollars: u64) -> Option<Fee> {
        let mut sum = 0;
        for tier in &self.tiers {
            let below = tier.from.saturating_sub(1);
            let top = match tier.up_to {
                Some(up_to) => up_to.min(dollars),
                None => dollars,
            };
            if top > below {
                sum += Fee::of(top - below, tier.rate?).exact();
            }
        }
        Some(Fee(sum))
    }

    /// Returns all errors of the tiers, each with the tier's index.
    pub fn tier_errors(&self) -> Vec<(usize, TierError)> {
        let mut errors = match self.tier_out_of_order() {
            Some(index) => vec![(index, TierError::OutOfOrder)],
            None => bound_errors(&self.tiers),
        };
        for (index, tier) in self.tiers.iter().enumerate() {
            if tier.rate.is_none()
                && let Some(error) = self.rate_error(index)
            {
                errors.push((index, error));
            }
        }
        errors.sort_by_key(|(index, _)| *index);
        errors
    }

    /// Returns the first tier that starts below the previous one, if sorting would fix all of the
    /// bounds.
    fn tier_out_of_order(&self) -> Option<usize> {
        let mut before = 0;
        let mut place = None;
        for (index, tier) in self.tiers.iter().enumerate() {
            if tier.from < before {
                place = Some(index);
                break;
            }
            before = tier.from;
        }
        let mut sorted = self.tiers.clone();
        sorted.sort_by_key(|tier| tier.from);
        if bound_errors(&sorted).is_empty() {
            place
        } else {
            None
        }
    }

    /// Returns the error of a tier without a rate; `None` if the minimum fee applies.
    fn rate_error(&self, index: usize) -> Option<TierError> {
        match self.billing {
            Billing::Marginal => Some(TierError::MarginalWithoutRate),
            Billing::Cliff if index > 0 => Some(TierError::OnlyFirstWithoutRate),
            Billing::Cliff if self.minimum.is_none() => Some(TierError::NeitherRateNorMinimum),
            Billing::Cliff => None,
        }
    }

    /// Returns the amounts at, just below and just above every bound, the amounts in the examples,
    /// and some amounts of every size, sorted.
    pub fn amounts_of_interest(&self) -> Vec<u64> {
        let mut amounts = BTreeSet::from([1, 100_000, 750_000, 10_000_000]);
        for tier in &self.tiers {
            if let Some(up_to) = tier.up_to {
                amounts.insert(up_to.saturating_sub(1));
                amounts.insert(up_to);
                amounts.insert(up_to.saturating_add(1));
            }
        }
        for example in &self.examples {
            amounts.insert(example.assets);
        }
        amounts.remove(&0);
        amounts.into_iter().collect()
    }
}

/// Returns the errors in the bounds of tiers, in order.
fn bound_errors(tiers: &[Tier]) -> Vec<(usize, TierError)> {
    let mut errors = Vec::new();
    // The expected start of the next tier; `None` if the previous tier doesn't determine it.
    let mut expected = Some(0);
    for (index, tier) in tiers.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &tiers[before]);
        if before.is_some_and(|before| has_same_bounds(before, tier)) {
            errors.push((index, TierError::Twice));
            continue;
        }

        let end_error = end_error(tier, tiers.get(index + 1));
        // If the bounds are reversed, neither one determines the other.
        let is_reversed = end_error == Some(TierError::Reversed);
        if let Some(expected) = expected
            && tier.from != expected
            && !is_reversed
        {
            errors.push((index, TierError::From { expected }));
        }
        if let Some(error) = end_error {
            errors.push((index, error));
        }
        expected = match tier.up_to {
            Some(up_to) if up_to > tier.from => Some(up_to.saturating_add(1)),
            _ => None,
        };
    }
    errors
}

/// Returns the error in the end of a tier; `next` is the following tier, if any.
fn end_error(tier: &Tier, next: Option<&Tier>) -> Option<TierError> {
    let Some(up_to) = tier.up_to else {
        // If the next tier is a duplicate, the duplicate is the error.
        let is_open = next.is_some_and(|next| !has_same_bounds(tier, next));
        return is_open.then_some(TierError::Open);
    };
    if up_to < tier.from {
        Some(TierError::Reversed)
    } else if up_to == tier.from {
        Some(TierError::OneDollar)
    } else if next.is_none() {
        Some(TierError::Closed)
    } else {
        None
    }
}

fn has_same_bounds(one: &Tier, two: &Tier) -> bool {
    one.from == two.from && one.up_to == two.up_to
}
