//! `cargo site export`: writes the server's responses as files for a static host.
//!
//! Requests every path from a running server, so the export matches what the server serves. A static host has no clock,
//! so an export shows the site at one moment, and reports when it becomes outdated. [`hosts`] writes headers and
//! redirects in the formats of Cloudflare and Netlify, which both compress files and add entity tags.

use crate::build::build;
use crate::hosts::{self, Files, Row};
use crate::load::{Day, zone};
use crate::run::capture_stdout;
use crate::server::{Running, free_address};
use crate::workspace::{Profile, Workspace, shown};
use anyhow::{Context, Result, ensure};
use fs_err as fs;
use jiff::Timestamp;
use site_check::moment_words::in_words;
use site_schema::NOT_FOUND_ROUTE;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to create
    dir: PathBuf,
    /// Export the responses of this built server instead of building one
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Export the site at this day in the firm's time zone, such as 2027-01-01, or 2027-01-01T09:00:00; without it, at
    /// the current time
    #[arg(long, value_name = "MOMENT")]
    on: Option<String>,
}

/// Writes the folder, and warns about anything that a static host doesn't support.
pub fn export(arguments: &Arguments) -> Result<bool> {
    let dir = std::path::absolute(&arguments.dir)?;
    let shown_dir = shown(&dir);
    ensure!(
        dir.symlink_metadata().is_err(),
        "expected a new folder, found that {shown_dir} exists; delete it first, or choose another one"
    );
    let workspace = Workspace::find()?;
    let server = match &arguments.server {
        Some(server) => server.clone(),
        None => build(&workspace, Profile::Dev)?,
    };
    let moment = match Day::named(arguments.on.as_deref(), &workspace)? {
        Day::On(moment) => moment,
        Day::Today | Day::OfBuild => Timestamp::now(),
    };
    let next = next_turn(&server, moment)?;
    let rows = responses(&server, moment)?;
    let mut files = bodies(&rows)?;
    let count = files.len();
    let host_files = hosts::host_files(&rows);
    files.extend(host_files.files);
    write(&dir, &files)?;
    println!(
        "{shown_dir}: {} paths in {count} files, with _headers and _redirects",
        rows.len()
    );
    if let Some(next) = next {
        println!(
            "The site changes on {}: export it again then.",
            in_words(next, &zone(&workspace)?, None)
        );
    }
    for warning in host_files.warnings {
        println!("warning: {warning}");
    }
    // deploy/static/publish.yml searches for this text.
    for excess in host_files.excesses {
        println!("not for Cloudflare: {excess}");
    }
    Ok(true)
}

/// Returns the next moment when the server switches editions; `None` if it never does.
fn next_turn(server: &Path, moment: Timestamp) -> Result<Option<Timestamp>> {
    for line in printed(server, &["--moments"])?.lines() {
        let start: Timestamp = line.parse()?;
        if start > moment {
            return Ok(Some(start));
        }
    }
    Ok(None)
}

/// Returns the output of a built server when called with these arguments.
fn printed(server: &Path, arguments: &[&str]) -> Result<String> {
    let program = shown(server);
    capture_stdout(Command::new(server).args(arguments))
        .with_context(|| format!("expected {program} to be a built site-server"))
}

/// Returns all responses at a moment, sorted by path, and last the response to every other path.
fn responses(server: &Path, moment: Timestamp) -> Result<Vec<Row>> {
    let program = shown(server);
    let on = Timestamp::from_second(moment.as_second())?.to_string();
    let paths = printed(server, &["--paths", "--on", &on])?;
    ensure!(
        !paths.is_empty(),
        "expected a server with pages, found that {program} has none; build it with `cargo site build`"
    );
    let address = free_address()?;
    let mut command = Command::new(server);
    command.env_clear().args(["--on", &on]);
    // Discards the server's log, which is for its operators.
    command
        .args(["--addr", &address.to_string()])
        .stderr(Stdio::null());
    let running = Running::start(&mut command, address)?;
    let client = running.client()?;
    let mut rows = Vec::new();
    for path in paths.lines().chain([NOT_FOUND_ROUTE]) {
        rows.push(Row {
            path: path.to_owned(),
            response: client.get(path, &[])?,
        });
    }
    Ok(rows)
}

/// Returns every response body as a file. A redirect has no file, and a page that is gone gets the not-found page.
fn bodies(rows: &[Row]) -> Result<Files> {
    let mut files = Files::new();
    for row in rows {
        let Some(file) = file_name(row) else {
            continue;
        };
        let other = files.insert(file.clone(), row.response.body.clone());
        ensure!(
            other.is_none(),
            "expected a different file for each response, found two for {file}; give {} another address",
            row.path
        );
    }
    Ok(files)
}

/// Returns the file name of a response. `/fees` becomes `fees.html`, never `fees/index.html`: a host that supports both
/// serves `/fees` directly only for the first, and redirects to `/fees/` for the second.
fn file_name(row: &Row) -> Option<String> {
    let kind = row.response.header("content-type").unwrap_or_default();
    let is_page = kind.starts_with("text/html");
    match (row.response.status, row.path.trim_start_matches('/')) {
        (404, _) => Some("404.html".to_owned()),
        (200, "") => Some("index.html".to_owned()),
        (200, path) if is_page => Some(format!("{path}.html")),
        (200, path) => Some(path.to_owned()),
        _ => None,
    }
}

/// Writes each file into a folder.
fn write(dir: &Path, files: &Files) -> Result<()> {
    for (name, bytes) in files {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
        fs::write(&path, bytes)?;
    }
    Ok(())
}
