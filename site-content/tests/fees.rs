//! The amounts that every fee schedule of the site charges, as a person would review them.

use site_content::CONTENT;
use site_schema::fees::{Quote, grouped, percent};
use site_schema::model::FeeSchedule;
use std::fmt::Write;

#[test]
fn every_schedule() {
    for (name, schedule) in CONTENT.fees.schedules.iter() {
        insta::assert_snapshot!(name.as_str(), table(schedule));
    }
}

fn table(schedule: &FeeSchedule) -> String {
    let mut out = format!(
        "{:>12}  {:>10} {:>10} {:>9}  tier\n",
        "assets", "annual", "quarterly", "monthly"
    );
    for assets in schedule.amounts_of_interest() {
        line(&mut out, schedule, assets);
    }
    out
}

fn line(out: &mut String, schedule: &FeeSchedule, assets: u64) {
    let written = match schedule.quote(assets) {
        Some(Quote::Fee { tier, fee }) => writeln!(
            out,
            "{:>12}  {:>10} {:>10} {:>9}  {} at {}",
            grouped(assets),
            grouped(fee.annual()),
            grouped(fee.quarterly()),
            grouped(fee.monthly()),
            tier.label,
            tier.rate.map_or_else(String::new, percent),
        ),
        Some(Quote::Minimum { tier, minimum }) => {
            let label = minimum.map_or("", |fee| &*fee.label);
            writeln!(out, "{:>12}  {label}  {}", grouped(assets), tier.label)
        }
        None => writeln!(out, "{:>12}  nothing", grouped(assets)),
    };
    written.expect("writing to a string can't fail");
}
