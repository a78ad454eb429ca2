//! Tests of all rules, and helpers for the tests of each rule. Each case makes one change to the tests' own site.

#[path = "../../tests/site.rs"]
pub(crate) mod site;

pub(crate) use insta::assert_snapshot;

use super::{all, joined, rule};
use crate::diagnostic::Diagnostic;
use crate::document::planted;
use crate::editions::Moments;
use crate::load::{Base, History};
use crate::loaded::Loaded;
use crate::rule::{Example, Rule};
use serde_json::Value;
use site::Site;
use site_schema::model::NOT_BLANK;
use site_schema::schemas::SCHEMAS;
use std::collections::BTreeSet;
use std::fs;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

/// Returns what an editor reads after one change of the tests' own site: see [`change`].
pub(crate) fn check(file: &str, from: &str, to: &str) -> String {
    let loaded = loaded(file, from, to);
    for diagnostic in &loaded.diagnostics {
        assert!(!diagnostic.help.is_empty(), "no help: {diagnostic}");
    }
    shown(&loaded)
}

/// Tries changes, each with the line and the column of its only problem.
pub(crate) fn finds(code: &str, cases: &[(&str, &str, &str, (usize, usize))]) {
    for (file, from, to, place) in cases {
        let found = &loaded(file, from, to).diagnostics;
        let found: Vec<_> = found.iter().map(|it| (it.code, start(it))).collect();
        assert_eq!(found, [(code, *place)], "{file}: {to}");
    }
}

/// Tries texts of an article. A rule must find a problem directly after each «, and no rule any other problem.
pub(crate) fn finds_at_marks(code: &str, texts: &[&str]) {
    for drawn in texts {
        finds_in_files(code, &[("articles/first.mdx", "Some **words**", drawn)]);
    }
}

/// Tries changes of files: the file, the text to replace, and a replacement with «. A rule must find a problem directly after
/// each «, and no rule any other problem.
pub(crate) fn finds_in_files(code: &str, cases: &[(&str, &str, &str)]) {
    for (file, from, drawn) in cases {
        let (diagnostics, marks) = diagnostics_and_marks(file, from, drawn);
        let found: Vec<_> = diagnostics.iter().map(|it| (it.code, at(it))).collect();
        let expected: Vec<_> = marks.into_iter().map(|mark| (code, mark)).collect();
        assert_eq!(found, expected, "{file}: {drawn}");
    }
}

/// Tries changes. A rule must find the only problem, which is that of the file as a whole.
pub(crate) fn finds_files(code: &str, cases: &[(&str, &str, &str)]) {
    for (file, from, to) in cases {
        let diagnostics = &loaded(file, from, to).diagnostics;
        let found: Vec<_> = diagnostics
            .iter()
            .map(|it| (it.code, it.file.as_str(), it.place.is_some()))
            .collect();
        let path = format!("content/{file}");
        assert_eq!(found, [(code, path.as_str(), false)], "{file}: {to}");
    }
}

