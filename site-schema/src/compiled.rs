//! The compiled file: what `cargo site build` makes of `content/`, once, and
//! what the web's pages and the server's responses are made from.

use crate::model::Content;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The path of the compiled file, below the workspace's root.
pub const COMPILED_FILE: &str = "target/site/content.json";

/// A compiled file, as read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Compiled {
    /// SHA-256 of the JSON text of `content`, in hexadecimal digits. What is
    /// made from different content has different digests.
    pub digest: String,
    /// The year of the content, for the copyright line.
    pub year: i16,
    pub content: Content,
}

impl Compiled {
    /// The text of the compiled file.
    ///
    /// # Errors
    /// None that content can cause: it is plain data.
    pub fn text(content: &Content, year: i16) -> serde_json::Result<String> {
        let content = serde_json::to_string(content)?;
        let mut digest = String::new();
        for byte in Sha256::digest(&content) {
            digest += &format!("{byte:02x}");
        }
        Ok(format!(
            "{{\"digest\":\"{digest}\",\"year\":{year},\"content\":{content}}}\n"
        ))
    }
}
