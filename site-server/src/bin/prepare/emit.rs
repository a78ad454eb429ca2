//! The table as a file: see `site_server::table::file`.

use std::collections::{BTreeMap, HashMap};

use http::StatusCode;
use site_server::table::{Coding, Fixed, file};

use crate::encode::{Body, Encoded};
use crate::headers::{self, Headers};

/// `rows` by path, and the answer to every other path.
pub fn emit(rows: &BTreeMap<String, Encoded>, not_found: Encoded) -> Vec<u8> {
    let fixed = fixed(not_found);
    let mut table = Table::default();
    let rows = rows
        .iter()
        .map(|(path, row)| (path.as_str(), table.response(row)))
        .collect();
    let fixed = fixed.map(|response| table.response(response));
    let mut index = file::Index {
        digest: "",
        fields: table.fields,
        rows,
        fixed,
    };
    let digest = blake3::hash(&file::join(&index, &table.blob)).to_hex();
    index.digest = &digest[..16];
    file::join(&index, &table.blob)
}

/// The responses that belong to no path.
fn fixed(not_found: Encoded) -> Fixed<Encoded> {
    let empty = |status: StatusCode, headers: Headers| Encoded {
        status,
        headers,
        // A body of no bytes has a `Content-Length`; no body, as a 204 has none, does not.
        bodies: vec![Body {
            coding: Coding::Identity,
            etag: None,
            bytes: Vec::new(),
        }],
    };
    let refusal = |status| empty(status, headers::of_refusal());
    Fixed {
        not_found,
        permanent_redirect: empty(StatusCode::PERMANENT_REDIRECT, headers::of_redirect(None)),
        options: Encoded {
            status: StatusCode::NO_CONTENT,
            headers: headers::of_methods(),
            bodies: Vec::new(),
        },
        method_not_allowed: empty(StatusCode::METHOD_NOT_ALLOWED, headers::of_methods()),
        bad_request: refusal(StatusCode::BAD_REQUEST),
        request_timeout: refusal(StatusCode::REQUEST_TIMEOUT),
        misdirected_request: refusal(StatusCode::MISDIRECTED_REQUEST),
        head_too_large: refusal(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE),
        unavailable: empty(StatusCode::SERVICE_UNAVAILABLE, headers::of_unavailable()),
    }
}

/// What a 304 repeats (RFC 9110, 15.4.5); the rest stands in the stored response.
const FOR_CACHES: [&str; 2] = ["cache-control", "vary"];

/// A table in the making.
#[derive(Default)]
struct Table<'t> {
    fields: Vec<(&'t str, &'t str)>,
    /// Where in `fields` each stands.
    places: HashMap<(&'t str, &'t str), u32>,
    blob: Vec<u8>,
}

impl<'t> Table<'t> {
    fn response(&mut self, response: &'t Encoded) -> file::Response<'t> {
        let headers = response.headers.iter();
        file::Response {
            status: response.status.as_u16(),
            headers: headers
                .map(|(name, value)| self.place(name, value))
                .collect(),
            bodies: response
                .bodies
                .iter()
                .map(|body| self.body(&response.headers, body))
                .collect(),
        }
    }

    fn place(&mut self, name: &'t str, value: &'t str) -> u32 {
        *self.places.entry((name, value)).or_insert_with(|| {
            self.fields.push((name, value));
            length(self.fields.len() - 1)
        })
    }

    /// The body, with the rest of its head as HTTP/1.1 writes it right before it.
    fn body(&mut self, headers: &Headers, body: &'t Body) -> file::Body<'t> {
        let etag = body.etag.as_ref().map(|etag| ("etag", etag.clone()));
        let coding = body.coding.name();
        let own = [
            etag.clone(),
            coding.map(|coding| ("content-encoding", coding.to_owned())),
            Some(("content-length", body.bytes.len().to_string())),
        ];
        let start = self.blob.len();
        self.head(headers.iter().chain(own.iter().flatten()));
        let head = self.blob.len() - start;
        self.blob.extend_from_slice(&body.bytes);
        let whole = self.blob.len() - start;
        if etag.is_some() {
            let kept = headers.iter().filter(|(name, _)| FOR_CACHES.contains(name));
            self.head(kept.chain(&etag));
        }
        file::Body {
            coding: body.coding,
            etag: body.etag.as_deref(),
            head: length(head),
            whole: length(whole),
            not_modified: length(self.blob.len() - start - whole),
        }
    }

    /// The end of a head: these fields, and the empty line.
    fn head<'f>(&mut self, fields: impl Iterator<Item = &'f (&'static str, String)>) {
        for (name, value) in fields {
            self.blob
                .extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
        }
        self.blob.extend_from_slice(b"\r\n");
    }
}

fn length(length: usize) -> u32 {
    u32::try_from(length).expect("a body is far smaller than 4 GB")
}
