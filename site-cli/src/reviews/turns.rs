//! Upcoming scheduled changes, and the ones since the last list, for `cargo site reviews`.

use crate::schedule::turns::{self, Turn};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use site_check::Loaded;
use site_schema::model::first_moment;

/// The number of days that the list looks ahead: about four weeks, enough time to revise a change.
const DAYS_AHEAD: i32 = 30;

/// The number of days that the list looks back: it's created weekly.
const DAYS_BACK: i32 = 7;

/// Returns both lists for a day in Markdown, each if it isn't empty. Reads the content again, as of that day.
pub fn sections(loaded: &mut Loaded, workspace: &Workspace, on: Date) -> Result<String> {
    let zone = loaded.tree.zone();
    let first_day = on.saturating_sub(DAYS_BACK.days());
    // Both days count in full.
    let tomorrow = on.saturating_add(1.day());
    let day_after_last = tomorrow.saturating_add(DAYS_AHEAD.days());
    let start_of = |day| first_moment(day, &zone).context("a day that the calendar has");

    let mut moments = loaded.moments();
    moments.committed = Some(start_of(first_day)?);
    loaded.read(&workspace.content(), moments)?;
    let mut ahead = Vec::new();
    let mut past = Vec::new();
    let before_first = start_of(first_day)?.saturating_sub(1.second());
    for turn in turns::after(&loaded.editions, before_first?) {
        if turn.starts < start_of(tomorrow)? {
            past.push(turn);
        } else if turn.starts < start_of(day_after_last)? {
            ahead.push(turn);
        }
    }

    let next = format!("Scheduled changes in the next {DAYS_AHEAD} days");
    let last = format!("Scheduled changes in the last {DAYS_BACK} days");
    Ok(section(&next, &ahead, &zone) + &section(&last, &past, &zone))
}

/// Returns the changes below a heading; empty if the list is empty.
fn section(heading: &str, turns: &[Turn], zone: &TimeZone) -> String {
    if turns.is_empty() {
        return String::new();
    }
    let mut out = format!("\n### {heading}: {}\n", turns.len());
    for turn in turns {
        out += "\n";
        out += &turn.markdown("####", zone);
    }
    out
}
