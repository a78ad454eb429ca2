use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::load::Written;
use std::ops::Range;

pub static RULES: &[Rule] = &[Rule {
    code: "text/mark",
    severity: Severity::Error,
    summary: "A mark of code, bold or italics (`, **, * or _) is unmatched or has a space on its inner side, or is ~~, which is not supported.",
    why: "Visitors would read the marks, and the words would not stand out.",
    bad: "content/articles/market-drop.mdx\nStay **invested * through it.",
    good: "content/articles/market-drop.mdx\nStay **invested** through it.",
    checks: &[Check::File(check)],
}];

fn check(file: &File, _: &Tree, report: &mut Report) {
    for written in file.written_markdown() {
        if let Some(place) = lone_mark(&written) {
            let mark = &written.text[place.clone()];
            let (expected, help) = match &mark[..1] {
                "~" => (
                    "only the words that visitors read",
                    "Strikethrough is not supported: delete the words with their tildes, or only the tildes to keep the words.".to_owned(),
                ),
                one => (
                    "the same mark before and after the words, without a space on the inner side",
                    format!("Write the missing {mark}, or delete this one. Write a literal one as \\{one}."),
                ),
            };
            report.push(
                Diagnostic::at(
                    file,
                    written.place(place),
                    format!("this {mark} would be shown as it is"),
                )
                .expected(expected)
                .help(help),
            );
        }
    }
}

/// The first mark that marks nothing. `5 * 3`, `$500*`, `a_name` and `~5` are none.
fn lone_mark(written: &Written) -> Option<Range<usize>> {
    let text = written.text;
    let mut from = 0;
    while let Some(at) = text[from..].find(['`', '*', '_', '~']).map(|at| from + at) {
        let rest = &text[at..];
        let mark = rest.chars().next()?;
        from = text.len() - rest.trim_start_matches(mark).len();
        let before = text[..at].chars().next_back();
        let after = text[from..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_mark = match (mark, from - at) {
            ('`', _) | ('*', 2..=3) => true,
            ('*', 1) => before.is_none_or(char::is_whitespace) && is_word(after),
            ('_', 1..=2) => !is_word(before) && after.is_some_and(char::is_alphabetic),
            ('~', 2) => is_word(after),
            _ => false,
        };
        if is_mark && !written.is_escaped(at) {
            return Some(at..from);
        }
    }
    None
}
