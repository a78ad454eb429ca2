//! The entry in `content/redirects.toml` that leads from the old address.

use crate::toml_text::{append, edit, inline};
use anyhow::{Result, bail};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, value};

/// The file's text with the redirect, comments and all else kept.
///
/// An entry of the new address itself, which led to what moves there, is
/// reversed: it then leads from the old address.
pub fn added(text: &str, from: &str, to: &str) -> Result<String> {
    edit(text, |document| {
        for entry in entries(document) {
            let is = |key: &str, text: &str| entry.get(key).and_then(Item::as_str) == Some(text);
            if is("from", to) {
                set(entry, "from", from);
                set(entry, "to", to);
                return Ok(());
            }
        }
        add(document, from, to)
    })
}

fn entries(document: &mut DocumentMut) -> Vec<&mut dyn TableLike> {
    match document.get_mut("redirects") {
        Some(Item::ArrayOfTables(tables)) => tables
            .iter_mut()
            .map(|table| table as &mut dyn TableLike)
            .collect(),
        Some(Item::Value(list)) => {
            let list = list
                .as_array_mut()
                .into_iter()
                .flat_map(|list| list.iter_mut());
            list.filter_map(|entry| entry.as_inline_table_mut())
                .map(|table| table as &mut dyn TableLike)
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Gives a key another text; comments and blanks around it stay.
fn set(entry: &mut dyn TableLike, key: &str, text: &str) {
    let decor = entry
        .get(key)
        .and_then(Item::as_value)
        .map(|old| old.decor().clone());
    let mut item = value(text);
    if let (Some(decor), Some(new)) = (decor, item.as_value_mut()) {
        *new.decor_mut() = decor;
    }
    entry.insert(key, item);
}

fn add(document: &mut DocumentMut, from: &str, to: &str) -> Result<()> {
    let is_first = document.iter().next().is_none();
    let list = document
        .entry("redirects")
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    match list {
        Item::ArrayOfTables(tables) => {
            let mut table = Table::new();
            table.insert("from", value(from));
            table.insert("to", value(to));
            table
                .decor_mut()
                .set_prefix(if is_first { "" } else { "\n" });
            tables.push(table);
            Ok(())
        }
        Item::Value(list) if list.is_array() => {
            if let Some(list) = list.as_array_mut() {
                append(list, inline(&[("from", from), ("to", to)]));
            }
            Ok(())
        }
        _ => bail!(
            "expected a list of [[redirects]] in content/redirects.toml; `cargo site check` shows what it is"
        ),
    }
}
