//! The entry in `content/redirects.toml` that leads from the old address.

use crate::toml_text::edit;
use anyhow::{Context as _, Result};
use toml_edit::{ArrayOfTables, Item, Table, value};

/// The file's text with the redirect, comments and all else kept.
///
/// An entry of the new address itself, which led to what moves there, is
/// reversed: it then leads from the old address.
pub fn added(text: &str, from: &str, to: &str) -> Result<String> {
    edit(text, |document| {
        let is_first = document.iter().next().is_none();
        let list = document
            .entry("redirects")
            .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        let tables = list.as_array_of_tables_mut().context(
            "expected each redirect in content/redirects.toml below a line [[redirects]]; write them so, then call this again",
        )?;
        // Links to what moves, its own among them, lead to the new address already.
        let is = |entry: &Table, key: &str| {
            let text = entry.get(key).and_then(Item::as_str);
            text.and_then(|text| text.split(['#', '?']).next()) == Some(to)
        };
        let itself = tables
            .iter_mut()
            .find(|entry| is(entry, "from") && is(entry, "to"));
        if let Some(entry) = itself {
            for (key, text) in [("from", from), ("to", to)] {
                if let Some(Item::Value(old)) = entry.get_mut(key) {
                    let decor = old.decor().clone();
                    *old = text.into();
                    *old.decor_mut() = decor;
                }
            }
            return Ok(());
        }
        let mut table = Table::new();
        table.insert("from", value(from));
        table.insert("to", value(to));
        let prefix = if is_first { "" } else { "\n" };
        table.decor_mut().set_prefix(prefix);
        tables.push(table);
        Ok(())
    })
}
