use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::load::Written;
use memchr::memchr2;
use std::ops::Range;

pub static RULES: &[Rule] = &[Rule {
    code: "link/markup",
    severity: Severity::Error,
    summary: "A link is mistyped: a space before or inside its address, swapped brackets, or a missing one.",
    why: "Visitors would read brackets and an address in the middle of a sentence, and have nothing to click.",
    bad: "content/articles/market-drop.mdx\nSee [our fees] (/fees).",
    good: "content/articles/market-drop.mdx\nSee [our fees](/fees).",
    checks: &[Check::File(check)],
}];

fn check(file: &File, _: &Tree, report: &mut Report) {
    for written in file.written_markdown() {
        let mut from = 0;
        while let Some((message, place, help)) = fault(&written, from) {
            from = place.end;
            report.push(
                Diagnostic::at(file, written.place(place.clone()), message)
                    .expected("[words](/path) or [words](https://…)")
                    .quoting(&written.text[place])
                    .help(help),
            );
        }
    }
}

/// The first mistyped link from a place on: the message, its place and what to do.
fn fault(written: &Written, from: usize) -> Option<(&'static str, Range<usize>, String)> {
    let text = written.text;
    let mut at = from;
    while let Some(found) = memchr2(b']', b')', &text.as_bytes()[at..]).map(|found| at + found) {
        at = found + 1;
        if written.is_escaped(found) {
            continue;
        }
        let rest = &text[found + 1..];
        let inner = rest.trim_start_matches([' ', '\t', '\n']);
        let gap = rest.len() - inner.len();
        let is_usual = text[found..].starts_with(']');
        let (open, close, before) = if is_usual {
            ('(', ')', '[')
        } else {
            ('[', ']', '(')
        };
        let Some(inside) = inner.strip_prefix(open) else {
            continue;
        };
        let end = inside.find([close, '\n']).unwrap_or(inside.len());
        let target = &inside[..end];
        let is_closed = inside[end..].starts_with(close);
        let place = found..found + 1 + gap + 1 + end + usize::from(is_closed);
        let words = text[..found].rfind(before);
        let (message, help) = match (is_usual, words) {
            (false, Some(words)) if gap == 0 && is_target(target) => {
                let named = &text[words + 1..found];
                let help = format!(
                    "Write the words in square brackets and the address in parentheses: [{named}]({target})"
                );
                let message = "the brackets of this link are swapped";
                return Some((message, words..place.end, help));
            }
            (false, _) => continue,
            _ if gap > 0 && !is_target(target) => continue,
            _ if gap > 0 => (
                "space between the words and the address of this link",
                "Delete the space between ] and (.",
            ),
            _ if !is_closed => (
                "the address of this link is not closed",
                "Write ) right after the address.",
            ),
            _ if target.trim().contains(char::is_whitespace) => (
                "space in the address of this link",
                "Delete the space. Files and pages of this site have none in their names.",
            ),
            _ => (
                "missing [ before the words of this link, or a link inside another",
                "Write [ before the words of the link. A link can't contain another one.",
            ),
        };
        return Some((message, place, help.to_owned()));
    }
    None
}

/// Whether a text in brackets can be an address.
fn is_target(text: &str) -> bool {
    let text = text.trim();
    let begins = [
        "/",
        "#",
        "http://",
        "https://",
        "www.",
        "external:",
        "contact:",
        "mailto:",
        "tel:",
    ];
    !text.contains(char::is_whitespace)
        && text.len() > 1
        && begins.iter().any(|begin| text.starts_with(begin))
}
