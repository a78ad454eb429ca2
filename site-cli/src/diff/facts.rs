//! The facts, and the details of the firms that content quotes like facts.

use super::change::values;
use super::escape::{code, text};
use super::markdown::{item, some};
use super::section::Section;
use super::side::Side;
use anyhow::Result;
use site_check::load::Target;
use site_check::reading;
use site_schema::model::Fact;
use std::collections::BTreeSet;

/// The details of the firms that content/site.toml states, by their tokens.
const DETAILS: [&str; 7] = [
    "firm", "tax-firm", "founder", "phone", "email", "address", "hours",
];

pub fn section(base: &Side, head: &Side) -> Result<Section> {
    let (old, new) = (&base.content.facts, &head.content.facts);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut entries = Vec::new();
    for name in names {
        let (before, after) = (old.get(name), new.get(name));
        let fields = |fact: Option<&Fact>| fact.map_or_else(|| Ok(Vec::new()), reading::values);
        let changes = values(&fields(before)?, &fields(after)?);
        let stays = match (before, after) {
            (Some(before), Some(after)) if before.value == after.value => {
                format!(" (the value stays: {})", text(&after.value))
            }
            _ => String::new(),
        };
        let what = match (before, after) {
            (None, _) => "Added",
            (_, None) => "Removed",
            _ => "Changed",
        };
        if !changes.is_empty() {
            let quoted = match quoted_by(name, [base, head]).as_slice() {
                [] => "which nothing quotes".to_owned(),
                files => format!("quoted by {}", some(files)),
            };
            let line = format!("**{what}**: {}, {quoted}{stays}", code(name));
            let fields: Vec<String> = changes.iter().map(|change| change.entry(0)).collect();
            entries.push(item(&line, &fields));
        }
    }
    let section = Section::of("For compliance: facts", entries);
    Ok(section.counted("fact", "facts").unseen())
}

/// The pages and files that quote a fact, before or after.
fn quoted_by(name: &str, sides: [&Side; 2]) -> Vec<String> {
    let files = sides.into_iter().flat_map(|side| &side.tree.files);
    let quoting = files.filter(|file| file.uses_of(Target::Token).any(|quote| quote.name == name));
    let names: BTreeSet<String> = quoting
        .map(|file| file.route().unwrap_or_else(|| file.path.clone()))
        .collect();
    names.into_iter().collect()
}

/// The details of the firms that differ.
pub fn details(base: &Side, head: &Side) -> Section {
    let stated = |side: &Side| {
        let stated = DETAILS.iter().filter_map(|name| {
            let value = side.tree.tokens.get(*name)?;
            Some(((*name).to_owned(), value.clone()))
        });
        stated.collect::<Vec<_>>()
    };
    let changes = values(&stated(base), &stated(head));
    Section::of_changes("Details of the firms", &changes, 0)
        .counted("detail of the firms", "details of the firms")
        .unseen()
}
