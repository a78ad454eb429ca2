//! `cargo site links`: every address of another site that the content names, with its places.

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
    /// The form of the list
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// An address on each line, a tab, and its places, each as FILE:LINE:COLUMN
    Text,
    /// One object of JSON
    Json,
}

/// Prints the addresses of other sites in all editions, drafts included.
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

/// Returns the addresses in the content as it is written, and in each edition of it.
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
