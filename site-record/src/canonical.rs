//! The one form of JSON that entries, tables and rows are written in, which any program writes alike: texts, whole numbers
//! below 2^53, lists and objects; keys are ASCII, sorted, each once; no blanks. `json.dumps(value, ensure_ascii=False,
//! sort_keys=True, separators=(",", ":"))` of Python writes it, and so does RFC 8785.
//!
//! Reading accepts nothing else, so that no two texts have one meaning.

mod read;

use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// The members of an object. The order of a map of ASCII keys is that of their bytes.
pub type Object = BTreeMap<String, Value>;

/// The bound of whole numbers: from 2^53 on, programs that count in floating point differ.
pub const BOUND: i64 = 1 << 53;

/// A value of this form. There is no null and no truth value: what is not there is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Text(String),
    /// A whole number between -2^53 and 2^53, both excluded.
    Integer(i64),
    List(Vec<Value>),
    Object(Object),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl Value {
    /// The value that bytes in this form have.
    ///
    /// # Errors
    /// [`Error::Damaged`] where they are not in this form, to the byte.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        read::parse(bytes)
    }

    /// Its bytes.
    ///
    /// # Errors
    /// [`Error::Refused`] where a key is not ASCII, or a number is out of bounds.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        let mut out = String::new();
        write_value(self, &mut out)?;
        Ok(out.into_bytes())
    }

    /// The value that ordinary JSON has. A member that is null is left out.
    ///
    /// # Errors
    /// [`Error::Refused`] where it has what this form does not: fractions, truth values, a null in a list.
    pub fn from_json(json: &serde_json::Value) -> Result<Self> {
        match json {
            serde_json::Value::String(text) => Ok(Self::Text(text.clone())),
            serde_json::Value::Number(number) => match number.as_i64() {
                Some(whole) => Ok(Self::Integer(whole)),
                None => Err(not_in_form(&number.to_string())),
            },
            serde_json::Value::Array(items) => {
                let mut list = Vec::new();
                for item in items {
                    list.push(Self::from_json(item)?);
                }
                Ok(Self::List(list))
            }
            serde_json::Value::Object(members) => {
                let mut object = Object::new();
                for (key, member) in members {
                    if !member.is_null() {
                        object.insert(key.clone(), Self::from_json(member)?);
                    }
                }
                Ok(Self::Object(object))
            }
            serde_json::Value::Null | serde_json::Value::Bool(_) => {
                Err(not_in_form(&json.to_string()))
            }
        }
    }

    /// Its text, where it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Its number, where it is one.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Its items, where it is a list.
    pub fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Its members, where it is an object.
    pub fn object(&self) -> Option<&Object> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }
}

/// The error where ordinary JSON has what this form does not.
fn not_in_form(found: &str) -> Error {
    Error::Refused(format!(
        "expected text, whole numbers below 2^53, lists and objects, found {found}; write it as text, or leave it out"
    ))
}

/// Appends a value.
fn write_value(value: &Value, out: &mut String) -> Result<()> {
    match value {
        Value::Text(text) => write_text(text, out),
        Value::Integer(number) => {
            if !(-BOUND < *number && *number < BOUND) {
                return Err(not_in_form(&number.to_string()));
            }
            out.push_str(&number.to_string());
        }
        Value::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_value(item, out)?;
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (key, member)) in members.iter().enumerate() {
                if !key.is_ascii() {
                    return Err(Error::Refused(format!(
                        "expected keys of only ASCII characters, found {key:?}; write another key"
                    )));
                }
                if at > 0 {
                    out.push(',');
                }
                write_text(key, out);
                out.push(':');
                write_value(member, out)?;
            }
            out.push('}');
        }
    }
    Ok(())
}

/// Appends a text in quotes. Only what JSON forbids in a text is escaped, in the shortest way.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                let code = u32::from(control);
                out.push_str(&format!("\\u{code:04x}"));
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Value> {
        Value::parse(text.as_bytes())
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
            assert_eq!(value.bytes().expect("in form"), text.as_bytes());
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
        assert!(Value::parse(b"\"\xff\"").is_err());
        let deep = "[".repeat(100_000);
        assert!(parsed(&deep).is_err());
    }

    #[test]
    fn what_has_no_form_is_not_written() {
        let key = Value::Object(Object::from([("é".to_owned(), Value::Integer(1))]));
        assert!(key.bytes().is_err());
        assert!(Value::Integer(BOUND).bytes().is_err());
        for json in ["1.5", "true", "[null]", "18446744073709551615"] {
            let json = serde_json::from_str(json).expect("JSON");
            assert!(Value::from_json(&json).is_err(), "{json}");
        }
    }
}
