//! The labels of tiers: their bounds, in the words of a fee schedule.

use super::money;
use crate::model::{Billing, FeeSchedule, Fees, Tier};

impl Fees {
    /// Gives every tier its label.
    pub fn label_tiers(&mut self) {
        for schedule in self.schedules.values_mut() {
            schedule.label_tiers();
        }
    }
}

impl FeeSchedule {
    /// Gives every tier its label.
    pub fn label_tiers(&mut self) {
        for tier in &mut self.tiers {
            tier.label = label(tier, self.billing);
        }
    }
}

/// The label of a tier. Under cliff billing it is the range of portfolios that the tier
/// is for, under marginal billing the part of a portfolio that its rate is charged on.
pub fn label(tier: &Tier, billing: Billing) -> String {
    // The amount that the tier begins above.
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

/// An amount in millions, such as $1.5M, where that is exact with one decimal; in full
/// where it is not, and below a million.
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
