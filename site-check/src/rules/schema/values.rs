//! Values with the wrong type, and values that their key doesn't allow.

use super::WrongValue;
use crate::diagnostic::line_at;
use crate::fix::Fix;
use crate::names::{did_you_mean, one_of};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;
use site_schema::fees::grouped;

pub(super) static VALUE: Rule = Rule {
    code: "schema/value",
    severity: Severity::Error,
    scope: Scope::FileAlone(super::check),
    summary: "A value isn't allowed for its key, has the wrong form, is blank, or appears twice in a list; or a `next` changes nothing.",
    why: "A block of an unknown kind would leave a gap on the page, a category that doesn't exist has no filter, and a `next` with only its start would change nothing, and no one would notice.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: r#"category = "Econmy""#,
        right: r#"category = "Economy""#,
    },
};

/// An error of a value that has the right type.
pub(super) struct ValueError {
    /// The end of the message after the key, such as "is too long".
    message: String,
    expected: String,
    shown: Shown,
}

/// How a message shows a wrong value.
#[derive(Clone, Copy)]
enum Shown {
    AsWritten,
    ByLength,
}

/// Reports a value with an error.
pub(super) fn report(wrong: WrongValue, error: &ValueError, out: &mut Diagnostics) {
    let span = wrong.span();
    let message = format!("`{}` {}", wrong.key(), error.message);
    out.at(wrong.file, span, message)
        .expected(&error.expected)
        .found(shown(wrong, error.shown))
        .help(format!("Write {}.", error.expected));
}

/// Returns a wrong value as a message shows it: a list by the number of its entries.
fn shown(wrong: WrongValue, way: Shown) -> String {
    match (wrong.value, way) {
        (Value::String(text), Shown::ByLength) => format!("{} characters", text.chars().count()),
        (Value::Array(items), _) => format!("{} entries", items.len()),
        _ => {
            let written = &wrong.file.text[wrong.span()];
            written.lines().next().unwrap_or_default().to_owned()
        }
    }
}

/// Reports an empty or blank text.
pub(super) fn report_blank(wrong: WrongValue, out: &mut Diagnostics) {
    let key = wrong.key();
    let (message, found) = if wrong.value == "" {
        ("is empty", "nothing")
    } else {
        ("consists of spaces", "spaces")
    };
    out.at(wrong.file, wrong.span(), format!("`{key}` {message}"))
        .expected("words")
        .found(found)
        .help(format!(
            "Write the text, or delete the line of `{key}` if it is optional."
        ));
}

/// Reports the first entry of a list that equals an earlier one.
pub(super) fn report_twice(list: WrongValue, out: &mut Diagnostics) {
    let entries = list.value.as_array().map_or(&[][..], Vec::as_slice);
    for (index, entry) in entries.iter().enumerate() {
        let Some(first) = entries[..index].iter().position(|other| other == entry) else {
            continue;
        };
        let file = list.file;
        let first = file.document.span(&format!("{}/{first}", list.pointer));
        let written = entry.as_str().unwrap_or_default();
        let place = format!("{}/{index}", list.pointer);
        out.at_value(file, &place, format!("`{written}` is in this list twice"))
            .expected("each entry once")
            .found(format!(
                "the same entry in line {}",
                line_at(file, first.start)
            ))
            .help("Delete one of the two, or write the entry that was meant.");
        return;
    }
}

/// Reports a `next` with only its start, unless a mistake in the TOML may hide other keys.
pub(super) fn report_idle_next(next: WrongValue, out: &mut Diagnostics) {
    let document = &next.file.document;
    // `schema/missing-key` reports a missing start.
    if document.may_lack_keys() || next.value.get("starts").is_none() {
        return;
    }
    out.at(next.file, document.key_span(next.pointer), "this `next` changes nothing")
        .expected("the keys that change on its day, below `starts`")
        .found("only `starts`")
        .help("Below `starts`, write each key that changes, with its value starting on that day. If nothing changes, delete this `next`.");
}

