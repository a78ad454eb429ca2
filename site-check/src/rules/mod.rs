//! The rules of content: a table of all, and their checks, one file for each group
//! that belongs together.
//!
//! A rule is a code, how bad what it finds is, and its check. What it means, why
//! it matters and an example are in docs/rules.md, under its code.

use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, FileKind, Leaf, Tree, Written};
use jiff::civil::Date;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use Scope::{Elsewhere, FileAlone, FileInTree, WholeTree};

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

/// Every rule, by code.
pub static RULES: &[Rule] = &[
    error("article/duplicate-id", WholeTree(duplicate::check_articles)),
    error("article/empty", FileAlone(text::check_empty)),
    error("calendar/date", FileInTree(calendar::check_dates)),
    error("calendar/order", FileInTree(calendar::check_order)),
    error("date/form", FileAlone(date::check_form)),
    error("date/future", FileAlone(date::check_future)),
    warning("date/later", FileAlone(date::check_later)),
    error("date/order", FileAlone(date::check_order)),
    error("fact/brace", FileAlone(fact::check_braces)),
    error("fact/literal", FileInTree(fact::check_literals)),
    error("fact/taken", FileInTree(fact::check_taken)),
    error("fact/unknown-token", FileInTree(fact::check_names)),
    warning("fees/difference", FileAlone(fees::check_difference)),
    error("fees/example", FileAlone(fees::check_examples)),
    error("fees/tiers", FileAlone(fees::check_tiers)),
    warning("file/end", FileAlone(file::check_end)),
    error("file/missing", WholeTree(file::check_missing)),
    error("file/too-large", Elsewhere),
    error("file/unexpected", WholeTree(file::check_rejected)),
    error("file/unreadable", Elsewhere),
    error("front-matter/missing", FileAlone(toml::check_front_matter)),
    error("heading/empty", FileAlone(heading::check_empty)),
    warning("heading/level", FileAlone(heading::check_levels)),
    error("heading/space", FileAlone(heading::check_spaces)),
    error("id/duplicate", FileAlone(duplicate::check_anchors)),
    error("image/alt", FileAlone(image::check_alt)),
    error("image/missing", FileInTree(image::check_missing)),
    error("image/name", WholeTree(image::check_names)),
    error("link/bare", FileAlone(address::check_bare)),
    error("link/broken", FileInTree(link::check_targets)),
    error("link/draft", FileInTree(link::check_drafts)),
    error("link/empty", Elsewhere),
    error("link/lookalike", FileAlone(address::check_lookalikes)),
    error("link/markup", FileAlone(markup::check_links)),
    error("link/private", FileInTree(address::check_private)),
    error("link/title", Elsewhere),
    error("link/undefined", Elsewhere),
    warning("link/vague", FileAlone(link::check_words)),
    error("list/start", Elsewhere),
    error("mdx/attributes", FileAlone(component::check_attributes)),
    error("mdx/syntax", FileAlone(markdown::check)),
    error("mdx/unknown-component", FileAlone(component::check_names)),
    error("name/unknown", FileInTree(schema::check_names)),
    error("redirect/chain", FileInTree(redirect::check_chains)),
    error("redirect/invalid", FileInTree(redirect::check)),
    error("route/duplicate", WholeTree(route::check_duplicates)),
    error("route/form", FileAlone(route::check_form)),
    warning("route/orphan", WholeTree(route::check_orphans)),
    error("schema/missing-key", Elsewhere),
    error("schema/type", Elsewhere),
    error("schema/unknown-key", Elsewhere),
    error("schema/value", FileAlone(schema::check_schema_errors)),
    error("table/form", Elsewhere),
    error("text/blank", FileAlone(text::check_blank)),
    error(CONFLICT, FileAlone(text::check_conflicts)),
    warning("text/doubled-word", FileAlone(words::check_doubled)),
    error("text/fence", Elsewhere),
    error("text/hidden", FileAlone(text::check_hidden)),
    error("text/mark", FileAlone(markup::check_marks)),
    error("text/markdown", FileAlone(markup::check_plain)),
    error("text/placeholder", FileAlone(words::check_placeholders)),
    warning("title/duplicate", WholeTree(duplicate::check_texts)),
    error("toml/syntax", FileAlone(toml::check_syntax)),
    error("url/erased", FileInTree(url::check_erased)),
    error("url/lost", WholeTree(url::check_lost)),
];

/// The rule that takes precedence even over other causes in its place.
const CONFLICT: &str = "text/conflict";

/// One rule of content.
#[derive(Debug)]
pub struct Rule {
    /// Area and fault, such as `link/broken`.
    pub code: &'static str,
    pub severity: Severity,
    scope: Scope,
}

/// What a rule looks at, and its check.
#[derive(Debug)]
enum Scope {
    /// Each file by itself: by its path, its text and the day of the check alone.
    FileAlone(fn(&File, &mut Sink)),
    /// Each file among the others.
    FileInTree(fn(&File, &Tree, &mut Sink)),
    /// All files together.
    WholeTree(fn(&Tree, &mut Sink)),
    /// The check of another rule, which reports this one: see [`Sink::for_rule`].
    Elsewhere,
}

