//! Literal characters that Markdown reads as marks. `shapes` finds them among the nodes.

use super::shapes::{self, Position};
use crate::fix::Fix;
use crate::load::File;
use crate::load::markdown::{Node, Prose};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::ops::Range;

pub(super) static EATEN: Rule = Rule {
    code: "text/eaten",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Markdown reads a literal character, such as an asterisk between figures or a > before a figure, as a mark.",
    why: "Visitors don't see the character: 12*500*2 becomes 125002, and a line that begins with > $100,000 becomes a quotation.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "Set aside 12*500*2 dollars.",
        right: "Set aside 12 × 500 × 2 dollars.",
    },
};

/// A shape of nodes that Markdown makes of words.
struct Shape {
    /// Returns the span in the prose to report.
    find: fn(&Position) -> Option<Range<usize>>,
    message: &'static str,
    expected: &'static str,
    help: &'static str,
}

const SHAPES: [Shape; 12] = [
    Shape {
        find: shapes::stars_of_notes,
        message: "together, these marks make italics or bold, and visitors don't see them",
        expected: "a backslash before each mark that visitors should read",
        help: "To show each mark, write a backslash before it: 5%\\*, 6%\\*.",
    },
    Shape {
        find: shapes::marks_within_words,
        message: "these marks make italics or bold, and visitors don't see them",
        expected: "marks around whole words, or a backslash before each mark that visitors should read",
        help: "For a multiplication, write × between the figures: 12 × 500 × 2. To show each mark as typed, write a backslash before it: \\*.",
    },
    Shape {
        find: shapes::marks_of_nothing,
        message: "these marks make italics or bold, and visitors don't see them",
        expected: "words between the marks",
        help: "Write a backslash before the first mark, as in \\_\\_\\_, or delete the marks.",
    },
    Shape {
        find: shapes::code_within_words,
        message: "these backticks make code, and visitors don't see them",
        expected: "backticks around whole words, for code only",
        help: "For an apostrophe or a quotation mark, write ' or \".",
    },
    Shape {
        find: shapes::quote_within_sentence,
        message: "the > at the beginning of this line starts a quotation",
        expected: "a quotation with an empty line above it, or a line that does not begin with >",
        help: "Put the > at the end of the line above, or write “more than”. For a quotation, leave an empty line above it.",
    },
    Shape {
        find: shapes::quote_of_figure,
        message: "the > before these words starts a quotation",
        expected: "words that do not begin with >",
        help: "Write “more than” or “at least”. To show the character, write a backslash before it: \\>. For a quotation, write a space after the > and end its sentence with a period.",
    },
    Shape {
        find: shapes::attribution,
        message: "the hyphen before this name starts a list",
        expected: "a dash (—) before the name",
        help: "Write a dash (—) and a space instead of the hyphen. For a list, write a line above it that introduces it and ends with a colon.",
    },
    Shape {
        find: shapes::star_of_note,
        message: "this asterisk starts a list, and visitors don't see it",
        expected: "a backslash before the asterisk",
        help: "Write \\* before the note, like the asterisk that leads to it. For a list, write - before each item.",
    },
    Shape {
        find: shapes::list_within_sentence,
        message: "the first character of this line starts a list",
        expected: "a list with an empty line above it, or a line that does not begin like an item",
        help: "Move the character to the end of the line above, or write it as a word, such as “plus”. For a list, leave an empty line above it.",
    },
    Shape {
        find: shapes::number_out_of_order,
        message: "visitors don't see this number: list items are numbered in order",
        expected: "the number that follows the number of the item above",
        help: "If the line isn't an item, put the number at the end of the line above. If it is an item, begin it with another word.",
    },
    Shape {
        find: shapes::number_sign_at_end,
        message: "visitors don't see this # at the end of the heading",
        expected: "a heading that does not end with # after a space",
        help: "Write a backslash before it (\\#), or delete it.",
    },
    Shape {
        find: shapes::drawing,
        message: "GitHub draws this code as a picture, but visitors would read the code",
        expected: "code that visitors should read, or a picture",
        help: "Save the drawing as a picture and use that, or describe it in words.",
    },
];