/// Reports a value that isn't in a closed list.
pub(super) fn report_unknown(wrong: WrongValue, options: &[Value], out: &mut Diagnostics) {
    let mut known = Vec::new();
    for option in options {
        known.extend(option.as_str());
    }
    let span = wrong.span();
    let written = wrong.value.as_str().unwrap_or_default();
    let fix = Fix::misspelled(wrong.file, &span, written, known.iter().copied());

    let message = format!("`{}` has an unknown value", wrong.key());
    let expected = one_of(written, &known, &wrong.schema_path());
    let near = did_you_mean(written, known.iter().copied());
    out.at(wrong.file, span, message)
        .help(near.unwrap_or_else(|| format!("Write {expected}.")))
        .expected(expected)
        .found(wrong.value.to_string())
        .fix(fix);
}

impl ValueError {
    /// Returns the error of a value that violates a keyword of its schema.
    pub fn of(schema: &Value, keyword: &str) -> Self {
        let limit = || schema[keyword].as_u64().unwrap_or_default();
        match keyword {
            "minLength" => Self::new("is empty", "text that is not empty"),
            "maxLength" => {
                let expected = format!("at most {}", count(limit(), "character", "characters"));
                Self {
                    shown: Shown::ByLength,
                    ..Self::new("is too long", expected)
                }
            }
            "minItems" => {
                let expected = format!("at least {}", count(limit(), "entry", "entries"));
                Self::new("has too few entries", expected)
            }
            "maxItems" => {
                let expected = format!("at most {}", count(limit(), "entry", "entries"));
                Self::new("has too many entries", expected)
            }
            "format" if schema["format"] == "date" => Self::not_of("a date, such as 2025-07-23"),
            keyword => match schema["x-form"].as_str() {
                Some(form) => Self::not_of(form),
                None => Self::of_number(keyword, &schema[keyword]),
            },
        }
    }

    /// Returns the error of a number, or an error with the keyword for any other value.
    fn of_number(keyword: &str, limit: &Value) -> Self {
        match keyword {
            "minimum" => {
                let expected = format!("a whole number, at least {}", number(limit));
                Self::new("is too small", expected)
            }
            "maximum" => {
                let expected = format!("a whole number, at most {}", number(limit));
                Self::new("is too large", expected)
            }
            _ => Self::new("is not valid", format!("{keyword}: {limit}")),
        }
    }

    /// Returns the error of a value without the expected form, such as "a phone number, such as (918) 555-0142".
    pub fn not_of(form: &str) -> Self {
        let (with_article, _) = form.split_once(", such as").unwrap_or((form, ""));
        let noun = with_article
            .trim_start_matches("an ")
            .trim_start_matches("a ");
        Self::new(format!("is not a valid {noun}"), form)
    }

    fn new(message: impl Into<String>, expected: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            expected: expected.into(),
            shown: Shown::AsWritten,
        }
    }
}

fn count(limit: u64, one: &str, many: &str) -> String {
    if limit == 1 {
        format!("1 {one}")
    } else {
        format!("{} {many}", grouped(limit))
    }
}

