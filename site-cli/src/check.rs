//! `cargo site check`: reports every problem in the content in one run.

use crate::branch;
use crate::change::{self, FileChange};
use crate::history;
use crate::load::{Day, Source};
use crate::output::{Format, print_report};
use crate::protection::faults_of_files;
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::Result;
use clap::Args;
use site_check::Loaded;
use site_check::apply::{self, Change};
use site_check::diagnostic::visible;

/// The text of `cargo site check --help` below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  no error; there may be warnings
  1  at least one error
  2  the check itself failed: it was called in the wrong folder, a revision is unknown, or a file can't be written";

#[derive(Debug, Default, Args)]
pub struct Arguments {
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    /// Apply all safe fixes, list them, and report what remains
    #[arg(long)]
    fix: bool,
    /// The branch that the change is for: its existing problems don't count, problems from merging both do, and every
    /// address that worked when the change left the branch must still work; without it, only addresses are compared,
    /// with origin/main or main
    #[arg(long, value_name = "REVISION")]
    base: Option<String>,
    /// Check a Git revision, without checking it out, instead of the files on disk
    #[arg(long, value_name = "REVISION", conflicts_with = "fix")]
    head: Option<String>,
    /// Check the content as if it were this day in the firm's time zone, such as 2027-01-01 or 2027-01-01T09:00:00
    #[arg(long, value_name = "MOMENT")]
    on: Option<String>,
}

/// Checks the content. Returns true if it has no errors.
pub fn check(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let head = revision(arguments.head.as_deref(), &workspace)?;
    let branch = revision(arguments.base.as_deref(), &workspace)?;
    let source = source(&workspace, head.clone(), branch.as_ref())?;
    let day = Day::named(arguments.on.as_deref(), &workspace)?;
    let mut loaded = source.load(day, false)?;
    let mut fixed = Vec::new();
    let is_fixable = loaded.diagnostics.iter().any(|found| found.fix.is_some());
    if arguments.fix && is_fixable {
        fixed = fix(&mut loaded, &workspace)?;
        loaded = source.load(day, false)?;
    }
    let mut conflicts = Vec::new();
    if let Some(branch) = &branch {
        conflicts = branch::compare(&workspace, branch, head.as_ref(), &mut loaded)?;
    }
    if head.is_none() {
        let faults = faults_of_files(&workspace)?;
        loaded
            .diagnostics
            .extend(faults.into_iter().map(Into::into));
    }
    report(&workspace, &loaded, &fixed, arguments.format)?;
    for file in &conflicts {
        eprintln!(
            "error: {}: Git can't merge this file with {}; update the branch, and keep the intended lines of both",
            visible(file),
            arguments.base.as_deref().unwrap_or_default()
        );
    }
    Ok(loaded.errors() == 0 && conflicts.is_empty())
}

/// Checks the files on disk, counts all of their problems, and compares their addresses with a branch or a commit.
/// Returns true if there are no errors.
pub fn check_since(workspace: &Workspace, base: Option<&Revision>) -> Result<bool> {
    let loaded = source(workspace, None, base)?.load(Day::Today, false)?;
    report(workspace, &loaded, &[], Format::Terminal)?;
    Ok(loaded.errors() == 0)
}

/// Prints the problems, and which checks were skipped.
fn report(workspace: &Workspace, loaded: &Loaded, fixed: &[Change], format: Format) -> Result<()> {
    print_report(loaded, fixed, format)?;
    if let Some(reason) = history::not_compared(workspace, &loaded.tree.history) {
        eprintln!("not compared: {reason}");
    }
    Ok(())
}

/// Resolves a revision argument. Workflows pass an empty name if their event has no base, and zeros if the branch had
/// no earlier commit.
pub fn revision(name: Option<&str>, workspace: &Workspace) -> Result<Option<Revision>> {
    match name {
        Some(name) if !name.trim_matches('0').is_empty() => {
            Ok(Some(Revision::named(workspace, name)?))
        }
        _ => Ok(None),
    }
}

/// Returns the content of a revision, or the files on disk, with the merge base with a branch.
fn source(
    workspace: &Workspace,
    head: Option<Revision>,
    branch: Option<&Revision>,
) -> Result<Source> {
    let merge_base = match branch {
        Some(branch) => Some(Revision::merge_base(workspace, branch, head.as_ref())?),
        None => None,
    };
    let source = match head {
        Some(head) => Source::revision(workspace, head)?,
        None => Source::files(workspace),
    };
    Ok(source.with_base(merge_base))
}

/// Applies all fixes, and writes the changed files.
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
