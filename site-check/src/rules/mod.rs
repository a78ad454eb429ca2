//! The rules of content: a table of all, and their checks, one file for each group
//! that belongs together.
//!
//! A rule is a code, how bad what it finds is, and its check. What it means, why
//! it matters and an example are in docs/rules.md, under its code.

use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, FileKind, Leaf, Tree, Written};
use rayon::prelude::*;
use serde_json::Value;
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

/// Every rule, by code. One without a check is reported by that of another: see [`Report::under`].
pub static RULES: &[Rule] = &[
    error("article/duplicate-id").tree(duplicate::check_articles),
    error("article/empty").each_file(text::check_empty),
    error("calendar/date").each_file(calendar::check_dates),
    error("calendar/order").each_file(calendar::check_order),
    error("date/form").each_file(date::check_form),
    error("date/future").each_file(date::check_future),
    warning("date/later").each_file(date::check_later),
    error("date/order").each_file(date::check_order),
    error("fact/brace").each_file(fact::check_braces),
    error("fact/literal").each_file(fact::check_literals),
    error("fact/taken").each_file(fact::check_taken),
    error("fact/unknown-token").each_file(fact::check_names),
    warning("fees/difference").each_file(fees::check_difference),
    error("fees/example").each_file(fees::check_examples),
    error("fees/tiers").each_file(fees::check_tiers),
    warning("file/end").each_file(file::check_end),
    error("file/missing").tree(file::check_missing),
    error("file/too-large"),
    error("file/unexpected").tree(file::check_rejected),
    error("file/unreadable"),
    error("front-matter/missing").each_file(toml::check_front_matter),
    error("heading/empty").each_file(heading::check_empty),
    warning("heading/level").each_file(heading::check_levels),
    error("heading/space").each_file(heading::check_spaces),
    error("id/duplicate").each_file(duplicate::check_anchors),
    error("image/alt").each_file(image::check_alt),
    error("image/missing").each_file(image::check_missing),
    error("image/name").tree(image::check_names),
    error("link/bare").each_file(address::check_bare),
    error("link/broken").each_file(link::check_targets),
    error("link/draft").each_file(link::check_drafts),
    error("link/empty"),
    error("link/lookalike").each_file(address::check_lookalikes),
    error("link/markup").each_file(markup::check_links),
    error("link/private").each_file(address::check_private),
    error("link/title"),
    error("link/undefined"),
    warning("link/vague").each_file(link::check_words),
    error("list/start"),
    error("mdx/attributes").each_file(component::check_attributes),
    error("mdx/syntax").each_file(markdown::check),
    error("mdx/unknown-component").each_file(component::check_names),
    error("name/unknown").each_file(schema::check_names),
    error("redirect/chain").each_file(redirect::check_chains),
    error("redirect/invalid").each_file(redirect::check),
    error("route/duplicate").tree(route::check_duplicates),
    error("route/form").each_file(route::check_form),
    warning("route/orphan").tree(route::check_orphans),
    error("schema/missing-key"),
    error("schema/type"),
    error("schema/unknown-key"),
    error("schema/value").each_file(schema::check_violations),
    error("table/form"),
    error("text/blank").each_file(text::check_blank),
    error(CONFLICT).each_file(text::check_conflicts),
    warning("text/doubled-word").each_file(words::check_doubled),
    error("text/fence"),
    error("text/hidden").each_file(text::check_hidden),
    error("text/mark").each_file(markup::check_marks),
    error("text/markdown").each_file(markup::check_plain),
    error("text/placeholder").each_file(words::check_placeholders),
    warning("title/duplicate").tree(duplicate::check_texts),
    error("toml/syntax").each_file(toml::check_syntax),
    error("url/erased").each_file(url::check_erased),
    error("url/lost").tree(url::check_lost),
];

/// The rule that takes precedence even over other causes in its place.
const CONFLICT: &str = "text/conflict";

/// One rule of content.
#[derive(Debug)]
pub struct Rule {
    /// Area and fault, such as `link/broken`.
    pub code: &'static str,
    pub severity: Severity,
    of_tree: Option<fn(&Tree, &mut Report)>,
    of_file: Option<fn(&File, &Tree, &mut Report)>,
}

/// A rule whose finding stops the build.
const fn error(code: &'static str) -> Rule {
    Rule {
        code,
        severity: Severity::Error,
        of_tree: None,
        of_file: None,
    }
}

/// A rule whose finding does not.
const fn warning(code: &'static str) -> Rule {
    let mut rule = error(code);
    rule.severity = Severity::Warning;
    rule
}

impl Rule {
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

    /// A problem at a place in words, which it quotes.
    fn in_text(
        &mut self,
        file: &File,
        text: &Written,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.at(file, text.place(span.clone()), message)
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
    fn under(&mut self, code: &str) -> Report<'_> {
        Report {
            rule: rule(code).expect("a code that is used is that of a rule"),
            found: self.found,
        }
    }
}

/// The rule of a code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code == code)
}

/// What all rules find, by file and place.
pub fn check(tree: &Tree) -> Vec<Diagnostic> {
    let of_tree = each_rule(|rule, out| {
        if let Some(check) = rule.of_tree {
            check(tree, out);
        }
    });
    let of_files = tree.files.par_iter();
    let of_files = of_files.flat_map_iter(|file| {
        each_rule(|rule, out| {
            if let Some(check) = rule.of_file {
                check(file, tree, out);
            }
        })
    });
    let mut found: Vec<_> = of_files.chain(of_tree).collect();

    let causes = found.iter().filter(|found| !found.explains.is_empty());
    let causes: Vec<_> = causes.cloned().collect();
    found.retain(|found| !follows(found, &causes));
    found.sort_by(|a, b| {
        let start = |it: &Diagnostic| it.place.as_ref().map(|place| (place.line, place.column));
        (&a.file, start(a), a.code, &a.message).cmp(&(&b.file, start(b), b.code, &b.message))
    });
    found.dedup();
    found
}

fn each_rule(check: impl Fn(&Rule, &mut Report)) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in RULES {
        let found = &mut found;
        check(rule, &mut Report { rule, found });
    }
    found
}

/// Whether what was found is wrong only because of what another rule found in its place.
fn follows(found: &Diagnostic, causes: &[Diagnostic]) -> bool {
    let Some(at) = &found.place else {
        return false;
    };
    let here = causes.iter().filter(|cause| cause.file == found.file);
    let (own, others): (Vec<_>, Vec<_>) = here.partition(|cause| cause.code == found.code);
    let mut causes = others
        .iter()
        .filter(|cause| own.is_empty() || cause.code == CONFLICT);
    causes.any(|cause| {
        let mut places = cause.explains.iter();
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
