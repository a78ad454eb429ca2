//! `cargo site export DIR`: all that the server serves, as files for a CDN, an object store or another server.
//!
//! 1. [`table`] asks a running server for every path it knows, in every encoding: what is exported is what it serves.
//! 2. [`layout`] gives each response its file: `/fees` is `fees.html`, never `fees/index.html`, since hosts that know both
//!    answer `/fees` at once and send `/fees/` there only for the first, as the server does.
//! 3. [`hosts`], [`nginx`] and [`caddy`] say the headers and redirects in the words of those who will serve the files.
//! 4. [`folder`] writes all of it, or nothing.

mod caddy;
mod folder;
mod hosts;
mod layout;
mod nginx;
mod table;

use crate::build::build;
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
        None => build()?.server(),
    };
    let told = write(&server, &arguments.dir)?;
    for line in told {
        println!("{line}");
    }
    Ok(true)
}

/// What to tell of it, line by line.
fn write(server: &Path, dir: &Path) -> Result<Vec<String>> {
    let table = table::read(server)?;
    let mut files = layout::files(&table)?;
    let count = files.len();
    let hosts = hosts::files(&table);
    files.extend(hosts.files);
    files.extend(nginx::files(&table)?);
    files.extend(caddy::files(&table)?);
    folder::write(dir, files)?;
    let mut told = vec![format!(
        "{}: {} paths in {count} files below site/, with _headers and _redirects; nginx/ and Caddyfile serve them as the server does",
        dir.display(),
        table.rows.len()
    )];
    told.extend(hosts.warnings);
    Ok(told)
}
