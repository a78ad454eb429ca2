//! Facts: their definitions, and the places that quote them or should.

use crate::fix::Fix;
use crate::load::{File, FileKind, Target, Tree, pattern};
use crate::names::{did_you_mean, listed, meant, suggest};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use serde_json::Value;
use std::sync::LazyLock;

pub(super) static RULES: &[&Rule] = &[&BRACE, &LITERAL, &TAKEN, &UNKNOWN_TOKEN];

static BRACE: Rule = Rule {
    code: "fact/brace",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_braces),
    summary: "A brace around a fact is missing or doubled.",
    why: "Visitors would read a brace and the fact's name instead of the figure.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"
title = "Phone"
details = "{phone"
"#,
        right: r#"
title = "Phone"
details = "{phone}"
"#,
    },
};

fn check_braces(file: &File, out: &mut Diagnostics) {
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

static TAKEN: Rule = Rule {
    code: "fact/taken",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Facts, check_taken),
    summary: "A fact in content/facts.toml has a name that content/site.toml or content/fees.toml already defines.",
    why: "The other value would be shown, and this one would be kept up for nothing.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: r#"
[phone]
value = "(918) 555-0100"
"#,
        right: r#"
[clients-since]
value = "2011"
"#,
    },
};

fn check_taken(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let (Some(own), Some(stated)) = (fact["value"].as_str(), tree.tokens.get(name)) else {
            continue;
        };
        if own != stated {
            let place = file.document.key_span(&format!("/{name}"));
            out.at(file, place, format!("`{{{name}}}` is already defined as `{stated}`"))
                .expected("a name that content/site.toml and content/fees.toml do not define")
                .quoting(name)
                .help("Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name.");
        }
    }
}

static UNKNOWN_TOKEN: Rule = Rule {
    code: "fact/unknown-token",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_names),
    summary: "A name in braces is not a fact.",
    why: "Visitors would read the braces, or a sentence without its figure.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"
title = "Phone"
details = "{fone}"
"#,
        right: r#"
title = "Phone"
details = "{phone}"
"#,
    },
};

fn check_names(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if !tree.definitions_are_known {
        return;
    }
    let known = || tree.tokens.keys().map(String::as_str);
    for token in file.references_of(Target::Token) {
        if tree.tokens.contains_key(&token.name) {
            continue;
        }
        let written = format!("{{{}}}", token.name);
        let mut fix = None;
        if let Some(near) = meant(&token.name, known()) {
            let right = format!("{{{near}}}");
            fix = Fix::instead(file, token.span.clone(), &written, &right);
        }
        let near = suggest(&token.name, known());
        let message = format!("unknown fact `{written}`");
        out.at(file, token.span.clone(), message)
            .expected("a fact of content/facts.toml, site.toml or fees.toml")
            .found(format!("`{written}`"))
            .help(format!("{near} Write a literal brace as \\{{."))
            .fix(fix);
    }
}

static LITERAL: Rule = Rule {
    code: "fact/literal",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_literals),
    summary: "A text spells out an amount or a percentage that is a fact, or an exception from that names no file.",
    why: "When the fact changes, the spelled-out figure stays behind and is wrong.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The limit is $70,000.",
        right: "The limit is {contribution-limit}.",
    },
};

