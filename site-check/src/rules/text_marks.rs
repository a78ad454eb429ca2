use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::FaultKind;
use crate::load::{File, Tree, Written};
use memchr::{memchr_iter, memchr2};
use std::ops::Range;

pub static FENCE: Rule = Rule {
    code: "text/fence",
    severity: Severity::Error,
    summary: "A block of code begins with ``` and never ends.",
    why: "Everything below it would be shown as code: headings, links and components would be gone.",
    bad: "content/articles/market-drop.mdx\n```\nyield = coupon / price\n\n## What it means",
    good: "content/articles/market-drop.mdx\n```\nyield = coupon / price\n```\n\n## What it means",
    checks: &[Check::File(check_fences)],
};

pub static BACKTICK: Rule = Rule {
    code: "text/backtick",
    severity: Severity::Error,
    summary: "A backtick (`) has no partner.",
    why: "Visitors would read the backtick, and what was meant as code would not look like code.",
    bad: "content/articles/market-drop.mdx\nThe fund's symbol is `EXMPL.",
    good: "content/articles/market-drop.mdx\nThe fund's symbol is `EXMPL`.",
    checks: &[Check::File(check_backticks)],
};

pub static EMPHASIS: Rule = Rule {
    code: "text/emphasis",
    severity: Severity::Error,
    summary: "Marks of bold or italics (** or * or _) have no partner, or have a space on the inner side.",
    why: "Visitors would read the marks, and what was meant to stand out would not.",
    bad: "content/articles/market-drop.mdx\nStay **invested * through it.",
    good: "content/articles/market-drop.mdx\nStay **invested** through it.",
    checks: &[Check::File(check_emphasis)],
};

fn check_fences(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        let is_open = |kind: &FaultKind| *kind == FaultKind::OpenFence;
        let Some(fault) = prose.faults().iter().find(|fault| is_open(&fault.kind)) else {
            continue;
        };
        let place = fault.span.clone();
        let below = prose.map.source(place.start..prose.text.len());
        let at = prose.map.source(place);
        report.cause(
                Diagnostic::at(file, at, "this block of code never ends")
                    .expected("a line of the same signs below the code")
                    .found("the end of the text")
                    .help("Write ``` on a line of its own below the code, or delete the line where no code is meant."),
                below,
            );
    }
}

fn check_backticks(file: &File, _: &Tree, report: &mut Report) {
    file.each_written(&mut |written| {
            if !written.in_markdown {
                return;
            }
            let lone = memchr_iter(b'`', written.text.as_bytes()).find(|at| !written.is_escaped(*at));
            if let Some(at) = lone {
                let rest = &written.text[at..];
                let end = at + rest.len() - rest.trim_start_matches('`').len();
                report.push(
                    Diagnostic::at(file, written.place(at..end), "this backtick has no partner")
                        .expected("as many backticks after the code as before it")
                        .found(format!("`{}`", &written.text[at..end]).replace('`', "'"))
                        .help("Write the missing one, or delete this one. A backtick that is meant as one is written \\`."),
                );
            }
        });
}

fn check_emphasis(file: &File, _: &Tree, report: &mut Report) {
    file.each_written(&mut |written| {
            if !written.in_markdown {
                return;
            }
            if let Some(place) = lone_emphasis(&written) {
                let mark = &written.text[place.clone()];
                report.push(
                    Diagnostic::at(file, written.place(place.clone()), "these marks of emphasis have no partner")
                        .expected("the same marks before and after the words, with no space on the inner side")
                        .found(format!("`{mark}`"))
                        .help(format!("Write the missing {mark}, or delete this one. A sign that is meant as one is written \\{}.", &mark[..1])),
                );
            }
        });
}

/// The first mark of emphasis that is left over in words, where it can't be
/// meant as a sign: `5 * 3`, `$500*` and `a_name` are.
fn lone_emphasis(written: &Written) -> Option<Range<usize>> {
    let text = written.text;
    let mut from = 0;
    while let Some(at) = memchr2(b'*', b'_', &text.as_bytes()[from..]).map(|at| from + at) {
        let rest = &text[at..];
        let sign = rest.chars().next()?;
        let length = rest.len() - rest.trim_start_matches(sign).len();
        from = at + length;
        let before = text[..at].chars().next_back();
        let after = text[from..].chars().next();
        let blank = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let is_mark = match (sign, length) {
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
