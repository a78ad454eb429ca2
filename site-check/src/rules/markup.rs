use super::{File, Report, Rule, Tree, error};
use crate::load::Written;
use std::ops::Range;

pub static RULES: &[Rule] = &[
    error("link/markup", "A link is mistyped: a space before or inside its address, swapped brackets, or a missing one.")
        .why("Visitors would read brackets and an address in the middle of a sentence, and have nothing to click.")
        .bad("content/articles/market-drop.mdx\nSee [our fees] (/fees).")
        .good("content/articles/market-drop.mdx\nSee [our fees](/fees).")
        .each_text("])", check_links),
    error("text/mark", "A mark of code, bold or italics (`, **, * or _) is unmatched or has a space on its inner side, or is ~~, which is not supported.")
        .why("Visitors would read the marks, and the words would not stand out.")
        .bad("content/articles/market-drop.mdx\nStay **invested * through it.")
        .good("content/articles/market-drop.mdx\nStay **invested** through it.")
        .each_text("`*_~", check_marks),
    error("text/markdown", "A plain text contains Markdown or HTML.")
        .why("A title, a label or a description is shown as it is written: visitors would read the markup.")
        .bad("content/pages/about.toml\n[meta]\ntitle = \"About **us**\"")
        .good("content/pages/about.toml\n[meta]\ntitle = \"About us\"")
        .each_text("]*`<&", check_plain),
];

fn check_links(text: &Written, file: &File, _: &Tree, out: &mut Report) {
    let mut from = 0;
    while let Some((message, place)) = mistyped(text, from).filter(|_| text.in_markdown) {
        from = place.end;
        out.in_text(file, text, place, message)
            .expected("[words](/path) or [words](https://…)")
            .help("Write the words in square brackets and right after them the address in parentheses, without a space in it. A link can't contain another one. Write literal brackets as \\[ and \\].");
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

fn check_marks(text: &Written, file: &File, _: &Tree, out: &mut Report) {
    let Some(place) = lone_mark(text).filter(|_| text.in_markdown) else {
        return;
    };
    let mark = &text.text[place.clone()];
    let message = format!("this {mark} would be shown as it is");
    let problem = out.at(file, text.place(place), message);
    match &mark[..1] {
        "~" => problem
            .expected("only the words that visitors read")
            .help("Strikethrough is not supported: delete the words with their tildes, or only the tildes to keep the words."),
        one => problem
            .expected("the same mark before and after the words, without a space on the inner side")
            .help(format!("Write the missing {mark}, or delete this one. Write a literal one as \\{one}.")),
    };
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

fn check_plain(text: &Written, file: &File, _: &Tree, out: &mut Report) {
    if let Some((what, place)) = markup(text.text).filter(|_| !text.in_markdown) {
        out.in_text(file, text, place, format!("{what} in a plain text"))
            .expected("plain words, and facts such as {phone}")
            .help("Delete the markup: this text can't be bold or contain a link or HTML.");
    }
}

/// The first Markdown or HTML in a plain text.
fn markup(text: &str) -> Option<(&'static str, Range<usize>)> {
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
