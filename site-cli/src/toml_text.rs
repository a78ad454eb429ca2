//! TOML that is changed in one place and keeps every other byte: comments,
//! order, line endings and a byte order mark.

use anyhow::{Context, Result};
use toml_edit::{Array, DocumentMut, RawString, Value};
use toml_writer::{ToTomlValue, TomlStringBuilder};

/// Changes a TOML text.
pub fn edit(text: &str, change: impl FnOnce(&mut DocumentMut) -> Result<()>) -> Result<String> {
    let body = text.trim_start_matches('\u{feff}');
    let mark = &text[..text.len() - body.len()];
    let end = if body.contains("\r\n") { "\r\n" } else { "\n" };
    let plain = body.replace(end, "\n");
    let mut document: DocumentMut = plain.parse().context("the TOML can't be read")?;
    change(&mut document)?;
    let written = document.to_string().replace('\n', end);
    Ok(format!("{mark}{written}"))
}

/// A text as TOML writes it, quotes included, on one line.
pub fn quoted(text: &str) -> String {
    TomlStringBuilder::new(text).as_basic().to_toml_value()
}

/// Appends to an array in the style of its other entries. A comment after the
/// last of them stays there.
pub fn append(array: &mut Array, value: impl Into<Value>) {
    let text = |raw: Option<&RawString>| raw.and_then(RawString::as_str).map(str::to_owned);
    let mut after = text(Some(array.trailing())).unwrap_or_default();
    let comma = array.trailing_comma();
    let prefix = array
        .iter()
        .last()
        .and_then(|last| text(last.decor().prefix()));
    let indent = prefix
        .as_ref()
        .and_then(|prefix| Some(prefix.rsplit_once('\n')?.1));
    let (Some(indent), Some(last)) = (indent, array.iter_mut().last()) else {
        array.push(value);
        return;
    };
    if !comma {
        after = text(last.decor().suffix()).unwrap_or_default() + &after;
        last.decor_mut().set_suffix("");
    }
    let (line, close) = after.rsplit_once('\n').unwrap_or((&after, ""));
    let value = value.into().decorated(format!("{line}\n{indent}"), "");
    array.push_formatted(value);
    array.set_trailing_comma(true);
    array.set_trailing(format!("\n{close}"));
}
