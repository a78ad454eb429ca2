//! The facts, and the pages that quote them.

use super::entry::{Change, Entry, Section, compare_values, merge_same};
use super::lines::{in_any_order, in_order};
use super::pages::Pairs;
use super::quotes::{QuotingLines, shown, with_value};
use super::side::Side;
use crate::escape::{code, text};
use site_check::load::Target;
use site_check::reading;
use site_schema::model::Fact;
use std::collections::BTreeSet;

/// Returns the facts that differ.
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

/// Returns the changes to the facts that pages on both sides quote.
pub fn quoted_section(base: &Side, head: &Side, pairs: &Pairs) -> Section {
    let mut changes = Vec::new();
    for pair in &pairs.all {
        if let (Some(old), Some(new)) = pair {
            for change in quotes_changed((base, &old.route), (head, &new.route)) {
                changes.push(change.on_pages(&new.pages));
            }
        }
    }
    Section::new("For compliance: quoted facts", merge_same(changes)).counting("quoted fact")
}

/// Returns the facts that the file of only one of two pages quotes. Moving a line doesn't change its quotes.
fn quotes_changed(
    (base, old_route): (&Side, &str),
    (head, new_route): (&Side, &str),
) -> Vec<Change> {
    let old = QuotingLines::of(base, old_route);
    let new = QuotingLines::of(head, new_route);
    let mut changes = Vec::new();
    for line in in_any_order(&old.lines, &new.lines) {
        let before = old.quotes_in(line.before.as_ref());
        let after = new.quotes_in(line.after.as_ref());
        changes.extend(in_order(before, after));
    }
    let mut shown = Vec::new();
    for change in without_moved(changes) {
        shown.push(Change {
            before: change.before.map(|token| with_value(&token, base)),
            after: change.after.map(|token| with_value(&token, head)),
            ..change
        });
    }
    shown
}

/// Returns the changes without the quotes that one line lost and another gained.
fn without_moved(mut changes: Vec<Change>) -> Vec<Change> {
    let mut at = 0;
    while at < changes.len() {
        let change = &changes[at];
        let moved_to = changes.iter().position(|other| {
            change.after.is_none() && other.before.is_none() && change.before == other.after
        });
        match moved_to {
            Some(other) => {
                changes.remove(at.max(other));
                changes.remove(at.min(other));
                at = 0;
            }
            None => at += 1,
        }
    }
    changes
}

/// Returns an entry about a fact, if it differs.
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

/// Returns the tokens of a fact whose value differs; all tokens if only the fact's metadata differs.
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

/// Returns the values of a fact by name; empty if there is no fact.
fn fields(fact: Option<&Fact>) -> Vec<(String, String)> {
    match fact {
        Some(fact) => reading::values(fact),
        None => Vec::new(),
    }
}

/// Lists the pages and files that quote a fact.
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

/// Returns the pages and files with one of these tokens, before or after the change.
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
