//! The rules of content, and the run of their checks.
//!
//! Each subject has a file, or a folder with a few files: each rule with its severity,
//! its words and its example, its check, its messages and its tests.

mod article;
mod cache;
mod calendar;
mod claim;
mod component;
mod contact;
mod date;
mod disclaimer;
mod fact;
mod fees;
mod file;
mod heading;
mod image;
mod list;
mod markdown;
mod name;
mod paragraphs;
mod schema;
mod site;
mod table;
mod text;
mod title;
mod toml;
mod window;
mod words;

#[cfg(test)]
pub(crate) mod tests;

pub use cache::Cache;

use crate::address::rules::{link, redirect, route, url};
use crate::diagnostic::Diagnostic;
use crate::load::{File, Tree};
use crate::rule::{Diagnostics, Rule, Scope};
use jiff::civil::Date;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

/// The rules of each file or folder.
static GROUPS: [&[&Rule]; 27] = [
    article::RULES,
    calendar::RULES,
    claim::RULES,
    contact::RULES,
    date::RULES,
    disclaimer::RULES,
    fact::RULES,
    fees::RULES,
    file::RULES,
    heading::RULES,
    image::RULES,
    link::RULES,
    list::RULES,
    component::RULES,
    markdown::RULES,
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
    window::RULES,
    words::RULES,
];

/// All rules in the order of their codes.
static ALL: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let mut rules = GROUPS.concat();
    rules.sort_by_key(|rule| rule.code);
    rules
});

/// Returns every rule, in the order of their codes.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().copied()
}

/// Returns the rule with a code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.code == code)
}

/// Former codes, which links to docs/rules.md may have, each with the code of the rule that finds the same.
const JOINED: [(&str, &str); 26] = [
    ("fact/form", "fact/definition"),
    ("fact/reserved", "fact/definition"),
    ("fact/source", "fact/definition"),
    ("fact/taken", "fact/definition"),
    ("fact/year-ahead", "fact/definition"),
    ("fees/label", "schema/unknown-key"),
    ("fees/valuation-date", "schema/value"),
    ("heading/empty", "heading/form"),
    ("heading/space", "heading/form"),
    ("heading/underline", "heading/form"),
    ("image/animated", "image/damaged"),
    ("link/draft", "link/broken"),
    ("link/markup", "link/form"),
    ("link/title", "link/form"),
    ("link/undefined", "link/form"),
    ("list/bullet", "list/form"),
    ("list/number", "list/form"),
    ("list/start", "list/form"),
    ("subject/repeated", "schema/value"),
    ("table/rule", "table/form"),
    ("table/tabs", "table/form"),
    ("text/blank", "schema/value"),
    ("text/fence", "mdx/syntax"),
    ("window/next", "schema/value"),
    ("window/past", "window/order"),
    ("window/published", "window/order"),
];

/// Returns the code of the rule that replaced the rule with a former code.
pub fn joined(code: &str) -> Option<&'static str> {
    let mut joined = JOINED.iter();
    let (_, rule) = joined.find(|(name, _)| *name == code)?;
    Some(rule)
}

/// Returns the diagnostics of all rules in an edition, sorted by file and place. Rules of one file run again only if the file or
/// its surroundings have changed.
pub fn diagnose(tree: &Tree, cache: &mut Cache) -> Vec<Diagnostic> {
    let nothing = Tree {
        today: tree.today,
        ..Tree::default()
    };
    let mut found = cache.check(&tree.files, nothing, |file, nothing| {
        let texts = file.texts();
        run_for_file(file, nothing.today, |scope, out| match scope {
            Scope::FileAlone(check) => check(file, out),
            Scope::Texts(check) => check(file, &texts, out),
            _ => {}
        })
    });
    found.extend(
        cache.check(&tree.files, tree.surroundings(), |file, surroundings| {
            let texts = file.passages(surroundings);
            run_for_file(file, surroundings.today, |scope, out| match scope {
                Scope::FileInTree(check) => check(file, surroundings, out),
                Scope::TextsInTree(check) => check(file, &texts, surroundings, out),
                _ => {}
            })
        }),
    );
    found.extend(check_tree(tree));
    remove_suppressed(&mut found);
    sort(&mut found);
    found
}

/// Returns the diagnostics of the content as written: of its windows, and of the schema in files with windows, since parts of
/// these may be in no edition that is checked.
pub fn diagnose_written(tree: &Tree) -> Vec<Diagnostic> {
    let mut found = run(tree.today, |scope, out| {
        if let Scope::AllEditions(check) = scope {
            check(tree, out);
        }
    });
    for file in &tree.files {
        if !file.differs_by_moment() {
            continue;
        }
        for rule in schema::RULES {
            if let Scope::FileAlone(check) = &rule.scope {
                let mut out = Diagnostics {
                    rule,
                    today: tree.today,
                    found: &mut found,
                };
                check(file, &mut out);
            }
        }
    }
    remove_suppressed(&mut found);
    sort(&mut found);
    found
}

