//! `cargo site check`: every problem of the content in one run.

use crate::change::{Change, FileChange};
use crate::history;
use crate::report::{self, Format, Outcome};
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use clap::Args;
use jiff::Timestamp;
use site_check::Loaded;
use site_check::apply::{self, Applied, Rewritten};
use std::mem;
use std::path::Path;

/// What `cargo site check --help` says below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  no error; there may be warnings
  1  at least one error
  2  the check itself failed: it was called in the wrong folder, a revision is unknown, or a file can't be written";

#[derive(Debug, Args)]
pub struct Arguments {
    /// How to show the problems
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    /// Apply all safe fixes, list them, and report what remains
    #[arg(long)]
    fix: bool,
    /// The branch that the change is for: no address may be missing that its ledger had where the
    /// change left it; without it, origin/main or main
    #[arg(long, value_name = "REVISION")]
    base: Option<String>,
    /// Check a Git revision, without a checkout, instead of the files as they are
    #[arg(long, value_name = "REVISION", conflicts_with = "fix")]
    head: Option<String>,
}

/// Checks the files as they are. Whether they have no error.
pub fn check(format: Format, fix: bool) -> Result<bool> {
    run(&Arguments {
        format,
        fix,
        base: None,
        head: None,
    })
}

/// Checks the content. Whether it has no error.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let named = |name: &String| Revision::named(&workspace, name);
    let head = arguments.head.as_ref().map(named).transpose()?;
    // A workflow hands over an empty name where its event has no base.
    let base = arguments.base.as_ref().filter(|name| !name.is_empty());
    let base = base
        .map(|name| Revision::where_it_left(&workspace, &named(name)?, head.as_ref()))
        .transpose()?;
    let written = head
        .as_ref()
        .map(|head| head.content(&workspace))
        .transpose()?;
    let content = match &written {
        Some(folder) => folder.path().join("content"),
        None => workspace.content(),
    };
    let load = || load(&workspace, &content, head.as_ref(), base.as_ref());

    let mut loaded = load()?;
    let mut applied = Applied::default();
    if arguments.fix && loaded.diagnostics.iter().any(|found| found.fix.is_some()) {
        applied = apply::apply(&mut loaded.tree);
        write(&workspace, mem::take(&mut applied.files))?;
        loaded = load()?;
    }
    report::print(
        &Outcome {
            loaded: &loaded,
            changes: &applied.changes,
        },
        arguments.format,
    )?;
    Ok(loaded.errors() == 0)
}

fn load(
    workspace: &Workspace,
    content: &Path,
    head: Option<&Revision>,
    base: Option<&Revision>,
) -> Result<Loaded> {
    let mut loaded = site_check::load_at(content, Timestamp::now(), false)
        .with_context(|| format!("cannot read {}", content.display()))?;
    history::recall_since(workspace, &mut loaded, head, base);
    Ok(loaded)
}

fn write(workspace: &Workspace, fixed: Vec<Rewritten>) -> Result<()> {
    let files = fixed.into_iter().map(|file| FileChange {
        path: file.path,
        new_path: file.new_path,
        before: Some(file.text),
        after: file.new_text,
    });
    Change {
        files: files.collect(),
    }
    .write(workspace)
}
