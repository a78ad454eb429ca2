//! Text from content as text in Markdown: it may come from a stranger, and must
//! not be markup, ping people, or link to threads.

use regex::Regex;
use site_check::diagnostic::visible;
use std::sync::LazyLock;

/// What GitHub would not show as plain text, and its replacement, one after the
/// other. A space without width keeps a name or an address from going on.
static MARKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let marks = [
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        (r"[\\`*_\[\]|~#]", r"\$0"),
        // The mark of a list, or of a heading below its words.
        (r"^(\s*)([-+=])", r"$1\$2"),
        (r"^(\s*\d+)([.)])(\s|$)", r"$1\$2$3"),
        // A mention or an email address, a thread, an emoji or the scheme of an address.
        ("[@#]", "$0\u{200b}"),
        ("(GH|gh)(-[0-9])", "$1\u{200b}$2"),
        (":([/A-Za-z])", ":\u{200b}$1"),
        (r"(?i)(www)\.", "$1\u{200b}."),
        // A commit.
        (r"\b([0-9a-f])([0-9a-f]{6,})\b", "$1\u{200b}$2"),
        // A formula; an amount in dollars is none.
        (r"\$([^0-9]|$)", "<span>$$</span>$1"),
        ("\u{200b}", "&#8203;"),
    ];
    let compiled = |(mark, text)| (Regex::new(mark).expect("a pattern"), text);
    marks.map(compiled).to_vec()
});

/// A text as words in a line.
pub fn text(words: &str) -> String {
    MARKS.iter().fold(visible(words), |text, (mark, instead)| {
        mark.replace_all(&text, *instead).into_owned()
    })
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

#[cfg(test)]
mod tests {
    use super::{code, text};

    #[test]
    fn text_stays_text() {
        for (words, shown) in [
            ("at (918) 555-0142, 8:30am.", "at (918) 555-0142, 8:30am."),
            ("$1,000,000 costs 1.25%", "$1,000,000 costs 1.25%"),
            ("**x** _y_ `z`", r"\*\*x\*\* \_y\_ \`z\`"),
            ("<a src=x> </b>", "&lt;a src=x&gt; &lt;/b&gt;"),
            ("&lt; &#64;x", "&amp;lt; &amp;\\#&#8203;64;x"),
            ("@octocat a/b#3", "@&#8203;octocat a/b\\#&#8203;3"),
            ("https://evil.test", "https:&#8203;//evil.test"),
            ("www.evil.test", "www&#8203;.evil.test"),
            ("[a](b) ![c](d)", r"\[a\](b) !\[c\](d)"),
            ("GH-12 gh-3", "GH&#8203;-12 gh&#8203;-3"),
            ("1. one", r"1\. one"),
            ("1.25%", "1.25%"),
            ("- one", r"\- one"),
            ("# one", "\\#&#8203; one"),
            ("$x$", "<span>$</span>x<span>$</span>"),
            (":tada:", ":&#8203;tada:"),
            ("see 22f390c1", "see 2&#8203;2f390c1"),
            ("a\u{202e}b\nc\u{1b}", "a\u{fffd}b c\u{fffd}"),
        ] {
            assert_eq!(text(words), shown, "{words:?}");
        }
        assert_eq!(code("/fees"), "`/fees`");
        assert_eq!(code("a`b@c"), "<code>a\\`b@&#8203;c</code>");
        assert_eq!(code(""), "(nothing)");
    }
}
