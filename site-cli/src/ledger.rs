//! `cargo site ledger`: records the addresses that visitors can open.

use crate::load::Day;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use site_check::address::ledger;
use site_check::load::{File, FileKind};
use site_cli::change::{self, FileChange};

/// Adds what answers now to the ledger.
pub fn ledger() -> Result<bool> {
    let workspace = Workspace::find()?;
    let tree = workspace.load(Day::Today, false)?.tree;
    let recorded = ledger::recorded(&tree);
    let answering = ledger::answering(&tree);
    let missing: Vec<_> = answering.difference(&recorded).collect();
    if missing.is_empty() {
        println!("{} has every address that answers", ledger::PATH);
        return Ok(true);
    }
    let file = tree.file(&FileKind::Published);
    let is_sound = |file: &File| {
        file.is_parsed() && file.schema_errors.is_empty() && file.conflicts().next().is_none()
    };
    ensure!(
        file.is_none_or(is_sound),
        "expected a ledger without errors, and {} has some; `cargo site check` shows them, fix them first",
        ledger::PATH
    );
    let text = ledger::text(recorded.union(&answering).copied());
    let before = file.map(|file| &*file.text);
    let change = FileChange::new(ledger::PATH, before, text);
    change::write(&[change], workspace.root())?;
    for address in missing {
        println!("recorded {address}");
    }
    Ok(true)
}
