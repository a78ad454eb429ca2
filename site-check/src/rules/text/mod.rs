//! The words themselves, and what doesn't belong in any text: invisible characters, and the markers of merge conflicts.

mod characters;
mod dialect;
mod eaten;
mod markup;
mod shapes;
mod wording;

use crate::diagnostic::invisible;
use crate::fix::Fix;
use crate::load::File;
use crate::load::mojibake::{damages, of_windows};
use crate::plant::replace;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::ops::Range;

pub(super) static RULES: &[&Rule] = &[
    &CONFLICT,
    &wording::DOUBLED_WORD,
    &eaten::EATEN,
    &characters::GARBLED,
    &HIDDEN,
    &markup::MARK,
    &markup::MARKDOWN,
    &characters::PASTED,
    &wording::PLACEHOLDER,
];

pub(super) static HIDDEN: Rule = Rule {
    code: "text/hidden",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_hidden),
    summary: "A text contains an invisible character: a control character, a zero-width character, or a character that reverses the text direction.",
    why: "It breaks links, names and searches, and it can show a reviewer something other than what visitors see; it usually comes with text copied from elsewhere.",
    example: Example::Planted {
        wrong: r"
content/articles/first.mdx
See [the rules](https://www.irs.gov/⟨zero-width space⟩ira).
",
        right: r"
content/articles/first.mdx
See [the rules](https://www.irs.gov/ira).
",
        plant: |tree| {
            replace(
                tree,
                "content/articles/first.mdx",
                "irs.gov/",
                "irs.gov/\u{200b}ira",
            )
        },
    },
};

/// An invisible character in a text.
struct Hidden {
    at: usize,
    character: char,
    name: &'static str,
}

fn check_hidden(file: &File, out: &mut Diagnostics) {
    for found in hidden(&file.text) {
        let end = found.at + found.character.len_utf8();
        report(file, found.at..end, &found, out);
    }
    // An escape is visible, but its character isn't.
    for (pointer, value) in file.document.strings() {
        let span = file.document.span(pointer);
        let written = &file.text[span.clone()];
        if !written.contains('\\') || !hidden(written).is_empty() {
            continue;
        }
        if let Some(first) = hidden(value).first() {
            report(file, span, first, out);
        }
    }
}

fn report(file: &File, span: Range<usize>, hidden: &Hidden, out: &mut Diagnostics) {
    let code = u32::from(hidden.character);
    let name = hidden.name;
    let message = format!("invisible character U+{code:04X} ({name})");
    let diagnostic = out.at(file, span.clone(), message);
    diagnostic
        .expected("visible characters, spaces and line breaks")
        .found(format!("U+{code:04X}"))
        .help("Delete it: put the cursor after it, press Backspace once, and retype what is missing. Paste copied text without its formatting.")
        // The character may also break an address or a line of TOML.
        .suppresses_its_span();
    if let Some(meant) = of_windows(hidden.character) {
        diagnostic.help(format!("Write `{meant}` instead: the text was read in the wrong encoding. Paste copied text without its formatting."));
        if file.text[span.clone()].chars().eq([hidden.character]) {
            let description = format!("Write `{meant}` instead of U+{code:04X}.");
            diagnostic.fix(Some(Fix::edit(file, span, meant).described(description)));
        }
    }
}

/// Returns the invisible characters of a text that serve no purpose there.
fn hidden(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    let is_shown = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_shown) {
        return found;
    }
    let mut damages = None;
    for (at, character) in text.char_indices() {
        let Some(name) = invisible(character) else {
            continue;
        };
        let before = text[..at].chars().next_back();
        let after = text[at + character.len_utf8()..].chars().next();
        let has_use = match character {
            '\u{feff}' => at == 0,
            '\r' => after == Some('\n'),
            // A joiner between the parts of an emoji.
            '\u{200d}' if before.is_some_and(is_picture) => after.is_some_and(is_picture),
            // Persian and the languages of India join letters, or keep them apart.
            '\u{200c}' | '\u{200d}' => {
                before.is_some_and(is_joined) && after.is_some_and(is_joined)
            }
            // The letters of a flag, such as England's.
            '\u{e0020}'..='\u{e007f}' => is_in_flag(&text[..at]),
            // Part of a damaged character, which `text/garbled` reports.
            '\u{80}'..='\u{9f}' => damages
                .get_or_insert_with(|| damages_of(text))
                .iter()
                .any(|damage| damage.contains(&at)),
            _ => false,
        };
        if !has_use {
            found.push(Hidden {
                at,
                character,
                name,
            });
        }
    }
    found
}

