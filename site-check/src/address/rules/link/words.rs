//! The words of links: none, and those that say nothing.

use crate::load::File;
use crate::load::markdown::{Kind, Node, Prose};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static EMPTY: Rule = Rule {
    code: "link/empty",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_empty),
    summary: "A link has no words.",
    why: "There is nothing to click, and a screen reader reads out the address.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [](/fees).",
        right: "See [our fees](/fees).",
    },
};

fn check_empty(file: &File, out: &mut Diagnostics) {
    for (prose, link) in links(file) {
        let text = link_text(link);
        if text.trim().is_empty() {
            report(file, prose, link, &text, out);
        }
    }
}

pub(super) static VAGUE: Rule = Rule {
    code: "link/vague",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check_vague),
    summary: r#"A link's words do not say where it leads: "click here", "read more", an address."#,
    why: "People who use a screen reader go from link to link and hear only these words; search engines judge a page by them, too.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "For our fees, [click here](/fees).",
        right: "See [what we charge](/fees).",
    },
};

/// Words that say nothing of a link's target.
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

fn check_vague(file: &File, out: &mut Diagnostics) {
    for (prose, link) in links(file) {
        let text = link_text(link);
        if is_vague(&text) {
            report(file, prose, link, &text, out);
        }
    }
}

/// The beginnings of web addresses.
const ADDRESS_STARTS: [&str; 3] = ["http://", "https://", "www."];

/// Returns whether the words of a link are an address, or say nothing.
fn is_vague(text: &str) -> bool {
    let trimmed = text.trim_matches(|c: char| !c.is_alphanumeric());
    let plain = trimmed.to_lowercase();
    let begins_as_address = ADDRESS_STARTS.iter().any(|start| plain.starts_with(start));
    let is_address = begins_as_address && !plain.contains(' ');
    is_address || VAGUE_WORDS.contains(&plain.as_str())
}

fn links(file: &File) -> impl Iterator<Item = (&Prose, &Node)> {
    file.nodes()
        .filter(|(_, node)| matches!(node.kind, Kind::Link(_)))
}

/// Returns the words of a link. The description of a picture speaks for it.
fn link_text(link: &Node) -> String {
    let mut text = link.words();
    for child in &link.children {
        if let Kind::Image(_, alt) = &child.kind {
            text += alt;
        }
    }
    text
}

fn report(file: &File, prose: &Prose, link: &Node, text: &str, out: &mut Diagnostics) {
    out.at(
        file,
        prose.source(link),
        "link text does not describe its target",
    )
    .expected("words between [ and ] that make sense on their own")
    .quoting(text.trim())
    .help("Link the words that name the thing: see [what we charge](/fees).");
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn empty() {
        assert_snapshot!(check("articles/first.mdx", "[the second]", "[]"), @r#"
        error[link/empty]: link text does not describe its target
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
        warning[link/vague]: link text does not describe its target
          --> content/articles/first.mdx:11:38
           |
        11 | The rule says {withdrawal-rule}; see [click here](/blog/second#a-heading).
           |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: words between [ and ] that make sense on their own
           = found: `click here`
           = help: Link the words that name the thing: see [what we charge](/fees).
        "#);
        finds("link/vague", &[
            ("articles/first.mdx", "[the authority]", "[https://www.irs.gov/]", (15, 19)),
        ]);
        near_misses("link/vague", &[
            ("articles/first.mdx", "[the second]", "[here is the second]", "[here]"),
        ]);
    }
}
