//! Step 5: the condition (RFC 9110, 13).
//!
//! Only `If-Match` and `If-None-Match` are read. There is no `Last-Modified` to compare a date with, and where a date is sent
//! as well the tags would win anyway.

use http::header::{IF_MATCH, IF_NONE_MATCH};
use http::{HeaderMap, HeaderName, HeaderValue};

use super::table::Body;

#[derive(Debug, PartialEq)]
pub enum Condition {
    Passed,
    /// The client already has this very body.
    NotModified,
    /// The client wants no other body than the one that it names.
    Failed,
}

pub fn of(body: &Body, request: &HeaderMap) -> Condition {
    let Some(etag) = &body.etag else {
        return Condition::Passed;
    };
    let named = |name: HeaderName, is_weak: bool| {
        let mut lines = request.get_all(name).iter();
        lines.any(|line| matches(line.as_bytes(), etag, is_weak))
    };
    if request.contains_key(IF_MATCH) && !named(IF_MATCH, false) {
        Condition::Failed
    } else if named(IF_NONE_MATCH, true) {
        Condition::NotModified
    } else {
        Condition::Passed
    }
}

/// With weak comparison `W/` makes no difference, and else never matches (RFC 9110, 8.8.3.2).
fn matches(line: &[u8], etag: &HeaderValue, is_weak: bool) -> bool {
    let line = line.trim_ascii();
    line == b"*"
        || tags(line).any(|(tag, tag_is_weak)| tag == etag.as_bytes() && (is_weak || !tag_is_weak))
}

/// The tags of a list, quoted and without `W/`, and whether it was there; ends where the list is malformed.
fn tags(mut rest: &[u8]) -> impl Iterator<Item = (&[u8], bool)> {
    std::iter::from_fn(move || {
        let start = rest
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t' | b','))?;
        let weak = rest[start..].strip_prefix(b"W/");
        let tag = weak.unwrap_or(&rest[start..]);
        let end = tag
            .strip_prefix(b"\"")?
            .iter()
            .position(|byte| *byte == b'"')?
            + 2;
        let (tag, after) = tag.split_at(end);
        rest = after;
        Some((tag, weak.is_some()))
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use proptest::prelude::*;

    use super::matches;

    fn has(line: &str) -> bool {
        matches(line.as_bytes(), &HeaderValue::from_static("\"a1\""), true)
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
            matches(&line, &HeaderValue::from_static("\"a1\""), false);
        }

        #[test]
        fn a_tag_is_found_wherever_it_stands(before in prop::collection::vec("(W/)?\"[!#-~]{0,8}\"", 0..4), after in ".{0,9}") {
            let line = before.into_iter().chain(["\"a1\"".to_owned()]).collect::<Vec<_>>().join(", ");
            let line = format!("{line},{after}");
            prop_assert!(has(&line));
        }
    }
}
