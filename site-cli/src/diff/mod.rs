//! `cargo site diff [BASE]`: what a change means to those who read the site,
//! for reviewers who do not read its source.
//!
//! 1. `side`: the content of both sides, loaded and compiled
//! 2. `pages`: which page of the one is which page of the other
//! 3. `text`, `links`, `fees`, `facts`, …: what differs, one noun each, with how it is shown
//! 4. `screenshots`, where they are asked for
//! 5. `report`: all of it, a `section` each
//! 6. `markdown`, `words`, `escape`: what entries are made of

mod change;
mod disclaimers;
mod escape;
mod facts;
mod fees;
mod links;
mod markdown;
mod pages;
mod pictures;
mod report;
mod screenshots;
mod section;
mod side;
mod text;
mod words;

use crate::files::write_if_changed;
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use clap::Args;
use report::{ROOM, Report};
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
    /// Write the report into this file, however long it is; printed, it is no longer than GitHub takes
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
    let here = env::current_dir().context("cannot find the current folder")?;
    let shots = match &arguments.screenshots {
        Some(folder) => Some(screenshots::take(
            &workspace,
            &base,
            &head,
            &here.join(folder),
        )?),
        None => None,
    };
    let report = Report::new(&base, &head, shots.as_ref())?;
    match &arguments.out {
        Some(path) => {
            write_if_changed(&here.join(path), report.markdown(usize::MAX).as_bytes())?;
        }
        None => match stdout().lock().write_all(report.markdown(ROOM).as_bytes()) {
            // Whoever reads it has read enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            result => result.context("can't print the report")?,
        },
    }
    Ok(true)
}
