use super::{File, FileKind, Report, Rule, Tree, correction, error};
use crate::fix::{Fix, meant};
use crate::load::{Target, Written};
use crate::names::{did_you_mean, listed, suggest};
use serde_json::Value;
use std::ops::Range;

pub static RULES: &[Rule] = &[
    error("fact/brace", "A brace around a fact is missing or doubled.")
        .why("Visitors would read a brace and the fact's name instead of the figure.")
        .bad("content/pages/contact.toml\nlede = \"Call us at {phone.\"")
        .good("content/pages/contact.toml\nlede = \"Call us at {phone}.\"")
        .each_text("{}", check_braces),
    error("fact/taken", "A fact in content/facts.toml has a name that content/site.toml or content/fees.toml already defines.")
        .why("The other value would be shown, and this one would be kept up for nothing.")
        .bad("content/facts.toml\n[phone]\nvalue = \"(918) 555-0100\"")
        .good("content/site.toml\n[contact]\nphone = \"(918) 555-0100\"")
        .each_file(check_taken),
    error("fact/unknown-token", "A name in braces is not a fact.")
        .why("Visitors would read the braces, or a sentence without its figure.")
        .bad("content/pages/contact.toml\nlede = \"Call us at {fone}.\"")
        .good("content/pages/contact.toml\nlede = \"Call us at {phone}.\"")
        .each_file(check_names),
    error("fact/literal", "A text spells out an amount or a percentage that is a fact, or an exception from that names no file.")
        .why("When the fact changes, the spelled-out figure stays behind and is wrong.")
        .bad("content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe child credit is $2,200.")
        .good("content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe child credit is {child-tax-credit}.")
        .each_text("$%", check_literals)
        .each_file(check_exceptions),
];

fn check_braces(text: &Written, file: &File, _: &Tree, out: &mut Report) {
    if let Some(place) = lone_brace(text.text) {
        out.in_text(file, text, place, "unmatched or doubled brace")
            .expected("the name of a fact between { and }")
            .help("Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}.")
            .cause();
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

fn check_taken(file: &File, tree: &Tree, out: &mut Report) {
    if file.kind != FileKind::Facts {
        return;
    }
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let own = fact.get("value").and_then(|value| value.as_str());
        let stated = tree.tokens.get(name).map(String::as_str);
        if let (Some(_), Some(stated)) = (own, stated.filter(|stated| Some(*stated) != own)) {
            let place = file.document.key_place(&format!("/{name}"));
            out.at(file, place, format!("`{{{name}}}` is already defined as `{stated}`"))
                .expected("a name that content/site.toml and content/fees.toml do not define")
                .quoting(name)
                .help("Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name.");
        }
    }
}

fn check_names(file: &File, tree: &Tree, out: &mut Report) {
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
        let near = suggest(&token.name, known());
        let message = format!("unknown fact `{written}`");
        out.at(file, token.span.clone(), message)
            .expected("a fact of content/facts.toml, site.toml or fees.toml")
            .found(format!("`{written}`"))
            .help(format!("{near} Write a literal brace as \\{{."))
            .fix(fix);
    }
}

fn check_literals(text: &Written, file: &File, tree: &Tree, out: &mut Report) {
    use FileKind::{Facts, Fees, Page, Redirects, Site};
    if matches!(file.kind, Facts | Fees | Redirects) {
        return;
    }
    let on_a_page = matches!(file.kind, Page(_) | Site);
    for literal in literals(text.text) {
        let value = &text.text[literal.clone()];
        let facts = tree.tokens.iter().filter(|(_, stated)| *stated == value);
        let names: Vec<&str> = facts.map(|(name, _)| name.as_str()).collect();
        let mut own = names.iter().filter(|name| is_own(tree, name)).peekable();
        let is_meant = own.peek().is_some() || (on_a_page && !names.is_empty());
        if !is_meant || own.any(|name| is_allowed(tree, name, &file.path)) {
            continue;
        }
        let tokens: Vec<_> = names.iter().map(|name| format!("{{{name}}}")).collect();
        let tokens = listed(&tokens);
        let message = format!("`{value}` is a fact, but is spelled out");
        out.in_text(file, text, literal, message)
            .expected(tokens.clone())
            .help(format!(
                "Write {tokens} if that is what it means. If it is an example, choose another figure. If it means something else, add this file to the fact in content/facts.toml: means_something_else_in = [\"{}\"]",
                file.path
            ));
    }
}

/// The files in which a fact's figure means something else must exist.
fn check_exceptions(file: &File, tree: &Tree, out: &mut Report) {
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
            .help(near.unwrap_or_else(|| "Correct the path, or delete the entry.".to_owned()))
            .fix(correction(
                file,
                &file.document.place(pointer),
                path,
                known(),
            ));
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
