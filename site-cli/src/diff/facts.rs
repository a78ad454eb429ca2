//! The facts, and the pages that quote them.

use super::entry::{Entry, Section, compare_values};
use super::side::Side;
use crate::escape::{code, text};
use site_check::load::Target;
use site_check::reading;
use site_schema::model::Fact;
use std::collections::BTreeSet;

/// The facts that are not as they were.
pub fn section(base: &Side, head: &Side) -> Section {
    let (old, new) = (&base.content.facts, &head.content.facts);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut entries = Vec::new();
    for name in names {
        let quoting = quoted_by(name, [base, head]);
        entries.extend(entry(name, old.get(name), new.get(name), &quoting));
    }
    Section::new("For compliance: facts", entries)
        .counting("fact")
        .unseen()
}

/// An entry about a fact, if it differs.
fn entry(
    name: &str,
    before: Option<&Fact>,
    after: Option<&Fact>,
    quoting: &BTreeSet<String>,
) -> Option<Entry> {
    let changes = compare_values(&fields(before), &fields(after));
    if changes.is_empty() {
        return None;
    }
    let what = match (before, after) {
        (None, _) => "Added",
        (_, None) => "Removed",
        _ => "Changed",
    };
    let value = text(&after.or(before)?.value);
    let line = format!("**{what}**: {} ({value}), {}", code(name), quoted(quoting));
    Some(Entry::listing(line, changes))
}

/// The values of a fact by name; none where there is no fact.
fn fields(fact: Option<&Fact>) -> Vec<(String, String)> {
    match fact {
        Some(fact) => reading::values(fact),
        None => Vec::new(),
    }
}

/// The pages and files that quote a fact, in words.
fn quoted(quoting: &BTreeSet<String>) -> String {
    let names: Vec<String> = quoting.iter().map(|name| code(name)).collect();
    match names.as_slice() {
        [] => "which nothing quotes".to_owned(),
        few if few.len() <= 5 => format!("quoted by {}", few.join(", ")),
        many => {
            let (first, rest) = many.split_at(4);
            format!("quoted by {} and {} more", first.join(", "), rest.len())
        }
    }
}

/// The pages and files that quote a fact, before or after the change.
fn quoted_by(name: &str, sides: [&Side; 2]) -> BTreeSet<String> {
    let mut quoting = BTreeSet::new();
    for side in sides {
        for file in &side.tree.files {
            let mut quotes = file.references_of(Target::Token);
            if quotes.any(|quote| quote.name == name) {
                let page = file.route().unwrap_or_else(|| file.path.clone());
                quoting.insert(page);
            }
        }
    }
    quoting
}
