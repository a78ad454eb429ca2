use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree};
use crate::fix::{Fix, meant};
use crate::load::{Target, Written};
use crate::names::suggest;
use memchr::memchr2_iter;
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
        if let Some((place, message)) = lone_brace(&written) {
            report.cause(
                Diagnostic::at(file, written.place(place.clone()), message)
                    .expected("the name of a fact between { and }")
                    .quoting(&written.text[place])
                    .help("Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}."),
            );
        }
    }
}

/// The first unmatched or doubled brace of a text.
fn lone_brace(written: &Written) -> Option<(Range<usize>, &'static str)> {
    let text = written.text;
    let mut open: Option<usize> = None;
    // An escaped brace takes the next closing one with it.
    let mut escaped = 0_usize;
    for at in memchr2_iter(b'{', b'}', text.as_bytes()) {
        let opens = text[at..].starts_with('{');
        if text[..at].ends_with('\\') {
            escaped = if opens {
                escaped + 1
            } else {
                escaped.saturating_sub(1)
            };
            continue;
        }
        match (opens, open) {
            (true, None) => open = Some(at),
            (true, Some(first)) if at == first + 1 => {
                let rest = &text[first..];
                let end = rest.find('}').map_or(rest.len(), |end| {
                    rest.len() - rest[end..].trim_start_matches('}').len()
                });
                return Some((first..first + end, "doubled braces around a fact"));
            }
            (true, Some(first)) => return Some((first..first + 1, "this brace is not closed")),
            (false, Some(_)) => open = None,
            (false, None) if escaped > 0 => escaped -= 1,
            (false, None) => return Some((at..at + 1, "this brace was not opened")),
        }
    }
    let first = open?;
    let length = text[first + 1..]
        .find(|c: char| !c.is_alphanumeric() && c != '-')
        .unwrap_or(text.len() - first - 1);
    Some((first..first + 1 + length, "this brace is not closed"))
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
