//! Facts and the braces around them.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn fact_brace() {
    assert_snapshot!(found("pages/index.toml", "{firm}", "{firm"), @r#"
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
}

#[test]
fn fact_literal() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "Some 4% **words**"), @r#"
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
}

#[test]
fn fact_taken() {
    assert_snapshot!(found("facts.toml", "[withdrawal-rule]", "[phone]\nvalue = \"(918) 555-0100\"\nsource = \"The firm\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"), @r#"
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
}

#[test]
fn fact_unknown_token() {
    assert_snapshot!(found("pages/index.toml", "{firm}", "{frim}"), @r#"
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
    assert_snapshot!(found("pages/index.toml", "{firm}", "{somebody}"), @r#"
    error[fact/unknown-token]: unknown fact `{somebody}`
     --> content/pages/index.toml:9:21
      |
    9 | title = "Welcome to {somebody}"
      |                     ^^^^^^^^^^
      |
      = expected: a fact of content/facts.toml, site.toml or fees.toml
      = found: `{somebody}`
      = help: Reference one of `address`, `bucket-bonds`, `bucket-cash`, `bucket-growth`, `clients-since`, `commitment`, `consultation-length`, `contribution-limit`, `email`, `firm`, `founder`, `gift-deadline`, `hours`, `investment-minimum`, `phone`, `tax-firm`, `tax-minimum-business`, `tax-minimum-individual`, `termination-notice`, `transfer-days`, `valuation-date-1`, `valuation-date-2`, `valuation-date-3`, `valuation-date-4`, `valuation-dates` and `withdrawal-rule`. Write a literal brace as \{.
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("fact/brace", "articles/first.mdx", "Some **words**", "Some} **words**", (15, 5)),
    ("fact/brace", "pages/index.toml", "{firm}", "{{firm}}", (9, 21)),
    ("fact/literal", "facts.toml", "source =", "means_something_else_in = [\"content/articles/frist.mdx\"]\nsource =", (3, 28)),
    ("fact/literal", "pages/fees.toml", "heading = \"Tiers\"", "heading = \"From $500\"", (13, 17)),
    ("fact/unknown-token", "pages/index.toml", "{phone}", "{fone}", (10, 14)),
    ("fact/unknown-token", "articles/first.mdx", "{withdrawal-rule}", "{withdrawl-rule}", (11, 15)),
    ("fact/unknown-token", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind {fone}\"", (13, 22)),
    ("fact/unknown-token", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{valuation-date-5}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{valuation-date-4}\"\ntitle = \"Due\"\n", (21, 9)),
];
