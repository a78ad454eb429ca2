//! The disclaimers that articles and pages must show.

use super::name::report_unknown;
use crate::compile::filled;
use crate::load::{File, FileKind, Target, Tree};
use crate::names::listed;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) static RULES: &[&Rule] = &[&MISSING, &REQUIRED];

static MISSING: Rule = Rule {
    code: "disclaimer/missing",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_missing),
    summary: "An article has no disclaimer.",
    why: "An article is read without the footer's disclosure next to it, so it must say that it is general information, not advice.",
    example: Example::InFile {
        file: "content/articles/second.mdx",
        wrong: "What it shows.\n\n</WorkedExample>\n",
        right: "What it shows.\n\n</WorkedExample>\n\n<Disclaimer kind=\"illustrative\" />\n",
    },
};

fn check_missing(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(body) = &file.body else { return };
    let is_shown = file.references_of(Target::Disclaimer).next().is_some();
    if is_shown || file.is_draft() || !body.is_parsed() || !body.parsed.errors.is_empty() {
        return;
    }
    let names = tree.keys(&FileKind::Site, "/disclaimers");
    let general = names.iter().find(|name| **name == "general");
    let Some(name) = general.or(names.first()) else {
        return;
    };
    let tag = format!("<Disclaimer kind=\"{name}\" />");
    let end = file.text.trim_end().len();
    out.at(file, end..end, "this article has no disclaimer")
        .expected(format!("a line such as {tag}, between two empty lines"))
        .found("none")
        .help(format!("Write {tag} below the last paragraph, with an empty line above it. The kinds are in content/site.toml, under [disclaimers]."));
}

static REQUIRED: Rule = Rule {
    code: "disclaimer/required",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_required),
    summary: "A page or an article quotes a fact without the disclaimer that the fact requires, or a fact requires a disclaimer that doesn't exist.",
    why: "The compliance officer has decided that this figure must not appear without this text.",
    example: Example::InFile {
        file: "content/articles/tables-and-lists.mdx",
        wrong: r#"
Markets once fell by {market-fall}.

<Disclaimer kind="illustrative" />
"#,
        right: r#"
Markets once fell by {market-fall}.

<Disclaimer kind="markets" />
"#,
    },
};

fn check_required(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if !tree.definitions_are_known {
        return;
    }
    match file.kind {
        FileKind::Facts => check_names(file, tree, out),
        FileKind::Page(_) | FileKind::Article(_) if !file.is_draft() => {
            check_shown(file, tree, out);
        }
        _ => {}
    }
}

/// Reports facts that require a disclaimer that doesn't exist.
fn check_names(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let known = tree.keys(&FileKind::Site, "/disclaimers");
    for (pointer, name) in file.document.strings() {
        if !pointer.ends_with("/disclaimer") || known.contains(&name) {
            continue;
        }
        let span = file.document.span(pointer);
        let defined_in = "content/site.toml, under [disclaimers]";
        report_unknown(file, span, "disclaimer", name, &known, defined_in, out);
    }
}

/// Reports the facts that a page or an article quotes without their disclaimers.
fn check_shown(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let mut quoted: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut places = BTreeMap::new();
    for token in file.references_of(Target::Token) {
        let Some(disclaimer) = required_disclaimer(&token.name, tree) else {
            continue;
        };
        places.entry(disclaimer).or_insert(&token.span);
        let names = quoted.entry(disclaimer).or_default();
        let name = format!("{{{}}}", token.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for (disclaimer, names) in quoted {
        if is_shown(disclaimer, file, tree) {
            continue;
        }
        let more = names.len().saturating_sub(FEW);
        let quotes = if more > 0 {
            format!("`{}` and {more} more", names[..FEW].join("`, `"))
        } else {
            listed(&names)
        };
        let help = match file.kind {
            FileKind::Article(_) => format!(
                "Write <Disclaimer kind=\"{disclaimer}\" /> near the end, with an empty line above and below."
            ),
            _ => format!(
                "Add a section whose `body` has the text of `{disclaimer}`, copied from [disclaimers] in content/site.toml."
            ),
        };
        let message = format!("the disclaimer `{disclaimer}` is missing");
        out.at(file, places[disclaimer].clone(), message)
            .expected(format!(
                "the disclaimer `{disclaimer}`, which content/facts.toml requires with {quotes}"
            ))
            .found(format!("{quotes} without it"))
            .help(help);
    }
}

/// The maximum number of facts that a message names.
const FEW: usize = 3;

/// Returns the disclaimer that a token requires by its fact.
fn required_disclaimer<'a>(token: &str, tree: &'a Tree) -> Option<&'a str> {
    if !tree.tokens.contains_key(token) {
        return None;
    }
    let fact = |name: &str| tree.value(&FileKind::Facts, &format!("/{name}"));
    let mut found = fact(token);
    // The token of a year's value is the fact's name and the year.
    if found.is_none()
        && let Some((name, _)) = token.rsplit_once('-')
    {
        found = fact(name);
    }
    found?.get("disclaimer")?.as_str()
}

