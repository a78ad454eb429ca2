//! What the plain listener answers where TLS is spoken on another: the same address, encrypted.
//!
//! It leads nowhere but to hosts that the certificate names, whatever a client calls its host.

use http::header::STRICT_TRANSPORT_SECURITY;
use http::{HeaderValue, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;

use super::table::Table;
use super::{host, respond};

pub struct Redirect {
    /// Whether the certificate names this host.
    pub is_ours: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// Where visitors reach TLS.
    pub port: u16,
}

impl Redirect {
    pub fn respond<B>(&self, table: &Table, request: &Request<B>) -> Response<Full<Bytes>> {
        let path = request.uri().path_and_query().map(|path| path.as_str());
        let mut response = match path {
            Some(path) if path.starts_with('/') && host::is_named(request) => {
                match self.location(request, path) {
                    Some(location) => table.redirect(location),
                    None => table.bodiless(StatusCode::MISDIRECTED_REQUEST),
                }
            }
            // A bad request, or one of the server itself or of no path at all.
            _ => respond(table, request),
        };
        // It counts for nothing here, and must not be said (RFC 6797, 7.2).
        response.headers_mut().remove(STRICT_TRANSPORT_SECURITY);
        response
    }

    fn location<B>(&self, request: &Request<B>, path: &str) -> Option<HeaderValue> {
        let host = host::name(request).filter(|host| (self.is_ours)(host))?;
        let port = match self.port {
            443 => String::new(),
            port => format!(":{port}"),
        };
        HeaderValue::try_from(format!("https://{host}{port}{path}")).ok()
    }
}