/// Tries changes of files with one « each. A rule must find the only problem there, with this help.
pub(crate) fn helps_at_marks(code: &str, cases: &[(&str, &str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (file, from, drawn, help) in cases {
        let (diagnostics, marks) = diagnostics_and_marks(file, from, drawn);
        let found: Vec<_> = diagnostics
            .iter()
            .map(|it| (it.code, at(it), it.help.as_str()))
            .collect();
        if found != [(code, marks[0].clone(), *help)] {
            wrong.push(format!("{file}: {drawn}: {help}: {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Changes a file, and returns the diagnostics and the position of each « in the new text: its file and its first byte.
pub(crate) fn diagnostics_and_marks(
    file: &str,
    from: &str,
    drawn: &str,
) -> (Vec<Diagnostic>, Vec<(String, usize)>) {
    let pieces: Vec<&str> = drawn.split('«').collect();
    let site = changed(file, from, &pieces.concat());
    let before = fs::read_to_string(site::fixture().join(file)).expect("readable");
    let mut start = before.find(from).expect("the replaced text");
    let mut marks = Vec::new();
    for piece in &pieces[..pieces.len() - 1] {
        start += piece.len();
        marks.push((format!("content/{file}"), start));
    }
    (mem::take(&mut load(&site).diagnostics), marks)
}

/// Returns the file and the first byte of a problem.
fn at(found: &Diagnostic) -> (String, usize) {
    let place = found.place.as_ref();
    (found.file.clone(), place.map_or(0, |place| place.start))
}

/// Tries a change with one problem, from « to » of the new text, and returns what an editor reads, without the drawing.
pub(crate) fn check_at_marks(file: &str, from: &str, drawn: &str) -> String {
    let (before, rest) = drawn.split_once('«').expect("a «");
    let (marked, after) = rest.split_once('»').expect("a »");
    let mut loaded = loaded(file, from, &format!("{before}{marked}{after}"));
    assert_eq!(loaded.diagnostics.len(), 1, "{drawn}: {}", shown(&loaded));
    // An empty text is the whole file, which may be new.
    let text = fs::read_to_string(site::fixture().join(file)).unwrap_or_default();
    let start = text.find(from).expect("the replaced text") + before.len();
    let place = loaded.diagnostics[0].place.take().expect("a place");
    assert_eq!(
        place.start..place.end,
        start..start + marked.len(),
        "{drawn}"
    );
    assert!(!loaded.diagnostics[0].help.is_empty(), "no help: {drawn}");
    shown(&loaded)
}

/// Tries pairs of changes that resemble each other: the file, the text to replace, a replacement without problems, and a
/// replacement with a problem of this rule.
pub(crate) fn near_misses(code: &str, cases: &[(&str, &str, &str, &str)]) {
    for (file, from, near_miss, wrong) in cases {
        passes(file, from, near_miss);
        let found = &loaded(file, from, wrong).diagnostics;
        let is_found = found.iter().any(|diagnostic| diagnostic.code == code);
        assert!(is_found, "{code} does not find {wrong}: {found:#?}");
    }
}

/// Tries a change without problems.
pub(crate) fn passes(file: &str, from: &str, to: &str) {
    assert_eq!(shown(&loaded(file, from, to)), "", "{file}: {to}");
}

/// Returns the site with one change, loaded.
pub(crate) fn loaded(file: &str, from: &str, to: &str) -> LoadedSite {
    load(&changed(file, from, to))
}

/// Loads a site on the day of the tests, as a preview does after a save: only files that differ from the site of an earlier
/// test are read and checked again. A test in tests/load/again.rs compares such a load with a first one.
pub(crate) fn load(site: &Site) -> LoadedSite {
    let before = BEFORE.lock().expect("no test panics here").pop();
    let mut loaded = before.unwrap_or_default();
    loaded.tree.history = History::default();
    let moments = Moments::all_at(Some(site::today()));
    loaded
        .read(site.folder(), moments)
        .expect("the folder is there");
    LoadedSite(loaded)
}

/// The sites that earlier tests have loaded.
static BEFORE: Mutex<Vec<Loaded>> = Mutex::new(Vec::new());

/// A loaded site, which a later load starts from.
pub(crate) struct LoadedSite(Loaded);

impl Deref for LoadedSite {
    type Target = Loaded;

    fn deref(&self) -> &Loaded {
        &self.0
    }
}

impl DerefMut for LoadedSite {
    fn deref_mut(&mut self) -> &mut Loaded {
        &mut self.0
    }
}

impl Drop for LoadedSite {
    fn drop(&mut self) {
        let loaded = mem::take(&mut self.0);
        BEFORE.lock().expect("no test panics here").push(loaded);
    }
}

/// Returns the problems of a change on a branch that adds a file and deletes another one.
pub(crate) fn found_in_branch(
    (file, from, to): (&str, &str, &str),
    added: &str,
    deleted: &str,
) -> Vec<Diagnostic> {
    let mut loaded = loaded(file, from, to);
    let mut base = Base::default();
    for file in &loaded.tree.files {
        base.paths.insert(file.path.clone());
    }
    base.paths.remove(added);
    base.paths.insert(deleted.to_owned());
    loaded.tree.history.base = Some(base);
    loaded.recheck();
    mem::take(&mut loaded.diagnostics)
}

/// Returns the problems of a site that was another one at the merge base.
pub(crate) fn found_since(before: &Site, after: &Site) -> Vec<Diagnostic> {
    let mut loaded = load(after);
    loaded.tree.history.base = Some(base_of(before));
    loaded.recheck();
    mem::take(&mut loaded.diagnostics)
}

/// Returns the content of a site as the content of a commit.
pub(crate) fn base_of(site: &Site) -> Base {
    let mut base = Base::default();
    for file in &load(site).tree.files {
        base.paths.insert(file.path.clone());
        base.texts.insert(file.path.clone(), Arc::clone(&file.text));
    }
    base
}

/// Returns the code, the place and the help of each problem after a change.
pub(crate) fn found(file: &str, from: &str, to: &str) -> Vec<String> {
    let mut found = Vec::new();
    for diagnostic in &loaded(file, from, to).diagnostics {
        let (line, column) = start(diagnostic);
        found.push(format!(
            "{} {line}:{column} {}",
            diagnostic.code, diagnostic.help
        ));
    }
    found
}

/// Adds words to an article, and returns the texts that a rule reports.
pub(crate) fn found_in_words(code: &str, words: &str) -> Vec<String> {
    found_in(code, "articles/first.mdx", words)
}

/// Adds words to a page, and returns the texts that a rule reports.
pub(crate) fn found_on_page(code: &str, words: &str) -> Vec<String> {
    let block = "[[blocks]]\nkind = \"section\"\nheading = \"Words\"\nbody = \"\"\"";
    found_in(
        code,
        "pages/about.toml",
        &format!("{block}\n{words}\n\"\"\""),
    )
}

/// Adds a text to a file, and returns the texts that a rule reports.
fn found_in(code: &str, file: &str, added: &str) -> Vec<String> {
    let site = Site::new();
    let text = format!("{}\n{added}\n", site.text(file));
    site.write(file, &text);
    let mut found = Vec::new();
    for diagnostic in &load(&site).diagnostics {
        if diagnostic.code == code && diagnostic.file.ends_with(file) {
            let place = diagnostic.place.as_ref().expect("a place");
            found.push(text[place.start..place.end].to_owned());
        }
    }
    found
}

/// Tries texts of an article. A rule must find one problem in each.
pub(crate) fn finds_in_each(code: &str, texts: &[&str]) {
    let found = found_in_words(code, &apart(texts));
    assert_eq!(found.len(), texts.len(), "{texts:#?}: {found:#?}");
}

/// Tries texts of an article. A rule must not find a problem.
pub(crate) fn finds_in_none(code: &str, texts: &[&str]) {
    let found = found_in_words(code, &apart(texts));
    assert!(found.is_empty(), "{found:#?}");
}

/// Joins texts with horizontal rules between them.
fn apart(texts: &[&str]) -> String {
    texts.join("\n\n***\n\n")
}

/// Returns the tests' own site with one change.
fn changed(file: &str, from: &str, to: &str) -> Site {
    site_with(&[(file, from, to)])
}

/// Returns the tests' own site with some changes: the file, the text to replace, and the replacement.
pub(crate) fn site_with(changes: &[(&str, &str, &str)]) -> Site {
    let site = Site::new();
    for (file, from, to) in changes {
        site.change(file, from, to);
    }
    site
}

/// Returns the line and the column of a problem, from 1. A problem without a place counts as the beginning of the file.
fn start(found: &Diagnostic) -> (usize, usize) {
    let place = found.place.as_ref();
    place.map_or((1, 1), |place| (place.line, place.column))
}

/// Returns all problems as an editor reads them.
fn shown(loaded: &Loaded) -> String {
    let shown: Vec<_> = loaded.diagnostics.iter().map(ToString::to_string).collect();
    shown.join("\n\n")
}

#[test]
fn the_fixture_has_no_fault() {
    let site = Site::new();
    assert_eq!(shown(&site.load_today()), "");
    site.content();
}

#[test]
fn rules_are_in_the_order_of_their_codes_and_each_is_there_once() {
    let codes: Vec<_> = all().map(|rule| rule.code).collect();
    let sorted: BTreeSet<_> = codes.iter().copied().collect();
    assert_eq!(codes, sorted.into_iter().collect::<Vec<_>>());
    for code in codes {
        assert_eq!(rule(code).map(|rule| rule.code), Some(code));
        assert_eq!(joined(code), None);
    }
    let found = joined("fact/form").and_then(rule);
    assert_eq!(found.map(|rule| rule.code), Some("fact/definition"));
}

#[test]
fn a_rule_says_what_it_finds_and_why_in_a_paragraph_each() {
    for rule in all() {
        for text in [rule.summary, rule.why] {
            assert!(text.ends_with('.') && !text.contains('\n'), "{}", rule.code);
        }
    }
}

#[test]
fn each_wrong_example_is_found_by_its_rule_and_no_right_one_by_any() {
    for rule in all() {
        if let Some((site, file, wrong)) = example(rule) {
            // If the file exists, its right example is part of the tests' own site, which another test checks.
            if !site::fixture().join(file).exists() {
                assert_eq!(shown(&load(&site)), "", "{}", rule.code);
            }
            site.write(file, wrong);
            let found = &load(&site).diagnostics;
            let is_found = found.iter().any(|it| it.code == rule.code);
            assert!(is_found, "{}: {found:#?}", rule.code);
        }
    }
}

#[test]
fn each_planted_example_is_found_by_its_rule() {
    for rule in all() {
        if let Example::Planted { plant, .. } = rule.example {
            let mut loaded = Site::new().load_today();
            plant(&mut loaded.tree);
            loaded.tree.rebuild_index();
            loaded.recheck();
            let mut found = loaded.diagnostics.iter();
            assert!(found.any(|it| it.code == rule.code), "{}", rule.code);
        }
    }
}

/// Returns a site with the right example of a rule, the example's file, and its text with the wrong example. Returns `None` if
/// the example is planted.
fn example(rule: &Rule) -> Option<(Site, &'static str, String)> {
    let site = Site::new();
    let text_of = |path: &str| fs::read_to_string(site.path(below(path))).ok();
    let (path, right, wrong) = planted(&rule.example, text_of)?;
    assert_ne!(right, wrong, "{}", rule.code);
    site.write(below(path), right);
    Some((site, below(path), wrong))
}

/// Returns a path relative to the folder `content`.
fn below(path: &str) -> &str {
    path.strip_prefix("content/")
        .expect("a file of the content")
}

#[test]
fn every_pattern_of_a_schema_has_a_form_to_show() {
    fn visit(value: &Value, without: &mut Vec<String>) {
        let form = value["x-form"].as_str().unwrap_or_default();
        if let Some(pattern) = value["pattern"].as_str()
            && pattern != NOT_BLANK
            && !form.contains(", such as ")
        {
            without.push(pattern.to_owned());
        }
        let items = value.as_array().into_iter().flatten();
        let values = value.as_object().into_iter().flat_map(|map| map.values());
        items.chain(values).for_each(|inner| visit(inner, without));
    }
    let mut without = Vec::new();
    for schema in SCHEMAS.values() {
        visit(schema, &mut without);
    }
    assert!(without.is_empty(), "{without:?}");
}
