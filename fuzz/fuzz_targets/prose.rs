//! Any text as prose: the gate never panics, and what it reads without the
//! parser is what the parser reads, but for where a list ends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use markdown::mdast::Node;
use site_schema::load::markdown::{Prose, options, plain};
use site_schema::load::strings::SourceMap;

/// Sets the ends of lists to their beginnings.
fn without_ends(node: &mut Node) {
    let is_list = matches!(node, Node::List(_) | Node::ListItem(_));
    if let Some(position) = node.position_mut().filter(|_| is_list) {
        position.end = position.start.clone();
    }
    node.children_mut()
        .into_iter()
        .flatten()
        .for_each(without_ends);
}

fuzz_target!(|text: &str| {
    let prose = Prose::parse(text.into(), SourceMap::verbatim(0..text.len()));
    let _ = (prose.uses(), prose.anchors());
    if prose.parsed.is_ok()
        && let Some(mut read) = plain::plain(text)
    {
        let mut parsed = markdown::to_mdast(text, &options()).expect("the parser reads it, too");
        without_ends(&mut read);
        without_ends(&mut parsed);
        assert_eq!(read, parsed);
    }
});
