//! The table as a file: see `site_server::table::File`.

use std::collections::BTreeMap;

use site_server::table::{Field, File, Stored, StoredBody};

use crate::encode::Encoded;
use crate::headers;

/// `rows` by path, and the answer to every other path.
pub fn emit(rows: &BTreeMap<String, Encoded>, not_found: &Encoded) -> Vec<u8> {
    let rows = rows.iter();
    let mut file = File {
        digest: "",
        common: headers::COMMON.to_vec(),
        rows: rows
            .map(|(path, row)| (path.as_str(), stored(row)))
            .collect(),
        not_found: stored(not_found),
    };
    let digest = blake3::hash(&file.to_bytes()).to_hex();
    file.digest = &digest[..16];
    file.to_bytes()
}

fn stored(response: &Encoded) -> Stored<'_> {
    let headers = response.headers.iter();
    let bodies = response.bodies.iter().map(|body| StoredBody {
        coding: body.coding,
        etag: body.etag.as_deref(),
        bytes: &body.bytes,
    });
    Stored {
        status: response.status.as_u16(),
        headers: headers
            .map(|(name, value)| -> Field<'_> { (name, value) })
            .collect(),
        bodies: bodies.collect(),
    }
}
