use super::{File, FileKind, Sink, Tree};
use crate::fix::Fix;
use crate::load::{Target, pattern};
use crate::names::{did_you_mean, listed, meant, suggest};
use regex::Regex;
use serde_json::Value;
use std::sync::LazyLock;

pub(super) fn check_braces(file: &File, out: &mut Sink) {
    for text in file.written() {
        let mut braces = BRACES.captures_iter(text.text);
        if let Some(lone) = braces.find_map(|found| found.get(1)) {
            out.in_text(file, &text, lone.range(), "unmatched or doubled brace")
                .expected("the name of a fact between { and }")
                .help(
                    "Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}.",
                )
                .suppresses_its_span();
        }
    }
}

/// Braces that belong together or are escaped, and one, captured, that is neither.
/// An escaped one takes the next closing one with it.
static BRACES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\\\{[^{}]*\}?|\\\}|\{[^{}]*\}|(\{\{?[^{}]*|\})"));

pub(super) fn check_taken(file: &File, tree: &Tree, out: &mut Sink) {
    if file.kind != FileKind::Facts {
        return;
    }
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let own = fact.get("value").and_then(|value| value.as_str());
        let stated = tree.tokens.get(name).map(String::as_str);
        if let (Some(_), Some(stated)) = (own, stated.filter(|stated| Some(*stated) != own)) {
            let place = file.document.key_span(&format!("/{name}"));
            out.at(file, place, format!("`{{{name}}}` is already defined as `{stated}`"))
                .expected("a name that content/site.toml and content/fees.toml do not define")
                .quoting(name)
                .help("Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name.");
        }
    }
}

pub(super) fn check_names(file: &File, tree: &Tree, out: &mut Sink) {
    if !tree.definitions_are_known {
        return;
    }
    let known = || tree.tokens.keys().map(String::as_str);
    for token in file.references_of(Target::Token) {
        if tree.tokens.contains_key(&token.name) {
            continue;
        }
        let written = format!("{{{}}}", token.name);
        let fix = meant(&token.name, known()).and_then(|near| {
            Fix::instead(file, token.span.clone(), &written, &format!("{{{near}}}"))
        });
        let near = suggest(&token.name, known());
        let message = format!("unknown fact `{written}`");
        out.at(file, token.span.clone(), message)
            .expected("a fact of content/facts.toml, site.toml or fees.toml")
            .found(format!("`{written}`"))
            .help(format!("{near} Write a literal brace as \\{{."))
            .fix(fix);
    }
}

pub(super) fn check_literals(file: &File, tree: &Tree, out: &mut Sink) {
    use FileKind::{Facts, Fees, Page, Redirects, Site};
    check_exceptions(file, tree, out);
    if matches!(file.kind, Facts | Fees | Redirects) {
        return;
    }
    let on_a_page = matches!(file.kind, Page(_) | Site);
    for amount in file.references_of(Target::Amount) {
        let value = &amount.name;
        let Some(names) = tree.tokens_by_value.get(value) else {
            continue;
        };
        let mut own = names.iter().filter(|name| is_own(tree, name)).peekable();
        let is_meant = own.peek().is_some() || on_a_page;
        if !is_meant || own.any(|name| is_allowed(tree, name, &file.path)) {
            continue;
        }
        let tokens: Vec<_> = names.iter().map(|name| format!("{{{name}}}")).collect();
        let tokens = listed(&tokens);
        let message = format!("`{value}` is a fact, but is spelled out");
        out.at(file, amount.span.clone(), message)
            .expected(tokens.clone())
            .quoting(value)
            .help(format!(
                "Write {tokens} if that is what it means. If it is an example, choose another figure. If it means something else, add this file to the fact in content/facts.toml: means_something_else_in = [\"{}\"]",
                file.path
            ));
    }
}

/// The files in which a fact's figure means something else must exist.
fn check_exceptions(file: &File, tree: &Tree, out: &mut Sink) {
    if file.kind != FileKind::Facts {
        return;
    }
    for (pointer, path) in file.document.strings() {
        let known = || tree.files.iter().map(|file| file.path.as_str());
        let is_exception = pointer.contains("/means_something_else_in/");
        if !is_exception || path.trim().is_empty() || known().any(|known| known == path) {
            continue;
        }
        let near = did_you_mean(path, known());
        out.at_value(file, pointer, "there is no such content file")
            .expected("a file's path from content/, such as content/articles/market-drop.mdx")
            .quoting(path)
            .help(near.unwrap_or_else(|| "Correct the path, or delete the entry.".to_owned()));
    }
}

/// Whether a fact is defined in `facts.toml`. The amounts of `fees.toml` are facts,
/// too, but so round that in an article they are often only an example.
fn is_own(tree: &Tree, name: &str) -> bool {
    tree.value(&FileKind::Facts, &format!("/{name}")).is_some()
}

/// Whether a fact allows its value to be spelled out in a file.
fn is_allowed(tree: &Tree, name: &str, path: &str) -> bool {
    let exceptions = tree.value(
        &FileKind::Facts,
        &format!("/{name}/means_something_else_in"),
    );
    exceptions
        .and_then(Value::as_array)
        .is_some_and(|files| files.iter().any(|file| file == path))
}
