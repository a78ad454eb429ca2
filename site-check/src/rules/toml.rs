//! The TOML of a file.

use crate::diagnostic::line_at;
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static RULES: &[&Rule] = &[&SYNTAX];

static SYNTAX: Rule = Rule {
    code: "toml/syntax",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A TOML file, or an article's front matter, is not valid TOML.",
    why: "A file that can't be read can't be published; everything in it would be missing.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
title = "Fees
short_title = "Fees"
"#,
        right: r#"
title = "Fees"
short_title = "Fees"
"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    let mut line_before = None;
    for error in &file.document.errors {
        let start = error.span.start;
        let line = line_at(file, start);
        // An error on the same or the next line mostly follows from the first.
        let follows = line_before.is_some_and(|before| line == before || line == before + 1);
        line_before = Some(line);
        if !follows {
            let written = &file.text[file.line_around(start)];
            out.at(
                file,
                error.span.clone(),
                format!("invalid TOML: {}", error.message),
            )
            .help(help(&error.message, written));
        }
    }
}

fn help(message: &str, line: &str) -> &'static str {
    if is_yaml(line) {
        "This is YAML. Write key = \"value\", dates and numbers without quotes, and similar lines likewise."
    } else if line.contains(['“', '”', '‘', '’']) && !line.contains('"') {
        "Put text in straight quotes (\"). Curly quotes are fine inside it."
    } else if line.contains('\u{a0}') {
        "This line has a non-breaking space, as word processors insert it: delete it and type a space."
    } else if message.contains("duplicate key") {
        "A table can have each key once: delete or rename one of the two."
    } else if message.contains("recursion limit") {
        "This is nested too deeply: delete the characters that were typed or pasted many times."
    } else if line.matches('"').count() % 2 == 1 {
        "Close the text with the quote that opened it (\"). Write a quote inside text as \\\"."
    } else {
        "Put text in straight quotes, = after a key, and lists in [ ]. Begin a section with [name] or [[name]]."
    }
}

/// Returns whether a line has the form `key: value`.
fn is_yaml(line: &str) -> bool {
    let Some((key, value)) = line.split_once(':') else {
        return false;
    };
    let is_part_of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    !key.is_empty() && key.chars().all(is_part_of_key) && value.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn syntax() {
        assert_snapshot!(check("pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Fees\nshort"), @r#"
        error[toml/syntax]: invalid TOML: invalid basic string, expected `"`
         --> content/pages/fees.toml:2:14
          |
        2 | title = "Fees
          |              ^
          |
          = help: Close the text with the quote that opened it ("). Write a quote inside text as \".
        "#);
        assert_snapshot!(check("fees.toml", "transfer_days = 90", "transfer_days = 90\ntransfer_days = 60"), @r#"
        error[toml/syntax]: invalid TOML: duplicate key
          --> content/fees.toml:87:1
           |
        87 | transfer_days = 60
           | ^^^^^^^^^^^^^
           |
           = help: A table can have each key once: delete or rename one of the two.
        "#);
        assert_snapshot!(check("articles/first.mdx", "id = 1\ntitle = \"First\"", "id: 1\ntitle: First"), @r#"
        error[toml/syntax]: invalid TOML: invalid unquoted key, expected letters, numbers, `-`, `_`
         --> content/articles/first.mdx:2:3
          |
        2 | id: 1
          |   ^
          |
          = help: This is YAML. Write key = "value", dates and numbers without quotes, and similar lines likewise.

        error[toml/syntax]: invalid TOML: key with no value, expected `=`
         --> content/articles/first.mdx:2:5
          |
        2 | id: 1
          |     ^
          |
          = help: This is YAML. Write key = "value", dates and numbers without quotes, and similar lines likewise.
        "#);
        finds("toml/syntax", &[
            ("articles/first.mdx", "id = 1", "id = = 1", (2, 6)),
            ("pages/fees.toml", "title = \"Fees\"\nshort", "title = “Fees”\nshort", (2, 9)),
            ("pages/fees.toml", "title = \"Fees\"\nshort", "title =\u{a0}\"Fees\"\nshort", (2, 8)),
            ("pages/fees.toml", "title = \"Fees\"\nshort", "MANY 100000 [", (2, 3)),
        ]);
        near_misses("toml/syntax", &[
            ("pages/fees.toml", "What it costs.", "What “it” costs – it’s here.", "What \"it\" costs – it’s here."),
        ]);
    }
}
