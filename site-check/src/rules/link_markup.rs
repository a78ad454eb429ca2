use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::load::Written;
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
        while let Some((message, place)) = mistyped(&written, from) {
            from = place.end;
            report.push(
                Diagnostic::at(file, written.place(place.clone()), message)
                    .expected("[words](/path) or [words](https://…)")
                    .quoting(&written.text[place])
                    .help("Write the words in square brackets and right after them the address in parentheses, without a space in it. A link can't contain another one. Write literal brackets as \\[ and \\]."),
            );
        }
    }
}

/// The first mistyped link from a place on: what is wrong, and its place.
fn mistyped(written: &Written, from: usize) -> Option<(&'static str, Range<usize>)> {
    let text = written.text;
    let closing = text[from..].match_indices([']', ')']);
    for (found, closed) in closing.map(|(at, closed)| (from + at, closed)) {
        let rest = text[found + 1..].trim_start();
        let has_gap = rest.len() < text.len() - found - 1;
        let (open, close) = if closed == "]" {
            ('(', ')')
        } else {
            ('[', ']')
        };
        let Some(inside) = rest
            .strip_prefix(open)
            .filter(|_| !written.is_escaped(found))
        else {
            continue;
        };
        let end = inside.find([close, '\n']).unwrap_or(inside.len());
        let is_closed = inside[end..].starts_with(close);
        let target = &inside[..end];
        let place = found..text.len() - inside.len() + end + usize::from(is_closed);
        let is_address = is_address(target);
        return Some(match closed {
            "]" if has_gap && is_address => (
                "space between the words and the address of this link",
                place,
            ),
            ")" if !has_gap && is_address => ("the brackets of this link are swapped", place),
            _ if has_gap || closed == ")" => continue,
            _ if !is_closed => ("the address of this link is not closed", place),
            _ if target.trim().contains(char::is_whitespace) => {
                ("space in the address of this link", place)
            }
            _ => (
                "missing [ before the words of this link, or a link inside another",
                place,
            ),
        });
    }
    None
}

/// Whether a text in brackets can be an address.
fn is_address(text: &str) -> bool {
    let text = text.trim();
    let begins = [
        "/",
        "#",
        "http",
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
