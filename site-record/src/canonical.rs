//! The canonical JSON of entries, tables and rows, which every program writes in the same way: strings, integers below
//! 2^53, arrays and objects. Keys are ASCII, sorted and unique, and there is no whitespace. Python's
//! `json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))` writes it, and so does RFC 8785.
//!
//! The reader accepts only this form, so no two texts have the same meaning.

use crate::error::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The exclusive limit of integers: programs that use floating point can't represent every integer above 2^53.
const BOUND: i64 = 1 << 53;

/// Serializes a value.
///
/// # Errors
/// Returns [`Error::Refused`] if the value contains a fraction, a Boolean, a null, or a key that isn't ASCII.
pub fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>> {
    let value = serde_json::to_value(value).map_err(|error| not_in_form(&error.to_string()))?;
    bytes_of(&value)
}

/// Parses canonical bytes.
///
/// # Errors
/// Returns [`Error::Damaged`] if the bytes differ from the canonical form, or if a field is missing.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let damaged = |error: serde_json::Error| Error::Damaged(error.to_string());
    let value: Value = serde_json::from_slice(bytes).map_err(damaged)?;
    if !bytes_of(&value).is_ok_and(|expected| expected == bytes) {
        return Err(Error::Damaged(
            "expected JSON with sorted, unique keys and no whitespace, in its shortest form, found another form".into(),
        ));
    }
    serde_json::from_value(value).map_err(damaged)
}

/// Serializes a JSON value. Object keys are sorted because no crate enables serde_json's `preserve_order`.
fn bytes_of(value: &Value) -> Result<Vec<u8>> {
    check(value)?;
    Ok(value.to_string().into_bytes())
}

/// Refuses values that the canonical form can't represent.
fn check(value: &Value) -> Result<()> {
    match value {
        Value::String(_) => Ok(()),
        Value::Number(number) => match number.as_i64() {
            Some(whole) if -BOUND < whole && whole < BOUND => Ok(()),
            _ => Err(not_in_form(&number.to_string())),
        },
        Value::Array(items) => items.iter().try_for_each(check),
        Value::Object(members) => {
            for (key, member) in members {
                if !key.is_ascii() {
                    return Err(not_in_form(&format!("the key {key:?}")));
                }
                check(member)?;
            }
            Ok(())
        }
        Value::Null | Value::Bool(_) => Err(not_in_form(&value.to_string())),
    }
}

/// The error for JSON that the canonical form can't represent.
fn not_in_form(found: &str) -> Error {
    Error::Refused(format!(
        "expected strings, integers below 2^53, arrays, and objects with ASCII keys, found {found}; write it as a string, or leave it out"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Value> {
        from_bytes(text.as_bytes())
    }

    #[test]
    fn what_is_written_is_read_and_written_alike() {
        for text in [
            r#"{"":"","a":[1,-2,[],{}],"b c":{"\"":"\\\"\b\f\n\r\t\u0000\u001f"}}"#,
            "\"é – 😀\u{7f}\"",
            "9007199254740991",
            "-9007199254740991",
            "0",
        ] {
            let value = parsed(text).expect(text);
            assert_eq!(to_bytes(&value).expect("in form"), text.as_bytes());
        }
    }

    #[test]
    fn every_other_form_is_an_error() {
        for text in [
            "",
            " {}",
            "{} ",
            "{}\n",
            "{ }",
            "[1, 2]",
            "[1,]",
            "[,1]",
            "[1",
            "{\"a\":1",
            "{\"a\" :1}",
            "{\"a\"}",
            "{\"b\":1,\"a\":2}",
            "{\"a\":1,\"a\":1}",
            "{\"é\":1}",
            "{a:1}",
            "null",
            "true",
            "1.0",
            "1e3",
            "01",
            "-0",
            "-",
            "+1",
            "9007199254740992",
            "99999999999999999999",
            "\"a",
            "\"\\u0041\"",
            "\"\\u000a\"",
            "\"\\u001F\"",
            "\"\\/\"",
            "\"\\ud800\"",
            "\"\n\"",
            "\"\\",
            "\"\\u00",
        ] {
            assert!(parsed(text).is_err(), "{text:?} was accepted");
        }
        assert!(from_bytes::<Value>(b"\"\xff\"").is_err());
        let deep = "[".repeat(100_000);
        assert!(parsed(&deep).is_err());
    }

    #[test]
    fn what_has_no_form_is_not_written() {
        assert!(to_bytes(&BOUND).is_err());
        for json in ["1.5", "true", "[null]", "18446744073709551615", "{\"é\":1}"] {
            let json: Value = serde_json::from_str(json).expect("JSON");
            assert!(to_bytes(&json).is_err(), "{json}");
        }
    }
}
