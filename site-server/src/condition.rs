//! Step 4: the condition (RFC 9110, 13).
//!
//! Only `If-None-Match` is read. There is no `Last-Modified` to compare `If-Modified-Since` with, and where both are sent
//! `If-None-Match` would win anyway.

use http::HeaderValue;
use http::header::IF_NONE_MATCH;

use crate::request::Fields;
use crate::table::Body;

/// Whether the client already has this very body.
pub fn not_modified<F: Fields + ?Sized>(body: &Body, request: &F) -> bool {
    body.etag.as_ref().is_some_and(|etag| {
        let mut lines = request.lines(&IF_NONE_MATCH);
        lines.any(|line| matches(line, etag))
    })
}

/// Weak comparison: `W/` makes no difference (RFC 9110, 8.8.3.2).
fn matches(line: &[u8], etag: &HeaderValue) -> bool {
    let line = line.trim_ascii();
    line == b"*" || tags(line).any(|tag| tag == etag.as_bytes())
}

/// The tags of a list, quoted and without `W/`; ends where the list is malformed.
fn tags(mut rest: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let start = rest
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t' | b','))?;
        let tag = rest[start..].strip_prefix(b"W/").unwrap_or(&rest[start..]);
        let end = tag
            .strip_prefix(b"\"")?
            .iter()
            .position(|byte| *byte == b'"')?
            + 2;
        let (tag, after) = tag.split_at(end);
        rest = after;
        Some(tag)
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use proptest::prelude::*;

    use super::matches;

    fn has(line: &str) -> bool {
        matches(line.as_bytes(), &HeaderValue::from_static("\"a1\""))
    }

    #[test]
    fn a_list_holds_the_tag_or_not() {
        for line in [
            r#""a1""#,
            r#"W/"a1""#,
            r#""b2", "a1""#,
            r#""b2","a1""#,
            r#" , "b2" ,, W/"a1" , "#,
            r#""with, comma", "a1""#,
            "*",
            " * ",
        ] {
            assert!(has(line), "{line}");
        }
        for line in [
            "",
            r#""b2""#,
            "a1",
            r#"w/"a1""#,
            r#""a1"#,
            r#"x"a1""#,
            r#""b2, "a1""#,
            r#"** , "a1""#,
            r#""A1""#,
        ] {
            assert!(!has(line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_compared_without_panic(line: Vec<u8>) {
            matches(&line, &HeaderValue::from_static("\"a1\""));
        }

        #[test]
        fn a_tag_is_found_wherever_it_stands(before in prop::collection::vec("(W/)?\"[!#-~]{0,8}\"", 0..4), after in ".{0,9}") {
            let line = before.into_iter().chain(["\"a1\"".to_owned()]).collect::<Vec<_>>().join(", ");
            let line = format!("{line},{after}");
            prop_assert!(matches(line.as_bytes(), &HeaderValue::from_static("\"a1\"")));
        }
    }
}
