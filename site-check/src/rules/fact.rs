use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree};
use crate::fix::{Fix, meant};
use crate::load::Target;
use crate::names::suggest;
use std::ops::Range;

pub static RULES: &[Rule] = &[
    Rule {
        code: "fact/brace",
        severity: Severity::Error,
        summary: "A brace around a fact is missing or doubled.",
        why: "Visitors would read a brace and the fact's name instead of the figure.",
        bad: "content/pages/contact.toml\nlede = \"Call us at {phone.\"",
        good: "content/pages/contact.toml\nlede = \"Call us at {phone}.\"",
        checks: &[Check::File(check_braces)],
    },
    Rule {
        code: "fact/taken",
        severity: Severity::Error,
        summary: "A fact in content/facts.toml has a name that content/site.toml or content/fees.toml already defines.",
        why: "The other value would be shown, and this one would be kept up for nothing.",
        bad: "content/facts.toml\n[phone]\nvalue = \"(918) 555-0100\"",
        good: "content/site.toml\n[contact]\nphone = \"(918) 555-0100\"",
        checks: &[Check::Tree(check_taken)],
    },
    Rule {
        code: "fact/unknown-token",
        severity: Severity::Error,
        summary: "A name in braces is not a fact.",
        why: "Visitors would read the braces, or a sentence without its figure.",
        bad: "content/pages/contact.toml\nlede = \"Call us at {fone}.\"",
        good: "content/pages/contact.toml\nlede = \"Call us at {phone}.\"",
        checks: &[Check::File(check_names)],
    },
];

fn check_braces(file: &File, _: &Tree, report: &mut Report) {
    for written in file.written() {
        if let Some(place) = lone_brace(written.text) {
            report.cause(
                Diagnostic::at(file, written.place(place.clone()), "unmatched or doubled brace")
                    .expected("the name of a fact between { and }")
                    .quoting(&written.text[place])
                    .help("Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}."),
            );
        }
    }
}

/// The first unmatched or doubled brace of a text.
fn lone_brace(text: &str) -> Option<Range<usize>> {
    let mut open: Option<usize> = None;
    // An escaped brace takes the next closing one with it.
    let mut escaped = 0_usize;
    for (at, brace) in text.match_indices(['{', '}']) {
        match (brace, open) {
            ("{", _) if text[..at].ends_with('\\') => escaped += 1,
            (_, _) if text[..at].ends_with('\\') => {}
            ("{", None) => open = Some(at),
            ("{", Some(first)) => return Some(first..at + 1),
            (_, Some(_)) => open = None,
            (_, None) if escaped > 0 => escaped -= 1,
            (_, None) => return Some(at..at + 1),
        }
    }
    open.map(|open| open..text.len())
}

fn check_taken(tree: &Tree, report: &mut Report) {
    let Some(file) = tree.file(&FileKind::Facts) else {
        return;
    };
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let own = fact.get("value").and_then(|value| value.as_str());
        let stated = tree.tokens.get(name).map(String::as_str);
        if let (Some(_), Some(stated)) = (own, stated.filter(|stated| Some(*stated) != own)) {
            let place = file.document.key_place(&format!("/{name}"));
            report.push(
                Diagnostic::at(file, place, format!("`{{{name}}}` is already defined as `{stated}`"))
                    .expected("a name that content/site.toml and content/fees.toml do not define")
                    .quoting(name)
                    .help("Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name."),
            );
        }
    }
}

fn check_names(file: &File, tree: &Tree, report: &mut Report) {
    if !tree.definitions_are_known {
        return;
    }
    let known = || tree.tokens.keys().map(String::as_str);
    for token in file.uses_of(Target::Token) {
        if tree.tokens.contains_key(&token.name) {
            continue;
        }
        let written = format!("{{{}}}", token.name);
        let fix = meant(&token.name, known()).and_then(|near| {
            Fix::instead(file, token.span.clone(), &written, &format!("{{{near}}}"))
        });
        report.push(
            Diagnostic::at(
                file,
                token.span.clone(),
                format!("unknown fact `{written}`"),
            )
            .expected("a fact of content/facts.toml, site.toml or fees.toml")
            .found(format!("`{written}`"))
            .help(format!(
                "{} Write a literal brace as \\{{.",
                suggest(&token.name, known())
            ))
            .fix(fix),
        );
    }
}
