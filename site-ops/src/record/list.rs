//! `cargo site-ops record list` and `status`.

use super::approvals::break_glass;
use super::opened::Opened;
use crate::run::print;
use anyhow::Result;
use clap::ValueEnum;
use serde_json::json;
use site_record::canonical::Value;
use site_record::entry::Entry;
use site_record::timeline::{open_publication, served_publication};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line an event
    #[default]
    Plain,
    /// The entries as they lie, a line each
    Json,
}

/// Prints all events in their order.
pub fn list(opened: &Opened, format: Format) -> Result<bool> {
    for entry in opened.record.entries()? {
        let entry = entry?;
        let line = match format {
            Format::Plain => line(opened, &entry)?,
            Format::Json => {
                let bytes = Value::Object(entry.fields.clone()).bytes()?;
                String::from_utf8(bytes)?
            }
        };
        print(&(line + "\n"))?;
    }
    Ok(true)
}

/// An event on one line.
fn line(opened: &Opened, entry: &Entry) -> Result<String> {
    let moment = opened.shown(entry.moment()?);
    let mut line = format!("{:>6}  {moment}  {:9}", entry.number, entry.event());
    if let Some(place) = entry.optional_text("place") {
        line += &format!("  at {place}");
    }
    if let Some(publication) = entry.fields.get("publication").and_then(Value::integer) {
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
        if let Some(text) = entry.optional_text(key) {
            line += &format!("  {key}: {text}");
        }
    }
    if entry.event() == "begins"
        && let Some(words) = break_glass(&opened.record, entry)?
    {
        line += &format!("  BREAK-GLASS by {words}");
    }
    Ok(line)
}

/// The number of the publication that a place serves.
pub fn served(opened: &Opened, place: &str) -> Option<u64> {
    served_publication(opened.index.steps(), place)
}

/// The number of a publication that began at a place and has no known end.
pub fn under_way(opened: &Opened, place: &str) -> Option<u64> {
    open_publication(opened.index.steps(), place)
}

/// Prints what a place serves and what is under way there, for the next publication to close. Returns true.
pub fn status(opened: &Opened, place: &str) -> Result<bool> {
    let mut holds = Vec::new();
    for entry in opened.record.entries()? {
        let entry = entry?;
        match entry.event() {
            "held" => holds.push(entry.text("reason")?.to_owned()),
            "released" => holds.clear(),
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

/// A publication with its digest and its commit.
fn publication(opened: &Opened, number: Option<u64>) -> Result<serde_json::Value> {
    let Some(number) = number else {
        return Ok(serde_json::Value::Null);
    };
    let begins = opened.record.entry(number)?;
    Ok(json!({
        "publication": number,
        "digest": begins.text("digest")?,
        "commit": begins.optional_text("commit"),
    }))
}
