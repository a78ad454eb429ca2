//! TOML that is changed in one place and keeps every other byte: comments,
//! order, line endings and a byte order mark.

use anyhow::{Context, Result};
use toml_edit::DocumentMut;
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
