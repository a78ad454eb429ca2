//! Facts: their definitions, and the texts that quote them.
//!
//! 1. this file: the tokens that quote facts
//! 2. `literal`: figures that should be tokens
//! 3. `definition`: the definitions of facts
//! 4. `year`: the tax years of quoted figures
//! 5. `review`: facts that need a review because of the date or a change

mod definition;
mod literal;
mod review;
mod year;

use crate::fix::Fix;
use crate::load::facts::{YEAR_IN_FORCE, pinned, split_pinned};
use crate::load::{File, FileKind, Passage, Reference, Target, TokenForm, Tree, pattern};
use crate::names::{did_you_mean, listed, meant, suggest_from};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use serde_json::Value;
use std::sync::LazyLock;

pub(super) static RULES: &[&Rule] = &[
    &BRACE,
    &review::CHANGED,
    &definition::DEFINITION,
    &review::EXPIRED,
    &literal::LITERAL,
    &review::OUTDATED,
    &UNKNOWN_TOKEN,
    &year::UNPINNED,
    &year::YEAR,
];

/// Returns true if a file is an article: an article was approved as written, so its figures don't change.
fn is_article(file: &File) -> bool {
    matches!(file.kind, FileKind::Article(_))
}

/// Returns the token, with braces, for a fact's value in a year.
fn pinned_token(name: &str, year: i16) -> String {
    format!("{{{}}}", pinned(name, year))
}

/// Returns the token, with braces, for the tax year that a fact's value is in force for.
fn year_token(name: &str) -> String {
    format!("{{{name}{YEAR_IN_FORCE}}}")
}

/// A value with its source: a fact without years, or one year of a fact.
struct Definition<'a> {
    pointer: String,
    value: &'a Value,
}

/// Returns the facts of content/facts.toml, by name.
fn facts(file: &File) -> impl Iterator<Item = (&String, &Value)> {
    file.document.value.as_object().into_iter().flatten()
}

/// Returns the definitions of all values in content/facts.toml.
fn definitions(file: &File) -> Vec<Definition<'_>> {
    let mut definitions = Vec::new();
    for (name, fact) in facts(file) {
        let Some(years) = fact["years"].as_object() else {
            definitions.push(Definition {
                pointer: format!("/{name}"),
                value: fact,
            });
            continue;
        };
        for (year, value) in years {
            definitions.push(Definition {
                pointer: format!("/{name}/years/{year}"),
                value,
            });
        }
    }
    definitions
}

static BRACE: Rule = Rule {
    code: "fact/brace",
    severity: Severity::Error,
    scope: Scope::Texts(check_braces),
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

fn check_braces(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        let mut braces = BRACES.captures_iter(&text.text);
        let lone = braces.find_map(|found| {
            let brace = found.get(1)?.range();
            (!text.is_escaped(brace.start) && !text.has_code(&brace)).then_some(brace)
        });
        if let Some(brace) = lone {
            out.in_text(file, text, brace, "unmatched or doubled brace")
                .expected("the name of a fact between { and }")
                .help(
                    "Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}.",
                )
                // `fact/unknown-token` may report the name.
                .suppresses_its_span();
        }
    }
}

/// A pair of braces, an escaped brace, or, captured, a brace that is neither. An escaped opening brace includes the next closing
/// brace.
static BRACES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\\\{[^{}]*\}?|\\\}|\{[^{}]*\}|(\{\{?[^{}]*|\})"));

static UNKNOWN_TOKEN: Rule = Rule {
    code: "fact/unknown-token",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_names),
    summary: "A name in braces isn't the name of a fact.",
    why: "Visitors would read the name in braces, or a sentence without its figure.",
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
    // Collected at the first unknown fact: most files have none, and a file may have thousands.
    let mut names = None;
    for token in file.references_of(Target::Token) {
        if tree.tokens.contains_key(&token.name) {
            continue;
        }
        if is_without_value(&token.name, tree) {
            continue;
        }
        if let Some(year) = UnknownYear::of(&token.name, tree) {
            out.at(file, token.span.clone(), year.message)
                .expected(year.expected)
                .found(format!("`{{{}}}`", token.name))
                .help(year.help);
        } else {
            let names = names.get_or_insert_with(|| names_of_facts(tree));
            report_unknown(file, token, tree, names, out);
        }
    }
}

