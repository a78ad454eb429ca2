//! The rules of content: one file for each group that belongs together.
//!
//! A rule is a code, what it means, why it matters, an example of what breaks
//! it, and its check. `cargo site explain CODE` shows all but the check.

use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant};
use crate::load::validate::Violation;
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
mod emphasis;
mod fact;
mod fact_literal;
mod fees;
mod fees_tiers;
mod file;
mod file_refused;
mod heading;
mod image;
mod link;
mod link_markup;
mod markdown;
mod path;
mod placeholder;
mod redirect;
mod repeated;
mod route;
mod schema;
mod schema_value;
mod text;
mod text_doubled;
mod text_hidden;
mod text_plain;
mod toml;
mod url;

/// The rules of each file. Of several that explain one departure from a schema,
/// the first here reports it: `image` comes before `schema`.
static RULES: &[&[Rule]] = &[
    address::RULES,
    calendar::RULES,
    component::RULES,
    date::RULES,
    duplicate::RULES,
    emphasis::RULES,
    fact::RULES,
    fact_literal::RULES,
    fees::RULES,
    fees_tiers::RULES,
    file::RULES,
    file_refused::RULES,
    heading::RULES,
    image::RULES,
    link::RULES,
    link_markup::RULES,
    markdown::RULES,
    path::RULES,
    placeholder::RULES,
    redirect::RULES,
    repeated::RULES,
    route::RULES,
    schema::RULES,
    schema_value::RULES,
    text::RULES,
    text_doubled::RULES,
    text_hidden::RULES,
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
    /// None where `markdown::explain` or `file_refused::explain` reports it.
    pub checks: &'static [Check],
}

/// What a rule looks at.
#[derive(Debug)]
pub enum Check {
    /// The content as a whole.
    Tree(fn(&Tree, &mut Report)),
    /// Each file by itself, on all cores.
    File(fn(&File, &Tree, &mut Report)),
    /// Each departure from a schema that no rule before it explains.
    Violation(fn(&File, &Violation, &Tree) -> Option<Diagnostic>),
}

/// Takes what one rule finds.
#[derive(Debug)]
pub struct Report<'a> {
    rule: &'a Rule,
    found: &'a mut Vec<Diagnostic>,
    causes: &'a mut Causes,
}

/// What is wrong only because something else is: places by file, each with the
/// rule that explains everything there.
type Causes = BTreeMap<String, Vec<(&'static str, Range<usize>)>>;

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
        let causes = self.causes.entry(diagnostic.file.clone()).or_default();
        let place = diagnostic.place.as_ref();
        causes.extend(place.map(|place| (self.rule.code, place.start..place.end)));
        self.push(diagnostic);
    }

    /// Another place that the last problem explains.
    pub fn explains(&mut self, file: &File, place: Range<usize>) {
        let causes = self.causes.entry(file.path.clone()).or_default();
        causes.push((self.rule.code, place));
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
    let whole = rules.par_iter().map(|rule| {
        let mut all = Findings::default();
        for check in rule.checks {
            if let Check::Tree(check) = check {
                check(tree, &mut all.report(rule));
            }
        }
        all
    });
    let parts = tree.files.par_iter().map(|file| check_file(file, tree));
    let (whole, parts): (Vec<_>, Vec<_>) = rayon::join(|| whole.collect(), || parts.collect());
    let mut all: Findings = whole.into_iter().chain(parts).collect();
    all.coded(tree.rejected.iter().filter_map(file_refused::explain));
    let Findings { mut found, causes } = all;
    found.retain(|found| !follows(found, &causes));
    found.sort_by(|a, b| {
        let start =
            |found: &Diagnostic| Some((found.place.as_ref()?.line, found.place.as_ref()?.column));
        (&a.file, start(a), a.code, &a.message).cmp(&(&b.file, start(b), b.code, &b.message))
    });
    found.dedup();
    found
}

fn check_file(file: &File, tree: &Tree) -> Findings {
    let mut all = Findings::default();
    for (rule, check) in checks() {
        if let Check::File(check) = check {
            check(file, tree, &mut all.report(rule));
        }
    }
    for prose in file.proses() {
        let faults = prose.parsed.faults.iter();
        all.coded(faults.filter_map(|fault| markdown::explain(file, prose, fault)));
    }
    for violation in &file.violations {
        let found = checks().find_map(|(rule, check)| match check {
            Check::Violation(explain) => Some((rule, explain(file, violation, tree)?)),
            _ => None,
        });
        if let Some((rule, found)) = found {
            all.report(rule).push(found);
        }
    }
    all
}

/// What some of the rules find.
#[derive(Debug, Default)]
struct Findings {
    found: Vec<Diagnostic>,
    causes: Causes,
}

impl Findings {
    fn report<'a>(&'a mut self, rule: &'a Rule) -> Report<'a> {
        Report {
            rule,
            found: &mut self.found,
            causes: &mut self.causes,
        }
    }

    /// Adds what already has the code of its rule.
    fn coded(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        for found in found {
            let rule = rule(found.code).expect("a code that is used is that of a rule");
            self.report(rule).push(found);
        }
    }
}

impl FromIterator<Self> for Findings {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        let mut gathered = Self::default();
        for some in all {
            gathered.found.extend(some.found);
            for (file, places) in some.causes {
                gathered.causes.entry(file).or_default().extend(places);
            }
        }
        gathered
    }
}

/// Every check, with the rule it belongs to.
fn checks() -> impl Iterator<Item = (&'static Rule, &'static Check)> {
    all().flat_map(|rule| rule.checks.iter().map(move |check| (rule, check)))
}

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
