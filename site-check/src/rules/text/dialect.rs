//! The marks of other Markdown dialects, such as GitHub's, which visitors of this site would see as typed.

use crate::load::Patterns;
use std::ops::Range;
use std::sync::LazyLock;

/// A mark of another dialect.
pub(super) struct Foreign {
    /// The diagnostic marks the first group that matches.
    expression: &'static str,
    pub message: &'static str,
    pub help: &'static str,
}

const NOTE: &str = "In an article, write <Callout title=\"Note\"> above the words and </Callout> below them, each with an empty line above and below. On a page, write “Note:” before them.";
const CHECKLIST: &str = "Delete the brackets. In an article, write <Checklist title=\"…\"> above the list and </Checklist> below it, each with an empty line above and below.";
const BOLD: &str = "Write ** before and after the words to make them bold, or delete the signs.";

/// Marks at the beginning of a line of a paragraph.
static AT_LINE_START: [Foreign; 8] = [
    Foreign {
        expression: r"^(\[![A-Za-z]+\][-+]?)",
        message: "GitHub's mark for a note doesn't work here",
        help: NOTE,
    },
    Foreign {
        expression: r"^(:{3,}.*)",
        message: "this mark doesn't start a note here",
        help: NOTE,
    },
    Foreign {
        expression: r"^((?:!!!|\?\?\?\+?) [a-z].*)",
        message: "this mark doesn't start a note here",
        help: NOTE,
    },
    Foreign {
        expression: r"^((?:- ?)?\[ ?\])(?:\s|$)",
        message: "these brackets don't make a checkbox here",
        help: CHECKLIST,
    },
    Foreign {
        expression: r"^(-\[[xX]\])\s",
        message: "these brackets don't make a checkbox here",
        help: "Write a hyphen and a space instead of the hyphen and the brackets.",
    },
    Foreign {
        expression: r"(?i)^(\[\[?_?TOC_?\]?\])$",
        message: "this mark doesn't make a table of contents here",
        help: "Delete the line: every article gets a table of contents.",
    },
    Foreign {
        expression: r"^(={2,6}) \S",
        message: "equals signs don't make a heading here",
        help: "In an article, write ## and a space before a heading's words. On a page, give the text its own block, with a `heading`.",
    },
    Foreign {
        expression: r"^(: {1,3})[A-Z0-9]",
        message: "a colon doesn't start a definition here",
        help: "Write the term and its definition on one line: **Term:** definition.",
    },
];

/// The brackets of a task at the beginning of an item.
static AT_ITEM_START: [Foreign; 1] = [Foreign {
    expression: r"^(\[[xX]\])\s",
    message: "these brackets don't make a checkbox here",
    help: CHECKLIST,
}];

