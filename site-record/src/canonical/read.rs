//! The reader of the one form, which accepts nothing else.

use super::{BOUND, Object, Value};
use crate::error::{Error, Result};

/// The most lists and objects within each other.
const DEEPEST: usize = 64;

/// The value that all of the bytes have.
pub fn parse(bytes: &[u8]) -> Result<Value> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Error::Damaged("expected UTF-8, found other bytes".into()));
    };
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    if reader.at < text.len() {
        return Err(reader.wrong("the end"));
    }
    Ok(value)
}

/// A text, and the byte that is read next.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// The error where something else was expected at this byte.
    fn wrong(&self, expected: &str) -> Error {
        Error::Damaged(format!("expected {expected} at byte {}", self.at))
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over a byte if it comes next, and returns whether it did.
    fn steps_over(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        if is_next {
            self.at += 1;
        }
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<Value> {
        if depth > DEEPEST {
            return Err(self.wrong("less depth"));
        }
        match self.next() {
            Some(b'"') => Ok(Value::Text(self.text()?)),
            Some(b'[') => self.list(depth),
            Some(b'{') => self.object(depth),
            Some(b'-' | b'0'..=b'9') => self.integer(),
            _ => Err(self.wrong("a text, a whole number, a list or an object")),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        let mut items = Vec::new();
        if self.steps_over(b']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.steps_over(b']') {
                return Ok(Value::List(items));
            }
            if !self.steps_over(b',') {
                return Err(self.wrong("a comma or the end of the list"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        let mut members = Object::new();
        if self.steps_over(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            if self.next() != Some(b'"') {
                return Err(self.wrong("a key"));
            }
            let key = self.text()?;
            if !key.is_ascii() {
                return Err(self.wrong("a key of only ASCII characters before this"));
            }
            if let Some((last, _)) = members.last_key_value()
                && *last >= key
            {
                return Err(self.wrong("sorted keys, each once, before this"));
            }
            if !self.steps_over(b':') {
                return Err(self.wrong("a colon"));
            }
            let member = self.value(depth + 1)?;
            members.insert(key, member);
            if self.steps_over(b'}') {
                return Ok(Value::Object(members));
            }
            if !self.steps_over(b',') {
                return Err(self.wrong("a comma or the end of the object"));
            }
        }
    }

    fn integer(&mut self) -> Result<Value> {
        let start = self.at;
        self.steps_over(b'-');
        while matches!(self.next(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        let number = match digits.parse::<i64>() {
            Ok(number) if -BOUND < number && number < BOUND => number,
            _ => return Err(self.wrong("a whole number below 2^53 before this")),
        };
        // Leading zeros, and a zero with a minus, are written otherwise.
        if number.to_string() != digits {
            return Err(self.wrong("a number in its shortest form before this"));
        }
        Ok(Value::Integer(number))
    }

    /// A text in quotes, the first of which comes next.
    fn text(&mut self) -> Result<String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest: &'t str = &self.text[self.at..];
            let Some(length) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') else {
                return Err(self.wrong("the end of a text after this"));
            };
            out.push_str(&rest[..length]);
            self.at += length;
            match self.next() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escaped()?),
                _ => return Err(self.wrong("a control character to be escaped")),
            }
        }
    }

    /// The character that an escape stands for, which must be in its shortest form.
    fn escaped(&mut self) -> Result<char> {
        let rest = &self.text[self.at..];
        let (character, length) = match rest.as_bytes().get(1) {
            Some(b'"') => ('"', 2),
            Some(b'\\') => ('\\', 2),
            Some(b'b') => ('\u{8}', 2),
            Some(b'f') => ('\u{c}', 2),
            Some(b'n') => ('\n', 2),
            Some(b'r') => ('\r', 2),
            Some(b't') => ('\t', 2),
            Some(b'u') => (self.control(rest)?, 6),
            _ => return Err(self.wrong("an escape")),
        };
        self.at += length;
        Ok(character)
    }

    /// The control character of an escape by its number: one that has no shorter escape.
    fn control(&self, rest: &str) -> Result<char> {
        let digits = rest.get(2..6).unwrap_or_default();
        for code in 0..u32::from(' ') {
            let has_shorter = matches!(code, 8 | 9 | 10 | 12 | 13);
            if !has_shorter && format!("{code:04x}") == digits {
                return Ok(char::from_u32(code).expect("control characters are characters"));
            }
        }
        Err(self.wrong("the shortest escape"))
    }
}
