//! Limits the problems and texts in a report, so that people can read it whatever was pasted into a
//! file.

use crate::diagnostic::{Diagnostic, Origin, visible};
use schemars::JsonSchema;
use serde::Serialize;
use site_schema::fees::grouped;
use std::collections::HashMap;

/// The maximum number of problems listed for one rule in one file.
const MOST_OF_A_RULE: usize = 20;

/// The maximum number of characters in a text of a problem.
const LONGEST_TEXT: usize = 1_000;

/// An entry of a report.
pub enum Entry<'a> {
    Problem(&'a Diagnostic),
    /// Follows the last listed problem of a rule in a file.
    Omitted(Omitted),
}

/// Problems of one rule in one file that are counted but not listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Omitted {
    pub file: String,
    /// The code of the rule.
    pub code: &'static str,
    pub count: usize,
}

impl Omitted {
    /// Returns the note that replaces them, such as "and 8,979 more".
    pub fn note(&self) -> String {
        let count = grouped(self.count as u64);
        let file = visible(&self.file);
        format!("and {count} more of {} in {file}", self.code)
    }
}

/// Returns the entries of a report, in the order of the problems.
pub fn entries<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<Entry<'a>> {
    let diagnostics: Vec<&Diagnostic> = diagnostics.into_iter().collect();
    let mut totals: HashMap<Group, usize> = HashMap::new();
    for diagnostic in &diagnostics {
        *totals.entry(group(diagnostic)).or_default() += 1;
    }

    let mut listed: HashMap<Group, usize> = HashMap::new();
    let mut entries = Vec::new();
    for diagnostic in diagnostics {
        let key = group(diagnostic);
        let count = listed.entry(key).or_default();
        *count += 1;
        if *count > MOST_OF_A_RULE {
            continue;
        }
        entries.push(Entry::Problem(diagnostic));
        if *count == MOST_OF_A_RULE && totals[&key] > MOST_OF_A_RULE {
            entries.push(Entry::Omitted(Omitted {
                file: diagnostic.file.clone(),
                code: diagnostic.code,
                count: totals[&key] - MOST_OF_A_RULE,
            }));
        }
    }
    entries
}

/// Problems that are counted together: the same file, rule and origin.
type Group<'a> = (&'a str, &'static str, Origin);

fn group(diagnostic: &Diagnostic) -> Group<'_> {
    (&diagnostic.file, diagnostic.code, diagnostic.origin)
}

/// Makes a text of a problem safe to print on one line, and cuts it if it is long.
pub fn one_line(text: &str) -> String {
    visible(&cut(text))
}

/// Cuts a long text.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
