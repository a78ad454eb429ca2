//! Tests of the bytes of a file that contain a part of a TOML string.

use crate::site::Site;
use proptest::prelude::*;
use site_check::apply;
use site_check::load::strings::SourceMap;
use toml::Table;

/// Returns the bytes of a literal that contain a part of its value.
fn source<'a>(literal: &'a str, part: &str) -> &'a str {
    let table: Table = format!("key = {literal}").parse().expect("TOML");
    let value = table["key"].as_str().expect("a string");
    let at = value.find(part).expect("the value contains the part");
    let map = SourceMap::of_literal(literal, 0..literal.len(), value);
    &literal[map.source(at..at + part.len())]
}

#[test]
fn a_part_of_a_string_is_where_it_is_written() {
    for (literal, part, written) in [
        (r#""a fee""#, "fee", "fee"),
        (r"'a \fee'", r"\fee", r"\fee"),
        (r#""a \"fee\" b""#, "fee", "fee"),
        (r#""a \"fee\" b""#, "\"fee\"", r#"\"fee\""#),
        (r#""a \"fee\" b""#, "b", "b"),
        (r#""\u00e9\U0001F600\x41\tb""#, "é", r"\u00e9"),
        (r#""\u00e9\U0001F600\x41\tb""#, "😀A", r"\U0001F600\x41"),
        (r#""\u00e9\U0001F600\x41\tb""#, "b", "b"),
        (r#""a\\b""#, r"\", r"\\"),
        (r#""\\""#, r"\", r"\\"),
        ("\"\"\"\na \\\"b\\\"\nc\"\"\"", "c", "c"),
        ("\"\"\"\na \\\n\n   b c\"\"\"", "b", "b"),
        ("\"\"\"\na \\\n\n   b c\"\"\"", "a ", "a "),
        ("\"\"\"\na \\\n\n   b c\"\"\"", "a b", "a \\\n\n   b"),
        ("\"\"\"a\\tb\\\r\n  \"\"\"", "b", "b"),
        ("\"\"\"a \\\"b\\\"\"\"\"", "\"b\"", "\\\"b\\\""),
    ] {
        assert_eq!(source(literal, part), written, "{part:?} of {literal}");
    }
}

#[test]
fn a_fix_works_in_a_string_with_escapes() {
    let site = Site::new();
    let page = "pages/contact.toml";
    let description = "description = \"How to reach {firm} by phone, by letter and in person.\"";
    let misspelled =
        r#"description = "How to \"reach\" {frim} by phone, by letter and in person.""#;
    let text = site.text(page);
    assert!(text.contains(description));
    site.write(page, text.replace(description, misspelled));

    let mut loaded = site.load();
    let found = &loaded.diagnostics[0];
    let place = found.place.as_ref().expect("it has a place");
    assert_eq!(
        (found.code, place.end_column - place.column),
        ("fact/unknown-token", "{frim}".len())
    );
    apply::apply(&mut loaded.tree);
    let path = format!("content/{page}");
    let fixed = loaded.tree.files.iter().find(|file| file.path == path);
    let fixed = &*fixed.expect("it is there").text;
    assert_eq!(
        fixed,
        text.replace(description, &misspelled.replace("{frim}", "{firm}"))
    );
}

#[test]
fn a_value_of_another_literal_is_within_it() {
    for literal in [r#""\u00e""#, r#""\uéé""#, r#""\q""#, r#""a\""#, r#""\"#] {
        for value in ["é", "éa", "a", "ab", "\\"] {
            let map = SourceMap::of_literal(literal, 0..literal.len(), value);
            let span = map.source(0..value.len());
            assert!(literal.get(span).is_some(), "{value} of {literal}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn each_character_is_read_from_its_own_bytes(
        parts in prop::collection::vec(prop::sample::select(vec![
            ("a", "a"), ("é", "é"), ("\n", "\n"), ("\"", "\\\""), ("\\", "\\\\"), ("\t", "\\t"), ("é", "\\u00e9"),
            ("😀", "\\U0001F600"), ("", "\\\n  "), ("", "\\ \n\n"), ("b", "\\x62"), (" ", "\\u0020"), ("\n", "\\n"),
        ]), 0..20),
    ) {
        // A line ending after the opening quotes, or after a removed one, isn't part of the value.
        let mut value = String::new();
        let mut literal = "\"\"\"\n".to_owned();
        let mut written = Vec::new();
        let mut before = "";
        for (read, source) in parts {
            if !(read == "\n" && source == "\n" && before.ends_with(['\n', ' '])) {
                if !read.is_empty() {
                    written.push((value.len()..value.len() + read.len(), source));
                }
                value += read;
                literal += source;
                before = source;
            }
        }
        literal += "\"\"\"";
        let table: Table = format!("key = {literal}").parse().expect("TOML");
        prop_assert_eq!(table["key"].as_str(), Some(&*value));
        let map = SourceMap::of_literal(&literal, 0..literal.len(), &value);
        for (span, source) in written {
            prop_assert_eq!(&literal[map.source(span)], source);
        }
    }
}