/// Returns true if a character is part of an emoji.
fn is_picture(character: char) -> bool {
    matches!(character,
        '\u{203c}'..='\u{3299}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

/// Returns true if a character is a letter of an alphabet that joins neighboring letters, such as Arabic or Devanagari.
fn is_joined(character: char) -> bool {
    matches!(character, '\u{600}'..='\u{77f}' | '\u{8a0}'..='\u{dff}')
}

/// Returns true if a text ends within the letters of a flag, which follow a black flag.
fn is_in_flag(before: &str) -> bool {
    let is_letter = |c: char| matches!(c, '\u{e0020}'..='\u{e007e}');
    before.trim_end_matches(is_letter).ends_with('\u{1f3f4}')
}

fn damages_of(text: &str) -> Vec<Range<usize>> {
    let damages = damages(text).into_iter();
    damages.map(|damage| damage.span).collect()
}

pub(super) static CONFLICT: Rule = Rule {
    code: "text/conflict",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_conflicts),
    summary: "An unresolved merge conflict was committed, with its `<<<<<<<`, `=======` and `>>>>>>>` lines.",
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

fn check_conflicts(file: &File, out: &mut Diagnostics) {
    for conflict in file.conflicts() {
        let lines = &file.text[conflict.clone()];
        let first_line = lines.lines().next().unwrap_or_default();
        let span = conflict.start..conflict.start + first_line.len();
        out.at(file, span, "unresolved merge conflict")
            .expected("one of the two versions, without Git's markers")
            .quoting(lines)
            .help("Keep the right lines. Delete the others and the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_at_marks, finds_in_files, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn hidden() {
        assert_snapshot!(check("articles/first.mdx", "/blog/second", "/blog/\u{200b}second"), @r#"
        error[text/hidden]: invisible character U+200B (zero-width space)
          --> content/articles/first.mdx:11:57
           |
        11 | The rule says {withdrawal-rule}; see [the second](/blog/�second#a-heading).
           |                                                         ^
           |
           = expected: visible characters, spaces and line breaks
           = found: U+200B
           = help: Delete it: put the cursor after it, press Backspace once, and retype what is missing. Paste copied text without its formatting.
        "#);
        finds_in_files("text/hidden", &[
            ("articles/first.mdx", "Some **words**", "Some «\u{202e}**words**"),
            ("articles/first.mdx", "Some **words**", "Some «\u{1b}[31m**words**"),
            ("articles/first.mdx", "Some **words**", "Some «\u{fffc}**words**"),
            ("pages/fees.toml", "short_title", "short«\u{200b}_title"),
            ("pages/fees.toml", "\"What it costs.", "«\"What it\\u200b costs."),
        ]);
        near_misses("text/hidden", &[
            ("articles/first.mdx", "Some **words**", "Some 👩\u{200d}💻 and ☀\u{fe0f} words — “so” é", "Some 👩\u{200d}- and ☀\u{fe0f} words — “so” é"),
        ]);
    }

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
        finds_in_files("text/conflict", &[
            ("articles/first.mdx", "title = \"First\"", "«<<<<<<< HEAD\ntitle = \"First\"\n||||||| base\ntitle = \"The first\"\n=======\ntitle = \"Number one\"\n>>>>>>> other"),
            ("site.toml", "time_zone = \"America/Chicago\"", "«<<<<<<< HEAD\ntime_zone = \"America/Chicago\"\n=======\ntime_zone = \"America/New_York\"\n>>>>>>> other"),
            ("fees.toml", "from = 1_000_001", "«<<<<<<< HEAD\nfrom = 1_000_001\n=======\nfrom = 900_000\n>>>>>>> other"),
            ("pages/fees.toml", "heading = \"Tiers\"", "«<<<<<<< HEAD\nheading = \"Tiers\"\n=======\nheading = \"Our tiers\"\n>>>>>>> other"),
            ("redirects.toml", "[[redirects]]", "«<<<<<<< HEAD\n[[redirects]]\n=======\n[[redirects]]\nfrom = \"/older\"\nto = \"/fees\"\n\n[[redirects]]\n>>>>>>> other"),
            ("facts.toml", "[withdrawal-rule]", "«>>>>>>> other\n[withdrawal-rule]"),
        ]);
        finds_at_marks("text/conflict", &[
            "Before\n«<<<<<<< HEAD\n\n## What to do\n\nSome **words**\n=======\n\n## What to do\n\n```\nNo words\n>>>>>>> other\n",
        ]);
        near_misses("text/conflict", &[
            ("articles/first.mdx", "Some **words**", ">>>>>> quoted six times\n\nAnd `<<<<<<< HEAD` within a line", ">>>>>>> quoted seven times\n\nAnd `<<<<<<< HEAD` within a line"),
        ]);
    }
}
