//! The form of links, and their words.

use crate::address::web::right_address;
use crate::load::markdown::{Kind, Node};
use crate::load::{File, LETTERS, Passage, TextKind, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

pub(crate) static FORM: Rule = Rule {
    code: "link/form",
    severity: Severity::Error,
    scope: Scope::Texts(check),
    summary: "A link is mistyped (a space before its address, a space or a line break in it, swapped brackets, or a missing bracket), its address isn't directly after its words, or it has a title or is a footnote.",
    why: "Visitors would read brackets and an address in the middle of a sentence, with nothing to click; and no page shows a link's title.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [our fees] (/fees).",
        right: "See [our fees](/fees).",
    },
};

/// A mistyped link, captured in the group of its message in [`MESSAGES`].
static MISTYPED: LazyLock<Regex> = LazyLock::new(|| {
    let address = r"\s*(?:/|#|http|www\.|external:|contact:|mailto:|tel:)[^\s()\[\]]*\s*";
    pattern(&format!(
        r"(?m)(\]\s+\({address}\))|(\)\[{address}\])|(\]\([^)\s]+\n[^)\s]+\))|(\]\([^()\s]+\([^()\s]*\))|(\]\([^)\n]*$)|(\]\(\s*[^)\s]+[^\S\n]+[^)\s][^)\n]*\))|(\]\([^)\n]*\))"
    ))
});

/// The message of each group, and the help.
const MESSAGES: [(&str, &str); 7] = [
    (
        "a space between the words and the address of this link",
        HOW,
    ),
    ("the brackets of this link are swapped", HOW),
    ("a line break in the address of this link", HOW),
    (
        "a parenthesis in the address of this link isn't closed",
        "Close both the parenthesis in the address and the one around it, as in [words](https://en.wikipedia.org/wiki/Roth_(IRA)), or write %28 for the one in the address.",
    ),
    ("the address of this link is not closed", HOW),
    ("a space in the address of this link", HOW),
    (
        "a missing [ before this link's words, or a link inside another link",
        HOW,
    ),
];

const HOW: &str = "Write the words in square brackets and, directly after them, the address in parentheses, on one line and without a space in it. A link can't contain another link. Write literal brackets as \\[ and \\].";

fn check(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        if text.kind != TextKind::Prose {
            continue;
        }
        for found in MISTYPED.captures_iter(&text.marks()) {
            for (group, (message, help)) in found.iter().skip(1).zip(MESSAGES) {
                if let Some(group) = group {
                    out.in_text(file, text, group.range(), message)
                        .expected("[words](/path) or [words](https://…)")
                        // The address inside also looks like a bare address.
                        .suppresses_its_span()
                        .help(help);
                }
            }
        }
    }
}

pub(super) static BARE: Rule = Rule {
    code: "link/bare",
    severity: Severity::Error,
    scope: Scope::Texts(check_bare),
    summary: "A web or email address in prose is not a link.",
    why: "Visitors would have to copy it: only `[words](address)` is a link here.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The forms are at www.irs.gov/forms.",
        right: "The forms are [at the IRS](https://www.irs.gov/forms).",
    },
};

/// A web or email address in words.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let (inner, end) = (r#"[^\s()<>\[\]"“”]*"#, format!("[{LETTERS}/]"));
    pattern(&format!(
        r"(?i)(?-u:\b)(?:(?:(?:https?|ftp)://|mailto:|tel:){inner}{end}|www\.{inner}\.[a-z]{{2,}}(?:[/?#:]{inner}{end})?|[{LETTERS}_.+-]+@(?:[{LETTERS}-]+\.)+[a-z]{{2,}}(?-u:\b))"
    ))
});

/// Reports the addresses of prose outside links and code.
fn check_bare(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        if text.kind != TextKind::Prose {
            continue;
        }
        for found in ADDRESS.find_iter(&text.text) {
            let span = found.range();
            if !text.is_in_link(&span) && !text.has_code(&span) {
                report_bare(file, text.source(span), found.as_str(), out);
            }
        }
    }
}

fn report_bare(file: &File, span: Range<usize>, address: &str, out: &mut Diagnostics) {
    if address.contains('@') && !address.contains("://") {
        return report_email(file, span, address, out);
    }
    let link = if let Some(right) = right_address(address) {
        format!("[words]({right})")
    } else if let Some(rest) = address.strip_prefix("http://") {
        format!("[words](https://{rest})")
    } else if address.contains("://") {
        format!("[words]({address})")
    } else if address.starts_with("www.") {
        format!("[words](https://{address})")
    } else {
        "[words](contact:phone)".to_owned()
    };
    out.at(file, span, "this address is not a link")
        .expected("a link: [words](address)")
        .quoting(address)
        .help(format!("Write {link}, with words that say what the visitor finds there. To show an address that visitors shouldn't follow, put it between backticks (`)."));
}

/// Reports an email address. Only the firm's own address can be linked.
fn report_email(file: &File, span: Range<usize>, address: &str, out: &mut Diagnostics) {
    out.at(file, span, "this address is not a link")
        .expected("a link to the firm's own address: [words](contact:email)")
        .quoting(address)
        .help("Only the firm's own address can be linked: write [words](contact:email) for it. Leave out any other, or put it between backticks (`) to show it.");
}

