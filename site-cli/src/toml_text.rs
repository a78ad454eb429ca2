//! TOML that is changed in one place and keeps every other byte: comments,
//! order, line ends and a byte-order mark.

use anyhow::{Context, Result};
use toml_edit::{Array, DocumentMut, InlineTable, Value};

/// Changes a TOML text.
pub fn edit(text: &str, change: impl FnOnce(&mut DocumentMut) -> Result<()>) -> Result<String> {
    let body = text.trim_start_matches('\u{feff}');
    let mark = &text[..text.len() - body.len()];
    let crlf = body.contains("\r\n");
    let plain = if crlf { body.replace("\r\n", "\n") } else { body.to_owned() };
    let mut document: DocumentMut = plain.parse().context("the TOML can't be read")?;
    change(&mut document)?;
    let written = document.to_string();
    let written = if crlf { written.replace('\n', "\r\n") } else { written };
    Ok(format!("{mark}{written}"))
}

/// A text as TOML writes it, quotes included, on one line.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `{ key = "…", … }`.
pub fn inline(entries: &[(&str, &str)]) -> InlineTable {
    let mut table = InlineTable::new();
    for (key, text) in entries {
        table.insert(*key, Value::from(*text));
    }
    table.fmt();
    table
}

/// Appends to an array in the way its other entries are written.
pub fn append(array: &mut Array, value: impl Into<Value>) {
    let mut value = value.into();
    let last = array.iter().last();
    let on_lines = last.is_some_and(|last| {
        let prefix = last.decor().prefix().and_then(|prefix| prefix.as_str());
        prefix.is_some_and(|prefix| prefix.contains('\n'))
    });
    if on_lines {
        let prefix = last.and_then(|last| last.decor().prefix()).cloned().unwrap_or_default();
        value.decor_mut().set_prefix(prefix);
        array.push_formatted(value);
    } else {
        array.push(value);
    }
}