/// A rule whose finding stops the build.
const fn error(code: &'static str, scope: Scope) -> Rule {
    Rule {
        code,
        severity: Severity::Error,
        scope,
    }
}

/// A rule whose finding does not.
const fn warning(code: &'static str, scope: Scope) -> Rule {
    Rule {
        severity: Severity::Warning,
        ..error(code, scope)
    }
}

impl Rule {
    /// What docs/rules.md says of it: a sentence on what it finds, why that
    /// matters, an example and its corrected form.
    pub fn words(&self) -> &'static str {
        let heading = |rule: &Self| format!("\n## {}\n", rule.code);
        let document = include_str!("../../../docs/rules.md");
        let words = document.split_once(&heading(self));
        let words = words.map_or("", |(_, words)| words);
        let ends = RULES.iter().filter_map(|rule| words.find(&heading(rule)));
        words[..ends.min().unwrap_or(words.len())].trim()
    }
}

/// Takes what one rule finds.
#[derive(Debug)]
pub struct Sink<'a> {
    rule: &'static Rule,
    /// The day of the check; none in a build.
    today: Option<Date>,
    found: &'a mut Vec<Diagnostic>,
}

impl Sink<'_> {
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
        self.at(file, file.document.span(pointer), message)
    }

    /// A problem at a place in words, which it quotes.
    fn in_text(
        &mut self,
        file: &File,
        text: &Written,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.at(file, text.span(span.clone()), message)
            .quoting(&text.text[span])
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
    fn for_rule(&mut self, code: &str) -> Sink<'_> {
        Sink {
            rule: rule(code).expect("a code that is used is that of a rule"),
            today: self.today,
            found: self.found,
        }
    }
}

/// The rule of a code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code == code)
}

/// What the rules found in each file alone: by its path, with the text in which it was found, and the day.
pub type Cache = BTreeMap<String, (Arc<str>, Option<Date>, Vec<Diagnostic>)>;

/// What all rules find, by file and place. For a file whose text is that in the cache, only the
/// rules that compare files run.
pub fn diagnose(tree: &Tree, cache: &mut Cache) -> Vec<Diagnostic> {
    let before = mem::take(cache);
    let by_itself = tree.files.par_iter().map(|file| {
        let kept = before.get(&file.path);
        let found = match kept.filter(|(text, day, _)| *text == file.text && *day == tree.today) {
            Some((.., found)) => found.clone(),
            None => each_rule(tree.today, |rule, out| {
                if let FileAlone(check) = rule.scope {
                    check(file, out);
                }
            }),
        };
        (file.path.clone(), (file.text.clone(), tree.today, found))
    });
    *cache = by_itself.collect();
    let among_others = tree.files.par_iter().flat_map_iter(|file| {
        each_rule(tree.today, |rule, out| {
            if let FileInTree(check) = rule.scope {
                check(file, tree, out);
            }
        })
    });
    let of_tree = || {
        each_rule(tree.today, |rule, out| {
            if let WholeTree(check) = rule.scope {
                check(tree, out);
            }
        })
    };
    let (mut found, of_tree) = rayon::join(|| among_others.collect::<Vec<_>>(), of_tree);
    found.extend(of_tree);
    found.extend(cache.values().flat_map(|(.., found)| found).cloned());

    let causes = found.iter().filter(|found| !found.suppresses.is_empty());
    let causes: Vec<_> = causes.cloned().collect();
    found.retain(|found| !is_suppressed(found, &causes));
    found.sort_by(|a, b| {
        let start = |it: &Diagnostic| it.place.as_ref().map(|place| (place.line, place.column));
        (&a.file, start(a), a.code, &a.message).cmp(&(&b.file, start(b), b.code, &b.message))
    });
    found.dedup();
    found
}

fn each_rule(today: Option<Date>, check: impl Fn(&Rule, &mut Sink)) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in RULES {
        let found = &mut found;
        check(rule, &mut Sink { rule, today, found });
    }
    found
}

/// Whether what was found is wrong only because of what another rule found in its place.
fn is_suppressed(found: &Diagnostic, causes: &[Diagnostic]) -> bool {
    let Some(at) = &found.place else {
        return false;
    };
    let here = causes.iter().filter(|cause| cause.file == found.file);
    let (own, others): (Vec<_>, Vec<_>) = here.partition(|cause| cause.code == found.code);
    let causes = others.iter();
    let mut causes = causes.filter(|cause| own.is_empty() || cause.code == CONFLICT);
    causes.any(|cause| {
        let mut places = cause.suppresses.iter();
        places.any(|place| at.start < place.end && place.start < at.end.max(at.start + 1))
    })
}

/// The strings of a file that have a format, such as a date.
fn leaves<'a>(file: &'a File, format: &'a str) -> impl Iterator<Item = &'a Leaf> {
    file.leaves.iter().filter(move |leaf| leaf.format == format)
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
