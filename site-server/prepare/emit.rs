//! The table as Rust source, in the types of `src/table.rs`, and the blob of bodies that it points into.
//!
//! Each list of headers and of bodies is a `static` of its own: header values are interior mutable, and a `static` may
//! borrow such a value only by name.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use super::encode::{Body, Coding, Encoded};
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
    for (name, status, headers) in [
        // The server adds the target.
        (
            "PERMANENT_REDIRECT",
            PERMANENT_REDIRECT,
            headers::of_redirect(None),
        ),
        (
            "METHOD_NOT_ALLOWED",
            METHOD_NOT_ALLOWED,
            headers::of_methods(),
        ),
        ("BAD_REQUEST", BAD_REQUEST, headers::of_refusal()),
        ("REQUEST_TIMEOUT", REQUEST_TIMEOUT, headers::of_refusal()),
        (
            "MISDIRECTED_REQUEST",
            MISDIRECTED_REQUEST,
            headers::of_refusal(),
        ),
        ("HEAD_TOO_LARGE", HEAD_TOO_LARGE, headers::of_refusal()),
        ("UNAVAILABLE", UNAVAILABLE, headers::of_unavailable()),
    ] {
        // A body of no bytes has a `Content-Length`; no body, as a 204 has none, does not.
        let empty = Body {
            coding: Coding::Identity,
            etag: None,
            bytes: Vec::new(),
        };
        let response = out.prepared(status, &headers, &[empty]);
        out.item(&format!("pub static {name}: Prepared"), &response);
    }
    let response = out.prepared(NO_CONTENT, &headers::of_methods(), &[]);
    out.item("pub static OPTIONS: Prepared", &response);
    Prepared {
        table: out.source,
        bodies: out.bodies,
    }
}

/// A status: its name in Rust, its code, and the phrase that HTTP/1.1 wants after it.
type Line = (&'static str, u16, &'static str);

const PERMANENT_REDIRECT: Line = ("PERMANENT_REDIRECT", 308, "Permanent Redirect");
const METHOD_NOT_ALLOWED: Line = ("METHOD_NOT_ALLOWED", 405, "Method Not Allowed");
const BAD_REQUEST: Line = ("BAD_REQUEST", 400, "Bad Request");
const REQUEST_TIMEOUT: Line = ("REQUEST_TIMEOUT", 408, "Request Timeout");
const MISDIRECTED_REQUEST: Line = ("MISDIRECTED_REQUEST", 421, "Misdirected Request");
const HEAD_TOO_LARGE: Line = (
    "REQUEST_HEADER_FIELDS_TOO_LARGE",
    431,
    "Request Header Fields Too Large",
);
const UNAVAILABLE: Line = ("SERVICE_UNAVAILABLE", 503, "Service Unavailable");
const NO_CONTENT: Line = ("NO_CONTENT", 204, "No Content");

/// What a 304 repeats (RFC 9110, 15.4.5); the rest stands in the stored response.
const FOR_CACHES: [&str; 2] = ["cache-control", "vary"];

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
        let status = match response.status {
            Status::Ok => ("OK", 200, "OK"),
            Status::Moved => ("MOVED_PERMANENTLY", 301, "Moved Permanently"),
            Status::NotFound => ("NOT_FOUND", 404, "Not Found"),
            Status::Gone => ("GONE", 410, "Gone"),
        };
        self.prepared(status, &response.headers, &response.bodies)
    }

    /// A header that HTTP does not allow fails to compile.
    fn prepared(
        &mut self,
        (name, code, phrase): Line,
        headers: &Headers,
        bodies: &[Body],
    ) -> String {
        let bodies: Vec<_> = bodies.iter().map(|body| self.body(headers, body)).collect();
        let bodies = self.list("Body", &bodies);
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, text)| format!("(name({name:?}), value({text:?}))"))
            .collect();
        let headers = self.list("(HeaderName, HeaderValue)", &headers);
        let line = format!("HTTP/1.1 {code} {phrase}\r\n");
        format!(
            "Prepared {{ status: StatusCode::{name}, line: {line:?}, headers: {headers}, bodies: {bodies} }}"
        )
    }

    /// The body, with the rest of its head as HTTP/1.1 writes it right before it.
    fn body(&mut self, headers: &Headers, body: &Body) -> String {
        let etag = body.etag.as_ref().map(|etag| ("etag", etag.clone()));
        let coding = match body.coding {
            Coding::Brotli => Some("br"),
            Coding::Zstd => Some("zstd"),
            Coding::Gzip => Some("gzip"),
            Coding::Identity => None,
        };
        let own = [
            etag.clone(),
            coding.map(|coding| ("content-encoding", coding.to_owned())),
            Some(("content-length", body.bytes.len().to_string())),
        ];
        let start = self.bodies.len();
        self.fields(headers.iter().chain(own.iter().flatten()));
        let head = self.bodies.len() - start;
        self.bodies.extend_from_slice(&body.bytes);
        let whole = self.bodies.len() - start;
        let not_modified = self.bodies.len();
        if etag.is_some() {
            let kept = headers.iter().filter(|(name, _)| FOR_CACHES.contains(name));
            self.fields(kept.chain(&etag));
        }
        let etag = etag.map_or("None".to_owned(), |(_, etag)| {
            format!("Some(value({etag:?}))")
        });
        format!(
            "Body {{ coding: Coding::{:?}, etag: {etag}, whole: slice({start}, {whole}), head: {head}, not_modified: slice({not_modified}, {}) }}",
            body.coding,
            self.bodies.len() - not_modified
        )
    }

    /// The end of a head: these fields, and the empty line.
    fn fields<'f>(&mut self, fields: impl Iterator<Item = &'f (&'static str, String)>) {
        for (name, value) in fields {
            self.bodies
                .extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
        }
        self.bodies.extend_from_slice(b"\r\n");
    }
}
