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
    /// The tier stands in the wrong place: sorted by amount, the tiers would fit each other.
    OutOfOrder,
    /// The tier has the bounds of the one before it.
    Twice,
    /// The tier does not begin one dollar above the end of the tier before it, or, as the first, at 0.
    From { expected: u64 },
    /// Its upper bound is below its lower one.
    Reversed,
    /// Its upper bound is its lower one.
    OneDollar,
    /// The tier has no upper bound, but is not the last.
    Open,
    /// The last tier has an upper bound: nothing says what is charged above it.
    Closed,
    /// The tier has no rate, under a billing that charges each part of a portfolio at a rate.
    MarginalWithoutRate,
    /// The first tier has no rate, and no minimum fee says what applies instead.
    NeitherRateNorMinimum,
    /// A higher tier has no rate: a minimum fee is for the smallest portfolios.
    OnlyFirstWithoutRate,
}

impl FeeSchedule {
    /// The quote for a portfolio of so many whole dollars. `None` for a portfolio
    /// of nothing, and for one on which a schedule with errors says nothing: no
    /// tier covers it, or a part of it has no rate.
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

    /// The rates of the tiers on the parts of a portfolio within them. `None` where
    /// a part has no rate.
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

    /// All errors of the tiers, each with the tier's index.
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

    /// The first tier that begins below the one before it, where all of them fit each
    /// other once they are sorted.
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

    /// The error of a tier without a rate. `None` where the minimum fee applies.
    fn rate_error(&self, index: usize) -> Option<TierError> {
        match self.billing {
            Billing::Marginal => Some(TierError::MarginalWithoutRate),
            Billing::Cliff if index > 0 => Some(TierError::OnlyFirstWithoutRate),
            Billing::Cliff if self.minimum.is_none() => Some(TierError::NeitherRateNorMinimum),
            Billing::Cliff => None,
        }
    }

    /// The amounts at, just under and just over every bound, those of the examples, and
    /// some of every size, sorted.
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

/// The errors of the bounds of tiers, in the order in which they stand.
fn bound_errors(tiers: &[Tier]) -> Vec<(usize, TierError)> {
    let mut errors = Vec::new();
    // The amount at which the next tier begins; none where the one before it doesn't say.
    let mut expected = Some(0);
    for (index, tier) in tiers.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &tiers[before]);
        if before.is_some_and(|before| has_same_bounds(before, tier)) {
            errors.push((index, TierError::Twice));
            continue;
        }

        let end_error = end_error(tier, tiers.get(index + 1));
        // Of bounds that are the wrong way around, neither tells what the other should be.
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

/// The error of the end of a tier, before the next one where there is one.
fn end_error(tier: &Tier, next: Option<&Tier>) -> Option<TierError> {
    let Some(up_to) = tier.up_to else {
        // Where the next one is the same once more, that is what is wrong.
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
