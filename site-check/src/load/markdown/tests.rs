//! The tree of a text: its kinds, its words and its places.

use super::*;
use proptest::prelude::*;

fn parsed(text: &str) -> Prose {
    Prose::parse(text, SourceMap::verbatim(0..text.len()))
}

/// The tree in one line: each kind with what is in it.
fn shown(text: &str) -> String {
    let prose = parsed(text);
    let blocks = prose.blocks().iter().map(show);
    blocks.collect::<Vec<_>>().join(" ")
}

fn show(node: &Node) -> String {
    let name = match &node.kind {
        Kind::Text(text) => return format!("{text:?}"),
        Kind::InlineCode(code) => return format!("`{code}`"),
        Kind::Code(code) => return format!("code {code:?}"),
        Kind::Fact(name) => return format!("{{{name}}}"),
        Kind::Break => return "break".to_owned(),
        Kind::Divider => return "divider".to_owned(),
        Kind::Image(address, alt) => return format!("image {} {alt:?}", address.url),
        Kind::Paragraph => "p".to_owned(),
        Kind::Heading(level) => format!("h{level}"),
        Kind::List { ordered: true } => "ol".to_owned(),
        Kind::List { ordered: false } => "ul".to_owned(),
        Kind::Item => "li".to_owned(),
        Kind::Quote => "quote".to_owned(),
        Kind::Table => "table".to_owned(),
        Kind::Row => "row".to_owned(),
        Kind::Cell => "cell".to_owned(),
        Kind::Strong => "strong".to_owned(),
        Kind::Emphasis => "em".to_owned(),
        Kind::Link(address) => format!("link {}", address.url),
        Kind::Component(tag) => tag.name.clone(),
    };
    let children = node.children.iter().map(show);
    format!("{name}({})", children.collect::<Vec<_>>().join(" "))
}

fn faults(text: &str) -> Vec<(FaultKind, String)> {
    let prose = parsed(text);
    let faults = prose.faults().iter();
    faults
        .map(|fault| (fault.kind.clone(), text[fault.span.clone()].to_owned()))
        .collect()
}