fn number(limit: &Value) -> String {
    limit.as_u64().map_or(limit.to_string(), grouped)
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check, finds_in_files, near_misses};

    #[test]
    #[rustfmt::skip]
    fn next() {
        const TERMS: &str = "transfer_days = 90\n";
        assert_snapshot!(check("fees.toml", TERMS, "transfer_days = 90\nnext = { starts = 2027-01-01 }\n"), @r"
        error[schema/value]: this `next` changes nothing
          --> content/fees.toml:87:1
           |
        87 | next = { starts = 2027-01-01 }
           | ^^^^
           |
           = expected: the keys that change on its day, below `starts`
           = found: only `starts`
           = help: Below `starts`, write each key that changes, with its value starting on that day. If nothing changes, delete this `next`.
        ");
        finds_in_files("schema/value", &[
            ("site.toml", "[contact.address]", "[contact.«next]\nstarts = 2027-01-01\n\n[contact.address]"),
            ("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit.years.2025.«next]\nstarts = 2027-01-01\n\n[contribution-limit.years.2026]"),
        ]);
        near_misses("schema/value", &[
            ("fees.toml", TERMS, "transfer_days = 90\nnext = { starts = 2027-01-01, transfer_days = 60, note = \"Agreed.\" }\n", "transfer_days = 90\nnext = { starts = 2027-01-01 }\n"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn entry_twice() {
        assert_snapshot!(check("articles/second.mdx", "[\"figures\"]", "[\"figures\", \"figures\"]"), @r#"
        error[schema/value]: `figures` is in this list twice
         --> content/articles/second.mdx:8:24
          |
        8 | subjects = ["figures", "figures"]
          |                        ^^^^^^^^^
          |
          = expected: each entry once
          = found: the same entry in line 8
          = help: Delete one of the two, or write the entry that was meant.
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn valuation_dates() {
        assert_snapshot!(check("fees.toml", "Jun 30", "Jun 31"), @r#"
        error[schema/value]: `valuation_dates` is not a valid day of every year
          --> content/fees.toml:89:30
           |
        89 | valuation_dates = ["Mar 31", "Jun 31", "Sep 30", "Dec 31"]
           |                              ^^^^^^^^
           |
           = expected: a day of every year, such as Jun 30
           = found: "Jun 31"
           = help: Write a day of every year, such as Jun 30.
        "#);
        finds_in_files("schema/value", &[
            ("fees.toml", "\"Mar 31", "«\"March"),
            ("fees.toml", "\"Mar 31", "«\"Feb 29"),
            ("fees.toml", "\"Mar 31", "«\"3/31"),
            ("fees.toml", "\"Mar 31", "«\"Mar 1 to Mar 31"),
        ]);
        near_misses("schema/value", &[
            ("fees.toml", "Jun 30", "June 30", "June 30th"),
            ("fees.toml", "Sep 30", "September 29", "Sept 30"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn value() {
        assert_snapshot!(check("articles/first.mdx", "id = 1\n", "id = 5_000_000_000\n"), @r#"
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
        assert_snapshot!(check("articles/first.mdx", "\"Economy\"", "\"Economie\""), @r#"
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
        assert_snapshot!(check("articles/first.mdx", "2025-07-15", "\"205-07-15\""), @r#"
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
        finds_in_files("schema/value", &[
            ("pages/fees.toml", "title = \"Fees\"\nshort", "title = «\"\"\nshort"),
            ("site.toml", "\"(918) 555-0199", "«\"918 555 0199"),
            ("pages/fees.toml", "kind = \"fee_tiers\"", "kind = «\"fee_tier\""),
            ("fees.toml", "rate = 125", "rate = «1"),
            ("fees.toml", "rate = 125", "rate = «1_250"),
            ("site.toml", "\"America/Chicago", "«\"America/Tulsa"),
            ("redirects.toml", "from = \"/old", "from = «\"/öld"),
            ("site.toml", "\"https://newsletter.example.com", "«\"newsletter"),
            ("fees.toml", "minimum = 500\n", "minimum = «500_000\n"),
        ]);
        let long = format!("«\"{}", "no such ".repeat(21));
        finds_in_files("schema/value", &[("articles/first.mdx", "\"The first article.", &long)]);
    }

    #[test]
    #[rustfmt::skip]
    fn blank() {
        assert_snapshot!(check("pages/fees.toml", "What it costs.", "   "), @r#"
        error[schema/value]: `description` consists of spaces
         --> content/pages/fees.toml:4:15
          |
        4 | description = "   "
          |               ^^^^^
          |
          = expected: words
          = found: spaces
          = help: Write the text, or delete the line of `description` if it is optional.
        "#);
        finds_in_files("schema/value", &[
            ("facts.toml", "\"Bengen, 1994", "«\"\\t\u{a0}"),
        ]);
        near_misses("schema/value", &[
            ("pages/fees.toml", "What it costs.", " x ", "  "),
        ]);
    }
}
