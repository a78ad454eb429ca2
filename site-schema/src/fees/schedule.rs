//! What a schedule charges on a portfolio, and whether its tiers make sense.

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
        // Of a schedule without faults, a fee is at most the portfolio; of any other it may be anything.
        u64::try_from(dollars).unwrap_or(u64::MAX)
    }
}

/// What a schedule says of one portfolio.
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

/// What is wrong with a tier of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TierError {
    /// It does not begin one dollar above the end of the tier before it, or at 0.
    From { expected: u64 },
    /// Its upper bound is below its lower one.
    Reversed,
    /// It has no upper bound, but is not the last.
    Open,
    /// It is the last, but has an upper bound: nothing says what is charged above it.
    Closed,
    /// It has no rate, and is not the first of a schedule that has a minimum fee.
    NoRate,
}

impl FeeSchedule {
    /// What is charged on a portfolio, in whole dollars. `None` for a portfolio
    /// of nothing, and for one that no tier covers (a schedule with faults).
    pub fn quote(&self, dollars: u64) -> Option<Quote<'_>> {
        let tier = self.tier(dollars).filter(|_| dollars > 0)?;
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

    fn tier(&self, dollars: u64) -> Option<&Tier> {
        self.tiers
            .iter()
            .find(|tier| tier.from <= dollars && tier.up_to.is_none_or(|up_to| dollars <= up_to))
    }

    fn marginal(&self, dollars: u64) -> Fee {
        let part = |tier: &Tier| {
            let top = tier.up_to.map_or(dollars, |up_to| up_to.min(dollars));
            top.saturating_sub(tier.from.saturating_sub(1))
        };
        let parts = self
            .tiers
            .iter()
            .map(|tier| Fee::of(part(tier), tier.rate.unwrap_or(0)));
        Fee(parts.map(Fee::exact).sum())
    }

    /// Everything that is wrong with the tiers, each with the tier's place.
    pub fn tier_errors(&self) -> Vec<(usize, TierError)> {
        let mut faults = Vec::new();
        let last = self.tiers.len().saturating_sub(1);
        let mut expected = Some(0);
        for (index, tier) in self.tiers.iter().enumerate() {
            let found = [
                expected
                    .filter(|expected| tier.from != *expected)
                    .map(|expected| TierError::From { expected }),
                match tier.up_to {
                    Some(up_to) if up_to < tier.from => Some(TierError::Reversed),
                    Some(_) if index == last => Some(TierError::Closed),
                    None if index != last => Some(TierError::Open),
                    _ => None,
                },
                (tier.rate.is_none() && (index > 0 || self.minimum.is_none()))
                    .then_some(TierError::NoRate),
            ];
            faults.extend(found.into_iter().flatten().map(|fault| (index, fault)));
            expected = tier.up_to.map(|up_to| up_to.saturating_add(1));
        }
        faults
    }

    /// The amounts at, just under and just over every bound.
    pub fn amounts_of_interest(&self) -> Vec<u64> {
        let bounds = self.tiers.iter().flat_map(|tier| tier.up_to);
        let around = bounds.flat_map(|it| [it.saturating_sub(1), it, it.saturating_add(1)]);
        let examples = self.examples.iter().map(|example| example.assets);
        let others = [1, 100_000, 750_000, 10_000_000];
        let amounts = around.chain(examples).chain(others);
        let sorted: BTreeSet<u64> = amounts.filter(|amount| *amount > 0).collect();
        sorted.into_iter().collect()
    }
}
