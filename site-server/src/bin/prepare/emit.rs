//! The table as a file: see `site_server::table::File`.

use std::collections::BTreeMap;

use site_server::table::{Field, File, Stored, StoredBody};

use crate::encode::Encoded;
use crate::headers::Headers;

/// `rows` by path, the answer to every other path, and the headers of every response.
pub fn emit(rows: &BTreeMap<String, Encoded>, not_found: &Encoded, common: &Headers) -> Vec<u8> {
    let rows = rows.iter();
    let mut file = File {
        digest: "",
        common: fields(common),
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
    let bodies = response.bodies.iter().map(|body| StoredBody {
        coding: body.coding,
        etag: body.etag.as_deref(),
        bytes: &body.bytes,
    });
    Stored {
        status: response.status.as_u16(),
        headers: fields(&response.headers),
        bodies: bodies.collect(),
    }
}

fn fields(headers: &Headers) -> Vec<Field<'_>> {
    let headers = headers.iter();
    headers.map(|(name, value)| (*name, &**value)).collect()
}
