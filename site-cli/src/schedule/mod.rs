//! `cargo site schedule`: what will change by itself, when, and on which pages; and what is over, taken out.
//!
//! 1. `turns`: what each edition changes, compared with the one before it
//! 2. `fold`: the windows and the snapshots that are over, taken out of the files
//! 3. `window`: what becomes of one window

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
    /// The form of the list
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Take what is over out of the content, and write the files; visitors see no difference
    #[arg(long, conflicts_with = "format")]
    fold: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Markdown, with moments in the firm's time
    Text,
    /// One object of JSON, with moments in UTC
    Json,
}

/// Prints what will change, or takes out what is over.
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

/// The list as Markdown.
fn text(turns: &[Turn], zone: &TimeZone) -> String {
    let mut out = "## What will change by itself\n".to_owned();
    if turns.is_empty() {
        out += "\nNothing: no page, article, fee or fact waits for a day.\n";
    }
    for turn in turns {
        out += "\n";
        out += &turn.markdown("###", zone);
    }
    out
}

/// The list as JSON.
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
