//! `cargo site ledger`: records the addresses that visitors can open.

use crate::change::{Change, FileChange};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use site_check::ledger;
use site_check::load::{FileKind, Tree};

/// Adds what answers now to the ledger; with `check` it only reports what is missing.
pub fn ledger(check: bool) -> Result<bool> {
    let workspace = Workspace::find()?;
    let loaded = site_check::load(&workspace.content())?;
    let missing = missing(&loaded.tree);
    for address in &missing {
        let verb = if check {
            "not recorded yet:"
        } else {
            "recorded"
        };
        println!("{verb} {address}");
    }
    if missing.is_empty() {
        println!("{} has every address that answers", ledger::PATH);
    } else if check {
        println!("`cargo site ledger` records them: run it on the main branch, after a merge");
    } else {
        record(&workspace, &loaded.tree)?;
    }
    Ok(!check || missing.is_empty())
}

fn missing(tree: &Tree) -> Vec<&str> {
    let recorded = ledger::recorded(tree);
    let answering = ledger::answering(tree).into_iter();
    answering
        .filter(|address| !recorded.contains(address))
        .collect()
}

fn record(workspace: &Workspace, tree: &Tree) -> Result<()> {
    let file = tree.file(&FileKind::Published);
    if file.is_some_and(|file| {
        !file.is_parsed() || !file.violations.is_empty() || !file.conflicts.is_empty()
    }) {
        bail!(
            "expected a ledger without errors, and {} has some; `cargo site check` shows them, fix them first",
            ledger::PATH
        );
    }
    let text = ledger::text(
        ledger::recorded(tree)
            .into_iter()
            .chain(ledger::answering(tree)),
    );
    let change = match file {
        Some(file) => FileChange::changed(ledger::PATH, &file.text, text),
        None => FileChange::added(ledger::PATH, text),
    };
    let files = vec![change];
    Change { files }.write(workspace)
}
