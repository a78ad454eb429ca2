//! The table as Rust source, in the types of `src/table.rs`, and the blob of bodies that it points into.
//!
//! Each list of headers and of bodies is a `static` of its own: header values are interior mutable, and a `static` may
//! borrow such a value only by name.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use super::encode::Encoded;
use super::headers::{self, Headers};
use super::{Prepared, Status};

/// `rows` by path, and the answer to every other path.
pub fn emit(rows: &BTreeMap<String, Encoded>, not_found: &Encoded) -> Prepared {
    let mut out = Emitter::default();
    let mut table = String::new();
    for (path, row) in rows {
        let response = out.response(row);
        writeln!(table, "    Row {{ path: {path:?}, response: {response} }},").expect(TO_STRING);
    }
    out.item("pub static ROWS: &[Row]", &format!("&[\n{table}]"));
    let response = out.response(not_found);
    out.item("pub static NOT_FOUND: Prepared", &response);
    for (name, status, headers, bodies) in [
        // The server adds the target.
        (
            "PERMANENT_REDIRECT",
            "PERMANENT_REDIRECT",
            headers::of_redirect(None),
            EMPTY_BODY,
        ),
        ("OPTIONS", "NO_CONTENT", headers::of_methods(), NO_BODY),
        (
            "METHOD_NOT_ALLOWED",
            "METHOD_NOT_ALLOWED",
            headers::of_methods(),
            EMPTY_BODY,
        ),
    ] {
        let response = out.prepared(status, &headers, bodies);
        out.item(&format!("pub static {name}: Prepared"), &response);
    }
    Prepared {
        table: out.source,
        bodies: out.bodies,
    }
}

/// A body of no bytes has a `Content-Length`; no body, as a 204 has none, does not.
const EMPTY_BODY: &str = "&[Body { coding: Coding::Identity, etag: None, bytes: &[] }]";
const NO_BODY: &str = "&[]";
const TO_STRING: &str = "writing to a String does not fail";

struct Emitter {
    source: String,
    bodies: Vec<u8>,
    /// Names of the lists that are written already, by their source: most pages share their headers.
    lists: HashMap<String, String>,
}

impl Default for Emitter {
    fn default() -> Self {
        let source = "// Made by site-server/build.rs (prepare/emit.rs) from web/dist and site-content; rows are sorted by path.\n\n";
        Emitter {
            source: source.to_owned(),
            bodies: Vec::new(),
            lists: HashMap::new(),
        }
    }
}

impl Emitter {
    fn item(&mut self, declaration: &str, value: &str) {
        writeln!(self.source, "{declaration} = {value};\n").expect(TO_STRING);
    }

    /// A reference to a `static` list of these items.
    fn list(&mut self, kind: &str, items: &[String]) -> String {
        let list = format!("[{}]", items.join(", "));
        if let Some(name) = self.lists.get(&list) {
            return name.clone();
        }
        let name = format!("LIST_{}", self.lists.len());
        self.item(&format!("static {name}: [{kind}; {}]", items.len()), &list);
        self.lists.insert(list, format!("&{name}"));
        format!("&{name}")
    }

    fn response(&mut self, response: &Encoded) -> String {
        let mut bodies = Vec::new();
        for body in &response.bodies {
            let etag = body
                .etag
                .as_ref()
                .map_or("None".to_owned(), |etag| format!("Some(value({etag:?}))"));
            let bytes = format!("slice({}, {})", self.bodies.len(), body.bytes.len());
            bodies.push(format!(
                "Body {{ coding: Coding::{:?}, etag: {etag}, bytes: {bytes} }}",
                body.coding
            ));
            self.bodies.extend_from_slice(&body.bytes);
        }
        let bodies = self.list("Body", &bodies);
        let status = match response.status {
            Status::Ok => "OK",
            Status::Moved => "MOVED_PERMANENTLY",
            Status::NotFound => "NOT_FOUND",
            Status::Gone => "GONE",
        };
        self.prepared(status, &response.headers, &bodies)
    }

    /// A header that HTTP does not allow fails to compile.
    fn prepared(&mut self, status: &str, headers: &Headers, bodies: &str) -> String {
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, text)| format!("(name({name:?}), value({text:?}))"))
            .collect();
        let headers = self.list("(HeaderName, HeaderValue)", &headers);
        format!("Prepared {{ status: StatusCode::{status}, headers: {headers}, bodies: {bodies} }}")
    }
}
