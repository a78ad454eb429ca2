//! What the plain listener answers where TLS is spoken on another: the same address, encrypted.
//!
//! It leads nowhere but to hosts that the certificate names, whatever a client calls its host.

use std::net::Ipv6Addr;

use http::header::STRICT_TRANSPORT_SECURITY;
use http::{HeaderValue, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use rustls::pki_types::{IpAddr, ServerName};

use super::table::Table;
use super::{host, respond};

pub struct Redirect {
    /// Whether the certificate names this host.
    pub is_ours: Box<dyn Fn(&ServerName<'_>) -> bool + Send + Sync>,
    /// Where visitors reach TLS.
    pub port: u16,
}

impl Redirect {
    pub fn respond<B>(&self, table: &Table, request: &Request<B>) -> Response<Full<Bytes>> {
        let mut response = match path(request) {
            Some(path) => match self.location(request, path) {
                Ok(location) => table.redirect(location),
                Err(status) => table.bodiless(status),
            },
            None => respond(table, request),
        };
        // It counts for nothing here, and must not be said (RFC 6797, 7.2).
        response.headers_mut().remove(STRICT_TRANSPORT_SECURITY);
        response
    }

    fn location<B>(&self, request: &Request<B>, path: &str) -> Result<HeaderValue, StatusCode> {
        let name = host::name(request).filter(|name| (self.is_ours)(name));
        let host = match name.ok_or(StatusCode::MISDIRECTED_REQUEST)? {
            ServerName::IpAddress(IpAddr::V6(address)) => {
                format!("[{}]", Ipv6Addr::from(address))
            }
            name => name.to_str().into_owned(),
        };
        let port = match self.port {
            443 => String::new(),
            port => format!(":{port}"),
        };
        HeaderValue::try_from(format!("https://{host}{port}{path}"))
            .map_err(|_| StatusCode::BAD_REQUEST)
    }
}

/// None for a bad request, and for one of the server itself or of no path at all.
fn path<B>(request: &Request<B>) -> Option<&str> {
    let path = request.uri().path_and_query()?.as_str();
    (path.starts_with('/') && host::is_named(request)).then_some(path)
}

#[cfg(test)]
mod tests {
    use http::Request;
    use proptest::prelude::*;

    use super::{Redirect, path};

    proptest! {
        #[test]
        fn whatever_is_asked(
            uri in "/[ -~]{0,20}|(http://)?[a-z.@:]{1,9}(/[a-z/@\\\\]{0,9})?",
            host in "[a-z.:@\\[\\]]{1,9}|www.example.com[ -~]{0,3}",
        ) {
            let names = ["www.example.com", "::1"];
            let redirect = Redirect {
                is_ours: Box::new(move |name| names.contains(&&*name.to_str())),
                port: 8443,
            };
            let request = Request::get(&uri).header("host", &host).body(());
            let Ok(request) = request else { return Ok(()) };
            let location = path(&request).map(|path| redirect.location(&request, path));
            if let Some(Ok(location)) = location {
                let location = location.to_str().expect("ASCII");
                let ours = ["https://www.example.com:8443/", "https://[::1]:8443/"];
                prop_assert!(ours.iter().any(|ours| location.starts_with(ours)), "{location}");
            }
        }
    }
}
