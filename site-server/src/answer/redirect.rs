//! The plain listener's answer where TLS is spoken on another: the same address, encrypted.
//!
//! It leads nowhere but to hosts that the certificate names, whatever a client calls its host.

use http::{HeaderValue, Request, StatusCode};

use super::fields::Fields;
use super::{host, respond};
use site_table::{Answer, Table};

pub struct Redirect {
    /// Returns true if the certificate names this host.
    pub is_ours: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// The port that visitors reach TLS on.
    pub port: u16,
}

impl Redirect {
    pub fn respond<B>(&self, table: &Table, edition: usize, request: &Request<B>) -> Answer {
        let target = request.uri().path_and_query();
        let path = target.map_or("", |target| target.as_str());
        let fields = Fields::of(request.headers());
        let is_named = host::is_named(request, fields.host);
        if !path.starts_with('/') || !is_named || fields.have_unknown_coding() {
            // A bad request, or one of the server itself or of no path at all.
            return respond(table, edition, request);
        }
        match self.location(request, path) {
            Some(location) => table.redirect(location),
            None => table.bodiless(StatusCode::MISDIRECTED_REQUEST),
        }
    }

    fn location<B>(&self, request: &Request<B>, path: &str) -> Option<HeaderValue> {
        let host = host::name(request)?;
        if !(self.is_ours)(&host) {
            return None;
        }
        let port = match self.port {
            443 => String::new(),
            port => format!(":{port}"),
        };
        HeaderValue::try_from(format!("https://{host}{port}{path}")).ok()
    }
}
