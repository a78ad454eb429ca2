//! Figures in texts that are spelled out instead of quoting their facts.

use super::{is_article, pinned_token, year_token};
use crate::fix::Fix;
use crate::load::{File, FileKind, Target, TokenForm, Tree};
use crate::names::{did_you_mean, listed};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) static LITERAL: Rule = Rule {
    code: "fact/literal",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_literals),
    summary: "A text spells out an amount or a percentage that is a fact, or an exception to this rule names a file that doesn't exist.",
    why: "When the fact changes, the spelled-out figure doesn't, and becomes wrong.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The limit is $70,000.",
        right: "The limit is {contribution-limit-2025}.",
    },
};

fn check_literals(file: &File, tree: &Tree, out: &mut Diagnostics) {
    use FileKind::{Facts, Fees, Page, Redirects, Site};
    check_exceptions(file, tree, out);
    if matches!(file.kind, Facts | Fees | Redirects) {
        return;
    }
    let on_a_page = matches!(file.kind, Page(_) | Site);
    let years = years_of(file, tree);
    for amount in file.references_of(Target::Amount) {
        let value = &amount.name;
        let Some(tokens) = tree.tokens_by_value.get(value) else {
            continue;
        };
        let candidates = candidates(tokens, years.as_deref(), tree);
        let mut own: Vec<&str> = candidates.keys().copied().collect();
        own.retain(|name| is_own(tree, name));
        let is_meant = on_a_page || !own.is_empty();
        let is_excepted = own.iter().any(|name| is_allowed(tree, name, &file.path));
        if candidates.is_empty() || !is_meant || is_excepted {
            continue;
        }
        let right = right_tokens(file, tree, &candidates);
        let message = format!("`{value}` is a fact, but is spelled out");
        out.at(file, amount.span.clone(), message)
            .expected(listed(&right))
            .quoting(value)
            .help(help(file, tree, &right));
    }
}

/// Returns the instructions: which tokens to write instead of the amount, and what to do if it isn't the fact's value.
fn help(file: &File, tree: &Tree, right: &[String]) -> String {
    let values = match right {
        [token] => format!("the value of {}", listed(&[token])),
        _ => format!("the value of one of {}", listed(right)),
    };
    let mut help = format!("If it is {values}, write that.");
    for token in right {
        if let Some((name, year)) = fact_in_force(token, tree) {
            help += &format!(
                " The value is for {year}: if the text names that year, write `{}`, which changes with the figure, or pin the figure: `{}`.",
                year_token(name),
                pinned_token(name, year)
            );
            break;
        }
    }
    help += &format!(
        " If it is an example, choose another figure. If it means something else, add this file to the fact in content/facts.toml: means_something_else_in = [\"{}\"]",
        file.path
    );
    help
}

/// The facts that have some value, by name. If a fact changes with the tax year, the value has the forms of the tokens that show it.
type Candidates<'a> = BTreeMap<&'a str, Vec<TokenForm>>;

/// Returns the facts that some tokens quote, and that a file about some years can mean. A token that shows only the year isn't
/// a figure.
fn candidates<'a>(tokens: &'a [String], years: Option<&[i16]>, tree: &'a Tree) -> Candidates<'a> {
    let mut candidates = Candidates::new();
    for token in tokens {
        let Some(quoted) = tree.yearly_token(token) else {
            candidates.entry(token).or_default();
            continue;
        };
        let is_meant = match (quoted.form, years) {
            (TokenForm::Year, _) | (TokenForm::InForce, Some(_)) => false,
            (TokenForm::Pinned(year), Some(years)) => years.contains(&year),
            (TokenForm::InForce | TokenForm::Pinned(_), None) => true,
        };
        if is_meant {
            let forms = candidates.entry(quoted.name).or_default();
            forms.push(quoted.form);
        }
    }
    candidates
}

/// Returns the years whose figures an article can mean: the year of its date and the next one, or without a date, the years that
/// it quotes. `None` for any other file, which can mean the figures of all years.
fn years_of(file: &File, tree: &Tree) -> Option<Vec<i16>> {
    if !is_article(file) {
        return None;
    }
    if let Some(year) = publication_year(file) {
        return Some(vec![year, year + 1]);
    }
    let mut years = Vec::new();
    for token in file.references_of(Target::Token) {
        if let Some(quoted) = tree.yearly_token(&token.name)
            && let TokenForm::Pinned(year) = quoted.form
        {
            years.push(year);
        }
    }
    Some(years)
}

/// Returns each fact's correct token in a file, with braces.
fn right_tokens(file: &File, tree: &Tree, candidates: &Candidates) -> Vec<String> {
    let mut tokens = Vec::new();
    for (name, forms) in candidates {
        let is_in_force = forms.contains(&TokenForm::InForce);
        if forms.is_empty() || is_in_force && !is_article(file) {
            tokens.push(format!("{{{name}}}"));
        } else if let Some(year) = right_year(file, tree, forms) {
            tokens.push(pinned_token(name, year));
        }
    }
    tokens
}

