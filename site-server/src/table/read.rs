//! The table, read from its file.

use std::fmt;

use http::{HeaderName, HeaderValue, StatusCode};
use hyper::body::Bytes;

use super::{Body, Coding, Fixed, Prepared, Row, Table, file};

impl Table {
    /// Reads the index; bodies stay where they are.
    pub fn read(bytes: &'static [u8]) -> Result<Table, Damaged> {
        let (index, blob) = file::split(bytes)?;
        let fields = index.fields.iter().map(field).collect::<Result<_, _>>()?;
        let mut reader = Reader { fields, blob };
        let rows: Box<[Row]> = index
            .rows
            .iter()
            .map(|(path, response)| {
                Ok(Row {
                    path,
                    response: reader.response(response)?,
                })
            })
            .collect::<Result<_, _>>()?;
        if !rows.is_sorted_by(|a, b| a.path < b.path) {
            return Err(Damaged("paths out of order"));
        }
        let fixed = index.fixed.map(|response| reader.response(response));
        let fixed = fixed.transpose()?;
        if !reader.blob.is_empty() {
            return Err(Damaged("bytes that belong to no response"));
        }
        Ok(Table {
            digest: index.digest,
            rows,
            fixed,
        })
    }
}

/// Why bytes are not a table.
#[derive(Debug, PartialEq, Eq)]
pub struct Damaged(pub(super) &'static str);

impl fmt::Display for Damaged {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            form,
            "expected a table that this version's site-prepare made, found {}; `cargo site build` makes it again",
            self.0
        )
    }
}

impl std::error::Error for Damaged {}

/// What the responses of the index are read from.
struct Reader {
    fields: Vec<(HeaderName, HeaderValue)>,
    /// What no response has taken yet.
    blob: &'static [u8],
}

impl Reader {
    fn response(&mut self, response: &file::Response<'static>) -> Result<Prepared, Damaged> {
        let headers = response.headers.iter().map(|at| {
            let field = self.fields.get(*at as usize).cloned();
            field.ok_or(Damaged("a header that is not there"))
        });
        let headers = headers.collect::<Result<_, _>>()?;
        let (status, line) = LINES
            .into_iter()
            .find(|(status, _)| status.as_u16() == response.status)
            .ok_or(Damaged("a status that the server does not send"))?;
        let bodies: Box<[Body]> = response
            .bodies
            .iter()
            .map(|body| self.body(body))
            .collect::<Result<_, _>>()?;
        // Identity is the last of them, so that there is always something to send.
        let is_ordered = bodies.is_sorted_by(|a, b| a.coding < b.coding);
        let last = bodies.last().map_or(Coding::Identity, |body| body.coding);
        if !is_ordered || last != Coding::Identity {
            return Err(Damaged("encodings out of order"));
        }
        Ok(Prepared {
            status,
            line,
            headers,
            bodies,
        })
    }

    fn body(&mut self, body: &file::Body<'static>) -> Result<Body, Damaged> {
        let whole = self.take(body.whole)?;
        if body.head as usize > whole.len() {
            return Err(Damaged("a head longer than its response"));
        }
        Ok(Body {
            coding: body.coding,
            etag: body.etag.map(value).transpose()?,
            whole,
            head: body.head as usize,
            not_modified: self.take(body.not_modified)?,
        })
    }

    fn take(&mut self, length: u32) -> Result<&'static [u8], Damaged> {
        let (taken, rest) = self
            .blob
            .split_at_checked(length as usize)
            .ok_or(Damaged("an end before that of the bodies"))?;
        self.blob = rest;
        Ok(taken)
    }
}

/// Names and values stay where they are: a copy of one costs nothing, whichever thread makes it.
fn field(
    (name, text): &(&'static str, &'static str),
) -> Result<(HeaderName, HeaderValue), Damaged> {
    HeaderName::from_lowercase(name.as_bytes())
        .map_err(|_| Damaged("a header name that HTTP does not allow"))?;
    Ok((HeaderName::from_static(name), value(text)?))
}

fn value(text: &'static str) -> Result<HeaderValue, Damaged> {
    HeaderValue::from_maybe_shared(Bytes::from_static(text.as_bytes()))
        .map_err(|_| Damaged("a header value that HTTP does not allow"))
}

/// Every status that is prepared, and its line.
const LINES: [(StatusCode, &str); 12] = [
    (StatusCode::OK, "HTTP/1.1 200 OK\r\n"),
    (StatusCode::NO_CONTENT, "HTTP/1.1 204 No Content\r\n"),
    (
        StatusCode::MOVED_PERMANENTLY,
        "HTTP/1.1 301 Moved Permanently\r\n",
    ),
    (
        StatusCode::PERMANENT_REDIRECT,
        "HTTP/1.1 308 Permanent Redirect\r\n",
    ),
    (StatusCode::BAD_REQUEST, "HTTP/1.1 400 Bad Request\r\n"),
    (StatusCode::NOT_FOUND, "HTTP/1.1 404 Not Found\r\n"),
    (
        StatusCode::METHOD_NOT_ALLOWED,
        "HTTP/1.1 405 Method Not Allowed\r\n",
    ),
    (
        StatusCode::REQUEST_TIMEOUT,
        "HTTP/1.1 408 Request Timeout\r\n",
    ),
    (StatusCode::GONE, "HTTP/1.1 410 Gone\r\n"),
    (
        StatusCode::MISDIRECTED_REQUEST,
        "HTTP/1.1 421 Misdirected Request\r\n",
    ),
    (
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        "HTTP/1.1 431 Request Header Fields Too Large\r\n",
    ),
    (
        StatusCode::SERVICE_UNAVAILABLE,
        "HTTP/1.1 503 Service Unavailable\r\n",
    ),
];

