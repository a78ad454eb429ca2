use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, Tree, Written};
use memchr::memchr2;
use std::ops::Range;

pub static RULE: Rule = Rule {
    code: "link/markup",
    severity: Severity::Error,
    summary: "A link is not written as one: a space before its address or in it, or brackets the wrong way round or left open.",
    why: "Visitors would read brackets and an address in the middle of a sentence, and have nothing to click.",
    bad: "content/articles/market-drop.mdx\nSee [our fees] (/fees).",
    good: "content/articles/market-drop.mdx\nSee [our fees](/fees).",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    file.each_written(&mut |written| {
        if !written.in_markdown {
            return;
        }
        let mut from = 0;
        while let Some((message, place, help)) = fault(&written, from) {
            from = place.end;
            let found = written.text[place.clone()].to_owned();
            report.push(
                Diagnostic::at(file, written.place(place), message)
                    .expected("[words](/path) or [words](https://…)")
                    .found(format!("`{found}`"))
                    .help(help),
            );
        }
    });
}

/// The first thing from a place on that was meant as a link and is none.
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
        let open = if text[found..].starts_with(']') {
            '('
        } else {
            '['
        };
        let Some(inside) = inner.strip_prefix(open) else {
            continue;
        };
        let start = found + 1 + gap + 1;
        let close = if open == '(' { ')' } else { ']' };
        let end = inside.find([close, '\n']).unwrap_or(inside.len());
        let target = &inside[..end];
        let is_closed = inside[end..].starts_with(close);
        let place = found..start + end + usize::from(is_closed);
        let words = text[..found].rfind(if open == '(' { '[' } else { '(' });
        if open == '[' {
            if let (0, true, Some(words)) = (gap, is_target(target), words) {
                let named = &text[words + 1..found];
                let help = format!(
                    "Write the words in square brackets and the address in round ones: [{named}]({target})"
                );
                return Some((
                    "this link's brackets are the wrong way round",
                    words..place.end,
                    help,
                ));
            }
        } else if gap > 0 {
            if is_target(target) {
                return Some((
                    "a space parts this link's words from its address",
                    place,
                    "Delete the space between ] and (.".to_owned(),
                ));
            }
        } else if !is_closed {
            return Some((
                "this link's address has no end",
                place,
                "Write ) right behind the address.".to_owned(),
            ));
        } else if target.trim().contains(char::is_whitespace) {
            return Some((
                "this link's address has a space in it",
                place,
                "Delete the space, or write the address as it is: files and pages of this site have none in their names.".to_owned(),
            ));
        } else {
            return Some((
                "this link's words have no beginning, or another link stands within them",
                place,
                "Write [ before the words of the link; a link can't stand within another one's words.".to_owned(),
            ));
        }
    }
    None
}

/// Whether what stands in brackets can be an address.
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
