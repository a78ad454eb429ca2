//! `cargo site export`: what the server serves, as files for a static host.
//!
//! 1. [`table`] asks a running server for every path it knows: what is exported is what it serves.
//! 2. [`layout`] gives each response its file: `/fees` is `fees.html`, never `fees/index.html`, since hosts that know both
//!    answer `/fees` at once and redirect to `/fees/` only for the second.
//! 3. [`hosts`] writes headers and redirects as Cloudflare and Netlify read them; both compress and tag by themselves.
//! 4. [`folder`] writes all of it, or nothing.

mod folder;
mod hosts;
mod layout;
mod table;

use crate::build::build;
use crate::workspace::{Profile, Workspace};
use anyhow::Result;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to make: one that is not there yet, or that an export made
    dir: PathBuf,
    /// Export what this built server serves, rather than build one
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
}

pub fn export(arguments: &Arguments) -> Result<bool> {
    folder::check(&arguments.dir)?;
    let server = match &arguments.server {
        Some(server) => server.clone(),
        None => build(&Workspace::find()?, Profile::Dev)?,
    };
    write(&server, &arguments.dir)
}

fn write(server: &Path, dir: &Path) -> Result<bool> {
    let table = table::read(server)?;
    let mut files = layout::files(&table)?;
    let count = files.len();
    let hosts = hosts::files(&table);
    files.extend(hosts.files);
    folder::write(dir, &files)?;
    println!(
        "{}: {} paths in {count} files below site/, with _headers and _redirects",
        dir.display(),
        table.rows.len()
    );
    for warning in hosts.warnings {
        println!("warning: {warning}");
    }
    Ok(true)
}
