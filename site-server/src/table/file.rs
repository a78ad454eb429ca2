//! The table as a file: a mark, the length of the index, the index, and a blob of bodies.
//!
//! The index is written by postcard. The blob holds, for each body of each response in the order of the index, what
//! HTTP/1.1 sends of it and of its 304; only lengths are written, so no place can point into another's bytes.

use serde::{Deserialize, Serialize};

use super::{Coding, Damaged, Fixed};

/// The kind of file, and the version of its form.
pub const MAGIC: &[u8; 8] = b"site\0\0\0\x01";

#[derive(Debug, Serialize, Deserialize)]
pub struct Index<'t> {
    pub digest: &'t str,
    /// Headers, each once: most responses share theirs.
    #[serde(borrow)]
    pub fields: Vec<(&'t str, &'t str)>,
    #[serde(borrow)]
    pub rows: Vec<(&'t str, Response<'t>)>,
    #[serde(borrow)]
    pub fixed: Fixed<Response<'t>>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Response<'t> {
    pub status: u16,
    /// Places in [`Index::fields`].
    pub headers: Vec<u32>,
    #[serde(borrow)]
    pub bodies: Vec<Body<'t>>,
}

/// Lengths in bytes; see [`super::Body`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Body<'t> {
    pub coding: Coding,
    pub etag: Option<&'t str>,
    pub head: u32,
    pub whole: u32,
    pub not_modified: u32,
}

/// The file of this index and this blob.
pub fn join(index: &Index<'_>, blob: &[u8]) -> Vec<u8> {
    let index = postcard::to_allocvec(index).expect("the index is made of what postcard writes");
    let length = index.len() as u64;
    [&MAGIC[..], &length.to_le_bytes(), &index, blob].concat()
}

/// The index and the blob of this file.
pub fn split(bytes: &'static [u8]) -> Result<(Index<'static>, &'static [u8]), Damaged> {
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or(Damaged("the beginning of another kind of file"))?;
    let (length, rest) = rest
        .split_first_chunk()
        .ok_or(Damaged("an end before that of the index"))?;
    let (index, blob) = usize::try_from(u64::from_le_bytes(*length))
        .ok()
        .and_then(|length| rest.split_at_checked(length))
        .ok_or(Damaged("an end before that of the index"))?;
    match postcard::take_from_bytes(index) {
        Ok((index, [])) => Ok((index, blob)),
        _ => Err(Damaged("an index that can't be read")),
    }
}