pub(super) static EMPTY: Rule = Rule {
    code: "link/empty",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_words),
    summary: "A link has no words.",
    why: "There is nothing to click, and a screen reader reads out the address.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [](/fees).",
        right: "See [our fees](/fees).",
    },
};

pub(super) static VAGUE: Rule = Rule {
    code: "link/vague",
    severity: Severity::Warning,
    scope: Scope::ByAnother,
    summary: r#"A link's words do not say where it leads: "click here", "read more", an address."#,
    why: "People who use a screen reader go from link to link and hear only these words, and search engines use them to rank the page.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "For our fees, [click here](/fees).",
        right: "See [what we charge](/fees).",
    },
};

/// Words that don't say where a link leads.
const VAGUE_WORDS: [&str; 21] = [
    "click here",
    "click",
    "here",
    "this",
    "this link",
    "this page",
    "this article",
    "link",
    "page",
    "more",
    "read more",
    "learn more",
    "find out more",
    "see more",
    "see here",
    "go",
    "go here",
    "read this",
    "details",
    "website",
    "this website",
];

/// Reports links whose words are missing or don't say where the link leads.
fn check_words(file: &File, out: &mut Diagnostics) {
    for (prose, node) in file.nodes() {
        if !matches!(node.kind, Kind::Link(_)) {
            continue;
        }
        let text = link_text(node);
        let (rule, message) = match text.trim() {
            "" => (&EMPTY, "this link has no words"),
            words if is_vague(words) => (&VAGUE, "these words don't say where the link leads"),
            _ => continue,
        };
        out.for_rule(rule)
            .at(file, prose.source(node), message)
            .expected("words between [ and ] that make sense on their own")
            .quoting(text.trim())
            .help("Link the words that name the thing: see [what we charge](/fees).");
    }
}

/// The beginnings of web addresses.
const ADDRESS_STARTS: [&str; 3] = ["http://", "https://", "www."];

/// Returns true if a link's words are an address, or don't say where it leads.
fn is_vague(text: &str) -> bool {
    let trimmed = text.trim_matches(|c: char| !c.is_alphanumeric());
    let plain = trimmed.to_lowercase();
    let begins_as_address = ADDRESS_STARTS.iter().any(|start| plain.starts_with(start));
    let is_address = begins_as_address && !plain.contains(' ');
    is_address || VAGUE_WORDS.contains(&plain.as_str())
}

