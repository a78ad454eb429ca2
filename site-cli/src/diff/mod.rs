//! `cargo site diff [BASE]`: what a change means to those who read the site,
//! for reviewers who do not read its source.
//!
//! 1. `side`: the content of both sides, loaded and compiled
//! 2. `pages`: which page of the one is which page of the other
//! 3. `text`, `links`, `fees`, `facts`, …: what differs, one noun each
//! 4. `report`: all of it, as programs read it
//! 5. `screenshots`, where they are asked for
//! 6. `markdown`: the same for people

mod disclaimers;
mod facts;
mod fees;
mod links;
mod markdown;
mod pages;
mod pictures;
mod report;
mod screenshots;
mod side;
mod spread;
mod text;
mod words;

pub use report::DiffReport;

use crate::files::write_if_changed;
use crate::form::Form;
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use clap::Args;
use side::Side;
use std::env;
use std::io::{ErrorKind, Write as _, stdout};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The Git revision to compare with; without it, the one where this branch left main
    base: Option<String>,
    /// The Git revision to compare; without it, the files as they stand
    #[arg(long, value_name = "REVISION")]
    head: Option<String>,
    /// How to show the differences; schemas/diff.schema.json describes the JSON
    #[arg(long, value_enum, default_value_t = Form::Markdown)]
    format: Form,
    /// Write the report into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Take pictures of the pages that look different, before and after, into this folder
    #[arg(long, value_name = "FOLDER")]
    screenshots: Option<PathBuf>,
}

/// Prints or writes the report. Whether it could be made, whatever it says.
pub fn diff(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let head = arguments
        .head
        .as_deref()
        .map(|name| Revision::named(&workspace, name))
        .transpose()?;
    let base = match &arguments.base {
        Some(name) => Revision::named(&workspace, name)?,
        None => Revision::where_it_left_main(&workspace, head.as_ref())?,
    };
    let base = Side::at(&workspace, base)?;
    let head = match head {
        Some(head) => Side::at(&workspace, head)?,
        None => Side::as_it_stands(&workspace)?,
    };
    let mut report = DiffReport::new(&base, &head);
    let here = env::current_dir().context("can't tell the current folder")?;
    if let Some(folder) = &arguments.screenshots {
        let folder = here.join(folder);
        let taken = screenshots::take(&workspace, &base, &head, &report, &folder)?;
        report.screenshots = Some(taken);
    }
    let text = match arguments.format {
        Form::Markdown => markdown::render(&report),
        Form::Json => serde_json::to_string_pretty(&report)? + "\n",
    };
    match &arguments.out {
        Some(path) => {
            write_if_changed(&here.join(path), text.as_bytes())?;
        }
        None => match stdout().lock().write_all(text.as_bytes()) {
            // Whoever reads it has read enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            result => result.context("can't print the report")?,
        },
    }
    Ok(true)
}
