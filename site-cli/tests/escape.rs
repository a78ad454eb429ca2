//! Text from content, escaped for Markdown.

use site_cli::escape::{code, text};

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
