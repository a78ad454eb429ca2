//! The rules of content: one file for each group that belongs together.
//!
//! A rule is a code, what it means, why it matters, an example of what breaks
//! it, and its check. `cargo site explain CODE` shows all but the check.

use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant};
use crate::load::{File, FileKind, Tree, Written};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;

mod address;
mod calendar;
mod component;
mod date;
mod duplicate;
mod fact;
mod fees;
mod file;
mod heading;
mod image;
mod link;
mod markdown;
mod markup;
mod redirect;
mod route;
mod schema;
mod text;
mod toml;
mod url;
mod words;

/// The rules of each file.
static RULES: &[&[Rule]] = &[
    address::RULES,
    calendar::RULES,
    component::RULES,
    date::RULES,
    duplicate::RULES,
    fact::RULES,
    fees::RULES,
    file::RULES,
    heading::RULES,
    image::RULES,
    link::RULES,
    markdown::RULES,
    markup::RULES,
    redirect::RULES,
    route::RULES,
    schema::RULES,
    text::RULES,
    toml::RULES,
    url::RULES,
    words::RULES,
];

/// The rule that takes precedence even over other causes in its place.
const CONFLICT: &str = "text/conflict";

/// One rule of content. Where it has no check, another rule's reports it: see [`Report::under`].
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
    of_tree: Option<fn(&Tree, &mut Report)>,
    of_file: Option<fn(&File, &Tree, &mut Report)>,
    of_text: Option<(&'static str, TextCheck)>,
}

type TextCheck = fn(&Written, &File, &Tree, &mut Report);

/// A rule whose finding stops the build.
const fn error(code: &'static str, summary: &'static str) -> Rule {
    Rule {
        code,
        severity: Severity::Error,
        summary,
        why: "",
        bad: "",
        good: "",
        of_tree: None,
        of_file: None,
        of_text: None,
    }
}

/// A rule whose finding does not.
const fn warning(code: &'static str, summary: &'static str) -> Rule {
    let mut rule = error(code, summary);
    rule.severity = Severity::Warning;
    rule
}

impl Rule {
    const fn why(mut self, why: &'static str) -> Self {
        self.why = why;
        self
    }

    const fn bad(mut self, bad: &'static str) -> Self {
        self.bad = bad;
        self
    }

    const fn good(mut self, good: &'static str) -> Self {
        self.good = good;
        self
    }

    /// Checks the content as a whole.
    const fn tree(mut self, check: fn(&Tree, &mut Report)) -> Self {
        self.of_tree = Some(check);
        self
    }

    /// Checks each file by itself, on all cores.
    const fn each_file(mut self, check: fn(&File, &Tree, &mut Report)) -> Self {
        self.of_file = Some(check);
        self
    }

    /// Checks each stretch of words that has one of some ASCII characters, or
    /// each one where none are given.
    const fn each_text(mut self, with: &'static str, check: TextCheck) -> Self {
        self.of_text = Some((with, check));
        self
    }
}

/// Takes what one rule finds.
#[derive(Debug)]
pub struct Report<'a> {
    rule: &'static Rule,
    found: &'a mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// A problem at a place of a file.
    fn at(
        &mut self,
        file: &File,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(Diagnostic::at(file, span, message))
    }

    /// A problem of the value at a JSON pointer of a file.
    fn at_value(
        &mut self,
        file: &File,
        pointer: &str,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.at(file, file.document.place(pointer), message)
    }

    /// A problem of a file, at no place in it.
    fn of_file(&mut self, path: &str, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::of_file(path, message))
    }

    fn push(&mut self, problem: Diagnostic) -> &mut Diagnostic {
        let at = self.found.len();
        self.found.push(Diagnostic {
            code: self.rule.code,
            severity: self.rule.severity,
            ..problem
        });
        &mut self.found[at]
    }

    /// Takes what the same check finds for another rule.
    fn under(&mut self, code: &str) -> Report<'_> {
        Report {
            rule: rule(code).expect("a code that is used is that of a rule"),
            found: self.found,
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
    let of_tree = rules.par_iter().flat_map_iter(|rule| {
        let mut found = Vec::new();
        if let Some(check) = rule.of_tree {
            let found = &mut found;
            check(tree, &mut Report { rule, found });
        }
        found
    });
    let of_files = tree.files.par_iter();
    let of_files = of_files.flat_map_iter(|file| check_file(file, tree));
    let mut found: Vec<_> = of_tree.chain(of_files).collect();

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

fn check_file(file: &File, tree: &Tree) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in all() {
        if let Some(check) = rule.of_file {
            let found = &mut found;
            check(file, tree, &mut Report { rule, found });
        }
    }
    for text in file.written() {
        let characters = ascii(text.text);
        for rule in all() {
            if let Some((with, check)) = rule.of_text
                && (with.is_empty() || ascii(with) & characters != 0)
            {
                let found = &mut found;
                check(&text, file, tree, &mut Report { rule, found });
            }
        }
    }
    found
}

/// The ASCII characters of a text, a bit for each.
fn ascii(text: &str) -> u128 {
    let bytes = text.bytes().filter(u8::is_ascii);
    bytes.fold(0, |found, byte| found | 1 << byte)
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
