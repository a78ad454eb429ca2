use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use std::ops::Range;

pub static RULES: &[Rule] = &[Rule {
    code: "text/markdown",
    severity: Severity::Error,
    summary: "A plain text contains Markdown or HTML.",
    why: "A title, a label or a description is shown as it is written: visitors would read the markup.",
    bad: "content/pages/about.toml\n[meta]\ntitle = \"About **us**\"",
    good: "content/pages/about.toml\n[meta]\ntitle = \"About us\"",
    checks: &[Check::File(check)],
}];

fn check(file: &File, _: &Tree, report: &mut Report) {
    for written in file.written() {
        let found = mark(written.text).filter(|_| !written.in_markdown);
        if let Some((what, place)) = found {
            report.push(
                Diagnostic::at(
                    file,
                    written.place(place.clone()),
                    format!("{what} in a plain text"),
                )
                .expected("plain words, and facts such as {phone}")
                .quoting(&written.text[place])
                .help("Delete the markup: this text can't be bold or contain a link or HTML."),
            );
        }
    }
}

/// The first Markdown or HTML in a plain text.
fn mark(text: &str) -> Option<(&'static str, Range<usize>)> {
    for (mark, what) in [("](", "a link"), ("**", "bold"), ("`", "code")] {
        if let Some(at) = text.find(mark) {
            return Some((what, at..at + mark.len()));
        }
    }
    for (at, open) in text.match_indices(['<', '&']) {
        let (mark, end) = if open == "<" { ('/', '>') } else { ('#', ';') };
        let inner = text[at + 1..].trim_start_matches(mark);
        let Some((name, _)) = inner.split_once(['<', '&', end]) else {
            continue;
        };
        let is_html = if open == "<" {
            name.starts_with(|c: char| c.is_ascii_alphabetic())
        } else {
            (2..10).contains(&name.len()) && name.bytes().all(|c| c.is_ascii_alphanumeric())
        };
        if is_html && inner[name.len()..].starts_with(end) {
            return Some(("HTML", at..text.len() - inner.len() + name.len() + 1));
        }
    }
    None
}
