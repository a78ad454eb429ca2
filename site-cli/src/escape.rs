//! Escapes text from content for Markdown. The text may come from a stranger and must not act as markup, notify people,
//! or link to threads.

use html_escape::encode_text;
use regex::Regex;
use site_check::diagnostic::visible;
use std::sync::LazyLock;

/// The patterns that GitHub wouldn't show as plain text next to HTML, and their replacements, applied in order. A
/// zero-width space breaks up a name or an address.
static MARKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let marks = [
        (r"[\\`*_\[\]|~#]", r"\$0"),
        // A list marker, or the underline of a heading.
        (r"^(\s*)([-+=])", r"$1\$2"),
        (r"^(\s*\d+)([.)])(\s|$)", r"$1\$2$3"),
        // A mention or an email address, a thread, an emoji or the scheme of an address.
        ("[@#]", "$0\u{200b}"),
        ("(GH|gh)(-[0-9])", "$1\u{200b}$2"),
        (":([/A-Za-z])", ":\u{200b}$1"),
        (r"(?i)(www)\.", "$1\u{200b}."),
        // A commit.
        (r"\b([0-9a-f])([0-9a-f]{6,})\b", "$1\u{200b}$2"),
        // A formula, but not an amount in dollars.
        (r"\$([^0-9]|$)", "<span>$$</span>$1"),
        ("\u{200b}", "&#8203;"),
    ];
    let compiled = |(mark, text)| (Regex::new(mark).expect("a pattern"), text);
    marks.map(compiled).to_vec()
});

/// Escapes text within a line.
pub fn text(words: &str) -> String {
    let html = encode_text(&visible(words)).into_owned();
    let mut escaped = html;
    for (mark, replacement) in MARKS.iter() {
        escaped = mark.replace_all(&escaped, *replacement).into_owned();
    }
    escaped
}

/// Formats a path, a file or a name as inline code.
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
