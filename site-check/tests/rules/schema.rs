//! Departures from the schemas.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn name_unknown() {
    assert_snapshot!(found("pages/fees.toml", "schedule = \"small\"", "schedule = \"smal\""), @r#"
    error[name/unknown]: unknown fee schedule `smal`
      --> content/pages/fees.toml:14:13
       |
    14 | schedule = "smal"
       |             ^^^^
       |
       = expected: the name of one in content/fees.toml, under [schedules]
       = found: `smal`
       = help: Did you mean `small`?
       = note: `cargo site check --fix` fixes this
    "#);
}

#[test]
fn schema_missing_key() {
    assert_snapshot!(found("pages/index.toml", "disclaimer = \"Hypothetical.\"\n", ""), @r#"
    error[schema/missing-key]: missing key `disclaimer`
      --> content/pages/index.toml:14:1
       |
    14 | [[blocks]]
       | ^^^^^^^^^^
       |
       = expected: a key `disclaimer`
       = found: only `heading`, `id`, `kind` and `studies`
       = help: Add `disclaimer = …`. Its description: That the examples are illustrative only. Required: the page may not be published without it.
    "#);
}

#[test]
fn schema_type() {
    assert_snapshot!(found("fees.toml", "annual = 17_500", "annual = \"$17,500\""), @r#"
    error[schema/type]: `annual` has the wrong type
      --> content/fees.toml:20:10
       |
    20 | annual = "$17,500"
       |          ^^^^^^^^^
       |
       = expected: a whole number without quotes
       = found: `"$17,500"`
       = help: Write a whole number without quotes, commas and signs: amounts are in dollars, rates in basis points (1.25 % is 125).
    "#);
}

#[test]
fn schema_unknown_key() {
    assert_snapshot!(found("pages/index.toml", "short_title = \"Home\"", "short_title = \"Home\"\nkeyword = []"), @r#"
    error[schema/unknown-key]: unknown key `keyword`
     --> content/pages/index.toml:4:1
      |
    4 | keyword = []
      | ^^^^^^^
      |
      = expected: one of `canonical`, `description`, `draft`, `keywords`, `local_service`, `newsletter_prompt`, `noindex`, `short_title`, `social_image` and `title`
      = found: `keyword`
      = help: Did you mean `keywords`?
      = note: `cargo site check --fix` fixes this
    "#);
}

#[test]
fn schema_value() {
    assert_snapshot!(found("articles/first.mdx", "id = 1\n", "id = 5_000_000_000\n"), @r#"
    error[schema/value]: `id` is too large
     --> content/articles/first.mdx:2:6
      |
    2 | id = 5_000_000_000
      |      ^^^^^^^^^^^^^
      |
      = expected: a whole number, at most 4,294,967,295
      = found: 5_000_000_000
      = help: Write a whole number, at most 4,294,967,295.
    "#);
    assert_snapshot!(found("articles/first.mdx", "\"Economy\"", "\"Economie\""), @r#"
    error[schema/value]: `category` has an unknown value
     --> content/articles/first.mdx:5:12
      |
    5 | category = "Economie"
      |            ^^^^^^^^^^
      |
      = expected: one of `Tax Planning`, `Retirement Planning`, `Investment Strategy`, `Financial Planning`, `Economy` and `Personal`
      = found: "Economie"
      = help: Did you mean `Economy`?
      = note: `cargo site check --fix` fixes this
    "#);
    assert_snapshot!(found("articles/first.mdx", "2025-07-15", "\"205-07-15\""), @r#"
    error[schema/value]: `published` is not a valid date
     --> content/articles/first.mdx:7:13
      |
    7 | published = "205-07-15"
      |             ^^^^^^^^^^^
      |
      = expected: a date, such as 2025-07-23
      = found: "205-07-15"
      = help: Write a date, such as 2025-07-23.
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("name/unknown", "site.toml", "client_resources = [\"newsletter\"", "client_resources = [\"newsleter\"", (56, 22)),
    ("name/unknown", "articles/second.mdx", "kind=\"illustrative\"", "kind=\"ilustrative\"", (18, 19)),
    ("schema/value", "pages/fees.toml", "title = \"Fees\"\nshort", "title = \"\"\nshort", (2, 9)),
    ("schema/value", "site.toml", "(918) 555-0199", "918 555 0199", (25, 9)),
    ("schema/value", "articles/first.mdx", "The first article.", "MANY 21 no such ", (4, 11)),
    ("schema/missing-key", "articles/first.mdx", "title = \"First\"\n", "", (2, 1)),
    ("schema/missing-key", "pages/fees.toml", "kind = \"fee_tiers\"\n", "", (10, 1)),
    ("schema/type", "pages/fees.toml", "title = \"Fees\"\nshort", "title = 5\nshort", (2, 9)),
    ("schema/type", "articles/first.mdx", "id = 1\n", "id = 17.0\n", (2, 6)),
    ("schema/type", "fees.toml", "rate = 125", "rate = 125.0", (11, 8)),
    ("schema/type", "fees.toml", "rate = 125", "rate = 1.25", (11, 8)),
    ("schema/type", "fees.toml", "assets = 1_500_000", "assets = 500_000.0", (19, 10)),
    ("schema/type", "articles/first.mdx", "id = 1\n", "id = 99_999_999_999_999_999_999\n", (2, 6)),
    ("schema/type", "articles/first.mdx", "title = \"First\"", "title = inf", (3, 9)),
    ("schema/unknown-key", "pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers\"\nscedule = \"small\"", (14, 1)),
    ("schema/value", "pages/fees.toml", "kind = \"fee_tiers\"", "kind = \"fee_tier\"", (11, 8)),
    ("schema/value", "fees.toml", "rate = 125", "rate = 1", (11, 8)),
    ("schema/value", "fees.toml", "rate = 125", "rate = 1_250", (11, 8)),
    ("schema/value", "site.toml", "America/Chicago", "America/Tulsa", (4, 13)),
    ("schema/value", "redirects.toml", "from = \"/old", "from = \"/öld", (2, 8)),
    ("schema/value", "site.toml", "https://newsletter", "http://newsletter", (127, 8)),
    ("schema/value", "fees.toml", "minimum = 500\n", "minimum = 500_000\n", (76, 11)),
];