/// Returns true if a token quotes a fact that is defined without a value: its definition is the mistake.
fn is_without_value(token: &str, tree: &Tree) -> bool {
    let without_year = split_pinned(token).map(|(name, _)| name);
    let without_suffix = token.strip_suffix(YEAR_IN_FORCE);
    for name in [Some(token), without_year, without_suffix] {
        let Some(name) = name else { continue };
        let has_value = tree.tokens.contains_key(name) || tree.yearly.contains_key(name);
        let is_defined = || tree.value(&FileKind::Facts, &format!("/{name}")).is_some();
        if !has_value && is_defined() {
            return true;
        }
    }
    false
}

/// The message, the expected tokens and the help for a token of a known fact with a year that the fact has no value for.
struct UnknownYear {
    message: String,
    expected: String,
    help: String,
}

impl UnknownYear {
    fn of(token: &str, tree: &Tree) -> Option<Self> {
        if let Some(quoted) = tree.yearly_token(token) {
            let name = quoted.name;
            let (message, year) = match quoted.form {
                TokenForm::Pinned(year) => (format!("`{name}` has no value for {year}"), year),
                _ => (format!("`{name}` has no value in force yet"), 2025),
            };
            return Some(Self {
                message,
                expected: pinned_tokens(name, &quoted.fact.years()),
                help: format!(
                    "Write a year that it has a value for, or add [{name}.years.{year}] with `value` and `source` in content/facts.toml."
                ),
            });
        }
        let name = match split_pinned(token) {
            Some((name, _)) => name,
            None => token.strip_suffix(YEAR_IN_FORCE)?,
        };
        tree.tokens.get(name)?;
        Some(Self {
            message: format!("`{name}` has one value for all years"),
            expected: format!("`{{{name}}}`"),
            help: format!(
                "Write `{{{name}}}`, and type the year if the text needs one. If the figure changes each tax year, add a table for each year in content/facts.toml: [{name}.years.2025]."
            ),
        })
    }
}

/// The maximum number of a fact's tokens that a message lists.
const MOST_LISTED: usize = 4;

/// Returns a list of a fact's tokens, one for each of its years; if there are many, only the first and the last.
fn pinned_tokens(name: &str, years: &[i16]) -> String {
    let mut pinned = Vec::new();
    for year in years {
        pinned.push(pinned_token(name, *year));
    }
    match pinned.as_slice() {
        [first, .., last] if pinned.len() > MOST_LISTED => format!("`{first}` to `{last}`"),
        _ => listed(&pinned),
    }
}

/// Reports a token that isn't the name of a fact, with the most similar name.
fn report_unknown(
    file: &File,
    token: &Reference,
    tree: &Tree,
    names: &[&str],
    out: &mut Diagnostics,
) {
    let name = &token.name;
    let written = format!("{{{name}}}");
    let known: Vec<&str> = tree.tokens.keys().map(String::as_str).collect();
    let mut fix = None;
    if let Some(near) = meant(name, known.iter().copied()) {
        let right = format!("{{{near}}}");
        fix = Fix::instead(file, token.span.clone(), &written, &right);
    }
    let help = match did_you_mean(name, known.iter().copied()) {
        Some(near) => near,
        None => suggest_from(name, names.iter().copied(), DEFINED_IN),
    };
    let message = format!("unknown fact `{written}`");
    out.at(file, token.span.clone(), message)
        .expected("a fact from content/facts.toml, site.toml or fees.toml")
        .found(format!("`{written}`"))
        .help(format!("{help} Write a literal brace as \\{{."))
        .fix(fix);
}

/// The files that define facts.
const DEFINED_IN: &str = "content/facts.toml, site.toml and fees.toml";

