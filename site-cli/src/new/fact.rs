//! `cargo site new fact`.

use super::{NewFile, quoted};
use crate::arguments::{day, name, text};
use crate::change::FileChange;
use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use jiff::civil::Date;
use site_check::load::{FileKind, Tree};

#[derive(clap::Args)]
pub struct Flags {
    /// Its name, such as child-tax-credit: texts quote it as {child-tax-credit}
    #[arg(value_parser = name)]
    name: String,
    /// The value as shown in texts, such as "$2,200"
    #[arg(long, value_parser = text)]
    value: String,
    /// The source: the publication or the record that the value was taken from
    #[arg(long, value_parser = text)]
    source: String,
    /// The URL of the source, https://…
    #[arg(long)]
    url: Option<String>,
    /// The location of a source that has no URL
    #[arg(long, value_parser = text)]
    record: Option<String>,
    /// The tax year that the value applies to, if it changes each year
    #[arg(long)]
    tax_year: Option<u16>,
    /// The last tax year that the law sets this value for
    #[arg(long, requires = "tax_year")]
    through: Option<u16>,
    /// The day after which it must be reviewed before texts quote it: 2026-12-31
    #[arg(long, value_parser = day, conflicts_with = "tax_year")]
    expires: Option<Date>,
}

/// Returns the file of facts with one more fact.
pub fn make(flags: &Flags, tree: &Tree) -> Result<NewFile> {
    let name = &flags.name;
    ensure_name_is_free(flags, tree)?;
    let (heading, hint) = match flags.tax_year {
        Some(year) => (
            format!("[{name}.years.{year}]"),
            format!(
                "articles quote it as {{{name}-{year}}}, pages as that or as {{{name}}} next to {{{name}-year}}"
            ),
        ),
        None => (format!("[{name}]"), format!("texts quote it as {{{name}}}")),
    };
    let mut lines = vec![heading];
    if let Some(year) = flags.through {
        lines.push(format!("through = {year}"));
    }
    lines.push(format!("value = {}", quoted(&flags.value)));
    lines.push(format!("source = {}", quoted(&flags.source)));
    if let Some(url) = &flags.url {
        lines.push(format!("url = {}", quoted(url)));
    }
    if let Some(record) = &flags.record {
        lines.push(format!("record = {}", quoted(record)));
    }
    let today = tree.date_at(Timestamp::now());
    lines.push(format!("reviewed = {today}"));
    if let Some(day) = flags.expires {
        lines.push(format!("expires = {day}"));
    }

    // Appends to the file, with the same line endings.
    let file = tree
        .file(&FileKind::Facts)
        .context("content/facts.toml is missing: restore it first")?;
    let before = &file.text;
    let end = file.newline();
    let break_off = if before.ends_with('\n') { "" } else { end };
    let after = format!("{before}{break_off}{end}{}{end}", lines.join(end));
    let hint = format!(
        "{hint}\n\
        Next: move the entry to its subject in the file, and let the compliance reviewer compare it with its source."
    );
    Ok(NewFile {
        change: FileChange::new(&file.path, Some(before), after),
        hint,
    })
}

/// Returns an error if the name is taken. A fact with years can get another year.
fn ensure_name_is_free(flags: &Flags, tree: &Tree) -> Result<()> {
    let name = &flags.name;
    if let (Some(year), Some(fact)) = (flags.tax_year, tree.yearly.get(name)) {
        ensure!(
            !fact
                .values
                .iter()
                .any(|value| value.first == year.cast_signed()),
            "`{name}` already has a value for {year}; change it in content/facts.toml"
        );
        return Ok(());
    }
    ensure!(
        !tree.tokens.contains_key(name) && !tree.yearly.contains_key(name),
        "`{{{name}}}` is already a fact; choose another name, or change that fact"
    );
    Ok(())
}
