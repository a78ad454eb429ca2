use crate::load::{File, Passage, TextKind, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static MARKDOWN: Rule = Rule {
    code: "text/markdown",
    severity: Severity::Error,
    scope: Scope::Texts(check),
    summary: "A plain text contains Markdown or HTML.",
    why: "A title, a label or a description is shown as it is written: visitors would read the markup.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
[meta]
title = "Our **fees**"
"#,
        right: r#"
[meta]
title = "Fees"
"#,
    },
};

/// Markdown or HTML, captured in the group of its name in [`MARKUP_NAMES`].
static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(\]\()|(\*\*|(?-u:\b)__[A-Za-z][^_]*__(?-u:\b))|(`)",
        r"|(</?[A-Za-z][^<&>]*>|&#?[A-Za-z0-9]{2,9};|&(?:nbsp|amp|lt|gt|quot|[mn]dash|[lr][sd]quo)(?-u:\b))",
        r"|(?:^|[\s(])(\*[A-Za-z](?:[^*]*[A-Za-z.,!?])?\*|_[A-Za-z](?:[^_]*[A-Za-z.,!?])?_)(?:[\s.,;:!?)]|$)",
        r"|^(#{2,6})\s",
        r"|(~~[^\s~][^~]*~~)",
        r"|(\\[-.!*_#>+()\[\]`~|&])",
    ))
});

const MARKUP_NAMES: [&str; 8] = [
    "a link",
    "bold",
    "code",
    "HTML",
    "italics",
    "a heading",
    "crossed-out words",
    "a backslash",
];

fn check(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        if matches!(text.kind, TextKind::Plain | TextKind::Attribute) {
            check_plain(file, text, out);
        }
    }
}

/// Reports the first markup of a plain text.
fn check_plain(file: &File, text: &Passage, out: &mut Diagnostics) {
    for found in MARKUP.captures_iter(&text.text) {
        let Some((markup, name)) = markup(&found) else {
            continue;
        };
        // An attribute may write a character by its name, such as &lt;.
        let written = &file.text[text.source(markup.clone())];
        let is_decoded = text.kind == TextKind::Attribute && written != &text.text[markup.clone()];
        if !is_decoded {
            out.in_text(file, text, markup, format!("{name} in a plain text"))
                .expected("plain words, and facts such as {phone}")
                .help("Delete the markup: this text can't be bold or contain a link or HTML, and needs no backslashes.");
            break;
        }
    }
}

/// Returns the place of markup in a text, and its name.
fn markup(found: &Captures) -> Option<(Range<usize>, &'static str)> {
    for (group, name) in found.iter().skip(1).zip(MARKUP_NAMES) {
        if let Some(group) = group {
            return Some((group.range(), name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn markdown() {
        assert_snapshot!(check("pages/fees.toml", "What it costs.", "What it **costs**."), @r#"
        error[text/markdown]: bold in a plain text
         --> content/pages/fees.toml:4:24
          |
        4 | description = "What it **costs**."
          |                        ^^
          |
          = expected: plain words, and facts such as {phone}
          = found: `**`
          = help: Delete the markup: this text can't be bold or contain a link or HTML, and needs no backslashes.
        "#);
        finds("text/markdown", &[
            ("pages/fees.toml", "What it costs.", "What `it` costs.", (4, 21)),
            ("pages/fees.toml", "What it costs.", "What it</b> costs&#160;.", (4, 23)),
            ("articles/first.mdx", "The first article.", "The first, before [the second](/blog/second).", (4, 41)),
            ("pages/fees.toml", "What it costs.", "What it&nbsp;costs.<br>", (4, 23)),
            ("articles/first.mdx", "\"Mind\"", "\"Mind **this**\"", (13, 22)),
            ("articles/first.mdx", "\"Mind\"", "'Q&amp;A on the <br>'", (13, 32)),
            ("pages/fees.toml", "What it costs.", "What &amp costs.", (4, 21)),
            ("pages/fees.toml", "What it costs.", "What *it* costs.", (4, 21)),
            ("pages/fees.toml", "What it costs.", "_What it costs_", (4, 16)),
            ("pages/fees.toml", "What it costs.", "What __it__ costs.", (4, 21)),
            ("pages/fees.toml", "What it costs.", "What ~~it~~ costs.", (4, 21)),
            ("pages/fees.toml", "What it costs.", "## What it costs.", (4, 16)),
            ("pages/fees.toml", "What it costs.", "What it costs\\\\!", (4, 29)),
        ]);
        near_misses("text/markdown", &[
            ("pages/fees.toml", "What it costs.", "Fees* and terms*, snake_case_name, 5 * 3 * 2, #1, C:\\\\x, AT&T.", "*Fees* and terms*"),
            ("articles/first.mdx", "\"Mind\"", "\"Q&amp;A: 5 * 3\"", "\"Q&amp;A: **5**\""),
            ("pages/fees.toml", "What it costs.", "What it * costs: 5 < 6 & 7 > 6 [sic] (so), Smith & Sons; <5 or >6.", "What it ** costs: 5 < 6 & 7 > 6 [sic] (so), Smith & Sons; <5 or >6."),
        ]);
    }
}
