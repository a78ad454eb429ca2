use crate::fix::Fix;
use crate::load::{File, FileKind};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::ops::Range;

pub(in crate::rules) static LABEL: Rule = Rule {
    code: "fees/label",
    severity: Severity::Error,
    scope: Scope::ReportedBy("schema/value"),
    summary: "A tier has a typed label.",
    why: "A label is made from the bounds of its tier, so that no page can name a range that another rate is charged on.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: r#"
[[schedules.small.tiers]]
label = "The first million"
from = 0
"#,
        right: r"
[[schedules.small.tiers]]
from = 0
",
    },
};

/// Returns whether a key of a table, which its schema does not know, is a tier's label.
pub(in crate::rules) fn is_label(file: &File, table: &str, key: &str) -> bool {
    let parts: Vec<&str> = table.split('/').collect();
    let is_tier = matches!(parts.as_slice(), ["", "schedules", _, "tiers", _]);
    file.kind == FileKind::Fees && is_tier && key == "label"
}

/// Reports the label of the tier at a pointer.
pub(in crate::rules) fn report(file: &File, tier: &str, out: &mut Diagnostics) {
    let pointer = format!("{tier}/label");
    let key = file.document.key_span(&pointer);
    let value = file.document.span(&pointer);
    let entry = key.start..value.end;
    let fix = Fix::edit(file, with_separator(&file.text, entry), "").described("Delete the label.");
    out.for_rule(&LABEL)
        .at(file, key, "a tier has no label of its own")
        .expected("`from`, `up_to` and `rate`; the site makes the label itself")
        .quoting(&file.text[value])
        .help("The label is made from `from` and `up_to`: delete it.")
        .fix(Some(fix));
}

/// A key with its value, and what goes with it: its line, or a comma.
fn with_separator(text: &str, entry: Range<usize>) -> Range<usize> {
    match line_alone(text, &entry) {
        Some(line) => line,
        None => with_comma(text, entry),
    }
}

/// The line of a key with its value, and its end; none where it holds anything else
/// but a comment.
fn line_alone(text: &str, entry: &Range<usize>) -> Option<Range<usize>> {
    let line_start = match text[..entry.start].rfind('\n') {
        Some(newline) => newline + 1,
        None => 0,
    };
    let line_end = match text[entry.end..].find('\n') {
        Some(length) => entry.end + length + 1,
        None => text.len(),
    };

    let before = text[line_start..entry.start].trim();
    let after = text[entry.end..line_end].trim();
    let is_alone = before.is_empty() && (after.is_empty() || after.starts_with('#'));
    is_alone.then_some(line_start..line_end)
}

/// A key with its value in a table between braces, and the comma after it, or else the
/// one before it.
fn with_comma(text: &str, entry: Range<usize>) -> Range<usize> {
    let after = text[entry.end..].trim_start();
    if let Some(next) = after.strip_prefix(',') {
        let next = next.trim_start();
        return entry.start..text.len() - next.len();
    }

    let before = text[..entry.start].trim_end();
    if let Some(previous) = before.strip_suffix(',') {
        return previous.len()..entry.end;
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::with_separator;
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn label() {
        assert_snapshot!(check("fees.toml", "from = 1_000_001", "label = \"Above\"\nfrom = 1_000_001"), @r#"
        error[fees/label]: a tier has no label of its own
          --> content/fees.toml:13:1
           |
        13 | label = "Above"
           | ^^^^^
           |
           = expected: `from`, `up_to` and `rate`; the site makes the label itself
           = found: `"Above"`
           = help: The label is made from `from` and `up_to`: delete it.
           = note: `cargo site check --fix` fixes this
        "#);
        finds("fees/label", &[
            // One that would be right, one of no words, and one that is no text.
            ("fees.toml", "from = 0", "label = \"First $1,000,000\"\nfrom = 0", (8, 1)),
            ("fees.toml", "rate = 100", "rate = 100\nlabel = \"\"", (15, 1)),
            ("fees.toml", "rate = 100", "rate = 100\nlabel = 5", (15, 1)),
        ]);
        near_misses("fees/label", &[
("fees.toml", "minimum = { label = \"Discuss with us\" }\n\n[[schedules.calculator.tiers]]\n", "minimum = { label = \"Ask us\" }\n\n[[schedules.calculator.tiers]]\n", "minimum = { label = \"Ask us\" }\n\n[[schedules.calculator.tiers]]\nlabel = \"Ask us\"\n"),
        ]);
    }

    #[test]
    fn a_label_elsewhere_is_an_unknown_key() {
        finds(
            "schema/unknown-key",
            &[
                (
                    "fees.toml",
                    "assets = 1_500_000",
                    "label = \"One and a half\"\nassets = 1_500_000",
                    (17, 1),
                ),
                (
                    "fees.toml",
                    "from = 0",
                    "lable = \"First\"\nfrom = 0",
                    (8, 1),
                ),
            ],
        );
    }

    #[test]
    fn a_label_is_deleted_with_what_separates_it_from_others() {
        let label = r#"label = "A""#;
        for (written, left) in [
            ("[[tiers]]\nLABEL\nfrom = 0\n", "[[tiers]]\nfrom = 0\n"),
            (
                "[[tiers]]\r\n  LABEL  # so\r\nfrom = 0\r\n",
                "[[tiers]]\r\nfrom = 0\r\n",
            ),
            ("[[tiers]]\nfrom = 0\nLABEL", "[[tiers]]\nfrom = 0\n"),
            ("tiers = [{ LABEL, from = 0 }]", "tiers = [{ from = 0 }]"),
            ("tiers = [{ from = 0, LABEL }]", "tiers = [{ from = 0 }]"),
            (
                "tiers = [{ from = 0, LABEL, rate = 5 }]",
                "tiers = [{ from = 0, rate = 5 }]",
            ),
            ("tiers = [{ LABEL }]", "tiers = [{  }]"),
        ] {
            let start = written.find("LABEL").expect("a label");
            let mut text = written.replace("LABEL", label);
            text.replace_range(with_separator(&text, start..start + label.len()), "");
            assert_eq!(text, left);
        }
    }
}
