use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(crate) static CONFLICT: Rule = Rule {
    code: "text/conflict",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A merge conflict was committed unresolved, with its lines of `<<<<<<<`, `=======` and `>>>>>>>`.",
    why: "Visitors would read both versions, with Git's markers between them.",
    example: Example::InFile {
        file: "content/redirects.toml",
        wrong: r#"
from = "/old"
<<<<<<< HEAD
to = "/fees"
=======
to = "/schedule"
>>>>>>> new-prices
"#,
        right: r#"
from = "/old"
to = "/fees"
"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for conflict in file.conflicts() {
        let lines = &file.text[conflict.clone()];
        let first_line = lines.lines().next().unwrap_or_default();
        let span = conflict.start..conflict.start + first_line.len();
        out.at(file, span, "unresolved merge conflict")
            .expected("one of the two versions, without Git's markers")
            .quoting(lines)
            .help("Keep the right lines. Delete the others and the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>.")
            .suppresses(conflict);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn conflict() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "<<<<<<< HEAD\nSome **words**\n=======\nFew {words <Callout\n>>>>>>> other\n"), @r#"
        error[text/conflict]: unresolved merge conflict
          --> content/articles/first.mdx:15:1
           |
        15 | <<<<<<< HEAD
           | ^^^^^^^^^^^^
           |
           = expected: one of the two versions, without Git's markers
           = found: `<<<<<<< HEAD`
           = help: Keep the right lines. Delete the others and the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>.
        "#);
        finds("text/conflict", &[
            ("articles/first.mdx", "title = \"First\"", "<<<<<<< HEAD\ntitle = \"First\"\n||||||| base\ntitle = \"The first\"\n=======\ntitle = \"Number one\"\n>>>>>>> other", (3, 1)),
            ("site.toml", "time_zone = \"America/Chicago\"", "<<<<<<< HEAD\ntime_zone = \"America/Chicago\"\n=======\ntime_zone = \"America/New_York\"\n>>>>>>> other", (4, 1)),
            ("fees.toml", "from = 1_000_001", "<<<<<<< HEAD\nfrom = 1_000_001\n=======\nfrom = 900_000\n>>>>>>> other", (13, 1)),
            ("pages/fees.toml", "heading = \"Tiers\"", "<<<<<<< HEAD\nheading = \"Tiers\"\n=======\nheading = \"Our tiers\"\n>>>>>>> other", (43, 1)),
            ("redirects.toml", "[[redirects]]", "<<<<<<< HEAD\n[[redirects]]\n=======\n[[redirects]]\nfrom = \"/older\"\nto = \"/fees\"\n\n[[redirects]]\n>>>>>>> other", (1, 1)),
            ("articles/first.mdx", "Some **words**", "Before\n<<<<<<< HEAD\n\n## What to do\n\nSome **words**\n=======\n\n## What to do\n\n```\nNo words\n>>>>>>> other\n", (16, 1)),
            ("facts.toml", "[withdrawal-rule]", ">>>>>>> other\n[withdrawal-rule]", (1, 1)),
        ]);
        near_misses("text/conflict", &[
            ("articles/first.mdx", "Some **words**", ">>>>>> quoted six times\n\nAnd `<<<<<<< HEAD` within a line", ">>>>>>> quoted seven times\n\nAnd `<<<<<<< HEAD` within a line"),
        ]);
    }
}
