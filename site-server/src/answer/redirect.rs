//! What the plain listener answers where TLS is spoken on another: the same address, encrypted.
//!
//! It leads nowhere but to hosts that the certificate names, whatever a client calls its host.

use std::net::Ipv6Addr;

use http::header::{LOCATION, STRICT_TRANSPORT_SECURITY};
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
        let mut response = match target(request, self.port, &self.is_ours) {
            Ok(Some(location)) => {
                let mut response = table.bodiless(StatusCode::PERMANENT_REDIRECT);
                response.headers_mut().insert(LOCATION, location);
                response
            }
            Ok(None) => respond(table, request),
            Err(status) => table.bodiless(status),
        };
        // It counts for nothing here, and must not be said (RFC 6797, 7.2).
        response.headers_mut().remove(STRICT_TRANSPORT_SECURITY);
        response
    }
}

/// None for a request of the server itself, or of no path at all.
fn target<B>(
    request: &Request<B>,
    port: u16,
    is_ours: impl Fn(&ServerName<'_>) -> bool,
) -> Result<Option<HeaderValue>, StatusCode> {
    if !host::is_named(request) {
        return Err(StatusCode::BAD_REQUEST);
    }
    let Some(path) = request
        .uri()
        .path_and_query()
        .map(|path| path.as_str())
        .filter(|path| path.starts_with('/'))
    else {
        return Ok(None);
    };
    let name = host::name(request).filter(|name| is_ours(name));
    let name = name.ok_or(StatusCode::MISDIRECTED_REQUEST)?;
    let host = match &name {
        ServerName::IpAddress(IpAddr::V6(address)) => {
            format!("[{}]", Ipv6Addr::from(*address))
        }
        name => name.to_str().into_owned(),
    };
    let port = match port {
        443 => String::new(),
        port => format!(":{port}"),
    };
    HeaderValue::try_from(format!("https://{host}{port}{path}"))
        .map(Some)
        .map_err(|_| StatusCode::BAD_REQUEST)
}

#[cfg(test)]
mod tests {
    use http::Request;
    use proptest::prelude::*;
    use rustls::pki_types::ServerName;

    use super::target;

    fn is_ours(name: &ServerName<'_>) -> bool {
        ["www.example.com", "::1"].contains(&&*name.to_str())
    }

    proptest! {
        #[test]
        fn whatever_is_asked(
            uri in "/[ -~]{0,20}|(http://)?[a-z.@:]{1,9}(/[a-z/@\\\\]{0,9})?",
            host in "[a-z.:@\\[\\]]{1,9}|www.example.com[ -~]{0,3}",
        ) {
            let request = Request::get(&uri).header("host", &host).body(());
            let target = request.map(|request| target(&request, 8443, is_ours));
            if let Ok(Ok(Some(location))) = target {
                let location = location.to_str().expect("ASCII");
                let ours = ["https://www.example.com:8443/", "https://[::1]:8443/"];
                prop_assert!(ours.iter().any(|ours| location.starts_with(ours)), "{location}");
            }
        }
    }
}
