//! Markdown as a tree: its kinds, its words, its errors and their places.
//!
//! In the tables
//!  is a line feed, ␍ a carriage return and ␣ a space.

use proptest::prelude::*;
use site_check::load::MAX_PROSE;
use site_check::load::Target;
use site_check::load::markdown::{Kind, MarkdownErrorKind, Node, Prose};
use site_check::load::strings::SourceMap;

fn parsed(text: &str) -> Prose {
    Prose::parse(text, SourceMap::verbatim(0..text.len()))
}

/// Formats the tree on one line: each kind, followed by its content.
fn tree(nodes: &[Node]) -> String {
    nodes.iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn shown(node: &Node) -> String {
    let name = match &node.kind {
        Kind::Text(text) => return format!("{text:?}"),
        Kind::InlineCode(code) => return format!("`{code}`"),
        Kind::Code(code) => return format!("code {code:?}"),
        Kind::Fact(name) => return format!("{{{name}}}"),
        Kind::Break => return "break".to_owned(),
        Kind::Divider => return "divider".to_owned(),
        Kind::Image(address, alt) => return format!("image {} {alt:?}", address.url),
        Kind::Paragraph => "p",
        Kind::Heading(level) => &format!("h{level}"),
        Kind::List { ordered: true } => "ol",
        Kind::List { ordered: false } => "ul",
        Kind::Item => "li",
        Kind::Quote => "quote",
        Kind::Table(_) => "table",
        Kind::Row => "row",
        Kind::Cell => "cell",
        Kind::Strong => "strong",
        Kind::Emphasis => "em",
        Kind::Link(address) => &format!("link {}", address.url),
        Kind::Component(tag) => &tag.name,
    };
    format!("{name}({})", tree(&node.children))
}

/// Splits the rows of a table at the arrows.
fn rows(table: &str) -> impl Iterator<Item = Vec<String>> {
    let rows = table.lines().filter(|row| !row.is_empty());
    rows.map(|row| {
        let row = row.replace('⏎', "\n").replace('␍', "\r").replace('␣', " ");
        row.split(" → ").map(str::to_owned).collect()
    })
}

/// Texts, each with its errors, their places, and the tree of the rest.
const TEXTS: &str = r#"
a *b* **c `d`** [e](/f)⏎g → p("a " em("b") " " strong("c " `d`) " " link /f("e") " g")
- a⏎- b⏎⏎  c → ul(li(p("a")) li(p("b") p("c")))
- a⏎  - b → ul(li(p("a") ul(li(p("b")))))
1. a {b} c⏎2. d → ol(li(p("a " {b} " c")) li(p("d")))
> a⏎> b → quote(p("a b"))
## a {b}⏎⏎--- → h2("a " {b}) divider
| a | b |⏎|---|---|⏎| {c} | *d* | → table(row(cell("a") cell("b")) row(cell({c}) cell(em("d"))))
```⏎{a} <b>⏎``` → code "{a} <b>\n"
a\⏎b␣␣⏎c␣ → p("a" break "b" break "c")
![a & b](c.png) → p(image c.png "a & b")
a &amp; \{b\} \\{c} 5 < 6 d} → p("a & {b} \\" {c} " 5 < 6 d}")
~~a~~ www.b.co → p("~~a~~ www.b.co")
a␍⏎b␍⏎␍⏎c␍⏎ → p("a b") p("c")
{a} {b} → p({a} " " {b})
a⏎{b}, c → p("a " {b} ", c")
|a\|b|⏎|-|⏎|c\|d| → table(row(cell("a|b")) row(cell("c|d")))
> | a | b |⏎> |---|---|⏎> | c | d | → quote(table(row(cell("a") cell("b")) row(cell("c") cell("d"))))
<Callout title="a">⏎⏎b⏎⏎- c⏎⏎</Callout>⏎⏎d → Callout(p("b") ul(li(p("c")))) p("d")
## a⏎<Buckets cash='b' />⏎⏎c → h2("a") Buckets() p("c")
- a⏎⏎  <Buckets />⏎⏎  b → ul(li(p("a") Buckets() p("b")))
> <Callout>⏎>⏎> a⏎>⏎> </Callout> → quote(Callout(p("a")))
<Callout>⏎⏎<Callout>⏎⏎a⏎⏎</Callout>⏎⏎</Callout> → Callout(Callout(p("a")))
<Callout title="The “best” one, it’s on" />⏎⏎a → Callout() p("a")
<Callout title="Note" />⏎⏎a=“b” → Callout() p("a=“b”")

