//! The rules of content, and the run of their checks.
//!
//! Each group has a file, or a folder with a file for each rule: the rule with its
//! severity, its words and its example, its check, its messages and its tests.

mod article;
mod calendar;
mod claim;
mod contact;
mod date;
mod disclaimer;
mod fact;
mod fees;
mod file;
mod firm;
mod front_matter;
mod heading;
mod id;
mod image;
mod list;
mod mdx;
mod name;
mod paragraphs;
mod schema;
mod site;
mod table;
mod text;
mod title;
mod toml;
mod words;

#[cfg(test)]
pub(crate) mod tests;

use crate::address::rules::{link, redirect, route, url};
use crate::diagnostic::Diagnostic;
use crate::load::{File, Tree};
use crate::rule::{Diagnostics, Rule, Scope};
use jiff::civil::Date;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

/// The groups, by the first part of their codes.
static GROUPS: [&[&Rule]; 28] = [
    article::RULES,
    calendar::RULES,
    claim::RULES,
    contact::RULES,
    date::RULES,
    disclaimer::RULES,
    fact::RULES,
    fees::RULES,
    file::RULES,
    firm::RULES,
    front_matter::RULES,
    heading::RULES,
    id::RULES,
    image::RULES,
    link::RULES,
    list::RULES,
    mdx::RULES,
    name::RULES,
    redirect::RULES,
    route::RULES,
    schema::RULES,
    site::RULES,
    table::RULES,
    text::RULES,
    title::RULES,
    toml::RULES,
    url::RULES,
    words::RULES,
];

/// Returns every rule, by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    GROUPS.into_iter().flatten().copied()
}

/// Returns the rule of a code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.code == code)
}

/// Returns the sentences that may be about the firm's performance, each as a place of its file: for
/// people to read, not a problem.
pub fn sentences_like_performance(tree: &Tree) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in &tree.files {
        for passage in file.passages(tree) {
            for sentence in claim::performance::sentences_like(&passage.text, tree) {
                let words = passage.text[sentence.clone()].trim().to_owned();
                found.push(Diagnostic::at(file, passage.source(sentence), words));
            }
        }
    }
    found
}

const DOCUMENT_HEAD: &str = "\
# The rules of content

What `cargo site check` finds, why it matters, and how to fix it. Each message begins with the code of its rule in brackets;
`cargo site explain link/broken` shows the same text in a terminal.

The examples are tested on the tests' own site, `site-schema/tests/content`: the rule finds each wrong one, and no rule finds anything
in a right one. Problems that the text of a file can't show, such as a missing file, are described instead.
";

/// Returns the text of docs/rules.md: all rules, each under its code.
pub fn document() -> String {
    let mut document = DOCUMENT_HEAD.to_owned();
    for rule in all() {
        document += &format!("\n## {}\n\n{}\n", rule.code, rule.documentation());
    }
    document
}

/// The diagnostics of each file alone, by its path.
pub type Cache = BTreeMap<String, FileResult>;

/// The diagnostics of a file alone, with all that they depend on.
#[derive(Debug)]
pub struct FileResult {
    text: Arc<str>,
    today: Option<Date>,
    found: Vec<Diagnostic>,
}

/// Returns what all rules find, by file and place. For a file whose text is that in the
/// cache, only the rules that compare files run.
pub fn diagnose(tree: &Tree, cache: &mut Cache) -> Vec<Diagnostic> {
    *cache = check_each_alone(tree, &mem::take(cache));
    let mut found: Vec<Diagnostic> = Vec::new();
    for result in cache.values() {
        found.extend(result.found.iter().cloned());
    }
    found.extend(check_together(tree));

    remove_suppressed(&mut found);
    found.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    found.dedup();
    found
}

/// Runs the rules that need nothing but the file, for all files.
fn check_each_alone(tree: &Tree, cache: &Cache) -> Cache {
    let files = tree.files.par_iter();
    files
        .map(|file| (file.path.clone(), check_alone(file, tree.today, cache)))
        .collect()
}

/// Runs the rules that need nothing but the file, or returns what they found in the
/// same text on the same day.
fn check_alone(file: &File, today: Option<Date>, cache: &Cache) -> FileResult {
    let found = match cache.get(&file.path) {
        Some(cached) if cached.text == file.text && cached.today == today => cached.found.clone(),
        _ => run(today, |scope, out| {
            if let Scope::FileAlone(check) = scope {
                check(file, out);
            }
        }),
    };
    FileResult {
        text: Arc::clone(&file.text),
        today,
        found,
    }
}

/// Runs the rules that need more than one file.
fn check_together(tree: &Tree) -> Vec<Diagnostic> {
    let (mut found, of_tree) = rayon::join(|| check_in_tree(tree), || check_tree(tree));
    found.extend(of_tree);
    found
}

/// Runs the rules that look at each file among the others.
fn check_in_tree(tree: &Tree) -> Vec<Diagnostic> {
    let found = tree.files.par_iter().flat_map_iter(|file| {
        run(tree.today, |scope, out| {
            if let Scope::FileInTree(check) = scope {
                check(file, tree, out);
            }
        })
    });
    found.collect()
}

/// Runs the rules that look at one certain file, or at all files together.
fn check_tree(tree: &Tree) -> Vec<Diagnostic> {
    run(tree.today, |scope, out| match scope {
        Scope::SingleFile(kind, check) => {
            if let Some(file) = tree.file(kind) {
                check(file, tree, out);
            }
        }
        Scope::WholeTree(check) => check(tree, out),
        Scope::FileAlone(_) | Scope::FileInTree(_) | Scope::ReportedBy(_) => {}
    })
}

/// Calls `check` with each rule's scope, and returns what was found.
fn run(today: Option<Date>, check: impl Fn(&Scope, &mut Diagnostics)) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in all() {
        let mut out = Diagnostics {
            rule,
            today,
            found: &mut found,
        };
        check(&rule.scope, &mut out);
    }
    found
}

/// Removes what follows from what another rule found in its place.
fn remove_suppressed(found: &mut Vec<Diagnostic>) {
    let causes: Vec<Diagnostic> = found
        .iter()
        .filter(|diagnostic| !diagnostic.suppresses.is_empty())
        .cloned()
        .collect();
    found.retain(|diagnostic| !is_suppressed(diagnostic, &causes));
}

/// Returns whether one of the causes suppresses a diagnostic. One that is itself a
/// cause in its file gives way to merge conflicts alone.
fn is_suppressed(diagnostic: &Diagnostic, causes: &[Diagnostic]) -> bool {
    let Some(place) = &diagnostic.place else {
        return false;
    };
    // An empty place is one between two characters.
    let end = place.end.max(place.start + 1);
    let is_cause = causes
        .iter()
        .any(|cause| cause.file == diagnostic.file && cause.code == diagnostic.code);
    for cause in causes {
        if cause.file != diagnostic.file || cause.code == diagnostic.code {
            continue;
        }
        if is_cause && cause.code != text::CONFLICT.code {
            continue;
        }
        for span in &cause.suppresses {
            if place.start < span.end && span.start < end {
                return true;
            }
        }
    }
    false
}

/// The key by which diagnostics are shown: file, place, rule.
fn sort_key(diagnostic: &Diagnostic) -> (&str, Option<(usize, usize)>, &str, &str) {
    let place = diagnostic.place.as_ref();
    let start = place.map(|place| (place.line, place.column));
    (
        &diagnostic.file,
        start,
        diagnostic.code,
        &diagnostic.message,
    )
}
