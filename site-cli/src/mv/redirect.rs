//! The entry in `content/redirects.toml` that redirects the old address.

use anyhow::{Context as _, Result};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

/// Returns the file's text with the redirect; keeps comments and everything else.
///
/// Redirects to the old address then lead to the new one. A redirect from the new address to the old one is reversed.
pub fn added(text: &str, from: &str, to: &str) -> Result<String> {
    edit(text, |document| {
        let is_first = document.iter().next().is_none();
        let list = document
            .entry("redirects")
            .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        let tables = list.as_array_of_tables_mut().context(
            "expected each redirect in content/redirects.toml below a line [[redirects]]; write them in that form, then run the command again",
        )?;
        let mut is_reversed = false;
        for entry in tables.iter_mut() {
            let target = entry.get("to").and_then(Item::as_str).unwrap_or_default();
            let end = target.find(['#', '?']).unwrap_or(target.len());
            if target[..end] != *from {
                continue;
            }
            let target = format!("{to}{}", &target[end..]);
            if entry.get("from").and_then(Item::as_str) == Some(to) {
                is_reversed = true;
                set(entry, "from", from);
            }
            set(entry, "to", &target);
        }
        if !is_reversed {
            let mut table = Table::new();
            table.insert("from", value(from));
            table.insert("to", value(to));
            let prefix = if is_first { "" } else { "\n" };
            table.decor_mut().set_prefix(prefix);
            tables.push(table);
        }
        Ok(())
    })
}

/// Changes a TOML text in one place and keeps every other byte: comments, order, line endings and a byte order mark.
pub fn edit(text: &str, change: impl FnOnce(&mut DocumentMut) -> Result<()>) -> Result<String> {
    let body = text.trim_start_matches('\u{feff}');
    let (mark, _) = text.split_at(text.len() - body.len());
    let mut newline = "\n";
    if body.contains("\r\n") {
        newline = "\r\n";
    }

    let plain = body.replace(newline, "\n");
    let mut document: DocumentMut = plain.parse().context("the TOML can't be read")?;
    change(&mut document)?;

    let written = document.to_string();
    let body = written.replace('\n', newline);
    Ok(format!("{mark}{body}"))
}

/// Sets the text of a key; keeps the comments and whitespace around it.
fn set(entry: &mut Table, key: &str, text: &str) {
    if let Some(Item::Value(old)) = entry.get_mut(key) {
        let decor = old.decor().clone();
        *old = text.into();
        *old.decor_mut() = decor;
    }
}