a <!-- b --> c → Comment → <!-- b --> → p("a " " c")
<!-- a⏎⏎b -->⏎⏎c → Comment → <!-- a⏎⏎b --> → p("c")
{/* a */}⏎⏎b → Comment → {/* a */} → p("b")
a <b>c</b> → Html("b") → <b> → p("a " "c")
<div class="a">b → Html("div") → <div class="a"> → 
<?php a ?>⏎⏎b → Html("") → <?php a ?> → p("b")
a <https://b.co> c → AngledAddress → <https://b.co> → p("a " " c")
a <- b → OpenTag("") → < → p("a")
a <5 “b” → OpenTag("") → <5 → p("a")
a <b c → OpenTag("b") → <b → p("a")
a <b⏎c → OpenTag("b") → <b → p("a c")
<Callout title="a>⏎⏎b⏎⏎</Callout> → OpenTag("Callout") → <Callout → p("b")
<Callout title="a”>⏎⏎b⏎⏎</Callout> → OpenTag("Callout") → <Callout → p("b")
<Callout title=“a”>⏎⏎b⏎⏎</Callout> → OpenTag("Callout") → <Callout title=“a”> → p("b")
<KeyFigure value="4%" label=’b’/>⏎⏎b → OpenTag("KeyFigure") → <KeyFigure value="4%" label=’b’/> → p("b")
a <Callout>b</Callout> c → TagInLine("Callout") → <Callout> → p("a " "b" " c")
<Callout>⏎## a⏎⏎</Callout> → TagInLine("Callout") → <Callout> → Callout()
<Callout>⏎⏎a⏎</Callout>⏎⏎b → TagInLine("Callout") → </Callout> → Callout(p("a") p("b"))
<Callout>⏎⏎- a⏎</Callout>⏎⏎b → TagInLine("Callout") → </Callout> → Callout(ul(li(p("a"))) p("b"))
<Callout>⏎⏎a → Unclosed("Callout") → <Callout> → Callout(p("a"))
a⏎⏎</Callout>⏎⏎b → Unopened("Callout") → </Callout> → p("a") p("b")
a {6 * 7} b {c} → Brace → {6 * 7} → p("a " " b " {c})
a {{b}} c → Brace → {{b}} → p("a " " c")
a {b c → Brace → {b → p("a " " c")
a⏎{b} → LoneFact → {b} → p("a " {b})
a⏎{b} {c} → LoneFact → {b} {c} → p("a " {b} " " {c})
[a](/b{c}) → BraceInAddress → /b{c} → p(link /b{c}("a"))
import a⏎⏎b → Esm → import a → p("import a") p("b")
    a⏎⏎b → IndentedCode → a → code "a\n" p("b")
a⏎    - b → IndentedLine → - b → p("a - b")
[a][b] [c] → UndefinedReference("b") → [a][b] → p("[a][b] [c]")
[a][b]⏎⏎[b]: /c → Definition → [b]: /c → p(link /c("a"))
a[^1] → UndefinedReference("^1") → [^1] → p("a[^1]")
[a](/b "c") → LinkTitle → [a](/b "c") → p(link /b("a"))
3. a → ListStart → 3. a → ol(li(p("a")))
|a|⏎|-|⏎|b| | → ExtraCells →  | → table(row(cell("a")) row(cell("b")))
|a|⏎|-|⏎|b|c| → ExtraCells → c| → table(row(cell("a")) row(cell("b")))
|a|b|⏎|--|⏎|c|d| → NoTable → |--| → p("|a|b| |--| |c|d|")
|a|⏎|-|⏎|b|⏎c → RowWithoutBars → c → table(row(cell("a")) row(cell("b")) row(cell("c")))
```⏎a → OpenFence → ``` → code "a"
"#;

fn read(text: &str) -> Vec<String> {
    let prose = parsed(text);
    let mut columns = vec![text.to_owned()];
    for error in &prose.parsed.errors {
        let place = &text[error.span.clone()];
        columns.extend([format!("{:?}", error.kind), place.to_owned()]);
    }
    columns.push(tree(&prose.parsed.nodes));
    columns
}

#[test]
fn markdown_is_a_tree_and_a_fault_leaves_the_rest_readable() {
    let rows: Vec<_> = rows(TEXTS).collect();
    assert!(rows.len() > 60, "{}", rows.len());
    let wrong = rows.iter().map(|row| (read(&row[0]), row));
    let wrong: Vec<_> = wrong.filter(|(found, row)| found != *row).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_use_has_its_place() {
    let text = "[a](/b) ![c](d.png) {e}\n\n<Callout title=\"h {i}\">\n\nj\n\n</Callout>\n";
    let references = parsed(text).references();
    let found = references
        .iter()
        .map(|it| (it.target, &text[it.span.clone()]));
    let expected = [
        (Target::Link, "/b"),
        (Target::Image, "d.png"),
        (Target::Token, "{e}"),
        (Target::Token, "{i}"),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn attributes_have_their_values_and_places() {
    let text = "<KeyFigure value='4%' label = \"Q&amp;A {phone} &nope;\" />";
    let prose = parsed(text);
    let Kind::Component(tag) = &prose.parsed.nodes[0].kind else {
        panic!("{:?}", prose.parsed.nodes);
    };
    let [value, label] = tag.attributes.as_slice() else {
        panic!("{tag:?}");
    };
    assert_eq!(value.value, "4%");
    assert_eq!(text[label.span.clone()], label.value);
    let filled = label.filled(|name| format!("<{name}&amp;>"));
    assert_eq!(filled, "Q&A <phone&amp;> &nope;");
}

#[test]
fn nothing_is_nested_without_end() {
    let parts =
        "> >␣ -␣ 1.␣ * _ **a␣ [ ![ [a]( < <a> <a>⏎ <A>⏎⏎ a⏎<div>⏎ <!-- { {a␣ ` ~ \\ & | a|b⏎ ( ]";
    for part in rows(&parts.replace(' ', "\n")).flatten() {
        for length in [MAX_PROSE, 100_000] {
            let prose = parsed(&part.repeat(length / part.len()));
            let errors = &prose.parsed.errors;
            assert!(
                prose.nodes().next().is_some() || !errors.is_empty(),
                "{part:?}"
            );
            if length > MAX_PROSE {
                assert_eq!(errors[0].kind, MarkdownErrorKind::TooLong, "{part:?}");
            }
        }
    }
    let long = format!("a{}", "é".repeat(MAX_PROSE));
    let deep = format!("{}é", "> ".repeat(48));
    for text in [long, deep] {
        let prose = parsed(&text);
        let span = prose.parsed.errors[0].span.clone();
        assert!(
            !prose.is_parsed() && text.get(span.clone()).is_some(),
            "{span:?}"
        );
    }
    assert!(!parsed(&"> ".repeat(100)).is_parsed());
    assert!(parsed(&"> ".repeat(20)).is_parsed());
}

fn pieces() -> impl Strategy<Value = String> {
    let pieces = "a é 😀 ␣ ␣␣ ␣␣␣␣ \t ⏎ ⏎⏎ ␍⏎ \\ * ** _ ` ``` ~~~ [ ]( ) ] [a]:␣/b⏎ { } {a} {a}⏎ < > \
        <Callout␣title=\"a\"> </Callout> <Buckets␣/> <div> </div> <!-- --> <? <a@b.co> &amp; & | |---| \
        -␣ 1.␣ >␣ #␣ --- ⏎===⏎ import␣ \u{0} \u{feff} ” =\" ![";
    let pieces: Vec<String> = rows(&pieces.replace(' ', "\n")).flatten().collect();
    prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn every_text_is_parsed_and_every_place_is_within_it(text in pieces()) {
        let prose = parsed(&text);
        let parts = prose.nodes().map(|node| node.span.clone());
        let errors = prose.parsed.errors.iter().map(|error| error.span.clone());
        for span in parts.chain(errors).chain(prose.references().into_iter().map(|it| it.span)) {
            prop_assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
        }
        prose.anchors();
    }
}
