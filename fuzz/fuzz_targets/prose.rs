//! Arbitrary text as prose: reading it never panics, and every span of the result is within the text, on character
//! boundaries.
#![no_main]

use libfuzzer_sys::fuzz_target;
use site_check::load::markdown::Prose;
use site_check::load::strings::SourceMap;
use std::ops::Range;

fuzz_target!(|text: &str| {
    let prose = Prose::parse(text, SourceMap::verbatim(0..text.len()));
    for node in prose.nodes() {
        assert_within(text, &node.span);
    }
    for error in &prose.parsed.errors {
        assert_within(text, &error.span);
    }
    for reference in prose.references() {
        assert_within(text, &reference.span);
    }
    prose.anchors();
});

fn assert_within(text: &str, span: &Range<usize>) {
    assert!(text.get(span.clone()).is_some(), "{span:?}");
}
