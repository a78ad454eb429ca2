//! `cargo site schedule`: lists scheduled changes with their times and pages, and removes windows that are over.
//!
//! 1. `turns`: the changes in each edition, compared with the one before it
//! 2. `fold`: removes windows and snapshots that are over from the files
//! 3. `window`: what happens to one window

mod fold;
pub mod turns;
mod window;

use crate::load::Day;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use turns::Turn;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Remove windows that are over from the content, and write the files; visitors see no difference
    #[arg(long, conflicts_with = "format")]
    fold: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Markdown, with times in the firm's time zone
    Text,
    /// One JSON object, with times in UTC
    Json,
}

/// Prints the scheduled changes, or removes windows that are over.
pub fn schedule(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let loaded = workspace.load(Day::Today, false)?;
    if loaded.content.is_none() {
        bail!("the content has errors, so it can't be read; `cargo site check` shows them")
    }
    let now = Timestamp::now();
    if arguments.fold {
        return fold::fold(&workspace, loaded, now);
    }

    let turns = turns::after(&loaded.editions, now);
    let shown = match arguments.format {
        Format::Text => text(&turns, &loaded.tree.zone()),
        Format::Json => format!("{}\n", as_json(&turns)),
    };
    print(&shown)?;
    Ok(true)
}

/// Renders the list as Markdown.
fn text(turns: &[Turn], zone: &TimeZone) -> String {
    let mut out = "## Scheduled changes\n".to_owned();
    if turns.is_empty() {
        out += "\nNone: no page, article, fee or fact has a scheduled change.\n";
    }
    for turn in turns {
        out += "\n";
        out += &turn.markdown("###", zone);
    }
    out
}

/// Renders the list as JSON.
fn as_json(turns: &[Turn]) -> Value {
    let mut moments = Vec::new();
    for turn in turns {
        let mut changes = Vec::new();
        for entry in &turn.changes {
            changes.push(json!({ "pages": entry.pages, "what": entry.whole() }));
        }
        moments.push(json!({ "starts": turn.starts.to_string(), "changes": changes }));
    }
    json!({ "schedule": moments })
}
