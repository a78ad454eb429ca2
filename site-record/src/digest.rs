//! SHA-256 digests.

use crate::error::{Error, Result};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::io::Read;

/// A SHA-256. As text it is 64 hexadecimal digits in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Hashes bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Hashes everything that a reader returns, in chunks.
    ///
    /// # Errors
    /// Returns an error if the reader fails.
    pub fn of_reader(mut reader: impl Read) -> std::io::Result<Self> {
        let mut hasher = Sha256::new();
        let mut piece = [0; 64 * 1024];
        loop {
            let length = reader.read(&mut piece)?;
            if length == 0 {
                return Ok(Self(hasher.finalize().into()));
            }
            hasher.update(&piece[..length]);
        }
    }

    /// Parses a digest.
    ///
    /// # Errors
    /// Returns an error if the text isn't 64 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = || {
            Error::Refused(format!(
                "expected a SHA-256 as 64 hexadecimal digits in lower case, found {text:?}; copy the whole digest"
            ))
        };
        if text.len() != 64 {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (at, pair) in text.as_bytes().chunks(2).enumerate() {
            let (Some(high), Some(low)) = (nibble(pair[0]), nibble(pair[1])) else {
                return Err(wrong());
            };
            bytes[at] = high * 16 + low;
        }
        Ok(Self(bytes))
    }
}

/// The value of a lower-case hexadecimal digit.
fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        for byte in self.0 {
            write!(formatter, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(de::Error::custom)
    }
}
