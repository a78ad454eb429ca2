//! Markdown that visitors would read as typed: lone marks in prose, and all markup in plain texts.

use super::dialect::{self, Mark};
use crate::load::markdown::Kind;
use crate::load::{File, LETTERS, Passage, TextKind, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::rules::paragraphs::paragraphs;
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static MARK: Rule = Rule {
    code: "text/mark",
    severity: Severity::Error,
    scope: Scope::Texts(check),
    summary: "A mark for code, bold or italics (a backtick, `**`, `*` or `_`) is unmatched or has a space on its inner side, or only GitHub or another program knows the mark, such as `~~`, `- [ ]`, `:tada:` or `> [!NOTE]`.",
    why: "Visitors would read the marks, and the words would not stand out.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "Stay **invested * through it.",
        right: "Stay **invested** through it.",
    },
};

/// A mark without a partner, captured, or a row of too many characters for a mark, not captured.
static LONE_MARK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\*{{4,}}|_{{3,}}|~{{3,}}|(`+|\*{{2,3}})|(?:^|\s)(\*)[{LETTERS}]|(?:^|[^{LETTERS}])(_{{1,2}})[A-Za-zÀ-ɏ]|(~~)[{LETTERS}]"
    ))
});

fn check(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    let at_line_starts = check_lines(file, out);
    for text in texts {
        let marks = text.marks();
        if text.kind == TextKind::Prose {
            check_lone_marks(file, text, &marks, out);
            if let Some(mark) = dialect::entity(&marks) {
                report_in(file, text, mark, out);
            }
        }
        if text.kind != TextKind::Code
            && let Some(mark) = dialect::among_words(&marks)
            && !at_line_starts.contains(&text.source(mark.1.clone()).start)
        {
            report_in(file, text, mark, out);
        }
    }
    check_backslashes(file, out);
}

/// A pair of marks with a letter or digit directly outside one of them, captured, and punctuation directly inside. Markdown
/// doesn't read the pair as bold or italics.
static JOINED_MARKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:\*\*[^\s*](?:[^*\n]*[^\s*{LETTERS}])?\*\*|(?:^|\s)\*[{LETTERS}](?:[^*\n]*[^\s*{LETTERS}])?\*)([{LETTERS}])|([{LETTERS}])\*\*[^\s*{LETTERS}](?:[^*\n]*[^\s*])?\*\*"
    ))
});

/// Reports the first lone mark of a text.
fn check_lone_marks(file: &File, text: &Passage, marks: &str, out: &mut Diagnostics) {
    if !marks.contains(['*', '_', '~', '`']) {
        return;
    }
    let mut joined = JOINED_MARKS.captures_iter(marks);
    if let Some(found) = joined.find(|found| found.iter().skip(1).flatten().next().is_some()) {
        let pair = found.get_match().range();
        let quote = text.text[pair.clone()].trim();
        out.at(file, text.source(pair), "visitors would see these marks")
            .expected("a space, or no punctuation, between the marks and the words next to them")
            .quoting(quote)
            .help("Write a space between the marks and the word next to them, or put the punctuation outside the marks: **Fees**: 1%.");
        return;
    }
    let mut lone = LONE_MARK.captures_iter(marks);
    let Some(found) = lone.find_map(|found| found.iter().skip(1).flatten().next()) else {
        return;
    };
    let mark = found.as_str();
    let message = format!("this {mark} would be shown as typed");
    let diagnostic = out.at(file, text.source(found.range()), message);
    if mark.starts_with('~') {
        diagnostic
            .expected("only the words that visitors read")
            .help("Strikethrough is not supported: delete the words with their tildes, or only the tildes to keep the words.");
    } else {
        let one = &mark[..1];
        diagnostic
            .expected("the same mark before and after the words, without a space on the inner side")
            .help(format!(
                "Write the missing {mark}, or delete this one. Write a literal {one} as \\{one}."
            ));
    }
}

/// Reports a mark of another dialect within a text.
fn report_in(file: &File, text: &Passage, mark: Mark, out: &mut Diagnostics) {
    let source = text.source(mark.1.clone());
    report(file, mark, source, &text.text, out);
}

/// Reports backslashes at the end of blocks. A backslash breaks a line only if another line follows.
fn check_backslashes(file: &File, out: &mut Diagnostics) {
    for (prose, node) in file.nodes() {
        let written = prose.written(node);
        let words = written.trim_end_matches('\\');
        let is_block = matches!(node.kind, Kind::Paragraph | Kind::Heading(_) | Kind::Cell);
        let is_escape = (written.len() - words.len()) % 2 == 1;
        let end = node.span.end;
        if is_block && is_escape {
            out.at(
                file,
                prose.map.source(end - 1..end),
                "this backslash doesn't break a line",
            )
            .expected("a paragraph that ends with its last word")
            .quoting("\\")
            .help("Delete it. A backslash breaks a line only if another line is right below it.");
        }
    }
}