fn check_literals(file: &File, tree: &Tree, out: &mut Diagnostics) {
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
        let mut own = names.clone();
        own.retain(|name| is_own(tree, name));
        let is_meant = on_a_page || !own.is_empty();
        let is_excepted = own.iter().any(|name| is_allowed(tree, name, &file.path));
        if !is_meant || is_excepted {
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
fn check_exceptions(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if file.kind != FileKind::Facts {
        return;
    }
    let known: Vec<&str> = tree.files.iter().map(|file| file.path.as_str()).collect();
    for (pointer, path) in file.document.strings() {
        let is_exception = pointer.contains("/means_something_else_in/");
        if !is_exception || path.trim().is_empty() || known.contains(&path) {
            continue;
        }
        let near = did_you_mean(path, known.iter().copied());
        let span = file.document.span(pointer);
        let fix = Fix::misspelled(file, &span, path, known.iter().copied());
        out.at_value(file, pointer, "there is no such content file")
            .expected("a file's path from content/, such as content/articles/market-drop.mdx")
            .quoting(path)
            .help(near.unwrap_or_else(|| "Correct the path, or delete the entry.".to_owned()))
            .fix(fix);
    }
}

/// Returns whether a fact is defined in `facts.toml`. The amounts of `fees.toml` are facts,
/// too, but so round that in an article they are often only an example.
fn is_own(tree: &Tree, name: &str) -> bool {
    tree.value(&FileKind::Facts, &format!("/{name}")).is_some()
}

/// Returns whether a fact allows its value to be spelled out in a file.
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
    use crate::rules::tests::{check, finds, found_in_words, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn brace() {
        assert_snapshot!(check("pages/index.toml", "{firm}", "{firm"), @r#"
        error[fact/brace]: unmatched or doubled brace
         --> content/pages/index.toml:9:21
          |
        9 | title = "Welcome to {firm"
          |                     ^^^^^
          |
          = expected: the name of a fact between { and }
          = found: `{firm`
          = help: Write {name}, with one brace on each side. Write a literal brace as \{ or \}.
        "#);
        finds("fact/brace", &[
            ("articles/first.mdx", "Some **words**", "Some} **words**", (15, 5)),
            ("pages/index.toml", "{firm}", "{{firm}}", (9, 21)),
        ]);
        near_misses("fact/brace", &[
            ("articles/first.mdx", "Some **words**", "Some \\{words\\}", "Some \\{words\\}}"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn literal() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some 4% **words**"), @r#"
        error[fact/literal]: `4%` is a fact, but is spelled out
          --> content/articles/first.mdx:15:6
           |
        15 | Some 4% **words** of [the authority](https://www.irs.gov/).
           |      ^^
           |
           = expected: `{withdrawal-rule}`
           = found: `4%`
           = help: Write `{withdrawal-rule}` if that is what it means. If it is an example, choose another figure. If it means something else, add this file to the fact in content/facts.toml: means_something_else_in = ["content/articles/first.mdx"]
        "#);
        assert_snapshot!(check("facts.toml", "source =", "means_something_else_in = [\"content/articles/First.mdx\"]\nsource ="), @r#"
        error[fact/literal]: there is no such content file
         --> content/facts.toml:3:28
          |
        3 | means_something_else_in = ["content/articles/First.mdx"]
          |                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = expected: a file's path from content/, such as content/articles/market-drop.mdx
          = found: `content/articles/First.mdx`
          = help: Did you mean `content/articles/first.mdx`?
          = note: `cargo site check --fix` fixes this
        "#);
        finds("fact/literal", &[
            ("facts.toml", "source =", "means_something_else_in = [\"content/articles/frist.mdx\"]\nsource =", (3, 28)),
            ("pages/fees.toml", "heading = \"Tiers\"", "heading = \"From $500\"", (13, 17)),
        ]);
        let text = "From 4%, 14%, 4.4% or 4%-5%: 4 % and 401%.";
        assert_eq!(found_in_words("fact/literal", text), ["4%", "4%"]);
    }

    #[test]
    #[rustfmt::skip]
    fn taken() {
        assert_snapshot!(check("facts.toml", "[withdrawal-rule]", "[phone]\nvalue = \"(918) 555-0100\"\nsource = \"The firm\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"), @r#"
        error[fact/taken]: `{phone}` is already defined as `(918) 555-0199`
         --> content/facts.toml:1:2
          |
        1 | [phone]
          |  ^^^^^
          |
          = expected: a name that content/site.toml and content/fees.toml do not define
          = found: `phone`
          = help: Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name.
        "#);
        near_misses("fact/taken", &[
            ("facts.toml", "[withdrawal-rule]", "[commitment]\nvalue = \"one year\"\nsource = \"The firm\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]", "[commitment]\nvalue = \"two years\"\nsource = \"The firm\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn unknown_token() {
        assert_snapshot!(check("pages/index.toml", "{firm}", "{frim}"), @r#"
        error[fact/unknown-token]: unknown fact `{frim}`
         --> content/pages/index.toml:9:21
          |
        9 | title = "Welcome to {frim}"
          |                     ^^^^^^
          |
          = expected: a fact of content/facts.toml, site.toml or fees.toml
          = found: `{frim}`
          = help: Did you mean `firm`? Write a literal brace as \{.
          = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check("pages/index.toml", "{firm}", "{somebody}"), @r#"
        error[fact/unknown-token]: unknown fact `{somebody}`
         --> content/pages/index.toml:9:21
          |
        9 | title = "Welcome to {somebody}"
          |                     ^^^^^^^^^^
          |
          = expected: a fact of content/facts.toml, site.toml or fees.toml
          = found: `{somebody}`
          = help: Use one of `address`, `bucket-bonds`, `bucket-cash`, `bucket-growth`, `clients-since`, `commitment`, `consultation-length`, `contribution-limit`, `email`, `firm`, `founder`, `gift-deadline`, `hours`, `investment-minimum`, `market-fall`, `phone`, `tax-firm`, `tax-minimum-business`, `tax-minimum-individual`, `termination-notice`, `transfer-days`, `valuation-date-1`, `valuation-date-2`, `valuation-date-3`, `valuation-date-4`, `valuation-dates` and `withdrawal-rule`. Write a literal brace as \{.
        "#);
        finds("fact/unknown-token", &[
            ("pages/index.toml", "{phone}", "{fone}", (10, 14)),
            ("articles/first.mdx", "{withdrawal-rule}", "{withdrawl-rule}", (11, 15)),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"Mind {fone}\"", (13, 22)),
            ("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{valuation-date-5}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{valuation-date-4}\"\ntitle = \"Due\"\n", (21, 9)),
        ]);
    }
}
