//! Sentences with a figure about the firm or its results, for compliance to read, for `cargo site reviews`.

use crate::diff::compliance::statement_line;
use crate::diff::entry::folded;
use crate::escape::text;
use crate::load::{Day, Source};
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::Result;
use site_check::load::Tree;
use site_check::statements::{Statement, changed, statements};
use std::collections::BTreeMap;

const ABOUT: &str = "\
Read each sentence: it must not state what the firm, its clients, a model or a method earned. Market history and examples with \
their disclaimer may stay. The list needs no approval.";

/// Returns the sentences that differ from the point where the branch left main, in Markdown. If `is_for_all` is true or
/// the merge base with main is unknown, returns all sentences, by file.
pub fn section(workspace: &Workspace, tree: &Tree, is_for_all: bool) -> Result<String> {
    let after = statements(tree);
    let base = Revision::merge_base_with_main(workspace, None).ok();
    let Some(base) = base.filter(|_| !is_for_all) else {
        return Ok(all(&after));
    };
    let base = Source::revision(workspace, base)?.load(Day::Today, false)?;
    let before = statements(base.tree_in_force());
    let changed = changed(&before, &after);
    if changed.is_empty() {
        return Ok(String::new());
    }
    let mut out = heading("Changed sentences", changed.len());
    for statement in changed {
        out += &format!("- {}\n", statement_line(statement));
    }
    Ok(out)
}

/// Returns all sentences, folded by file.
fn all(statements: &[Statement]) -> String {
    let mut by_file: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for statement in statements {
        let lines = by_file.entry(&statement.path).or_default();
        lines.push(format!("- {}", statement_line(statement)));
    }
    if by_file.is_empty() {
        return String::new();
    }
    let mut out = heading("All sentences", statements.len());
    for (path, lines) in by_file {
        let summary = format!("{}: {}", text(path), lines.len());
        out += &folded(&summary, &lines.join("\n"));
    }
    out
}

fn heading(which: &str, count: usize) -> String {
    format!("\n### {which} with figures, for compliance to read: {count}\n\n{ABOUT}\n\n")
}