/// Reports marks of other dialects at the beginning of lines, only the first one in a list without empty lines. Returns the
/// first byte of each.
fn check_lines(file: &File, out: &mut Diagnostics) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut item_before: Option<(&str, usize)> = None;
    for paragraphs in paragraphs(file) {
        for line in &paragraphs.lines {
            let text = &paragraphs.prose.text;
            // A backslash makes the mark literal.
            if text[..line.start].ends_with('\\') {
                continue;
            }
            let Some(mark) = dialect::at_line_start(line.text, line.is_within_line) else {
                continue;
            };
            let message = mark.0.message;
            let is_in_list = line.is_within_line
                && item_before.is_some_and(|(before, end)| {
                    let between = text.get(end..line.start).unwrap_or("\n\n");
                    before == message && !between.contains("\n\n")
                });
            item_before = line.is_within_line.then_some((message, line.start));
            if !is_in_list {
                let start = line.start + mark.1.start;
                let source = paragraphs.prose.map.source(start..start + mark.1.len());
                starts.push(source.start);
                report(file, mark, source, line.text, out);
            }
            break;
        }
    }
    starts
}

fn report(
    file: &File,
    (mark, span): Mark,
    source: Range<usize>,
    text: &str,
    out: &mut Diagnostics,
) {
    out.at(file, source, mark.message)
        .expected("only the words that visitors read")
        .quoting(&text[span])
        .help(mark.help);
}

