//! `cargo site-ops record due`: what need not be kept any longer.

use super::opened::Opened;
use crate::run::print;
use anyhow::Result;
use jiff::Timestamp;
use jiff::civil::Date;
use site_record::event::holds;

/// Prints what is due. Returns true; nothing is removed.
pub fn due(opened: &Opened, on: Option<Date>) -> Result<bool> {
    let today = opened.calendar.day(Timestamp::now().as_second());
    let day = on.unwrap_or(today);
    let due = site_record::due::due(&opened.record, &opened.index, day)?;
    let mut out = String::new();
    for item in &due {
        let mut paths = Vec::new();
        for path in &item.paths {
            paths.push(if path.is_empty() {
                "unknown addresses"
            } else {
                path
            });
        }
        out += &format!(
            "{}  shown last {}, to be kept until {}, at {}\n",
            item.body,
            opened.shown(item.last_shown),
            item.kept_until,
            paths.join(", ")
        );
    }
    if due.is_empty() {
        out += &format!("nothing is due on {day}\n");
    }
    for (name, reason) in holds(&opened.record)? {
        out += &format!("a hold is in force, {name:?} ({reason}): nothing may be removed\n");
    }
    print(&out)?;
    Ok(true)
}
