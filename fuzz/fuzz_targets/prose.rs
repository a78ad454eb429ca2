//! Any text as prose: reading it never panics, and every place that it names is
//! within the text, between two characters.
#![no_main]

use libfuzzer_sys::fuzz_target;
use site_check::load::markdown::Prose;
use site_check::load::strings::SourceMap;

fuzz_target!(|text: &str| {
    let prose = Prose::parse(text, SourceMap::verbatim(0..text.len()));
    let nodes = prose.nodes().map(|node| node.span.clone());
    let errors = prose.parsed.errors.iter().map(|error| error.span.clone());
    let references = prose.references().into_iter().map(|found| found.span);
    for span in nodes.chain(errors).chain(references) {
        assert!(text.get(span.clone()).is_some(), "{span:?}");
    }
    prose.anchors();
});
