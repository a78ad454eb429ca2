use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, FileKind, Tree};
use crate::names::listed;
use memchr::memchr2;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;

pub static RULE: Rule = Rule {
    code: "fact/literal",
    severity: Severity::Error,
    summary: "A text spells out an amount or a percentage that is a fact.",
    why: "When the fact changes, a figure that was spelt out stays behind and is wrong.",
    bad: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe child credit is $2,200.",
    good: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe child credit is {child-tax-credit}.",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in &tree.tokens {
        if literals(value).first() == Some(&(0..value.len())) {
            names.entry(value).or_default().push(name);
        }
    }
    if defines(file) {
        return;
    }

    file.each_written(&mut |written| {
        for literal in literals(written.text) {
            let value = &written.text[literal.clone()];
            let Some(names) = names.get(value) else {
                continue;
            };
            let own: Vec<_> = names.iter().filter(|name| is_own(tree, name)).collect();
            let on_a_page = matches!(file.kind, FileKind::Page(_) | FileKind::Site);
            if (own.is_empty() && !on_a_page)
                || own.iter().any(|name| excepted(tree, name, &file.path))
            {
                continue;
            }
            let tokens: Vec<_> = names.iter().map(|name| format!("{{{name}}}")).collect();
            report.push(
                Diagnostic::at(
                    file,
                    written.place(literal),
                    format!("`{value}` is spelt out, but it is a fact"),
                )
                .expected(listed(&tokens))
                .found(format!("`{value}`"))
                .help(help(&tokens, !own.is_empty(), &file.path)),
            );
        }
    });
}

fn help(tokens: &[String], may_be_excepted: bool, path: &str) -> String {
    let write = format!("Write {} where that is what is meant.", listed(tokens));
    if may_be_excepted {
        format!(
            "{write} Where the figure means something else, add this file to the fact in content/facts.toml: means_something_else_in = [\"{path}\"]"
        )
    } else {
        format!("{write} Where the figure is only an example, choose another.")
    }
}

/// Files that say what facts and fees are.
fn defines(file: &File) -> bool {
    matches!(
        file.kind,
        FileKind::Facts | FileKind::Fees | FileKind::Redirects
    )
}

/// Whether a fact stands in `facts.toml`. The amounts of `fees.toml` are facts,
/// too, but so round that in an article they are often only an example.
fn is_own(tree: &Tree, name: &str) -> bool {
    tree.value(&FileKind::Facts, &format!("/{name}")).is_some()
}

/// Whether a fact says that its value means something else in a file.
fn excepted(tree: &Tree, name: &str, path: &str) -> bool {
    let exceptions = tree.value(
        &FileKind::Facts,
        &format!("/{name}/means_something_else_in"),
    );
    exceptions
        .and_then(Value::as_array)
        .is_some_and(|files| files.iter().any(|file| file == path))
}

/// Where amounts of dollars and percentages stand in a text.
fn literals(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    if memchr2(b'$', b'%', bytes).is_none() {
        return found;
    }
    let mut at = 0;
    while at < bytes.len() {
        let dollar = bytes[at] == b'$';
        let start = at + usize::from(dollar);
        let inside = at > 0
            && (bytes[at - 1].is_ascii_alphanumeric()
                || matches!(bytes[at - 1], b'.' | b',' | b'$'));
        let length = number(&bytes[start..]);
        if length == 0 || (inside && !dollar) {
            at += 1;
            continue;
        }
        let end = start + length;
        let percent = bytes.get(end) == Some(&b'%');
        if dollar != percent {
            found.push(at..end + usize::from(percent));
        }
        at = end;
    }
    found
}

/// How many bytes at the beginning are a number: digits, with commas and a point within.
fn number(bytes: &[u8]) -> usize {
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.'));
    let mut length = digits.count();
    while length > 0 && !bytes[length - 1].is_ascii_digit() {
        length -= 1;
    }
    if bytes.first().is_some_and(u8::is_ascii_digit) {
        length
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::literals;

    #[test]
    fn amounts_and_percentages_are_found() {
        let found = |text: &'static str| -> Vec<&str> {
            literals(text).into_iter().map(|span| &text[span]).collect()
        };
        assert_eq!(
            found("From $2,200, or 4% of 2.5%."),
            ["$2,200", "4%", "2.5%"]
        );
        assert_eq!(
            found("In 2025, 401(k), 59½ and 20-30 are none."),
            Vec::<&str>::new()
        );
        assert_eq!(found("$1,000,000."), ["$1,000,000"]);
    }
}
