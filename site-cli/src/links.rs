//! `cargo site links`: lists every external address in the content, with its places.

use crate::load::Day;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use site_check::Loaded;
use site_check::address::addresses::{ExternalAddresses, external_addresses};

#[derive(Debug, Args)]
pub struct Arguments {
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// One address per line, then a tab and its places, each as FILE:LINE:COLUMN
    Text,
    /// One JSON object
    Json,
}

/// Prints the external addresses in all editions, including drafts.
pub fn links(arguments: &Arguments) -> Result<bool> {
    let loaded = Workspace::find()?.load(Day::Today, true)?;
    let addresses = addresses(&loaded);
    let list = match arguments.format {
        Format::Text => text(&addresses),
        Format::Json => format!("{}\n", as_json(&addresses)),
    };
    print(&list)?;
    Ok(true)
}

/// Returns the external addresses in the source of the content and in each of its editions.
fn addresses(loaded: &Loaded) -> ExternalAddresses<'_> {
    let editions = loaded.trees.iter().map(|edition| &edition.tree);
    external_addresses(editions.chain([&loaded.tree]))
}

fn text(addresses: &ExternalAddresses) -> String {
    let mut out = String::new();
    for (address, places) in addresses {
        let mut names = Vec::new();
        for place in places {
            names.push(format!("{}:{}:{}", place.file, place.line, place.column));
        }
        out += &format!("{address}\t{}\n", names.join(" "));
    }
    out
}

fn as_json(addresses: &ExternalAddresses) -> Value {
    let mut links = Vec::new();
    for (address, places) in addresses {
        let mut named = Vec::new();
        for place in places {
            named.push(json!({ "file": place.file, "line": place.line, "column": place.column }));
        }
        links.push(json!({ "address": address, "places": named }));
    }
    json!({ "links": links })
}