pub(super) static MARKDOWN: Rule = Rule {
    code: "text/markdown",
    severity: Severity::Error,
    scope: Scope::Texts(check_plain_texts),
    summary: "A plain text contains Markdown or HTML.",
    why: "A title, a label or a description is shown as typed, so visitors would read the markup.",
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

fn check_plain_texts(file: &File, texts: &[Passage], out: &mut Diagnostics) {
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
    use crate::rules::tests::{
        assert_snapshot, check, finds_at_marks, finds_in_each, finds_in_files, finds_in_none,
        near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn mark() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some **words"), @r#"
        error[text/mark]: this ** would be shown as typed
          --> content/articles/first.mdx:15:6
           |
        15 | Some **words of [the authority](https://www.irs.gov/).
           |      ^^
           |
           = expected: the same mark before and after the words, without a space on the inner side
           = help: Write the missing **, or delete this one. Write a literal * as \*.
        "#);
        finds_in_files("text/mark", &[
            ("pages/index.toml", "Saving.", "«*Saving."),
        ]);
        finds_at_marks("text/mark", &[
            "«`Some **words**",
            "«~~Few~~ some **words**",
            "Some «** words **",
            "«**Fees:**1% of words",
            "Th«e**(new)** words",
            "A« *note:*words",
        ]);
        near_misses("text/mark", &[
            ("articles/first.mdx", "Some **words**", "A `word`, ``a ` b`` and \\` too", "A `word`, ``a ` b`` and ` too"),
            ("articles/first.mdx", "Some **words**", "5 * 3, a_name, $ 5*, 3\\*\\*, ____ and \\*", "5 * 3, a_name, $ 5*, 3**, ____ and \\*"),
            ("articles/first.mdx", "Some **words**", "Some ~5 or ~~ 6 **words**", "Some ~5 or ~~6 **words**"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn mark_of_another_dialect() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "> [!NOTE]\n> Some **words**"), @r#"
        error[text/mark]: GitHub's mark for a note doesn't work here
          --> content/articles/first.mdx:15:3
           |
        15 | > [!NOTE]
           |   ^^^^^^^
           |
           = expected: only the words that visitors read
           = found: `[!NOTE]`
           = help: In an article, write <Callout title="Note"> above the words and </Callout> below them, each with an empty line above and below. On a page, write “Note:” before them.
        "#);
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "- [ ] Save\n- [x] Spend\n\nSome **words**"), @r#"
        error[text/mark]: these brackets don't make a checkbox here
          --> content/articles/first.mdx:15:3
           |
        15 | - [ ] Save
           |   ^^^
           |
           = expected: only the words that visitors read
           = found: `[ ]`
           = help: Delete the brackets. In an article, write <Checklist title="…"> above the list and </Checklist> below it, each with an empty line above and below.
        "#);
        finds_in_files("text/mark", &[
            ("pages/fees.toml", "What it costs.", "What it costs «:moneybag:."),
        ]);
        finds_in_each("text/mark", &[
            "> [!NOTE]\n> Save.", "> [!warning] Save", "[!TIP]\nSave", "> [!info]- Save", ":::note\nSave\n:::", "::: tip", "!!! warning",
            "??? question", "- [ ] Save\n- [x] Spend", "* [X] Save", "1. [ ] Save", "-[ ] Save", "- [] Save", "[ ] Save", "[TOC]", "[[_TOC_]]",
            "== Fees ==", "Term\n: Definition", ":tada: Save", "Save :+1:", "Done:white_check_mark:", "Save!:rocket:", "(:house::car:)",
            ":bulb:Tip", "1.05^10^ is", "the 4^th^ year", "Fund^TM^", "CO~2~", "~old price~ new", "(~old~)", "==Key== idea", "++new++ idea",
            "See [[Fees]].", "![[image.png]]", "[b]bold[/b]", "$$x^2$$", "%%hidden%% words", "word&nbps;word", "Tom &amp;amp; Sons",
            "a &#8212 dash", "Tom &amp Sons", "&ldqo;Save", "Save\\", "Save and\nspend\\", "## Save\\",
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn mark_that_is_none_of_another_dialect() {
        finds_in_none("text/mark", &[
            "8:30:15", "3:2:1", "std::vec", "Note: this: that", "at 9:00: doors", "Q: A:", "word: word: word:", "the 8:30:am: slot", ":-) :D",
            "::", "x^2 + y^2", "x^2+y^2=z^2", "1.05^10 and 1.06^12", "10^6^2", "^GSPC and ^DJI", "^_^", "~5 and ~6", "~5% to ~6%",
            "~/a and ~/b", "a ~ b ~ c", "a == b", "x==y==z", "C++ and D++", "1++2++3", "[sic] and [ed.]", "[[1]](/fees)", "[[ ]]",
            "[x] marks it", "- [sic] is Latin", "[TOC] is here", "$5 and $10", "$$ or $$$", "5%% of 10%%", "AT&T; R&D; M&A; B&Bs; x",
            "A&nbsp;B &mdash; &copy; 2024", "Smith & Sons; and more", "Save\\\nspend", "!!! Wow", "??? Who", "= 5%", "Term: definition",
            "```\n> [!NOTE]\n- [ ] x\n```", "`:tada:` and `==x==`", "\\:tada: and \\[ ] x", "- \\[ ] item", "1\\. A, \\- b, \\! c",
            "ends with \\\\", "#123 and @name",
        ]);
    }

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
        finds_in_files("text/markdown", &[
            ("pages/fees.toml", "What it costs.", "What «`it` costs."),
            ("pages/fees.toml", "What it costs.", "What it«</b> costs&#160;."),
            ("articles/first.mdx", "The first article.", "The first, before [the second«](/blog/second)."),
            ("pages/fees.toml", "What it costs.", "What it«&nbsp;costs.<br>"),
            ("articles/first.mdx", "\"Mind\"", "\"Mind «**this**\""),
            ("articles/first.mdx", "\"Mind\"", "'Q&amp;A on the «<br>'"),
            ("pages/fees.toml", "What it costs.", "What «&amp costs."),
            ("pages/fees.toml", "What it costs.", "What «*it* costs."),
            ("pages/fees.toml", "What it costs.", "«_What it costs_"),
            ("pages/fees.toml", "What it costs.", "What «__it__ costs."),
            ("pages/fees.toml", "What it costs.", "What «~~it~~ costs."),
            ("pages/fees.toml", "What it costs.", "«## What it costs."),
            ("pages/fees.toml", "What it costs.", "What it costs«\\\\!"),
        ]);
        near_misses("text/markdown", &[
            ("pages/fees.toml", "What it costs.", "Fees* and terms*, snake_case_name, 5 * 3 * 2, #1, C:\\\\x, AT&T.", "*Fees* and terms*"),
            ("articles/first.mdx", "\"Mind\"", "\"Q&amp;A: 5 * 3\"", "\"Q&amp;A: **5**\""),
            ("pages/fees.toml", "What it costs.", "What it * costs: 5 < 6 & 7 > 6 [sic] (so), Smith & Sons; <5 or >6.", "What it ** costs: 5 < 6 & 7 > 6 [sic] (so), Smith & Sons; <5 or >6."),
        ]);
    }
}
