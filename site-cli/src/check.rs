//! `cargo site check`: every problem of the content in one run.

use crate::change::{self, FileChange};
use crate::history;
use crate::output::{Format, print_report};
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use clap::Args;
use jiff::Timestamp;
use site_check::apply;
use tempfile::TempDir;

/// What `cargo site check --help` says below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  no error; there may be warnings
  1  at least one error
  2  the check itself failed: it was called in the wrong folder, a revision is unknown, or a file can't be written";

#[derive(Debug, Default, Args)]
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

/// Checks the content. Whether it has no error.
pub fn check(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let named = |name: &String| Revision::named(&workspace, name);
    let head = arguments.head.as_ref().map(named).transpose()?;
    // A workflow hands over an empty name where its event has no base.
    let base = arguments.base.as_ref().filter(|name| !name.is_empty());
    let base = base
        .map(|name| Revision::merge_base(&workspace, &named(name)?, head.as_ref()))
        .transpose()?;
    let written = head.as_ref().map(|head| head.content(&workspace));
    let written = written.transpose()?;
    let root = written.as_ref().map_or(workspace.root(), TempDir::path);
    let content = root.join("content");
    let load = || {
        let mut loaded = site_check::load_at(&content, Timestamp::now(), false)
            .with_context(|| format!("cannot read {}", content.display()))?;
        history::add_git_state(&workspace, &mut loaded, head.as_ref(), base.as_ref());
        anyhow::Ok(loaded)
    };
    let mut loaded = load()?;
    let mut fixed = Vec::new();
    if arguments.fix && loaded.diagnostics.iter().any(|found| found.fix.is_some()) {
        let applied = apply::apply(&mut loaded.tree);
        let files = loaded.tree.files.iter().filter_map(|file| {
            let before = applied.before.get(&file.path)?;
            let after = file.text.to_string();
            Some(FileChange::new(&file.path, Some(before), after))
        });
        let files: Vec<_> = files.collect();
        change::write(&files, &workspace)?;
        fixed = applied.changes;
        loaded = load()?;
    }
    print_report(&loaded, &fixed, arguments.format)?;
    Ok(loaded.errors() == 0)
}
