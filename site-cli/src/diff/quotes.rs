//! The facts that pages quote, line by line.

use super::side::Side;
use site_check::load::{Target, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// The lines of a page's file that quote facts, and the tokens in each.
#[derive(Default)]
pub struct QuotingLines {
    pub lines: Vec<String>,
    tokens: BTreeMap<String, Vec<String>>,
}

impl QuotingLines {
    pub fn of(side: &Side, route: &str) -> Self {
        let mut by_start: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        let mut quoting = Self::default();
        let mut files = side.tree.files.iter();
        let Some(file) = files.find(|file| file.route().as_deref() == Some(route)) else {
            return quoting;
        };
        for quote in file.references_of(Target::Token) {
            let start = file.line_around(quote.span.start).start;
            by_start.entry(start).or_default().push(quote.name.clone());
        }
        for (start, tokens) in by_start {
            let line = file.text[file.line_around(start)].to_owned();
            quoting.lines.push(line.clone());
            quoting.tokens.insert(line, tokens);
        }
        quoting
    }

    /// Returns the tokens in a line; empty if there is no line.
    pub fn quotes_in(&self, line: Option<&String>) -> &[String] {
        let tokens = line.and_then(|line| self.tokens.get(line));
        tokens.map_or(&[], Vec::as_slice)
    }
}

/// Returns the facts that the file of a page quotes, each once, with their values.
pub fn quoted_by_page(side: &Side, route: &str) -> BTreeSet<String> {
    let mut quotes = BTreeSet::new();
    for tokens in QuotingLines::of(side, route).tokens.values() {
        for token in tokens {
            quotes.insert(with_value(token, side));
        }
    }
    quotes
}

/// Returns a token with its value.
pub fn with_value(token: &str, side: &Side) -> String {
    format!("{{{token}}}: {}", shown(token, &side.tree))
}

/// Returns the value of a fact. If it has years, returns the value in force, or else the newest.
pub fn shown(name: &str, tree: &Tree) -> String {
    if let Some(value) = tree.tokens.get(name) {
        return value.clone();
    }
    let yearly = tree.yearly.get(name);
    let newest = yearly.and_then(|fact| fact.values.last());
    newest.map_or_else(String::new, |newest| newest.shown.clone())
}
