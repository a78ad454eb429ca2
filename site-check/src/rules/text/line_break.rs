use crate::load::File;
use crate::load::markdown::Kind;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static LINE_BREAK: Rule = Rule {
    code: "text/line-break",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check),
    summary: "A line ends with two spaces or more, which break the line there.",
    why: "They are invisible, mostly come with pasted text, and break a sentence in the middle.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The market fell  \nand rose.",
        right: "The market fell\nand rose.",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for (prose, node) in file.nodes() {
        let written = prose.written(node);
        if node.kind != Kind::Break || !written.starts_with(' ') {
            continue;
        }
        let spaces = written.len() - written.trim_start_matches(' ').len();
        let span = node.span.start..node.span.start + spaces;
        let help = if file.body.is_some() {
            "Delete the spaces. For another paragraph, leave an empty line. Where lines must break, as in an address, end each with a backslash (\\)."
        } else {
            "Delete the spaces. For another paragraph, leave an empty line."
        };
        out.at(
            file,
            prose.map.source(span),
            "spaces at the end of this line break it",
        )
        .expected("a line that ends with its last word")
        .found(format!("{spaces} spaces"))
        .help(help);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds_in_each, finds_in_none};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn line_break() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "One  \ntwo and some **words**"), @r#"
        warning[text/line-break]: spaces at the end of this line break it
          --> content/articles/first.mdx:15:4
           |
        15 | One  
           |    ^
           |
           = expected: a line that ends with its last word
           = found: 2 spaces
           = help: Delete the spaces. For another paragraph, leave an empty line. Where lines must break, as in an address, end each with a backslash (\).
        "#);
        finds_in_each("text/line-break", &["One  \ntwo", "One    \ntwo", "> One  \n> two", "- One  \n  two", "**One**  \ntwo"]);
    }

    #[test]
    fn line_that_ends_with_its_words() {
        finds_in_none(
            "text/line-break",
            &[
                "One\ntwo",
                "One \ntwo",
                "One\\\ntwo",
                "One  \n\ntwo",
                "One  ",
                "One  two",
                "- One  \n- two",
                "## One  \n\ntwo",
                "```\nOne  \ntwo\n```",
                "| a  | b  |\n|----|----|\n| c  | d  |",
                "> One  \n\ntwo",
                "1. One  \n2. two",
                "`One  `\ntwo",
                "One\n  two",
                "One\t\ntwo",
                "**One  two**",
                "[One  two](/fees)",
                "One\r\ntwo",
                "---  \n\ntwo",
                "- One  \n\n  two",
            ],
        );
    }
}
