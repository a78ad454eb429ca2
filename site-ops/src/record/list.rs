//! `cargo site-ops record list` and `status`.

use super::approvals::break_glass;
use super::opened::Opened;
use crate::run::print;
use anyhow::Result;
use clap::ValueEnum;
use serde_json::{Value, json};
use site_record::entry::Entry;
use site_record::event::Event;
use site_record::timeline::{open_publication, served_publication};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One line per event
    #[default]
    Plain,
    /// The stored entries, one per line
    Json,
}

/// Prints all events in order.
pub fn list(opened: &Opened, format: Format) -> Result<bool> {
    for entry in opened.index.entries() {
        let text = String::from_utf8(opened.record.read(&entry.name())?)?;
        let line = match format {
            Format::Plain => line(opened, entry, &serde_json::from_str(&text)?)?,
            Format::Json => text,
        };
        print(&(line + "\n"))?;
    }
    Ok(true)
}

/// One event on one line. `fields` are all the fields of the entry.
fn line(opened: &Opened, entry: &Entry, fields: &Value) -> Result<String> {
    let moment = opened.shown(entry.moment.ours);
    let event = fields["event"].as_str().unwrap_or_default();
    let mut line = format!("{:>6}  {moment}  {event:9}", entry.number);
    if let Some(place) = fields["place"].as_str() {
        line += &format!("  at {place}");
    }
    if let Some(publication) = fields["publication"].as_u64() {
        line += &format!("  publication {publication}");
    }
    for key in [
        "name",
        "commit",
        "actor",
        "verified",
        "reason",
        "address",
        "authority",
        "body",
    ] {
        if let Some(text) = fields[key].as_str() {
            line += &format!("  {key}: {text}");
        }
    }
    if let Event::Begins(begins) = &entry.event
        && let Some(words) = break_glass(&opened.record, begins)?
    {
        line += &format!("  BREAK-GLASS by {words}");
    }
    Ok(line)
}

/// The number of the publication that a place serves.
pub fn served(opened: &Opened, place: &str) -> Option<u64> {
    served_publication(opened.index.entries(), place)
}

/// The number of a publication in progress at a place, whose end is unknown.
pub fn under_way(opened: &Opened, place: &str) -> Option<u64> {
    open_publication(opened.index.entries(), place)
}

/// Prints what a place serves and which publication is in progress, so that the next publication can close it. Returns true.
pub fn status(opened: &Opened, place: &str) -> Result<bool> {
    let mut holds = Vec::new();
    for entry in opened.index.entries() {
        match &entry.event {
            Event::Held(held) => holds.push(&held.reason),
            Event::Released(_) => holds.clear(),
            _ => {}
        }
    }
    let answer = json!({
        "place": place,
        "served": publication(opened, served(opened, place))?,
        "under_way": publication(opened, under_way(opened, place))?,
        "held": holds,
    });
    print(&format!("{answer}\n"))?;
    Ok(true)
}

/// A publication's digest and commit.
fn publication(opened: &Opened, number: Option<u64>) -> Result<Value> {
    let Some(number) = number else {
        return Ok(Value::Null);
    };
    let begins = opened.index.entry(number)?.begins()?;
    Ok(json!({
        "publication": number,
        "digest": begins.digest,
        "commit": begins.commit,
    }))
}