/// Returns a link's words, including the descriptions of pictures.
fn link_text(link: &Node) -> String {
    let mut text = link.words();
    for child in &link.children {
        if let Kind::Image(_, alt) = &child.kind {
            text += alt;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_at_marks, finds_in_files, found, found_in_words, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn markup() {
        assert_snapshot!(check("articles/first.mdx", "[the second](", "[the second] ("), @r#"
        error[link/form]: a space between the words and the address of this link
          --> content/articles/first.mdx:11:49
           |
        11 | The rule says {withdrawal-rule}; see [the second] (/blog/second#a-heading).
           |                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: [words](/path) or [words](https://…)
           = found: `] (/blog/second#a-heading)`
           = help: Write the words in square brackets and, directly after them, the address in parentheses, on one line and without a space in it. A link can't contain another link. Write literal brackets as \[ and \].
        "#);
        assert_snapshot!(check("articles/first.mdx", "(/blog/second#a-heading)", "(/blog/the second)"), @r#"
        error[link/form]: a space in the address of this link
          --> content/articles/first.mdx:11:49
           |
        11 | The rule says {withdrawal-rule}; see [the second](/blog/the second).
           |                                                 ^^^^^^^^^^^^^^^^^^^
           |
           = expected: [words](/path) or [words](https://…)
           = found: `](/blog/the second)`
           = help: Write the words in square brackets and, directly after them, the address in parentheses, on one line and without a space in it. A link can't contain another link. Write literal brackets as \[ and \].
        "#);
        finds_in_files("link/form", &[
            ("articles/first.mdx", "[the second](/blog/second#a-heading)", "(the second«)[/blog/second#a-heading]"),
            ("articles/first.mdx", "](https://www.irs.gov/", "«](https://www.irs.gov/tax\ntopics"),
            ("articles/first.mdx", "](https://www.irs.gov/", "«](https://en.wikipedia.org/wiki/Roth_(IRA"),
            ("pages/index.toml", "](/fees#tiers)", "«](/fees#tiers"),
            ("pages/index.toml", "[our fees]", "our fees«]"),
        ]);
        // The address isn't also reported as a bare address.
        finds_at_marks("link/form", &[
            "See [it«](https://www.irs.gov/a b) and **words**",
        ]);
        near_misses("link/form", &[
            ("articles/first.mdx", "https://www.irs.gov/", "https://en.wikipedia.org/wiki/Roth_(IRA)", "https://en.wikipedia.org/wiki/Roth_(IRA"),
            ("articles/first.mdx", "Some **words**", "Some [sic] (or few) words, (so)[1] and array[0] (see above)", "Some [sic] (/few) words, (so)[1] and array[0] (see above)"),
            ("articles/first.mdx", "Some **words**", "Some \\[words\\](/fees)", "Some \\[words](/fees)"),
            ("articles/first.mdx", "Some **words**", "Write `[words] (/fees)`", "Write [words] (/fees)"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn title() {
        assert_snapshot!(check("articles/first.mdx", "(/blog/second#a-heading)", "(/blog/second#a-heading \"The second\")"), @r#"
        error[link/form]: this link's title is not shown
          --> content/articles/first.mdx:11:38
           |
        11 | The rule says {withdrawal-rule}; see [the second](/blog/second#a-heading "The second").
           |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: [words](address), without a title
           = found: `[the second](/blog/second#a-heading "The second")`
           = help: Delete the title in quotes, and say what it says in the link's words.
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn undefined() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some [words][nowhere] of **words**"), @r#"
        error[link/form]: a link's address belongs directly after its words
          --> content/articles/first.mdx:15:6
           |
        15 | Some [words][nowhere] of **words** of [the authority](https://www.irs.gov/).
           |      ^^^^^^^^^^^^^^^^
           |
           = expected: a link with its address: [words](/fees)
           = found: `[words][nowhere]`
           = help: Write the address directly after the words: [words](/fees). Write literal brackets as \[ and \].
        "#);
        finds_at_marks("link/form", &[
            "Some **words**«[^1]",
            "Some **words**[^1]\n\n«[^1]: Net\n\nWords",
            "Some [words][fees] of **words**\n\n«[fees]: /fees\n\nWords",
        ]);
        near_misses("link/form", &[
            ("articles/first.mdx", "Some **words**", "Some [1] **words** [sic]^2", "Some [1] **words** [sic][2]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn bare() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some words at www.irs.gov/x and **words**"), @r#"
        error[link/bare]: this address is not a link
          --> content/articles/first.mdx:15:15
           |
        15 | Some words at www.irs.gov/x and **words** of [the authority](https://www.irs.gov/).
           |               ^^^^^^^^^^^^^
           |
           = expected: a link: [words](address)
           = found: `www.irs.gov/x`
           = help: Write [words](https://www.irs.gov/x), with words that say what the visitor finds there. To show an address that visitors shouldn't follow, put it between backticks (`).
        "#);
        let http = &found("pages/index.toml", "Saving.", "Saving, as http://example.com says.")[0];
        assert!(http.contains("Write [words](https://example.com), "), "{http}");
        let email = &found("articles/first.mdx", "Some **words**", "Some words to a@b.co and **words**")[0];
        assert!(email.contains("Only the firm's own address can be linked"), "{email}");
        finds_in_files("link/bare", &[
            ("pages/index.toml", "Saving.", "Saving, as «http://example.com says."),
        ]);
        finds_at_marks("link/bare", &[
            "Some words at «https://www.irs.gov@evil.example and **words**",
            "Some words to «a@b.co and **words**",
        ]);
        near_misses("link/bare", &[
            ("articles/first.mdx", "Some **words**", "Some `www.irs.gov`, irs.gov, @name and 5@3.50 **words**", "Some www.irs.gov, irs.gov, @name and 5@3.50 **words**"),
        ]);
        let addresses = "at www.irs.gov/x.|(https://www.irs.gov@evil.example)|to a@b.co,|http://localhost:80 is|mailto:a@b.co|See “WWW.IRS.GOV”";
        assert_eq!(found_in_words("link/bare", &addresses.replace('|', "\n\n")).len(), 6);
        let words = "irs.gov|e.g. this|@name|a @ b.co|5@3.50|www.|https://|and/or";
        assert!(found_in_words("link/bare", &words.replace('|', "\n\n")).is_empty());
    }

    #[test]
    #[rustfmt::skip]
    fn empty() {
        assert_snapshot!(check("articles/first.mdx", "[the second]", "[]"), @r#"
        error[link/empty]: this link has no words
          --> content/articles/first.mdx:11:38
           |
        11 | The rule says {withdrawal-rule}; see [](/blog/second#a-heading).
           |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: words between [ and ] that make sense on their own
           = found: nothing
           = help: Link the words that name the thing: see [what we charge](/fees).
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn vague() {
        assert_snapshot!(check("articles/first.mdx", "[the second]", "[click here]"), @r#"
        warning[link/vague]: these words don't say where the link leads
          --> content/articles/first.mdx:11:38
           |
        11 | The rule says {withdrawal-rule}; see [click here](/blog/second#a-heading).
           |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: words between [ and ] that make sense on their own
           = found: `click here`
           = help: Link the words that name the thing: see [what we charge](/fees).
        "#);
        finds_in_files("link/vague", &[
            ("articles/first.mdx", "[the authority]", "«[https://www.irs.gov/]"),
        ]);
        near_misses("link/vague", &[
            ("articles/first.mdx", "[the second]", "[here is the second]", "[here]"),
        ]);
    }
}
