//! The one form of JSON that entries, tables and rows are written in, which any program writes alike: texts, whole numbers
//! below 2^53, lists and objects; keys are ASCII, sorted, each once; no blanks. `json.dumps(value, ensure_ascii=False,
//! sort_keys=True, separators=(",", ":"))` of Python writes it, and so does RFC 8785.
//!
//! Reading accepts no other form, so that no two texts have one meaning.

use crate::error::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The bound of whole numbers: from 2^53 on, programs that count in floating point differ.
const BOUND: i64 = 1 << 53;

/// The bytes of a value.
///
/// # Errors
/// [`Error::Refused`] if it has what this form doesn't have: a fraction, a truth value, a null, a key that isn't ASCII.
pub fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>> {
    let value = serde_json::to_value(value).map_err(|error| not_in_form(&error.to_string()))?;
    bytes_of(&value)
}

/// The value of bytes in this form.
///
/// # Errors
/// [`Error::Damaged`] if they aren't in this form, to the byte, or if the value lacks something.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let damaged = |error: serde_json::Error| Error::Damaged(error.to_string());
    let value: Value = serde_json::from_slice(bytes).map_err(damaged)?;
    if !bytes_of(&value).is_ok_and(|expected| expected == bytes) {
        return Err(Error::Damaged(
            "expected JSON with sorted keys, each once, without blanks, in its shortest form, found another form".into(),
        ));
    }
    serde_json::from_value(value).map_err(damaged)
}

/// The bytes of a value. The keys of its objects are sorted, because no crate turns on serde_json's `preserve_order`.
fn bytes_of(value: &Value) -> Result<Vec<u8>> {
    check(value)?;
    Ok(value.to_string().into_bytes())
}

/// Refuses what this form doesn't have.
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

/// The error about JSON that has what this form doesn't have.
fn not_in_form(found: &str) -> Error {
    Error::Refused(format!(
        "expected texts, whole numbers below 2^53, lists, and objects with ASCII keys, found {found}; write it as text, or leave it out"
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