/// Returns the year of a value in a file: the year of the article, if a token shows the value for it, or else the latest year that
/// has begun.
fn right_year(file: &File, tree: &Tree, forms: &[TokenForm]) -> Option<i16> {
    let mut years = Vec::new();
    for form in forms {
        if let TokenForm::Pinned(year) = form {
            years.push(*year);
        }
    }
    years.sort_unstable();
    let of_article = publication_year(file).filter(|year| years.contains(year));
    let this_year = tree.year.unwrap_or(i16::MAX);
    let begun = years.iter().rev().find(|year| **year <= this_year);
    of_article.or(begun.or(years.first()).copied())
}

/// Returns the year when an article was published.
fn publication_year(file: &File) -> Option<i16> {
    let published = file.document.value["published"].as_str()?;
    published.get(..4)?.parse().ok()
}

/// Returns the fact whose value in force a token shows, and its year. The token has braces.
fn fact_in_force<'a>(token: &'a str, tree: &'a Tree) -> Option<(&'a str, i16)> {
    let name = token.trim_matches(['{', '}']);
    let quoted = tree.yearly_token(name)?;
    let year = quoted.fact.in_force?;
    (quoted.form == TokenForm::InForce).then_some((name, year))
}

/// Reports a file in `means_something_else_in` that doesn't exist.
fn check_exceptions(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if file.kind != FileKind::Facts {
        return;
    }
    let known = tree.paths();
    for (pointer, path) in file.document.strings() {
        let is_exception = pointer.contains("/means_something_else_in/");
        if !is_exception || known.contains(&path) {
            continue;
        }
        let near = did_you_mean(path, known.iter().copied());
        let span = file.document.span(pointer);
        let fix = Fix::misspelled(file, &span, path, known.iter().copied());
        out.at_value(file, pointer, "this content file doesn't exist")
            .expected("a file's path from content/, such as content/articles/market-drop.mdx")
            .quoting(path)
            .help(near.unwrap_or_else(|| "Correct the path, or delete the entry.".to_owned()))
            .fix(fix);
    }
}

/// Returns true if a fact is defined in content/facts.toml. The amounts of content/fees.toml are facts, too, but such round
/// figures are often only examples in an article.
fn is_own(tree: &Tree, name: &str) -> bool {
    tree.value(&FileKind::Facts, &format!("/{name}")).is_some()
}

/// Returns true if a fact allows its value to be spelled out in a file.
fn is_allowed(tree: &Tree, name: &str, path: &str) -> bool {
    let exceptions = tree.value(
        &FileKind::Facts,
        &format!("/{name}/means_something_else_in"),
    );
    exceptions
        .and_then(Value::as_array)
        .is_some_and(|files| files.iter().any(|file| file == path))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check_at_marks, finds_in_files, found_in_words};

    #[test]
    #[rustfmt::skip]
    fn literal() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "Some **words**", "Some «4%» **words**"), @r#"
        error[fact/literal]: `4%` is a fact, but is spelled out
        --> content/articles/first.mdx
         = expected: `{withdrawal-rule}`
         = found: `4%`
         = help: If it is the value of `{withdrawal-rule}`, write that. If it is an example, choose another figure. If it means something else, add this file to the fact in content/facts.toml: means_something_else_in = ["content/articles/first.mdx"]
        "#);
        assert_snapshot!(check_at_marks("facts.toml", "source =", "means_something_else_in = [«\"content/articles/First.mdx\"»]\nsource ="), @r#"
        error[fact/literal]: this content file doesn't exist
        --> content/facts.toml
         = expected: a file's path from content/, such as content/articles/market-drop.mdx
         = found: `content/articles/First.mdx`
         = help: Did you mean `content/articles/first.mdx`?
         = note: `cargo site check --fix` fixes this
        "#);
        finds_in_files("fact/literal", &[
            ("facts.toml", "source =", "means_something_else_in = [«\"content/articles/frist.mdx\"]\nsource ="),
            ("pages/fees.toml", "heading = \"Tiers\"", "heading = \"From «$500\""),
            ("articles/first.mdx", "\"Mind\"", "\"Mind «$70,000\""),
        ]);
        assert_snapshot!(check_at_marks("articles/first.mdx", "Some **words**", "Some «$70,000» **words**"), @r#"
        error[fact/literal]: `$70,000` is a fact, but is spelled out
        --> content/articles/first.mdx
         = expected: `{contribution-limit-2025}`
         = found: `$70,000`
         = help: If it is the value of `{contribution-limit-2025}`, write that. If it is an example, choose another figure. If it means something else, add this file to the fact in content/facts.toml: means_something_else_in = ["content/articles/first.mdx"]
        "#);
        assert_snapshot!(check_at_marks("pages/index.toml", "{phone}", "«$6,000»"), @r#"
        error[fact/literal]: `$6,000` is a fact, but is spelled out
        --> content/pages/index.toml
         = expected: `{senior-allowance}`
         = found: `$6,000`
         = help: If it is the value of `{senior-allowance}`, write that. The value is for 2026: if the text names that year, write `{senior-allowance-year}`, which changes with the figure, or pin the figure: `{senior-allowance-2026}`. If it is an example, choose another figure. If it means something else, add this file to the fact in content/facts.toml: means_something_else_in = ["content/pages/index.toml"]
        "#);
        let text = "From 4%, 14%, 4.4% or 4%-5%: 4 % and 401%.";
        assert_eq!(found_in_words("fact/literal", text), ["4%", "4%"]);
    }
}
