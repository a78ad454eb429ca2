use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::load::Written;
use memchr::{memchr_iter, memchr2};
use std::ops::Range;

pub static RULES: &[Rule] = &[
    Rule {
        code: "text/backtick",
        severity: Severity::Error,
        summary: "A backtick (`) is unmatched.",
        why: "Visitors would read the backtick, and the code would not look like code.",
        bad: "content/articles/market-drop.mdx\nThe fund's symbol is `EXMPL.",
        good: "content/articles/market-drop.mdx\nThe fund's symbol is `EXMPL`.",
        checks: &[Check::File(check_backticks)],
    },
    Rule {
        code: "text/emphasis",
        severity: Severity::Error,
        summary: "A mark of bold or italics (** or * or _) is unmatched, or has a space on its inner side.",
        why: "Visitors would read the marks, and the words would not stand out.",
        bad: "content/articles/market-drop.mdx\nStay **invested * through it.",
        good: "content/articles/market-drop.mdx\nStay **invested** through it.",
        checks: &[Check::File(check_emphasis)],
    },
    Rule {
        code: "text/strikethrough",
        severity: Severity::Error,
        summary: "Words are between ~~ and ~~, but strikethrough is not supported.",
        why: "Visitors would read the tildes, and the words that were meant to be gone.",
        bad: "content/articles/market-drop.mdx\nThe limit is ~~$23,000~~ $23,500.",
        good: "content/articles/market-drop.mdx\nThe limit is $23,500.",
        checks: &[Check::File(check_strikethrough)],
    },
];

fn check_backticks(file: &File, _: &Tree, report: &mut Report) {
    for written in file.written_markdown() {
        let mut marks = memchr_iter(b'`', written.text.as_bytes());
        if let Some(at) = marks.find(|at| !written.is_escaped(*at)) {
            let rest = &written.text[at..];
            let end = at + rest.len() - rest.trim_start_matches('`').len();
            report.push(
                Diagnostic::at(file, written.place(at..end), "unmatched backtick")
                    .expected("as many backticks after the code as before it")
                    .found(format!("`{}`", &written.text[at..end]).replace('`', "'"))
                    .help("Write the missing one, or delete this one. Write a literal backtick as \\`."),
            );
        }
    }
}

fn check_emphasis(file: &File, _: &Tree, report: &mut Report) {
    for written in file.written_markdown() {
        if let Some(place) = lone_emphasis(&written) {
            let mark = &written.text[place.clone()];
            report.push(
                Diagnostic::at(file, written.place(place), format!("unmatched `{mark}`"))
                    .expected("the same mark before and after the words, without a space on the inner side")
                    .quoting(mark)
                    .help(format!("Write the missing {mark}, or delete this one. Write a literal one as \\{}.", &mark[..1])),
            );
        }
    }
}

fn check_strikethrough(file: &File, _: &Tree, report: &mut Report) {
    for written in file.written_markdown() {
        let mut marks = written.text.match_indices("~~").map(|(at, _)| at);
        if let (Some(open), Some(close)) = (marks.next(), marks.next())
            && !written.is_escaped(open)
            && close > open + 2
        {
            let place = open..close + 2;
            report.push(
                Diagnostic::at(
                    file,
                    written.place(place.clone()),
                    "strikethrough is not supported",
                )
                .expected("only the words that visitors read")
                .quoting(&written.text[place])
                .help("Delete the words with their tildes, or only the tildes to keep the words."),
            );
        }
    }
}

/// The first unmatched mark of emphasis. `5 * 3`, `$500*` and `a_name` are none.
fn lone_emphasis(written: &Written) -> Option<Range<usize>> {
    let text = written.text;
    let mut from = 0;
    while let Some(at) = memchr2(b'*', b'_', &text.as_bytes()[from..]).map(|at| from + at) {
        let rest = &text[at..];
        let mark = rest.chars().next()?;
        let length = rest.len() - rest.trim_start_matches(mark).len();
        from = at + length;
        let before = text[..at].chars().next_back();
        let after = text[from..].chars().next();
        let blank = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let is_mark = match (mark, length) {
            ('*', 2..=3) => true,
            ('*', 1) => {
                before.is_none_or(char::is_whitespace) && after.is_some_and(char::is_alphanumeric)
            }
            ('_', 1..=2) => blank(before) && after.is_some_and(char::is_alphabetic),
            _ => false,
        };
        if is_mark && !written.is_escaped(at) {
            return Some(at..from);
        }
    }
    None
}
