//! The labels of tiers: their bounds in words.

use super::money;
use crate::model::{Billing, FeeSchedule, Fees, Tier};

impl Fees {
    /// Sets the label of every tier.
    pub fn label_tiers(&mut self) {
        for schedule in self.schedules.values_mut() {
            schedule.label_tiers();
        }
    }
}

impl FeeSchedule {
    /// Sets the label of every tier.
    pub fn label_tiers(&mut self) {
        for tier in &mut self.tiers {
            tier.label = label(tier, self.billing);
        }
    }
}

/// Returns the label of a tier. Under cliff billing it's the range of portfolios in the tier; under
/// marginal billing it's the part of a portfolio that is charged at its rate.
pub fn label(tier: &Tier, billing: Billing) -> String {
    // The amount just below the tier.
    let below = tier.from.saturating_sub(1);

    let Some(up_to) = tier.up_to else {
        if below == 0 {
            return "Any amount".to_owned();
        }
        return format!("Above {}", money(below));
    };

    match billing {
        Billing::Cliff => format!("{} to {}", money(tier.from), money(up_to)),
        Billing::Marginal if below == 0 => format!("First {}", money(up_to)),
        Billing::Marginal => {
            let width = money(up_to.saturating_sub(below));
            let below = in_short(below);
            let up_to = in_short(up_to);
            format!("Next {width} ({below} to {up_to})")
        }
    }
}

/// Formats an amount in millions, such as $1.5M, if one decimal is exact; otherwise, or below a
/// million, in full.
fn in_short(dollars: u64) -> String {
    const MILLION: u64 = 1_000_000;
    const TENTH: u64 = MILLION / 10;

    if dollars < MILLION || !dollars.is_multiple_of(TENTH) {
        return money(dollars);
    }
    let millions = money(dollars / MILLION);
    let tenths = dollars % MILLION / TENTH;
    if tenths == 0 {
        format!("{millions}M")
    } else {
        format!("{millions}.{tenths}M")
    }
}
