//! The compiled file: `cargo site build` creates it from `content/`. The web's pages and the
//! server's responses are generated from it.

mod pools;

use crate::model::Content;
use pools::{Pools, WithDigest};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The path of the compiled file, relative to the root of the workspace.
pub const COMPILED_FILE: &str = "target/site/content.json";

/// A compiled file, as read. On disk it contains each page and each article once, and the editions
/// refer to them: see `pools`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "WithDigest", into = "WithDigest")]
pub struct Compiled {
    /// SHA-256 of the JSON text of all editions, in hexadecimal. Different content has a different
    /// digest.
    pub digest: String,
    /// The year of the content, for the copyright line.
    pub year: i16,
    /// Sorted by start. There is at least one.
    pub editions: Vec<Edition>,
}

/// The site from one moment to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    /// The start in seconds since 1970; `None` for the first edition.
    pub starts: Option<i64>,
    pub content: Content,
}

impl Compiled {
    /// Returns the text of the compiled file with these editions; there must be at least one.
    ///
    /// # Errors
    /// Returns an error if serialization fails, which no content can cause.
    pub fn text(editions: &[Edition], year: i16) -> serde_json::Result<String> {
        let pools = serde_json::to_string(&Pools::of(editions))?;
        let mut digest = String::new();
        for byte in Sha256::digest(&pools) {
            digest += &format!("{byte:02x}");
        }

        let fields = pools.trim_start_matches('{');
        Ok(format!(
            "{{\"digest\":\"{digest}\",\"year\":{year},{fields}\n"
        ))
    }

    /// Returns the content of the first edition.
    pub fn first(&self) -> &Content {
        &self.editions[0].content
    }
}

impl Edition {
    /// Returns the only edition of content without scheduled changes.
    pub fn only(content: Content) -> Self {
        Self {
            starts: None,
            content,
        }
    }
}
