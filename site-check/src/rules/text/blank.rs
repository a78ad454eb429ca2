use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};

pub(super) static BLANK: Rule = Rule {
    code: "text/blank",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A text consists of spaces.",
    why: "It passes as a text, but gives visitors, search engines and screen readers none.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"description = " ""#,
        right: r#"description = "What it costs.""#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for (pointer, text) in file.document.strings() {
        if text.is_empty() || !text.trim().is_empty() {
            continue;
        }
        let key = key(pointer);
        out.at_value(file, pointer, format!("`{key}` consists of spaces"))
            .expected("words")
            .found("spaces")
            .help(format!(
                "Write the text, or delete the line of `{key}` if it is optional."
            ))
            .suppresses_its_span();
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn blank() {
        assert_snapshot!(check("pages/fees.toml", "What it costs.", "   "), @r#"
        error[text/blank]: `description` consists of spaces
         --> content/pages/fees.toml:4:15
          |
        4 | description = "   "
          |               ^^^^^
          |
          = expected: words
          = found: spaces
          = help: Write the text, or delete the line of `description` if it is optional.
        "#);
        finds("text/blank", &[
            ("facts.toml", "Bengen, 1994", "\\t\u{a0}", (3, 10)),
        ]);
        near_misses("text/blank", &[
            ("pages/fees.toml", "What it costs.", " x ", "  "),
        ]);
    }
}