#[test]
fn markdown_is_a_tree() {
    for (text, tree) in [
        (
            "a *b* **c `d`** [e](/f)\ng",
            r#"p("a " em("b") " " strong("c " `d`) " " link /f("e") " g")"#,
        ),
        ("- a\n- b\n\n  c", r#"ul(li(p("a")) li(p("b") p("c")))"#),
        ("- a\n  - b", r#"ul(li(p("a") ul(li(p("b")))))"#),
        ("1. a {b} c\n2. d", r#"ol(li(p("a " {b} " c")) li(p("d")))"#),
        ("> a\n> b", r#"quote(p("a b"))"#),
        ("## a {b}\n\n---", r#"h2("a " {b}) divider"#),
        (
            "| a | b |\n|---|---|\n| {c} | *d* |",
            r#"table(row(cell("a") cell("b")) row(cell({c}) cell(em("d"))))"#,
        ),
        ("```\n{a} <b>\n```", r#"code "{a} <b>\n""#),
        ("a\\\nb  \nc ", r#"p("a" break "b" break "c")"#),
        ("![a & b](c.png)", r#"p(image c.png "a & b")"#),
        (
            "a &amp; \\{b\\} \\\\{c} 5 < 6 d}",
            r#"p("a & {b} \\" {c} " 5 < 6 d}")"#,
        ),
        ("[a][b]\n\n[b]: /c", r#"p(link /c("a"))"#),
        ("~~a~~ www.b.co <- c", r#"p("~~a~~ www.b.co " "- c")"#),
        ("a\r\nb\r\n\r\nc\r\n", r#"p("a b") p("c")"#),
    ] {
        assert_eq!(shown(text), tree, "{text}");
    }
}

#[test]
fn components_stand_on_lines_of_their_own() {
    for (text, tree) in [
        (
            "<Callout title=\"a\">\n\nb\n\n- c\n\n</Callout>\n\nd",
            r#"Callout(p("b") ul(li(p("c")))) p("d")"#,
        ),
        (
            "## a\n<Buckets cash='b' />\n\nc",
            r#"h2("a") Buckets() p("c")"#,
        ),
        (
            "- a\n\n  <Buckets />\n\n  b",
            r#"ul(li(p("a") Buckets() p("b")))"#,
        ),
        (
            "> <Callout>\n>\n> a\n>\n> </Callout>",
            r#"quote(Callout(p("a")))"#,
        ),
        (
            "<Callout>\n\n<Callout>\n\na\n\n</Callout>\n\n</Callout>",
            r#"Callout(Callout(p("a")))"#,
        ),
    ] {
        assert_eq!(faults(text), [], "{text}");
        assert_eq!(shown(text), tree, "{text}");
    }
}

#[test]
fn a_fault_does_not_take_the_rest_down() {
    use FaultKind::*;
    let callout = || "Callout".to_owned();
    for (text, kind, place, tree) in [
        ("a <!-- b --> c", Comment, "<!-- b -->", r#"p("a " " c")"#),
        (
            "<!-- a\n\nb -->\n\nc",
            Comment,
            "<!-- a\n\nb -->",
            r#"p("c")"#,
        ),
        ("{/* a */}\n\nb", Comment, "{/* a */}", r#"p("b")"#),
        ("a <b>c</b>", Html("b".to_owned()), "<b>", r#"p("a " "c")"#),
        (
            "<div class=\"a\">b",
            Html("div".to_owned()),
            "<div class=\"a\">",
            r#"p("b")"#,
        ),
        (
            "<?php a ?>\n\nb",
            Html(String::new()),
            "<?php a ?>",
            r#"p("b")"#,
        ),
        (
            "a <https://b.co> c",
            AngledAddress,
            "<https://b.co>",
            r#"p("a " " c")"#,
        ),
        ("a <5 b", LessThan, "<", r#"p("a " "5 b")"#),
        ("a <b c", OpenTag("b".to_owned()), "<b", r#"p("a " " c")"#),
        (
            "<Callout title=\"a>\n\nb\n\n</Callout>",
            OpenTag(callout()),
            "<Callout",
            r#"p(" title=\"a>") p("b")"#,
        ),
        (
            "<Callout title=\"a”>\n\nb\n\n</Callout>",
            CurlyQuote,
            "”",
            r#"p("b")"#,
        ),
        (
            "<Callout title=“a”>\n\nb\n\n</Callout>",
            CurlyQuote,
            "“",
            r#"p("b")"#,
        ),
        (
            "a <Callout>b</Callout> c",
            TagInLine(callout()),
            "<Callout>",
            r#"p("a " "b" " c")"#,
        ),
        (
            "<Callout>\n## a\n\n</Callout>",
            CrowdedTag { below: true },
            "<Callout>",
            r#"Callout(h2("a"))"#,
        ),
        (
            "<Callout>\n\na\n</Callout>\n\nb",
            CrowdedTag { below: false },
            "</Callout>",
            r#"Callout(p("a")) p("b")"#,
        ),
        (
            "<Callout>\n\n- a\n</Callout>\n\nb",
            CrowdedTag { below: false },
            "</Callout>",
            r#"Callout(ul(li(p("a")))) p("b")"#,
        ),
        (
            "<Callout>\n\na",
            Unclosed(callout()),
            "<Callout>",
            r#"Callout(p("a"))"#,
        ),
        (
            "a\n\n</Callout>\n\nb",
            Unopened(callout()),
            "</Callout>",
            r#"p("a") p("b")"#,
        ),
        (
            "a {6 * 7} b {c}",
            Expression,
            "{6 * 7}",
            r#"p("a " " b " {c})"#,
        ),
        ("a {{b}} c", DoubleBrace, "{{b}}", r#"p("a " " c")"#),
        ("a {b c", OpenBrace, "{b", r#"p("a " " c")"#),
        ("a\n{b}", LoneFact, "{b}", r#"p("a " {b})"#),
        (
            "[a](/b{c})",
            BraceInAddress,
            "/b{c}",
            r#"p(link /b{c}("a"))"#,
        ),
        ("import a\n\nb", Esm, "import a", r#"p("import a") p("b")"#),
        ("    a\n\nb", IndentedCode, "a", r#"code "a\n" p("b")"#),
        ("a\n    - b", IndentedLine, "- b", r#"p("a - b")"#),
        (
            "[a][b] [c]",
            UndefinedReference("b".to_owned()),
            "[a][b]",
            r#"p("[a][b] [c]")"#,
        ),
        ("a[^1]", Footnote, "[^1]", r#"p("a[^1]")"#),
        (
            "[a](/b \"c\")",
            LinkTitle,
            "[a](/b \"c\")",
            r#"p(link /b("a"))"#,
        ),
        ("3. a", ListStart(3), "3. a", r#"ol(li(p("a")))"#),
        (
            "|a|\n|-|\n|b|c|",
            ExtraCells { columns: 1 },
            "c|",
            r#"table(row(cell("a")) row(cell("b")))"#,
        ),
        (
            "|a|b|\n|--|\n|c|d|",
            NoTable,
            "|--|",
            r#"p("|a|b| |--| |c|d|")"#,
        ),
        (
            "|a|\n|-|\n|b|\nc",
            RowWithoutBars,
            "c",
            r#"table(row(cell("a")) row(cell("b")) row(cell("c")))"#,
        ),
        ("```\na", OpenFence, "```", r#"code "a""#),
    ] {
        assert_eq!(faults(text), [(kind, place.to_owned())], "{text}");
        assert_eq!(shown(text), tree, "{text}");
    }
}

#[test]
fn every_use_has_its_place() {
    let text = "[a](/b) ![c](d.png) {e} [f][g]\n\n<Callout title=\"h {i}\">\n\nj\n\n</Callout>\n\n[g]: /k\n";
    let uses = parsed(text).uses();
    let found = uses.iter().map(|it| (it.target, &text[it.span.clone()]));
    let expected = [
        (Target::Link, "/b"),
        (Target::Image, "d.png"),
        (Target::Token, "{e}"),
        (Target::Token, "{i}"),
        (Target::Link, "/k"),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn nothing_is_nested_without_end() {
    for part in [
        ">",
        "> ",
        "- ",
        "1. ",
        "*",
        "_",
        "**a ",
        "[",
        "![",
        "[a](",
        "<",
        "<a>",
        "<a>\n",
        "<A>\n\n",
        "a\n<div>\n",
        "<!--",
        "{",
        "{a ",
        "`",
        "~",
        "\\",
        "&",
        "|",
        "a|b\n",
        "(",
        "]",
    ] {
        for length in [MAX_PROSE, 100_000] {
            let prose = parsed(&part.repeat(length / part.len()));
            let depth = prose.nodes().map(|node| node.children.len()).max();
            let refused = prose.parsed.as_ref().err().map(|fault| fault.kind);
            assert!(
                depth.is_some() || refused.is_some() || !prose.faults().is_empty(),
                "{part:?}"
            );
            if length > MAX_PROSE {
                assert_eq!(refused, Some(MarkdownFaultKind::TooLong), "{part:?}");
            }
        }
    }
    assert!(parsed(&"> ".repeat(100)).parsed.is_err());
    assert!(parsed(&"> ".repeat(20)).parsed.is_ok());
}

fn pieces() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "a",
        "é",
        "😀",
        " ",
        "  ",
        "    ",
        "\t",
        "\n",
        "\n\n",
        "\r\n",
        "\\",
        "*",
        "**",
        "_",
        "`",
        "```",
        "~~~",
        "[",
        "](",
        ")",
        "]",
        "[a]: /b\n",
        "{",
        "}",
        "{a}",
        "{a}\n",
        "<",
        ">",
        "<Callout title=\"a\">",
        "</Callout>",
        "<Buckets />",
        "<div>",
        "</div>",
        "<!--",
        "-->",
        "<?",
        "<a@b.co>",
        "&amp;",
        "&",
        "|",
        "|---|",
        "- ",
        "1. ",
        "> ",
        "# ",
        "---",
        "\n===\n",
        "import ",
        "\u{0}",
        "\u{feff}",
        "”",
        "=\"",
        "![",
    ]);
    prop::collection::vec(words, 0..40).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5_000) })]

    #[test]
    fn every_text_is_parsed_and_every_place_is_within_it(text in pieces()) {
        let prose = parsed(&text);
        let parts = prose.nodes().map(|node| node.span.clone());
        let faults = prose.faults().iter().map(|fault| fault.span.clone());
        for span in parts.chain(faults).chain(prose.uses().into_iter().map(|it| it.span)) {
            prop_assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
        }
        prose.anchors();
    }
}