/// Returns the names of all facts, without the names that quote a fact's years.
fn names_of_facts(tree: &Tree) -> Vec<&str> {
    let mut names = Vec::new();
    for token in tree.tokens.keys() {
        match tree.yearly_token(token) {
            Some(quoted) if quoted.form != TokenForm::InForce => {}
            _ => names.push(token.as_str()),
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check_at_marks, finds_at_marks, finds_in_files, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn brace() {
        assert_snapshot!(check_at_marks("pages/index.toml", "{firm}", "«{firm»"), @r#"
        error[fact/brace]: unmatched or doubled brace
        --> content/pages/index.toml
         = expected: the name of a fact between { and }
         = found: `{firm`
         = help: Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}.
        "#);
        finds_in_files("fact/brace", &[
            ("pages/index.toml", "{firm}", "«{{firm}}"),
            ("articles/first.mdx", "\"Mind\"", "\"Mind «{withdrawal-rule\""),
        ]);
        finds_at_marks("fact/brace", &[
            "Some«} **words**",
        ]);
        near_misses("fact/brace", &[
            ("articles/first.mdx", "Some **words**", "Some \\{words\\}", "Some \\{words\\}}"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn unknown_token() {
        assert_snapshot!(check_at_marks("pages/index.toml", "{firm}", "«{frim}»"), @r#"
        error[fact/unknown-token]: unknown fact `{frim}`
        --> content/pages/index.toml
         = expected: a fact from content/facts.toml, site.toml or fees.toml
         = found: `{frim}`
         = help: Did you mean `firm`? Write a literal brace as \\{.
         = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check_at_marks("pages/index.toml", "{firm}", "«{somebody}»"), @r#"
        error[fact/unknown-token]: unknown fact `{somebody}`
        --> content/pages/index.toml
         = expected: a fact from content/facts.toml, site.toml or fees.toml
         = found: `{somebody}`
         = help: Use one of the 30 in content/facts.toml, site.toml and fees.toml, such as `senior-allowance`, `tax-firm`, `address`, `founder` and `commitment`. Write a literal brace as \\{.
        "#);
        finds_in_files("fact/unknown-token", &[
            ("pages/index.toml", "{phone}", "«{fone}"),
            ("articles/first.mdx", "{withdrawal-rule}", "«{withdrawl-rule}"),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"Mind «{fone}\""),
            ("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nyear = 2026\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\", next = \"Next\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nid = \"due\"\nwhen = \"«{valuation-date-5}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"fee\"\nwhen = \"{valuation-date-4}\"\ntitle = \"Due\"\n"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn unknown_year() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "{withdrawal-rule}", "«{contribution-limit-2027}»"), @r#"
        error[fact/unknown-token]: `contribution-limit` has no value for 2027
        --> content/articles/first.mdx
         = expected: `{contribution-limit-2025}` and `{contribution-limit-2026}`
         = found: `{contribution-limit-2027}`
         = help: Write a year that it has a value for, or add [contribution-limit.years.2027] with `value` and `source` in content/facts.toml.
        "#);
        assert_snapshot!(check_at_marks("articles/first.mdx", "{withdrawal-rule}", "«{withdrawal-rule-2025}»"), @r#"
        error[fact/unknown-token]: `withdrawal-rule` has one value for all years
        --> content/articles/first.mdx
         = expected: `{withdrawal-rule}`
         = found: `{withdrawal-rule-2025}`
         = help: Write `{withdrawal-rule}`, and type the year if the text needs one. If the figure changes each tax year, add a table for each year in content/facts.toml: [withdrawal-rule.years.2025].
        "#);
        assert_snapshot!(check_at_marks("articles/first.mdx", "{withdrawal-rule}", "«{contribution-limt-2025}»"), @r#"
        error[fact/unknown-token]: unknown fact `{contribution-limt-2025}`
        --> content/articles/first.mdx
         = expected: a fact from content/facts.toml, site.toml or fees.toml
         = found: `{contribution-limt-2025}`
         = help: Did you mean `contribution-limit-2025`? Write a literal brace as \{.
        "#);
        finds_in_files("fact/unknown-token", &[
            ("articles/first.mdx", "{withdrawal-rule}", "«{withdrawal-rule-year}"),
            ("pages/services.toml", "{senior-allowance}", "«{senior-allowance-2024}"),
        ]);
    }
}