impl<R, E> Fixed<Result<R, E>> {
    fn transpose(self) -> Result<Fixed<R>, E> {
        Ok(Fixed {
            not_found: self.not_found?,
            permanent_redirect: self.permanent_redirect?,
            options: self.options?,
            method_not_allowed: self.method_not_allowed?,
            bad_request: self.bad_request?,
            request_timeout: self.request_timeout?,
            misdirected_request: self.misdirected_request?,
            head_too_large: self.head_too_large?,
            unavailable: self.unavailable?,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::file::{self, Index, Response};
    use super::super::find;
    use super::{Coding, Fixed, Table};

    /// A table of two pages, as bytes.
    fn sample() -> Vec<u8> {
        let page = || Response {
            status: 200,
            headers: vec![0, 1],
            bodies: vec![
                body(Coding::Gzip, Some("\"g\"")),
                body(Coding::Identity, Some("\"i\"")),
            ],
        };
        let plain = || Response {
            status: 404,
            headers: vec![1],
            bodies: vec![body(Coding::Identity, None)],
        };
        let index = Index {
            digest: "0123456789abcdef",
            fields: vec![("content-type", "text/plain"), ("x-word", "tier")],
            rows: vec![("/", page()), ("/fees", page())],
            fixed: Fixed {
                not_found: plain(),
                permanent_redirect: plain(),
                options: Response {
                    bodies: Vec::new(),
                    ..plain()
                },
                method_not_allowed: plain(),
                bad_request: plain(),
                request_timeout: plain(),
                misdirected_request: plain(),
                head_too_large: plain(),
                unavailable: plain(),
            },
        };
        file::join(&index, &b"h: x\r\n\r\nabcdnot modified".repeat(4 + 8))
    }

    fn body(coding: Coding, etag: Option<&'static str>) -> file::Body<'static> {
        file::Body {
            coding,
            etag,
            head: 8,
            whole: 12,
            not_modified: 12,
        }
    }

    fn read(bytes: Vec<u8>) -> Result<Table, super::Damaged> {
        Table::read(bytes.leak())
    }

    #[test]
    fn what_was_written_is_read() {
        let table = read(sample()).expect("a table");
        assert_eq!(table.digest, "0123456789abcdef");
        assert_eq!(table.paths().collect::<Vec<_>>(), ["/", "/fees"]);
        assert!(find(table.rows(), "/nowhere").is_none());
        let page = &find(table.rows(), "/fees").expect("a row").response;
        assert_eq!(
            (page.status.as_u16(), page.line),
            (200, "HTTP/1.1 200 OK\r\n")
        );
        let headers: Vec<_> = page
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_bytes()))
            .collect();
        assert_eq!(
            headers,
            [("content-type", &b"text/plain"[..]), ("x-word", b"tier")]
        );
        let codings: Vec<_> = page.bodies.iter().map(|body| body.coding).collect();
        assert_eq!(codings, [Coding::Gzip, Coding::Identity]);
        for body in &page.bodies {
            assert_eq!(
                (body.bytes(), body.not_modified),
                (&b"abcd"[..], &b"not modified"[..])
            );
        }
        assert!(table.fixed.options.bodies.is_empty());
        assert_eq!(table.fixed.not_found.bodies[0].etag, None);
    }

    #[test]
    fn a_table_that_ends_early_or_late_is_refused() {
        let bytes = sample();
        for end in 0..bytes.len() {
            let error = read(bytes[..end].to_vec()).expect_err("not a whole table");
            assert!(
                error.to_string().contains("`cargo site build`"),
                "{end}: {error}"
            );
        }
        let error = read([&bytes[..], b"x"].concat()).expect_err("more than a table");
        assert!(
            error.to_string().contains("belong to no response"),
            "{error}"
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (found, with, expected) in [
            (&b"/fees"[..], &b"!fees"[..], "paths out of order"),
            (
                b"x-word",
                b"X-word",
                "a header name that HTTP does not allow",
            ),
            (b"tier", b"\ntie", "a header value that HTTP does not allow"),
            (
                file::MAGIC,
                b"site 0.0",
                "the beginning of another kind of file",
            ),
        ] {
            let bytes = sample();
            let at = bytes
                .windows(found.len())
                .position(|bytes| bytes == found)
                .expect("there");
            let damaged = [&bytes[..at], with, &bytes[at + with.len()..]].concat();
            let error = read(damaged).expect_err("a damaged table").to_string();
            assert!(error.contains(expected), "{expected}: {error}");
        }
    }

    proptest! {
        #[test]
        fn damage_is_no_panic(places in prop::collection::vec((0..1000_usize, 0..255_u8), 1..4)) {
            let mut bytes = sample();
            for (at, byte) in places {
                let at = at % bytes.len();
                bytes[at] = byte;
            }
            _ = read(bytes);
        }
    }
}