/// Sorts diagnostics by file and place, and removes duplicates.
pub fn sort(found: &mut Vec<Diagnostic>) {
    found.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    found.dedup();
}

/// Runs the rules of one certain file, and the rules of all files together.
fn check_tree(tree: &Tree) -> Vec<Diagnostic> {
    run(tree.today, |scope, out| match scope {
        Scope::SingleFile(kind, check) => {
            if let Some(file) = tree.file(kind) {
                check(file, tree, out);
            }
        }
        Scope::WholeTree(check) => check(tree, out),
        _ => {}
    })
}

/// Calls `check` with each rule's scope, and returns the diagnostics of a file. In TOML text between double quotes, help with a
/// backslash gets two, because two backslashes make one there.
fn run_for_file(
    file: &File,
    today: Option<Date>,
    check: impl Fn(&Scope, &mut Diagnostics),
) -> Vec<Diagnostic> {
    let mut found = run(today, check);
    for diagnostic in &mut found {
        let is_about_toml = diagnostic.code == toml::SYNTAX.code;
        if is_about_toml || !diagnostic.help.contains('\\') {
            continue;
        }
        let start = diagnostic.place.as_ref().map(|place| place.start);
        if start.is_some_and(|start| file.is_in_double_quotes(start)) {
            diagnostic.help = diagnostic.help.replace('\\', "\\\\");
        }
    }
    found
}

/// Calls `check` with each rule's scope, and returns the diagnostics.
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

/// The rules for files that can't be read as content. Any other problem of such a file may follow from this one.
const UNREADABLE: [&Rule; 2] = [&text::CONFLICT, &article::FRONT_MATTER];

/// Removes other diagnostics of files that can't be read, and diagnostics that another rule suppresses at their place.
pub fn remove_suppressed(found: &mut Vec<Diagnostic>) {
    for Rule { code, .. } in UNREADABLE {
        let mut unreadable = HashSet::new();
        for diagnostic in found.iter().filter(|it| it.code == *code) {
            unreadable.insert(diagnostic.file.clone());
        }
        found.retain(|it| it.code == *code || !unreadable.contains(&it.file));
    }
    let suppressed = Suppressed::by(found);
    found.retain(|diagnostic| !suppressed.contains(diagnostic));
}

/// The spans where rules suppress the diagnostics of others, by file and by the code of the rule.
struct Suppressed(HashMap<String, HashMap<&'static str, Spans>>);

impl Suppressed {
    fn by(found: &[Diagnostic]) -> Self {
        let mut files: HashMap<String, HashMap<&str, Spans>> = HashMap::new();
        for diagnostic in found {
            if diagnostic.suppresses.is_empty() {
                continue;
            }
            let causes = files.entry(diagnostic.file.clone()).or_default();
            let spans = causes.entry(diagnostic.code).or_default();
            spans.0.extend(diagnostic.suppresses.iter().cloned());
        }
        for causes in files.values_mut() {
            for spans in causes.values_mut() {
                spans.join();
            }
        }
        Self(files)
    }

    /// Returns true if another rule suppresses a diagnostic whose own rule doesn't suppress any in its file.
    fn contains(&self, diagnostic: &Diagnostic) -> bool {
        let (Some(place), Some(causes)) = (&diagnostic.place, self.0.get(&diagnostic.file)) else {
            return false;
        };
        // An empty place is between two characters.
        let span = place.start..place.end.max(place.start + 1);
        let is_cause = causes.contains_key(diagnostic.code);
        // Another rule may know more about a line that isn't TOML, such as a mistyped date.
        let yields = diagnostic.code == toml::SYNTAX.code;
        // `words/phrase` ignores invisible characters, so its result doesn't depend on them.
        let is_phrase = diagnostic.code == words::PHRASE.code;
        for (code, spans) in causes {
            if is_phrase && *code == text::HIDDEN.code {
                continue;
            }
            let gives_way = !is_cause || yields;
            if *code != diagnostic.code && gives_way && spans.meet(&span) {
                return true;
            }
        }
        false
    }
}

/// Spans of a file. After `join`, they are in order and don't overlap.
#[derive(Default)]
struct Spans(Vec<Range<usize>>);

impl Spans {
    /// Sorts the spans, and joins spans that touch.
    fn join(&mut self) {
        self.0.sort_by_key(|span| span.start);
        let mut joined: Vec<Range<usize>> = Vec::new();
        for span in self.0.drain(..) {
            match joined.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => joined.push(span),
            }
        }
        self.0 = joined;
    }

    /// Returns true if one of the spans shares a byte with another span.
    fn meet(&self, span: &Range<usize>) -> bool {
        let next = self.0.partition_point(|known| known.end <= span.start);
        self.0.get(next).is_some_and(|known| known.start < span.end)
    }
}

/// Returns the key for the order of diagnostics: file, place, rule, message.
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
