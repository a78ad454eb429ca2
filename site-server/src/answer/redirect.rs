//! The plain listener's response if another listener has TLS: a redirect to the same address with https.
//!
//! It only redirects to hosts that the certificate names, whatever host a client sends.

use http::{HeaderValue, Request, StatusCode};

use super::fields::Fields;
use super::{host, respond};
use site_table::{Answer, Table};

pub struct Redirect {
    /// Returns true if the certificate names this host.
    pub is_ours: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// The TLS port for visitors.
    pub port: u16,
}

impl Redirect {
    pub fn respond<B>(&self, table: &Table, edition: usize, request: &Request<B>) -> Answer {
        let target = request.uri().path_and_query();
        let path = target.map_or("", |target| target.as_str());
        let fields = Fields::of(request.headers());
        let is_named = host::is_named(request, fields.host);
        if !path.starts_with('/') || !is_named || fields.have_unknown_coding() {
            // A bad request, or one without a path.
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
