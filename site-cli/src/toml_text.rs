//! TOML that is changed in one place and keeps every other byte: comments,
//! order, line endings and a byte order mark.

use anyhow::{Context, Result};
use toml_edit::{Array, DocumentMut, InlineTable, RawString, Value};
use toml_writer::{ToTomlValue, TomlStringBuilder};

/// Changes a TOML text.
pub fn edit(text: &str, change: impl FnOnce(&mut DocumentMut) -> Result<()>) -> Result<String> {
    let body = text.trim_start_matches('\u{feff}');
    let mark = &text[..text.len() - body.len()];
    let crlf = body.contains("\r\n");
    let plain = if crlf {
        body.replace("\r\n", "\n")
    } else {
        body.to_owned()
    };
    let mut document: DocumentMut = plain.parse().context("the TOML can't be read")?;
    change(&mut document)?;
    let written = document.to_string();
    let written = if crlf {
        written.replace('\n', "\r\n")
    } else {
        written
    };
    Ok(format!("{mark}{written}"))
}

/// A text as TOML writes it, quotes included, on one line.
pub fn quoted(text: &str) -> String {
    TomlStringBuilder::new(text).as_basic().to_toml_value()
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

/// Appends to an array in the style of its other entries. A comment after the
/// last of them stays there.
pub fn append(array: &mut Array, value: impl Into<Value>) {
    let text = |raw: Option<&RawString>| {
        raw.and_then(RawString::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let mut after = text(Some(array.trailing()));
    let comma = array.trailing_comma();
    let Some(last) = array.iter_mut().last() else {
        array.push(value);
        return;
    };
    let prefix = text(last.decor().prefix());
    let Some((_, indent)) = prefix.rsplit_once('\n') else {
        array.push(value);
        return;
    };
    if !comma {
        after = text(last.decor().suffix()) + &after;
        last.decor_mut().set_suffix("");
    }
    let (line, close) = after.rsplit_once('\n').unwrap_or((&after, ""));
    let value = value.into().decorated(format!("{line}\n{indent}"), "");
    array.push_formatted(value);
    array.set_trailing_comma(true);
    array.set_trailing(format!("\n{close}"));
}