/// Returns true if a page has the text of a disclaimer, or an article has its component.
fn is_shown(disclaimer: &str, file: &File, tree: &Tree) -> bool {
    for shown in file.references_of(Target::Disclaimer) {
        if shown.name == disclaimer {
            return true;
        }
    }
    let text = tree.value(&FileKind::Site, &format!("/disclaimers/{disclaimer}"));
    let Some(text) = text.and_then(Value::as_str) else {
        // `check_names` reports a disclaimer that doesn't exist.
        return true;
    };
    let words = normalize_spaces(&filled(text, tree));
    for passage in file.passages(tree) {
        if normalize_spaces(&passage.text).contains(&words) {
            return true;
        }
    }
    false
}

/// Returns a text with its white space normalized to single spaces.
fn normalize_spaces(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check_at_marks, finds_in_files, near_misses, passes,
    };

    #[test]
    #[rustfmt::skip]
    fn missing() {
        assert_snapshot!(check_at_marks("articles/plain.mdx", "\n\n<Disclaimer kind=\"illustrative\" />\n", "«»\n"), @r#"
        error[disclaimer/missing]: this article has no disclaimer
        --> content/articles/plain.mdx
         = expected: a line such as <Disclaimer kind="illustrative" />, between two empty lines
         = found: none
         = help: Write <Disclaimer kind="illustrative" /> below the last paragraph, with an empty line above it. The kinds are in content/site.toml, under [disclaimers].
        "#);
        passes("articles/unfinished.mdx", "A beginning.", "A beginning, and no more.");
    }

    #[test]
    #[rustfmt::skip]
    fn required() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "Some **words**", "They fell by «{market-fall}». Some"), @r#"
        error[disclaimer/required]: the disclaimer `markets` is missing
        --> content/articles/first.mdx
         = expected: the disclaimer `markets`, which content/facts.toml requires with `{market-fall}`
         = found: `{market-fall}` without it
         = help: Write <Disclaimer kind="markets" /> near the end, with an empty line above and below.
        "#);
        assert_snapshot!(check_at_marks("pages/contact.toml", "The door is open", "By «{market-fall}», the door is open"), @r#"
        error[disclaimer/required]: the disclaimer `markets` is missing
        --> content/pages/contact.toml
         = expected: the disclaimer `markets`, which content/facts.toml requires with `{market-fall}`
         = found: `{market-fall}` without it
         = help: Add a section whose `body` has the text of `markets`, copied from [disclaimers] in content/site.toml.
        "#);
        assert_snapshot!(check_at_marks("facts.toml", "disclaimer = \"markets\"", "disclaimer = «\"market\"»"), @r#"
        error[disclaimer/required]: unknown disclaimer `market`
        --> content/facts.toml
         = expected: one of the names in content/site.toml, under [disclaimers]
         = found: `market`
         = help: Did you mean `markets`?
         = note: `cargo site check --fix` fixes this
        "#);
        near_misses("disclaimer/required", &[
            ("articles/first.mdx", "Some **words**", "They fell by {market-fall}.\n\n<Disclaimer kind=\"markets\" />\n\nSome", "They fell by {market-fall}.\n\n<Disclaimer kind=\"illustrative\" />\n\nSome"),
        ]);
        passes("pages/contact.toml", "For everything that can wait.", "They fell by {market-fall}. Markets fall as well as rise.  Small Planning promises no result.");
        finds_in_files("disclaimer/required", &[
            ("articles/first.mdx", "The first article.", "They fell by «{market-fall}."),
        ]);
    }
}