fn check(file: &File, out: &mut Diagnostics) {
    for prose in file.proses() {
        let mut visitor = Visitor {
            file,
            prose,
            first_star: shapes::first_star(prose),
            out,
        };
        visitor.visit(&prose.parsed.nodes, None);
    }
}

struct Visitor<'a, 'o, 'd> {
    file: &'a File,
    prose: &'a Prose,
    first_star: Option<usize>,
    out: &'o mut Diagnostics<'d>,
}

impl Visitor<'_, '_, '_> {
    /// Reports the first shape of each node, and looks below the other nodes.
    fn visit(&mut self, nodes: &[Node], parent: Option<&Node>) {
        for (index, node) in nodes.iter().enumerate() {
            let place = Position {
                prose: self.prose,
                node,
                before: index.checked_sub(1).map(|before| &nodes[before]),
                after: nodes.get(index + 1),
                parent,
                first_star: self.first_star,
            };
            if !self.report(&place) {
                self.visit(&node.children, Some(node));
            }
        }
    }

    /// Reports the first shape of a node. Returns false if it has none.
    fn report(&mut self, place: &Position) -> bool {
        for shape in &SHAPES {
            let Some(span) = (shape.find)(place) else {
                continue;
            };
            let source = self.prose.map.source(span.clone());
            self.out
                .at(self.file, source, shape.message)
                .expected(shape.expected)
                .quoting(&self.prose.text[span])
                .help(shape.help)
                .fix(backslashes(self.file, place));
            return true;
        }
        false
    }
}

