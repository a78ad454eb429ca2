//! The compiled file: what `cargo site build` makes of `content/`, once, and
//! what the web's pages and the server's responses are made from.

mod pools;

use crate::model::Content;
use pools::{Pools, WithDigest};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The path of the compiled file, below the workspace's root.
pub const COMPILED_FILE: &str = "target/site/content.json";

/// A compiled file, as read. On disk it holds each page and each article once, and the
/// editions refer to them: see `pools`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "WithDigest", into = "WithDigest")]
pub struct Compiled {
    /// SHA-256 of the JSON text of all editions, in hexadecimal digits. What is
    /// made from different content has different digests.
    pub digest: String,
    /// The year of the content, for the copyright line.
    pub year: i16,
    /// At least one, by the moment at which each starts.
    pub editions: Vec<Edition>,
}

/// The site from one moment to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    /// The moment at which it starts, in seconds since 1970; none for the first edition.
    pub starts: Option<i64>,
    pub content: Content,
}

impl Compiled {
    /// The text of the compiled file of some editions, of which there is at least one.
    ///
    /// # Errors
    /// None that content can cause: it is plain data.
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

    /// The content of the first edition.
    pub fn first(&self) -> &Content {
        &self.editions[0].content
    }
}

impl Edition {
    /// The one edition of content in which nothing waits for its day.
    pub fn only(content: Content) -> Self {
        Self {
            starts: None,
            content,
        }
    }
}
