//! What is read without the parser is what the parser reads.

use super::plain;
use crate::load::markdown::ast::{Ast, Kind};
use crate::load::markdown::parser;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The bodies of the real articles.
static BODIES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let articles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/articles");
    let files = fs::read_dir(articles).expect("the real articles are there");
    let texts = files.map(|file| fs::read_to_string(file.expect("readable").path()));
    let body = |text: String| text.splitn(3, "+++\n").nth(2).map(str::to_owned);
    texts
        .filter_map(|text| body(text.expect("UTF-8")))
        .collect()
});

/// Their lines that are not empty.
static LINES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = BODIES.iter().flat_map(|body| body.lines());
    lines.filter(|line| !line.is_empty()).collect()
});

/// What makes Markdown something else.
const SIGNS: [&str; 70] = [
    "*",
    "**",
    "***",
    "*a*",
    "**b**",
    "_",
    "`",
    "~~~",
    "---",
    "===",
    "\\",
    "!",
    "[",
    "]",
    "(",
    ")",
    "](/a)",
    "[a]: /b",
    "[a][b]",
    "{",
    "}",
    "{a}",
    "{a}\n",
    "<",
    "<C />",
    "<C>",
    "</C>",
    "<C a=\"b\">",
    "<http://a.b>",
    "www.a.b",
    "http://a.b",
    "&",
    "&amp;",
    "&a",
    "#",
    "##",
    "# ",
    "\n\n## ",
    "|",
    "| a | b |",
    "| - | - |",
    "| |",
    "- ",
    "\n- ",
    "\n\n- ",
    "+ ",
    "> ",
    "1. ",
    "2) ",
    ":",
    "\"",
    "$",
    "\n",
    "\n\n",
    "\n\n\n",
    " ",
    "  ",
    "\t",
    "\r\n",
    "é",
    "’",
    "—",
    "\u{a0}",
    "\u{3000}",
    "\u{feff}",
    "import a",
    "import ",
    "export",
    "export ",
    "word",
];

/// Every node with its place and the number of its children, but without the
/// ends of lists: the parser counts the line below to some.
fn compared<'a>(ast: &'a Ast, text: &'a str) -> Vec<(Kind<'a>, usize, usize, usize)> {
    let nodes = ast.nodes(text).map(|node| {
        let span = node.span();
        let end = match node.kind() {
            Kind::List { .. } | Kind::ListItem => span.start,
            _ => span.end,
        };
        (node.kind(), span.start, end, node.children().count())
    });
    nodes.collect()
}

/// Whether a text is read without the parser, and then as the parser does.
fn agrees(text: &str) -> bool {
    let Some(read) = plain(text) else {
        return false;
    };
    let parsed = parser::parse(text).expect("it is sound");
    assert_eq!(compared(&read, text), compared(&parsed, text), "{text:?}");
    true
}

#[test]
fn real_articles_are_read_as_the_parser_does() {
    let read = BODIES.iter().filter(|body| agrees(body)).count();
    assert!(
        read > 0,
        "none of {} is read without the parser",
        BODIES.len()
    );
}

#[test]
fn what_is_not_plain_is_left_to_the_parser() {
    for text in [
        "a_b_c",
        "`a`",
        "a\\*b",
        "![a](b)",
        "[a](b \"c\")",
        "[a][b]",
        "a  \nb",
        "* a",
        "> a",
        "# a #",
        "    a",
        "a\n===",
        "***",
        "a <b>c</b>",
        "<C>a</C>",
        "{a}",
        "{1 + 1}",
        "import a",
        "- a\n  b",
        "a | b\n- | -",
        "| a |\n| b |",
        "**a *b* c**",
        "**a",
        "a&amp;b",
        "<C a={b} />",
    ] {
        assert!(plain(text).is_none(), "{text:?}");
    }
}

fn line() -> impl Strategy<Value = String> {
    let real =
        || any::<prop::sample::Index>().prop_map(|at| LINES[at.index(LINES.len())].to_owned());
    let sign = || prop::sample::select(&SIGNS[..]);
    prop_oneof![
        12 => real(),
        2 => (sign(), real()).prop_map(|(sign, line)| sign.to_owned() + &line),
        1 => prop::collection::vec(sign(), 1..6).prop_map(|signs| signs.concat()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn mutated_articles_are_read_as_the_parser_does(
        lines in prop::collection::vec((line(), prop_oneof![1 => Just("\n"), 6 => Just("\n\n")]), 1..6),
        slips in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&SIGNS[..])), 0..2),
    ) {
        let mut text: String = lines.into_iter().flat_map(|(line, end)| [line, end.to_owned()]).collect();
        for (at, sign) in slips {
            let at = text.floor_char_boundary(at.index(text.len()));
            text.insert_str(at, sign);
        }
        agrees(&text);
    }
}