/// Writes a backslash before each mark between two figures in an article. In TOML, the form of a backslash depends on the
/// quotes.
fn backslashes(file: &File, place: &Position) -> Option<Fix> {
    file.body.as_ref()?;
    let [open, close] = shapes::marks_between_figures(place)?;
    let mut all: Option<Fix> = None;
    for at in open.chain(close) {
        let source = place.prose.map.source(at..at);
        let one = Fix::edit(file, source, "\\");
        all = Some(match all {
            Some(all) => all.and(one),
            None => one,
        });
    }
    all.map(|all| all.described("Write a backslash before each mark, so that it is shown."))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_in_each, finds_in_files, finds_in_none,
    };

    #[test]
    #[rustfmt::skip]
    fn eaten() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Take 12*500*2 of **words**"), @r#"
        error[text/eaten]: these marks make italics or bold, and visitors don't see them
          --> content/articles/first.mdx:15:6
           |
        15 | Take 12*500*2 of **words** of [the authority](https://www.irs.gov/).
           |      ^^^^^^^^
           |
           = expected: marks around whole words, or a backslash before each mark that visitors should read
           = found: `12*500*2`
           = help: For a multiplication, write × between the figures: 12 × 500 × 2. To show each mark as typed, write a backslash before it: \*.
           = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Savers with\n> $100,000\n\nSome **words**"), @r#"
        error[text/eaten]: the > at the beginning of this line starts a quotation
          --> content/articles/first.mdx:16:1
           |
        16 | > $100,000
           | ^^^^^^^^^^
           |
           = expected: a quotation with an empty line above it, or a line that does not begin with >
           = found: `> $100,000`
           = help: Put the > at the end of the line above, or write “more than”. For a quotation, leave an empty line above it.
        "#);
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "The index rose by\n+ 2 percent.\n\nSome **words**"), @r#"
        error[text/eaten]: the first character of this line starts a list
          --> content/articles/first.mdx:16:1
           |
        16 | + 2 percent.
           | ^^^^^^^^^^^^
           |
           = expected: a list with an empty line above it, or a line that does not begin like an item
           = found: `+ 2 percent.`
           = help: Move the character to the end of the line above, or write it as a word, such as “plus”. For a list, leave an empty line above it.
        "#);
        finds_in_files("text/eaten", &[
            ("pages/index.toml", "Saving.", "Saving «12*500*2."),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn marks() {
        finds_in_each("text/eaten", &[
            "12*500*2", "snake*case*word", "2**10**3", "A 5*5 and a 4*4 grid", "5*x+3*y", "(4)*5*6", "10%*50*2", "{withdrawal-rule}*12*2", "(1+r)*n*2", "5*6*(7)",
            "5%*, 6%* and more", "___-__-____", "f**k and sh**t", "the `80s and the `90s", "We don`t and can`t", "7*24*365 hours",
        ]);
        finds_in_none("text/eaten", &[
            "**Bold**ly", "un*common* sense", "**S**mall **C**aps", "**$5,000** and *2024*", "5% **vs.** *6%*", "**l**i**s**t", "[*a*](/fees)*, and b*", "**1**–**2**", "$**50**", "**50**%",
            "5 * 3 * 2", "3*4", "a_name_here", "*.csv and *.txt", "Fees* and terms*", "**A**-rated", "*Journal*’s", "**Fee:** 1%", "12\\*500\\*2",
            "`12*500*2`", "***all***", "*...and more*", "[*words*](/fees)s", "Use `code` and `more`.", "`a`s and `b`s", "____ and ____",
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn quotations() {
        finds_in_each("text/eaten", &[
            "Savers with\n> $100,000 pay less.", "Those who are\n> 65 get more.", "Growth is\n> than before.", "In File\n> Print > Save now.",
            ">65 years old", ">=5% a year", ">half of savers", ">$5,000", "> 65 years", "> €5,000", "- >65 years", "- > 65 years get all.", "* >= 2 years", "Our rule:\n>65 years",
        ]);
        finds_in_none("text/eaten", &[
            "He said:\n\n> Be fearful.\n\nSo we are.", "He said:\n> Be fearful.", "Buffett once said,\n> Be fearful.", "> A\n>\n> > B",
            "> $100,000 is the line that the law draws.", "> 2020 was a hard year.", "> **Bold** words", "> “Yes,” he said.", "> one\n> two",
            "a > b", "The rate is >5%.", "| a | > 5 |\n| - | - |\n| c | d |", ">No space, but a quotation.", "She wrote:\n> 5 rules matter.",
            "A friend asked\n> Should I sell now?", "\\> 65 years", "> it begins in lower case.", "- He said:\n\n  > Save.",
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn lists() {
        finds_in_each("text/eaten", &[
            "The index rose by\n+ 2 percent in May.", "The rate fell from 8 to\n- 5 percent a year.", "We took the total of 5\n* 3 and paid.",
            "The market fell by a lot\n- and rose again.", "The firm was always number\n1. That is good.", "It (see section\n1) and others) is",
            "- Inflation\n+ 2 percent a year", "1. Save\n2019. It fell", "> Stay the course.\n\n- John Bogle", "“Save.”\n- Warren Buffett",
            "> Save.\n> - Warren Buffett",
        ]);
        finds_in_none("text/eaten", &[
            "+ Clarity\n+ Calm", "We value\n+ Clarity\n+ Calm", "Words.\n\n+ 2 percent", "- 5%\n- 3%", "We charge:\n- 1% a year", "Bring:\n- your W-2",
            "- Fee\n  - 1%", "- Fee\n  + 5%", "1. a\n1. b", "1) a\n2) b", "- Only one", "+1 (918) 555-0100", "**Fees**\n- 1% a year",
            "Fees\n- 1% a year", "> A quote.\n\n- One\n- Two", "> A quote.\n\n- Save more", "> A quote.\n\n- This is a long sentence about what we do.", "> Q.\n\n— Ben Franklin",
            "Words about it.\n- Apple", "In all of the years\n2020. A", "Things we always do\n- save\n- spend", "1. a\n\n   more\n\n2. b",
            "Steps to take in all years:\n1. Save", "Fees are 1%.\n\n* Net of costs.",
        ]);
        // No other text has an asterisk that refers to the note.
        finds_in_each("text/eaten", &["Fees are 1%* a year.\n\n* Net of costs."]);
    }

    #[test]
    fn headings_and_code() {
        finds_in_each("text/eaten", &["## Press #", "```mermaid\ngraph TD\n```"]);
        finds_in_none(
            "text/eaten",
            &[
                "## Save ##",
                "## C# and F#",
                "## Tulsa's #1",
                "```sh\nls\n```",
            ],
        );
    }
}
