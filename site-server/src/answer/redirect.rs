//! The plain listener's answer where TLS is spoken on another: the same address, encrypted.
//!
//! It leads nowhere but to hosts that the certificate names, whatever a client calls its host.

use http::header::STRICT_TRANSPORT_SECURITY;
use http::{HeaderValue, Request, StatusCode};

use super::table::{Answer, Table};
use super::{host, respond};

pub struct Redirect {
    /// Returns true if the certificate names this host.
    pub is_ours: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// The port that visitors reach TLS on.
    pub port: u16,
}

impl Redirect {
    pub fn respond<B>(&self, table: &Table, request: &Request<B>) -> Answer {
        let path = request.uri().path_and_query().map(|path| path.as_str());
        let path = path.filter(|path| path.starts_with('/') && host::is_named(request));
        let mut response = match path.map(|path| self.location(request, path)) {
            Some(Some(location)) => table.redirect(location),
            Some(None) => table.bodiless(StatusCode::MISDIRECTED_REQUEST),
            // A bad request, or one of the server itself or of no path at all.
            None => respond(table, request),
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
