//! `cargo site new fact`.

use super::ask::Ask;
use super::{Made, Site, judge};
use crate::change::FileChange;
use crate::toml_text::quoted;
use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use jiff::civil::Date;
use site_check::diagnostic::{Diagnostic, Place};
use site_check::load::{FileKind, Tree};
use std::collections::BTreeSet;

#[derive(clap::Args)]
pub struct Flags {
    /// Its name, such as child-tax-credit: texts quote it as {child-tax-credit}
    name: Option<String>,
    /// The value as texts show it, such as "$2,200"
    #[arg(long)]
    value: Option<String>,
    /// Who says so: the publication or the record it was taken from
    #[arg(long)]
    source: Option<String>,
    /// The source's own page, https://…
    #[arg(long)]
    url: Option<String>,
    /// The tax year the value belongs to
    #[arg(long)]
    tax_year: Option<u16>,
    /// The day after which it must not be quoted unreviewed: 2026-12-31
    #[arg(long)]
    expires: Option<Date>,
    /// Where texts spell the value out already: replace or keep
    #[arg(long)]
    spelt_out: Option<String>,
}

pub fn make(flags: &Flags, ask: &mut Ask, site: &Site) -> Result<Made> {
    let tree = &site.loaded.tree;
    let takes = "its name in lower-case letters, digits and hyphens, such as child-tax-credit";
    let name = ask.text("NAME", takes, &flags.name, None)?;
    let takes = "the value as texts show it, such as $2,200";
    let value = ask.text("--value", takes, &flags.value, None)?;
    let takes = "who says so: the publication or the record it was taken from";
    let source = ask.text("--source", takes, &flags.source, None)?;
    ask.complete()?;
    judge("NAME", &name)?;
    ensure!(
        !tree.tokens.contains_key(&name),
        "`{{{name}}}` is a fact already; choose another name, or change that one"
    );
    let mut lines = vec![
        format!("[{name}]"),
        format!("value = {}", quoted(&value)),
        format!("source = {}", quoted(&source)),
    ];
    if let Some(url) = &flags.url {
        lines.push(format!("url = {}", quoted(url)));
    }
    let today = tree.date_at(Timestamp::now());
    lines.push(format!("reviewed = {today}"));
    lines.extend(flags.tax_year.map(|year| format!("tax_year = {year}")));
    lines.extend(flags.expires.map(|day| format!("expires = {day}")));

    let mut files = vec![entry(tree, &lines)?];
    let mut places = site.objections(&files)?;
    places.retain(|found| found.code == "fact/literal");
    if !places.is_empty() {
        println!("`{value}` is spelled out in:");
        for (file, place) in places.iter().filter_map(placed) {
            let line: String = place.source_line.trim().chars().take(100).collect();
            println!("  {file}:{}: {line}", place.line);
        }
        let takes = "replace (they mean this fact) or keep (they mean something else)";
        let options = ["replace", "keep"];
        let means = ask.choice("--spelt-out", takes, &flags.spelt_out, &options)?;
        ask.complete()?;
        if means == "keep" {
            let named: BTreeSet<_> = places.iter().map(|found| quoted(&found.file)).collect();
            let named = Vec::from_iter(named).join(", ");
            lines.push(format!("means_something_else_in = [{named}]"));
            files = vec![entry(tree, &lines)?];
        } else {
            files.extend(replaced(tree, &places, &format!("{{{name}}}")));
        }
    }
    let hint = format!(
        "texts quote it as {{{name}}}\n\
        Next: move the entry to its subject in the file, and let the compliance reviewer compare it with its source."
    );
    Ok((files, hint))
}

/// The entry at the end of the file, its lines ended as the others are.
fn entry(tree: &Tree, lines: &[String]) -> Result<FileChange> {
    let file = tree.file(&FileKind::Facts);
    let file = file.context("content/facts.toml is missing: bring it back first")?;
    let before = &file.text;
    let end = file.newline();
    let break_off = if before.ends_with('\n') { "" } else { end };
    let after = format!("{before}{break_off}{end}{}{end}", lines.join(end));
    Ok(FileChange::new(&file.path, Some(before), after))
}

fn placed(found: &Diagnostic) -> Option<(&str, &Place)> {
    Some((&found.file, found.place.as_ref()?))
}

/// The files in which these places are, each place with the fact's token instead.
fn replaced(tree: &Tree, places: &[Diagnostic], token: &str) -> Vec<FileChange> {
    let mut changes = Vec::new();
    for file in &tree.files {
        let here = places.iter().filter_map(placed);
        let here = here.filter(|(path, _)| *path == file.path);
        let mut spans: Vec<_> = here.map(|(_, place)| place.start..place.end).collect();
        spans.sort_by_key(|span| span.start);
        let mut after = file.text.to_string();
        for span in spans.into_iter().rev() {
            after.replace_range(span, token);
        }
        if after != *file.text {
            changes.push(FileChange::new(&file.path, Some(&file.text), after));
        }
    }
    changes
}
