use crate::load::markdown::Kind;
use crate::rule::{Diagnostics, Example, ProseError, Rule, Scope, Severity};

pub(super) static UNDEFINED: Rule = Rule {
    code: "link/undefined",
    severity: Severity::Error,
    scope: Scope::ReportedBy("mdx/syntax"),
    summary: "A link has its address apart from its words, in a definition, or it is a footnote.",
    why: "Visitors would read brackets in the middle of a sentence, and have nothing to click.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [what we charge][fees].",
        right: "See [what we charge](/fees).",
    },
};

/// Reports a link whose address is elsewhere.
pub(crate) fn report(error: ProseError, out: &mut Diagnostics) {
    error.report(
        &mut out.for_rule(&UNDEFINED),
        "a link's address belongs right after its words",
        "a link with its address: [words](/fees)",
        "Write the address right after the words: [words](/fees). Write literal brackets as \\[ and \\].",
    );
}

/// Reports a footnote, or its text below.
pub(crate) fn report_footnote(error: ProseError, out: &mut Diagnostics) {
    let mut out = out.for_rule(&UNDEFINED);
    let footnote = error.report(
        &mut out,
        "footnotes are not supported",
        "a link, or the note in the sentence",
        "Write the note into the sentence, or its source as a link: [words](https://…). An article lists its authorities in `references`.",
    );
    // A note of one word is the address of the links to it.
    for node in error.prose.nodes() {
        let is_link = matches!(node.kind, Kind::Link(_));
        if is_link && error.prose.written(node).starts_with("[^") {
            footnote.suppresses(error.prose.source(node));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn undefined() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some [words][nowhere] of **words**"), @r#"
        error[link/undefined]: a link's address belongs right after its words
          --> content/articles/first.mdx:15:6
           |
        15 | Some [words][nowhere] of **words** of [the authority](https://www.irs.gov/).
           |      ^^^^^^^^^^^^^^^^
           |
           = expected: a link with its address: [words](/fees)
           = found: `[words][nowhere]`
           = help: Write the address right after the words: [words](/fees). Write literal brackets as \[ and \].
        "#);
        finds("link/undefined", &[
            ("articles/first.mdx", "Some **words**", "Some **words**[^1]", (15, 15)),
            ("articles/first.mdx", "Some **words**", "Some **words**[^1]\n\n[^1]: Net\n\nWords", (17, 1)),
            ("articles/first.mdx", "Some **words**", "Some [words][fees] of **words**\n\n[fees]: /fees\n\nWords", (17, 1)),
        ]);
        near_misses("link/undefined", &[
            ("articles/first.mdx", "Some **words**", "Some [1] **words** [sic]^2", "Some [1] **words** [sic][2]"),
        ]);
    }
}