/// Marks among words.
static AMONG_WORDS: [Foreign; 10] = [
    Foreign {
        expression: r#"(?:^|[\s(*_.,!?;"“”—–-])((?::(?:[a-z][a-z0-9_+-]*|[+-]1|100|1234|8ball):)+)(?:[^0-9a-z:/]|$)|[A-Za-z](:[a-z]+_[a-z_]+:)"#,
        message: "emoji codes don't work here",
        help: "Delete it, or write the emoji itself.",
    },
    Foreign {
        expression: r"[^\s^](\^[^\s^]{1,20}\^)(?:[^0-9A-Za-z(]|$)|(?:^|[\s.,)])(\^(?:[0-9]{1,3}|[A-Za-z]{1,3})\^)(?:[^0-9A-Za-z(]|$)",
        message: "carets don't make superscripts here",
        help: "Write the superscript itself, such as ² or ¹⁰, or write it in words: “to the 10th power”.",
    },
    Foreign {
        expression: r"[A-Za-z)](~[0-9A-Za-z+-]{1,4}~)",
        message: "tildes don't make subscripts here",
        help: "Write the subscript itself, such as ₂, or delete the tildes.",
    },
    Foreign {
        expression: r#"(?:^|[\s(])(~[0-9A-Za-z$“"'](?:[^~\n]*[^\s~])?~)(?:[\s.,;:!?)]|$)"#,
        message: "tildes don't strike text out here",
        help: "Delete the words with their tildes, or only the tildes to keep the words.",
    },
    Foreign {
        expression: r"(?:^|[\s(])(==[^\s=](?:[^=\n]*[^\s=])?==)(?:[\s.,;:!?)]|$)",
        message: "equals signs don't highlight text here",
        help: BOLD,
    },
    Foreign {
        expression: r"(?:^|[\s(])(\+\+[A-Za-z](?:[^+\n]*[^\s+])?\+\+)(?:[\s.,;:!?)]|$)",
        message: "plus signs don't underline text here",
        help: BOLD,
    },
    Foreign {
        expression: r"(!?\[\[[^\s\[\]][^\[\]\n]*\]\])",
        message: "double brackets don't make a link here",
        help: "Write [words](/path) for a link. To show the brackets, write a backslash before each.",
    },
    Foreign {
        expression: r"(\[/(?:b|i|u|s|url|img|quote|code|size|color|center)\])",
        message: "a forum's tags don't work here",
        help: "Write ** before and after words to make them bold, * for italics, and [words](address) for a link.",
    },
    Foreign {
        expression: r"(\$\$[^\s$](?:[^$\n]*[\\^=_][^$\n]*)?\$\$)",
        message: "dollar signs don't make a formula here",
        help: "Write the formula in words, or with characters such as × and ².",
    },
    Foreign {
        expression: r"(?:^|\s)(%%[^%\n]+%%)(?:\s|$)",
        message: "percent signs don't hide a comment here",
        help: "Delete it. Write a note for editors in the pull request.",
    },
];

/// The name of a character that Markdown doesn't recognize, because it is misspelled or lacks its semicolon.
static ENTITY: [Foreign; 1] = [Foreign {
    expression: r"(&[a-z]{3,}[0-9]{0,2};|&#[0-9]{2,6};?|&#[xX][0-9A-Fa-f]{2,6};?|&(?:nbsp|amp|lt|gt|quot|apos|[mn]dash|[lr][sd]quo|hellip|copy|reg|trade|cent|pound|euro|sect|deg|frac[0-9]{2}|shy)(?-u:\b))",
    message: "Markdown doesn't know this character name",
    help: "Write the character itself.",
}];

static LINE_START: LazyLock<Patterns> = LazyLock::new(|| compile(&AT_LINE_START));
static ITEM_START: LazyLock<Patterns> = LazyLock::new(|| compile(&AT_ITEM_START));
static WORDS: LazyLock<Patterns> = LazyLock::new(|| compile(&AMONG_WORDS));
static ENTITIES: LazyLock<Patterns> = LazyLock::new(|| compile(&ENTITY));

fn compile(marks: &'static [Foreign]) -> Patterns {
    Patterns::new(marks.iter().map(|mark| mark.expression))
}

/// A mark of another dialect, and its bytes in the text.
pub(super) type Mark = (&'static Foreign, Range<usize>);

/// Returns the mark at the beginning of a line of a paragraph.
pub(super) fn at_line_start(line: &str, is_item: bool) -> Option<Mark> {
    let mark = first(&LINE_START, &AT_LINE_START, line);
    mark.or_else(|| first(&ITEM_START, &AT_ITEM_START, line).filter(|_| is_item))
}

/// Returns the first mark among words.
pub(super) fn among_words(text: &str) -> Option<Mark> {
    first(&WORDS, &AMONG_WORDS, text)
}

/// Returns the first unknown character name in a text whose known names are decoded.
pub(super) fn entity(decoded: &str) -> Option<Mark> {
    first(&ENTITIES, &ENTITY, decoded)
}

/// Returns the mark that comes first in a table.
fn first(patterns: &Patterns, marks: &'static [Foreign], text: &str) -> Option<Mark> {
    for (index, expression) in patterns.matching(text) {
        for found in expression.captures_iter(text) {
            if let Some(group) = found.iter().skip(1).flatten().next() {
                return Some((&marks[index], group.range()));
            }
        }
    }
    None
}
