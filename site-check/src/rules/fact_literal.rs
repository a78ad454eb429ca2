use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree, correction};
use crate::names::{listed, nearest};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;

pub static RULES: &[Rule] = &[Rule {
    code: "fact/literal",
    severity: Severity::Error,
    summary: "A text spells out an amount or a percentage that is a fact, or an exception from that names no file.",
    why: "When the fact changes, the spelled-out figure stays behind and is wrong.",
    bad: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe child credit is $2,200.",
    good: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe child credit is {child-tax-credit}.",
    checks: &[Check::File(check), Check::Tree(check_exceptions)],
}];

fn check(file: &File, tree: &Tree, report: &mut Report) {
    if matches!(
        file.kind,
        FileKind::Facts | FileKind::Fees | FileKind::Redirects
    ) {
        return;
    }
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in &tree.tokens {
        if literals(value).first() == Some(&(0..value.len())) {
            names.entry(value).or_default().push(name);
        }
    }
    let on_a_page = matches!(file.kind, FileKind::Page(_) | FileKind::Site);
    for written in file.written() {
        for literal in literals(written.text) {
            let value = &written.text[literal.clone()];
            let Some(names) = names.get(value) else {
                continue;
            };
            let own: Vec<_> = names.iter().filter(|name| is_own(tree, name)).collect();
            if (own.is_empty() && !on_a_page)
                || own.iter().any(|name| is_allowed(tree, name, &file.path))
            {
                continue;
            }
            let tokens: Vec<_> = names.iter().map(|name| format!("{{{name}}}")).collect();
            let tokens = listed(&tokens);
            report.push(
                Diagnostic::at(
                    file,
                    written.place(literal),
                    format!("`{value}` is a fact, but is spelled out"),
                )
                .expected(tokens.clone())
                .quoting(value)
                .help(format!(
                    "Write {tokens} if that is what it means. If it is an example, choose another figure. If it means something else, add this file to the fact in content/facts.toml: means_something_else_in = [\"{}\"]",
                    file.path
                )),
            );
        }
    }
}

/// The files in which a fact's figure means something else must exist.
fn check_exceptions(tree: &Tree, report: &mut Report) {
    let Some(file) = tree.file(&FileKind::Facts) else {
        return;
    };
    for (pointer, path) in file.document.strings() {
        let known = || tree.files.iter().map(|file| file.path.as_str());
        let is_exception = pointer.contains("/means_something_else_in/");
        if !is_exception || path.trim().is_empty() || known().any(|known| known == path) {
            continue;
        }
        let place = file.document.place(pointer);
        report.push(
            Diagnostic::at(file, place.clone(), "there is no such content file")
                .expected("a file's path from content/, such as content/articles/market-drop.mdx")
                .quoting(path)
                .help(match nearest(path, known()) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None => "Correct the path, or delete the entry.".to_owned(),
                })
                .fix(correction(file, &place, path, known())),
        );
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

/// The amounts of dollars and the percentages in a text.
fn literals(text: &str) -> Vec<Range<usize>> {
    let is_in_number = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.');
    let is_digit = |c: char| c.is_ascii_digit();
    let literal = |(at, mark)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        if mark == "%" {
            let inner = before.trim_end_matches(is_in_number);
            let number = &before[inner.len()..];
            let is_whole = !inner.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '$');
            let is_number = number.starts_with(is_digit) && number.ends_with(is_digit);
            (is_whole && is_number).then_some(inner.len()..at + 1)
        } else {
            let number = &after[..after.len() - after.trim_start_matches(is_in_number).len()];
            let number = number.trim_end_matches([',', '.']);
            let is_percentage = after[number.len()..].starts_with('%');
            let is_amount = number.starts_with(is_digit) && !is_percentage;
            is_amount.then_some(at..at + 1 + number.len())
        }
    };
    let marks = text.match_indices(['$', '%']);
    marks.filter_map(literal).collect()
}

#[cfg(test)]
mod tests {
    use super::literals;

    #[test]
    fn amounts_and_percentages_are_found() {
        let found = |text: &'static str| -> Vec<&str> {
            literals(text).into_iter().map(|span| &text[span]).collect()
        };
        let text = "From $2,200, or 4% of 2.5%. In 2025, 401(k), 59½ and 20-30. $1,000,000.";
        assert_eq!(found(text), ["$2,200", "4%", "2.5%", "$1,000,000"]);
    }
}
