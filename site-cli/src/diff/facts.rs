//! The facts, and the pages that quote them.

use super::entry::{Entry, Section, compare_values};
use super::side::Side;
use crate::escape::{code, text};
use site_check::load::{Target, Tree};
use site_check::reading;
use site_schema::model::Fact;
use std::collections::BTreeSet;

/// The facts that are not as they were.
pub fn section(base: &Side, head: &Side) -> Section {
    let (old, new) = (&base.content.facts, &head.content.facts);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut entries = Vec::new();
    for name in names {
        entries.extend(entry(name, base, head));
    }
    Section::new("For compliance: facts", entries)
        .counting("fact")
        .unseen()
}

/// An entry about a fact, if it differs.
fn entry(name: &str, base: &Side, head: &Side) -> Option<Entry> {
    let before = base.content.facts.get(name);
    let after = head.content.facts.get(name);
    let changes = compare_values(&fields(before), &fields(after));
    if changes.is_empty() {
        return None;
    }
    let what = match (before, after) {
        (None, _) => "Added",
        (_, None) => "Removed",
        _ => "Changed",
    };
    let side = if after.is_some() { head } else { base };
    let value = text(&shown(name, &side.tree));
    let quoting = quoted_by(&tokens(name, base, head), [base, head]);
    let line = format!("**{what}**: {} ({value}), {}", code(name), quoted(&quoting));
    Some(Entry::listing(line, changes))
}

/// The value of a fact: of one with years the one in force, or else its newest.
fn shown(name: &str, tree: &Tree) -> String {
    if let Some(value) = tree.tokens.get(name) {
        return value.clone();
    }
    let yearly = tree.yearly.get(name);
    let newest = yearly.and_then(|fact| fact.values.last());
    newest.map_or_else(String::new, |newest| newest.shown.clone())
}

/// The tokens of a fact that show something else after the change; all of them, where only what it says of
/// itself has changed.
fn tokens(name: &str, base: &Side, head: &Side) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for tree in [&base.tree, &head.tree] {
        for token in tree.tokens.keys() {
            let quoted = tree.yearly_token(token);
            if token == name || quoted.is_some_and(|quoted| quoted.name == name) {
                all.insert(token.clone());
            }
        }
    }
    let mut changed = all.clone();
    changed.retain(|token| base.tree.tokens.get(token) != head.tree.tokens.get(token));
    if changed.is_empty() { all } else { changed }
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

/// The pages and files that have one of these tokens, before or after the change.
fn quoted_by(tokens: &BTreeSet<String>, sides: [&Side; 2]) -> BTreeSet<String> {
    let mut quoting = BTreeSet::new();
    for side in sides {
        for file in &side.tree.files {
            let mut quotes = file.references_of(Target::Token);
            if quotes.any(|quote| tokens.contains(&quote.name)) {
                let page = file.route().unwrap_or_else(|| file.path.clone());
                quoting.insert(page);
            }
        }
    }
    quoting
}
