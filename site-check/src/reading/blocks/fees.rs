//! Blocks that state what is charged, and on what terms.

use crate::reading::{Reader, money};
use site_schema::fees::percent;
use site_schema::model::*;

impl Reader<'_> {
    pub(super) fn fee_tiers(&mut self, block: &FeeTiers) {
        let FeeTiers {
            id: _,
            heading,
            intro,
            schedule,
            note,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        self.schedule(schedule);
        self.optional(note.as_ref());
        self.actions(actions);
    }

    /// A schedule's tiers, each with its rate.
    pub(super) fn schedule(&mut self, name: &ScheduleName) {
        let Some(schedule) = self.content.fees.schedules.get(name) else {
            return;
        };
        self.line(&schedule.title);
        let minimum = schedule.minimum.as_ref();
        let minimum = minimum.map_or("", |minimum| &*minimum.label);
        for tier in schedule.tiers.iter() {
            let rate = tier.rate.map_or_else(|| minimum.to_owned(), percent);
            self.line(&format!("{} {rate}", &*tier.label));
        }
    }

    pub(super) fn fee_calculator(&mut self, block: &FeeCalculator) {
        let FeeCalculator {
            id: _,
            heading,
            intro,
            schedule,
            ..
        } = block;
        let FeeCalculator {
            label,
            placeholder,
            prompt,
            rate_label,
            annual_label,
            ..
        } = block;
        let FeeCalculator {
            quarterly_label,
            tier_label,
            mark_label,
            ..
        } = block;
        let FeeCalculator {
            note,
            without_script,
            ..
        } = block;
        self.head(heading, intro.as_ref());
        self.line(label);
        let digits: String = placeholder.chars().filter(char::is_ascii_digit).collect();
        if let Ok(amount) = digits.parse() {
            self.line(&money(amount).replace('$', ""));
        }
        self.line(prompt);
        self.lines(
            [
                tier_label,
                rate_label,
                annual_label,
                quarterly_label,
                mark_label,
            ]
            .map(|t| &**t),
        );
        self.schedule(schedule);
        self.line(without_script);
        self.optional(note.as_ref());
    }

    pub(super) fn fee_examples(&mut self, block: &FeeExamples) {
        let FeeExamples {
            id: _,
            heading,
            intro,
            schedule,
            ..
        } = block;
        let FeeExamples {
            assets_label,
            annual_label,
            monthly_label,
            note,
            actions,
            ..
        } = block;
        self.head(heading, intro.as_ref());
        self.lines([assets_label, annual_label, monthly_label].map(|label| &**label));
        if let Some(schedule) = self.content.fees.schedules.get(schedule) {
            let minimum = schedule.minimum.as_ref();
            for example in schedule.examples.iter() {
                let fee = schedule.quote(example.assets).and_then(|quote| quote.fee());
                self.line(&money(example.assets));
                match fee {
                    Some(fee) => {
                        self.line(&money(fee.annual()));
                        self.line(&money(fee.monthly()));
                    }
                    None => self.lines(minimum.map(|minimum| &*minimum.label)),
                }
            }
        }
        self.optional(note.as_ref());
        self.actions(actions);
    }

    pub(super) fn tax_fees(&mut self, block: &TaxFees) {
        let TaxFees {
            id: _,
            heading,
            intro,
            minimum_label,
            note,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for service in self.content.fees.tax_services.iter() {
            self.line(&service.service);
            self.line(&format!("{} {}", &**minimum_label, money(service.minimum)));
            self.line(&service.description);
            self.texts(&service.includes);
        }
        self.optional(note.as_ref());
        self.actions(actions);
    }

    pub(super) fn terms(&mut self, block: &Terms) {
        let Terms {
            id: _,
            heading,
            intro,
            items,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for Term { title, detail } in items.iter() {
            self.line(title);
            self.prose(detail);
        }
        self.actions(actions);
    }
}
