//! Any text as prose: the gate never panics, and what it reads without the
//! parser is what the parser reads, but for where a list ends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use site_schema::load::markdown::ast::{Ast, Kind};
use site_schema::load::markdown::{Prose, parser, plain};
use site_schema::load::strings::SourceMap;

/// Every node with its place and the number of its children, but without the ends of lists.
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

fuzz_target!(|text: &str| {
    let prose = Prose::parse(text.into(), SourceMap::verbatim(0..text.len()));
    let _ = (prose.uses(), prose.anchors());
    if prose.parsed.is_ok()
        && let Some(read) = plain::plain(text)
    {
        let parsed = parser::parse(text).expect("the parser reads it, too");
        assert_eq!(compared(&read, text), compared(&parsed, text));
    }
});
