use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, FileKind, Tree, Written};
use memchr::memchr2_iter;
use std::ops::Range;

pub static BRACE: Rule = Rule {
    code: "fact/brace",
    severity: Severity::Error,
    summary: "A brace around a fact is missing or stands twice.",
    why: "Visitors would read a brace and the fact's name instead of the figure.",
    bad: "content/pages/contact.toml\nlede = \"Call us at {phone.\"",
    good: "content/pages/contact.toml\nlede = \"Call us at {phone}.\"",
    checks: &[Check::File(check_braces)],
};

pub static TAKEN: Rule = Rule {
    code: "fact/taken",
    severity: Severity::Error,
    summary: "A fact in content/facts.toml has the name of one that the site's or the fees' file already states.",
    why: "The other one would be shown, and this one be maintained for nothing.",
    bad: "content/facts.toml\n[phone]\nvalue = \"(918) 555-0100\"",
    good: "content/site.toml\n[contact]\nphone = \"(918) 555-0100\"",
    checks: &[Check::Tree(check_taken)],
};

fn check_braces(file: &File, _: &Tree, report: &mut Report) {
    file.each_written(&mut |written| {
            let Some((place, message)) = lone_brace(&written) else {
                return;
            };
            let found = written.text[place.clone()].to_owned();
            let place = written.place(place);
            report.cause(
                Diagnostic::at(file, place.clone(), message)
                    .expected("the name of a fact between { and }")
                    .found(format!("`{found}`"))
                    .help("Write {name}, with one brace on each side. A brace that is meant as a brace is written \\{ or \\}."),
                place,
            );
        });
}

/// The first brace of a text that has no partner, or a pair too many.
fn lone_brace(written: &Written) -> Option<(Range<usize>, &'static str)> {
    let text = written.text;
    let mut open: Option<usize> = None;
    // An escaped brace takes the next one that closes along.
    let mut escaped = 0_usize;
    for at in memchr2_iter(b'{', b'}', text.as_bytes()) {
        let sign = char::from(text.as_bytes()[at]);
        if text[..at].ends_with('\\') {
            escaped = if sign == '{' {
                escaped + 1
            } else {
                escaped.saturating_sub(1)
            };
            continue;
        }
        match (sign, open) {
            ('{', None) => open = Some(at),
            ('{', Some(first)) if at == first + 1 => {
                let rest = &text[first..];
                let end = rest.find('}').map_or(rest.len(), |end| {
                    rest.len() - rest[end..].trim_start_matches('}').len()
                });
                return Some((first..first + end, "a fact stands between single braces"));
            }
            ('{', Some(first)) => return Some((first..first + 1, "this brace is not closed")),
            (_, Some(_)) => open = None,
            (_, None) if escaped > 0 => escaped -= 1,
            (_, None) => return Some((at..at + 1, "this brace was not opened")),
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
        let own = fact.get("value").and_then(serde_json::Value::as_str);
        let Some(stated) = tree
            .tokens
            .get(name)
            .filter(|stated| own.is_some_and(|own| own != stated.as_str()))
        else {
            continue;
        };
        report.push(
            Diagnostic::at(
                file,
                file.document.key_place(&format!("/{name}")),
                format!("`{{{name}}}` already stands for `{stated}`"),
            )
            .expected("a name that neither content/site.toml nor content/fees.toml gives to a fact")
            .found(format!("`{name}`"))
            .help("Change it where it is stated, in content/site.toml or content/fees.toml, and delete it here; or choose another name."),
        );
    }
}
