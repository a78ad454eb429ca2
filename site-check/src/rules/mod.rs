//! The rules of content: one file for each group that belongs together.
//!
//! A rule is a code, what it means, why it matters, an example of what breaks
//! it, and its check. `cargo site explain CODE` shows all but the check.

use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant};
use crate::load::{File, FileKind, Tree};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;

mod address;
mod calendar;
mod component;
mod date;
mod duplicate;
mod fact;
mod fact_literal;
mod fees;
mod file;
mod heading;
mod image;
mod link;
mod link_markup;
mod markdown;
mod placeholder;
mod redirect;
mod route;
mod schema;
mod text;
mod text_doubled;
mod text_hidden;
mod text_mark;
mod text_plain;
mod toml;
mod url;

/// The rules of each file.
static RULES: &[&[Rule]] = &[
    address::RULES,
    calendar::RULES,
    component::RULES,
    date::RULES,
    duplicate::RULES,
    fact::RULES,
    fact_literal::RULES,
    fees::RULES,
    file::RULES,
    heading::RULES,
    image::RULES,
    link::RULES,
    link_markup::RULES,
    markdown::RULES,
    placeholder::RULES,
    redirect::RULES,
    route::RULES,
    schema::RULES,
    text::RULES,
    text_doubled::RULES,
    text_hidden::RULES,
    text_mark::RULES,
    text_plain::RULES,
    toml::RULES,
    url::RULES,
];

/// The rule that takes precedence even over other causes in its place.
const CONFLICT: &str = "text/conflict";

/// One rule of content.
#[derive(Debug)]
pub struct Rule {
    /// Area and fault, such as `link/broken`.
    pub code: &'static str,
    pub severity: Severity,
    /// What it finds, in one sentence.
    pub summary: &'static str,
    /// Why that is bad for visitors, or for the firm.
    pub why: &'static str,
    /// A file and what in it breaks the rule.
    pub bad: &'static str,
    /// The same, corrected.
    pub good: &'static str,
    /// None where `markdown::explain`, `schema::explain` or `file::explain` reports it.
    pub checks: &'static [Check],
}

/// What a rule looks at.
#[derive(Debug)]
pub enum Check {
    /// The content as a whole.
    Tree(fn(&Tree, &mut Report)),
    /// Each file by itself, on all cores.
    File(fn(&File, &Tree, &mut Report)),
}

/// Takes what one rule finds.
#[derive(Debug)]
pub struct Report<'a> {
    rule: &'a Rule,
    found: &'a mut Vec<Diagnostic>,
}

impl Report<'_> {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(Diagnostic {
            code: self.rule.code,
            severity: self.rule.severity,
            ..diagnostic
        });
    }

    /// A problem from which others follow: what other rules find in its place
    /// is not reported.
    pub fn cause(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic.place.as_ref();
        let explains = place.map(|place| place.start..place.end);
        self.push(Diagnostic {
            explains: explains.into_iter().collect(),
            ..diagnostic
        });
    }

    /// Another place that the last problem explains.
    pub fn explains(&mut self, place: Range<usize>) {
        if let Some(last) = self.found.last_mut() {
            last.explains.push(place);
        }
    }
}

/// Every rule, by code.
pub fn by_code() -> Vec<&'static Rule> {
    let mut rules: Vec<_> = all().collect();
    rules.sort_by_key(|rule| rule.code);
    rules
}

/// The rule of a code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.code == code)
}

fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied().flatten()
}

/// What all rules find, by file and place.
pub fn check(tree: &Tree) -> Vec<Diagnostic> {
    let rules: Vec<_> = all().collect();
    let of_tree = rules
        .par_iter()
        .flat_map_iter(|rule| check_tree(rule, tree));
    let of_files = tree.files.par_iter();
    let of_files = of_files.flat_map_iter(|file| check_file(file, tree));
    let mut found: Vec<_> = of_tree.chain(of_files).collect();
    push_coded(tree.rejected.iter().filter_map(file::explain), &mut found);

    let mut causes = Causes::new();
    for cause in found.iter().filter(|found| !found.explains.is_empty()) {
        let explains = cause.explains.iter().cloned();
        let explains = explains.map(|place| (cause.code, place));
        let of_file = causes.entry(cause.file.clone()).or_default();
        of_file.extend(explains);
    }
    found.retain(|found| !follows(found, &causes));
    found.sort_by(|a, b| {
        let start = |it: &Diagnostic| it.place.as_ref().map(|place| (place.line, place.column));
        (&a.file, start(a), a.code, &a.message).cmp(&(&b.file, start(b), b.code, &b.message))
    });
    found.dedup();
    found
}

fn check_tree(rule: &Rule, tree: &Tree) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for check in rule.checks {
        if let Check::Tree(check) = check {
            let found = &mut found;
            check(tree, &mut Report { rule, found });
        }
    }
    found
}

fn check_file(file: &File, tree: &Tree) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in all() {
        for check in rule.checks {
            if let Check::File(check) = check {
                let found = &mut found;
                check(file, tree, &mut Report { rule, found });
            }
        }
    }
    for prose in file.proses() {
        let faults = prose.parsed.faults.iter();
        let faults = faults.filter_map(|fault| markdown::explain(file, prose, fault));
        push_coded(faults, &mut found);
    }
    let violations = file.violations.iter();
    let violations = violations.map(|violation| schema::explain(file, violation));
    push_coded(violations, &mut found);
    found
}

/// Adds what already has the code of its rule.
fn push_coded(coded: impl Iterator<Item = Diagnostic>, found: &mut Vec<Diagnostic>) {
    for coded in coded {
        let rule = rule(coded.code).expect("a code that is used is that of a rule");
        Report { rule, found }.push(coded);
    }
}

/// What is wrong only because something else is: places by file, each with the
/// rule that explains everything there.
type Causes = BTreeMap<String, Vec<(&'static str, Range<usize>)>>;

/// Whether another rule explains what was found.
fn follows(found: &Diagnostic, causes: &Causes) -> bool {
    let (Some(at), Some(causes)) = (&found.place, causes.get(&found.file)) else {
        return false;
    };
    let is_cause = causes.iter().any(|(code, _)| *code == found.code);
    causes.iter().any(|(code, place)| {
        *code != found.code
            && (!is_cause || *code == CONFLICT)
            && at.start < place.end
            && place.start < at.end.max(at.start + 1)
    })
}

/// The known name that a misspelt one must mean, in its place.
fn correction<'a>(
    file: &File,
    place: &Range<usize>,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<Fix> {
    Fix::instead(file, place.clone(), name, meant(name, known)?)
}

/// The places of the words in a text.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_in_word = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let mut next = 0;
    iter::from_fn(move || {
        let start = next + text[next..].find(is_in_word)?;
        let past = text[start..].find(|c| !is_in_word(c));
        next = past.map_or(text.len(), |past| start + past);
        Some(start..next)
    })
}

/// The key that a pointer names, without the numbers of entries.
fn key(pointer: &str) -> &str {
    let mut parts = pointer.rsplit('/');
    let key = parts.find(|part| part.parse::<usize>().is_err());
    key.unwrap_or_default()
}

/// The entries of the list at a pointer of a file, each with its own pointer.
fn entries<'a>(file: &'a File, list: &'a str) -> impl Iterator<Item = (String, &'a Value)> {
    let entries = file.document.value.pointer(list).and_then(Value::as_array);
    let entries = entries.into_iter().flatten().enumerate();
    entries.map(move |(index, entry)| (format!("{list}/{index}"), entry))
}
