//! Text from content as text in Markdown: it may come from a stranger, and must
//! not be markup, ping people, or link to threads.

use site_check::diagnostic::visible;
use std::fmt::Write as _;

/// Keeps GitHub from reading on: what stands before and after it is no name, no address.
const BREAK: &str = "&#8203;";

/// A text as words in a line.
pub fn text(words: &str) -> String {
    let words = visible(words);
    let mut out = String::with_capacity(words.len() + 16);
    let mut rest = words.char_indices().peekable();
    let mut before = None;
    while let Some((at, c)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        let is_start = words[..at].trim().is_empty();
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => {
                out.push('\\');
                out.push(c);
            }
            // Of a formula; an amount in dollars is none.
            '$' if !next.is_some_and(|next| next.is_ascii_digit()) => {
                out.push_str("<span>$</span>");
            }
            '-' | '+' | '=' if is_start => {
                out.push('\\');
                out.push(c);
            }
            '#' => {
                let _ = write!(out, "\\#{BREAK}");
            }
            '.' | ')' if next.is_none_or(char::is_whitespace) && is_number(&words[..at]) => {
                out.push('\\');
                out.push(c);
            }
            // Of a mention or an email address, a scheme, an emoji.
            '@' => {
                let _ = write!(out, "@{BREAK}");
            }
            ':' if next.is_some_and(|next| next == '/' || next.is_ascii_alphabetic()) => {
                let _ = write!(out, ":{BREAK}");
            }
            // Of www.example.com.
            '.' if is_www(&words[..at]) => {
                let _ = write!(out, "{BREAK}.");
            }
            // Of GH-1, which is a thread.
            '-' if matches!(before, Some('H' | 'h'))
                && next.is_some_and(|next| next.is_ascii_digit()) =>
            {
                let _ = write!(out, "-{BREAK}");
            }
            c => {
                // Of a commit, which would be linked.
                if is_commit_at(&words, at) {
                    let _ = write!(out, "{c}{BREAK}");
                } else {
                    out.push(c);
                }
            }
        }
        before = Some(c);
    }
    out
}

/// A text as code in a line: a path, a file, a name.
pub fn code(words: &str) -> String {
    let words = visible(words);
    if words.trim().is_empty() {
        return "(nothing)".to_owned();
    }
    if words.contains(['`', '|']) {
        return format!("<code>{}</code>", text(&words));
    }
    format!("`{words}`")
}

fn is_number(before: &str) -> bool {
    let before = before.trim();
    !before.is_empty() && before.chars().all(|c| c.is_ascii_digit())
}

fn is_www(before: &str) -> bool {
    let tail = before.get(before.len().saturating_sub(3)..);
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case("www"))
}

/// Whether the name of a commit begins here: seven or more hexadecimal digits,
/// letters and numbers among them.
fn is_commit_at(words: &str, at: usize) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    if words[..at].chars().next_back().is_some_and(is_word) {
        return false;
    }
    let word = words[at..]
        .split(|c| !is_word(c))
        .next()
        .unwrap_or_default();
    word.len() >= 7
        && word.chars().all(|c| c.is_ascii_hexdigit())
        && word.chars().any(|c| c.is_ascii_digit())
        && word.chars().any(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::{code, text};

    #[test]
    fn text_stays_text() {
        for (words, shown) in [
            ("Call (918) 555-0142 today.", "Call (918) 555-0142 today."),
            ("$1,000,000 costs 1.25%", "$1,000,000 costs 1.25%"),
            ("**x** _y_ `z`", r"\*\*x\*\* \_y\_ \`z\`"),
            ("<img src=x>", "&lt;img src=x&gt;"),
            ("&lt;", "&amp;lt;"),
            (
                "@octocat #12 a/b#3",
                "@&#8203;octocat \\#&#8203;12 a/b\\#&#8203;3",
            ),
            ("https://evil.test", "https:&#8203;//evil.test"),
            ("www.evil.test", "www&#8203;.evil.test"),
            ("[a](b) ![c](d)", r"\[a\](b) !\[c\](d)"),
            ("GH-12 gh-3", "GH-&#8203;12 gh-&#8203;3"),
            ("&#64;octocat", "&amp;\\#&#8203;64;octocat"),
            ("</details> <!-- x", "&lt;/details&gt; &lt;!-- x"),
            ("1. one", r"1\. one"),
            ("1.25%", "1.25%"),
            ("- one", r"\- one"),
            ("# one", "\\#&#8203; one"),
            ("$x$", "<span>$</span>x<span>$</span>"),
            (":tada:", ":&#8203;tada:"),
            ("8:30am", "8:30am"),
            ("see 22f390c1", "see 2&#8203;2f390c1"),
            ("a\u{202e}b\nc\u{1b}", "a\u{fffd}b c\u{fffd}"),
        ] {
            assert_eq!(text(words), shown, "{words:?}");
        }
    }

    #[test]
    fn code_stays_code() {
        assert_eq!(code("/fees"), "`/fees`");
        assert_eq!(code("a`b@c"), "<code>a\\`b@&#8203;c</code>");
        assert_eq!(code(""), "(nothing)");
    }
}
