//! `cargo site check`: every problem of the content in one run.

use crate::load::{Day, Source};
use crate::output::{Format, print_report};
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::Result;
use clap::Args;
use site_check::Loaded;
use site_check::apply::{self, Change};
use site_cli::change::{self, FileChange};

/// The text of `cargo site check --help` below the options.
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

/// Checks the content. Returns whether it has no error.
pub fn check(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let source = source(arguments, &workspace)?;
    let mut loaded = source.load(Day::Today, false)?;
    let mut fixed = Vec::new();
    let is_fixable = loaded.diagnostics.iter().any(|found| found.fix.is_some());
    if arguments.fix && is_fixable {
        fixed = fix(&mut loaded, &workspace)?;
        loaded = source.load(Day::Today, false)?;
    }
    print_report(&loaded, &fixed, arguments.format)?;
    Ok(loaded.errors() == 0)
}

/// The content that the arguments name, and the commit that it is compared with.
fn source(arguments: &Arguments, workspace: &Workspace) -> Result<Source> {
    let head = match &arguments.head {
        Some(name) => Some(Revision::named(workspace, name)?),
        None => None,
    };
    // A workflow hands over an empty name where its event has no base.
    let base = match arguments.base.as_deref() {
        None | Some("") => None,
        Some(name) => {
            let branch = Revision::named(workspace, name)?;
            Some(Revision::merge_base(workspace, &branch, head.as_ref())?)
        }
    };
    let source = match head {
        Some(head) => Source::revision(workspace, head)?,
        None => Source::files(workspace),
    };
    Ok(source.with_base(base))
}

/// Applies all fixes, and writes the files that they change.
fn fix(loaded: &mut Loaded, workspace: &Workspace) -> Result<Vec<Change>> {
    let applied = apply::apply(&mut loaded.tree);
    let mut files = Vec::new();
    for file in &loaded.tree.files {
        if let Some(before) = applied.before.get(&file.path) {
            let after = file.text.to_string();
            files.push(FileChange::new(&file.path, Some(before), after));
        }
    }
    change::write(&files, workspace.root())?;
    Ok(applied.changes)
}
