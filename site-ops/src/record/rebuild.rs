//! `cargo site-ops record verify --rebuild`: rebuilds a publication from its commit, with the commit's own program, and compares
//! the result with the record.

use crate::run::{capture_stdout, print};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use site_check::report::counted;
use site_record::entry::Entry;
use site_record::event::Event;
use site_record::rebuilt::compare;
use site_record::record::Record;
use site_table::unpacked::Unpacked;
use site_table::{Table, unpack};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most differences to list. The rest are counted.
const LISTED: usize = 20;

/// Rebuilds a publication. Without a number, rebuilds the last one. Returns false if anything differs.
///
/// # Errors
/// Returns an error if the publication can't be built, because then the answer is unknown.
pub fn rebuild(record: &Record, number: Option<u64>) -> Result<bool> {
    let entry = publication(record, number)?;
    let number = entry.number;
    let begins = entry.begins()?;
    let Some(commit) = &begins.commit else {
        bail!(
            "expected publication {number} to name its commit, and it names none, so the commit to rebuild is unknown"
        );
    };
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let clone = folder.path().join("site");
    check_out(&Workspace::find()?, commit, &clone)?;
    eprintln!("building commit {commit} again, which takes minutes …");
    let server = build(&clone).with_context(|| {
        format!("commit {commit} can't be built here, so the answer is unknown; building it requires the registries, Rust and Node of that day")
    })?;
    let unpacked = folder.path().join("unpacked");
    let site = match Table::open(&server) {
        Ok(table) => unpack(&table, &unpacked)?,
        // Only the commit's own server can read a table of another version.
        Err(_) => {
            capture_stdout(Command::new(&server).arg("--unpack").arg(&unpacked))?;
            Unpacked::read(&unpacked)?
        }
    };
    let comparison = compare(record, &entry, &site.manifest)?;
    let found = comparison.differences;
    let mut out = String::new();
    for removed in &comparison.removed {
        out += &format!("not compared: {removed}\n");
    }
    for difference in found.iter().take(LISTED) {
        out += &format!("differs: {difference}\n");
    }
    if found.len() > LISTED {
        out += &format!("and {} more\n", found.len() - LISTED);
    }
    out += &format!("publication {number}, rebuilt from commit {commit}: ");
    if found.is_empty() {
        let same = match comparison.removed.as_slice() {
            [] => "the same",
            _ => "everything compared is the same",
        };
        out += &format!("{same}, digest {}\n", begins.digest);
    } else {
        out += &format!(
            "{}; if the headers or every page differ, the cause may be another compiler or Node version\n",
            counted(found.len(), "difference")
        );
    }
    print(&out)?;
    Ok(found.is_empty())
}

/// The entry of the start of a publication. Without a number, the last one.
fn publication(record: &Record, number: Option<u64>) -> Result<Entry> {
    if let Some(number) = number {
        let entry = record.entry(number)?;
        entry.begins()?;
        return Ok(entry);
    }
    let mut last = None;
    for entry in record.entries()? {
        let entry = entry?;
        if let Event::Begins(_) = entry.event {
            last = Some(entry);
        }
    }
    last.context("expected a publication in the record, found none; there is nothing to rebuild")
}

/// Checks a commit out into a separate folder, because the working tree may differ from it.
fn check_out(workspace: &Workspace, commit: &str, clone: &Path) -> Result<()> {
    let object = format!("{commit}^{{commit}}");
    let is_here = workspace.git(&["cat-file", "-e", &object]).output()?;
    if !is_here.status.success() {
        bail!(
            "expected commit {commit} in this repository, and it is missing; fetch it, for example with `git fetch --all`, and run the command again"
        );
    }
    let mut git = workspace.git(&["clone", "--quiet", "--shared", "--no-checkout"]);
    // Set in the clone's own configuration, because an older program builds it and asks Git for the time of the commit.
    for setting in [
        "core.autocrlf=false",
        "core.eol=lf",
        "log.showSignature=false",
    ] {
        git.args(["--config", setting]);
    }
    capture_stdout(git.arg(workspace.root()).arg(clone))?;
    let clone = Workspace::at(clone.to_owned());
    capture_stdout(&mut clone.git(&["checkout", "--quiet", "--detach", commit]))?;
    Ok(())
}

/// Builds the checkout, and returns the path of the server.
fn build(clone: &Path) -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["site", "build"]).current_dir(clone);
    // Doesn't use the target folder of other commits, or the variables of a workflow run, which belong to another commit.
    cargo
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("GITHUB_SHA");
    let printed = capture_stdout(&mut cargo)?;
    let server = printed.lines().last().unwrap_or_default();
    Ok(clone.join(server))
}
