//! The fee that a schedule charges on a portfolio, and the errors of its tiers.

use crate::model::{Billing, FeeSchedule, MinimumFee, Tier};
use std::collections::BTreeSet;

/// A fee a year, exact: dollars times basis points, ten-thousandths of a dollar.
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

    /// Ten-thousandths of a dollar a year.
    pub const fn exact(self) -> u128 {
        self.0
    }

    /// Whole dollars a year, half a dollar rounded up.
    pub fn annual(self) -> u64 {
        self.rounded(1)
    }

    /// Whole dollars a quarter, half a dollar rounded up.
    pub fn quarterly(self) -> u64 {
        self.rounded(4)
    }

    /// Whole dollars a month, half a dollar rounded up.
    pub fn monthly(self) -> u64 {
        self.rounded(12)
    }

    fn rounded(self, parts: u128) -> u64 {
        let divisor = Self::PER_DOLLAR * parts;
        let dollars = (self.0 + divisor / 2) / divisor;
        // Of a schedule without errors, a fee is at most the portfolio; of any other it may be anything.
        u64::try_from(dollars).unwrap_or(u64::MAX)
    }
}

/// The answer of a schedule for one portfolio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quote<'a> {
    /// A fee at the rate of a tier, or of the tiers up to it.
    Fee { tier: &'a Tier, fee: Fee },
    /// The minimum fee, with its amount where the firm states it.
    Minimum {
        tier: &'a Tier,
        minimum: Option<&'a MinimumFee>,
    },
}

impl Quote<'_> {
    /// The fee, where the firm states an amount.
    pub fn fee(&self) -> Option<Fee> {
        match self {
            Self::Fee { fee, .. } => Some(*fee),
            Self::Minimum { minimum, .. } => {
                minimum.and_then(|fee| fee.annual).map(Fee::from_dollars)
            }
        }
    }
}

/// An error of a tier of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TierError {
    /// The tier does not begin one dollar above the end of the tier before it, or, as the first, at 0.
    From { expected: u64 },
    /// Its upper bound is below its lower one.
    Reversed,
    /// The tier has no upper bound, but is not the last.
    Open,
    /// The last tier has an upper bound: nothing says what is charged above it.
    Closed,
    /// The tier has no rate, and is not the first of a schedule that has a minimum fee.
    NoRate,
}

impl FeeSchedule {
    /// The quote for a portfolio of so many whole dollars. `None` for a portfolio
    /// of nothing, and for one that no tier covers (a schedule with errors).
    pub fn quote(&self, dollars: u64) -> Option<Quote<'_>> {
        if dollars == 0 {
            return None;
        }
        let tier = self.tier(dollars)?;
        let minimum = self.minimum.as_ref();
        let Some(rate) = tier.rate else {
            return Some(Quote::Minimum { tier, minimum });
        };
        let fee = match self.billing {
            Billing::Cliff => Fee::of(dollars, rate),
            Billing::Marginal => self.marginal(dollars),
        };
        let least = minimum.and_then(|fee| fee.annual).map(Fee::from_dollars);
        match least {
            Some(least) if fee < least => Some(Quote::Minimum { tier, minimum }),
            _ => Some(Quote::Fee { tier, fee }),
        }
    }

    /// The tier that a portfolio is in.
    fn tier(&self, dollars: u64) -> Option<&Tier> {
        for tier in &self.tiers {
            let is_above = tier.up_to.is_some_and(|up_to| up_to < dollars);
            if tier.from <= dollars && !is_above {
                return Some(tier);
            }
        }
        None
    }

    /// The fee where each tier's rate applies to the dollars within that tier.
    fn marginal(&self, dollars: u64) -> Fee {
        let mut sum = 0;
        for tier in &self.tiers {
            let top = match tier.up_to {
                Some(up_to) => up_to.min(dollars),
                None => dollars,
            };
            let below = tier.from.saturating_sub(1);
            let within = top.saturating_sub(below);
            sum += Fee::of(within, tier.rate.unwrap_or(0)).exact();
        }
        Fee(sum)
    }

    /// All errors of the tiers, each with the tier's index.
    pub fn tier_errors(&self) -> Vec<(usize, TierError)> {
        let mut errors = Vec::new();
        let last = self.tiers.len().saturating_sub(1);
        // Nothing is expected of a tier after one without an end.
        let mut expected_from = Some(0);

        for (index, tier) in self.tiers.iter().enumerate() {
            if let Some(expected) = expected_from
                && tier.from != expected
            {
                errors.push((index, TierError::From { expected }));
            }

            match tier.up_to {
                Some(up_to) if up_to < tier.from => errors.push((index, TierError::Reversed)),
                Some(_) if index == last => errors.push((index, TierError::Closed)),
                None if index != last => errors.push((index, TierError::Open)),
                _ => {}
            }

            let may_lack_rate = index == 0 && self.minimum.is_some();
            if tier.rate.is_none() && !may_lack_rate {
                errors.push((index, TierError::NoRate));
            }

            expected_from = tier.up_to.map(|up_to| up_to.saturating_add(1));
        }
        errors
    }

    /// The amounts at, just under and just over every bound, those of the examples, and
    /// some of every size, sorted.
    pub fn amounts_of_interest(&self) -> Vec<u64> {
        let mut amounts = BTreeSet::from([1, 100_000, 750_000, 10_000_000]);
        for tier in &self.tiers {
            if let Some(bound) = tier.up_to {
                amounts.insert(bound.saturating_sub(1));
                amounts.insert(bound);
                amounts.insert(bound.saturating_add(1));
            }
        }
        for example in &self.examples {
            amounts.insert(example.assets);
        }
        amounts.remove(&0);
        amounts.into_iter().collect()
    }
}
