//! Step 1: whether a request says which host it is for (RFC 9112, 3.2; RFC 9113, 8.3.1).
//!
//! One site is served whatever the host's name: a proxy in front knows the name. But what is malformed is refused, as the RFC
//! demands, so that no cache on the way and this server ever read one request as two.

use http::header::HOST;
use http::uri::Authority;
use http::{Request, Version};

pub fn is_named<B>(request: &Request<B>) -> bool {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (first, more) = (hosts.next(), hosts.next());
    let authority = request.uri().authority();
    let is_there = match request.version() {
        Version::HTTP_11 => first.is_some(),
        Version::HTTP_2 => first.is_some() || authority.is_some(),
        _ => true,
    };
    let is_valid_host = first.is_none_or(|host| is_host(host.as_bytes()));
    is_there && more.is_none() && is_valid_host && authority.is_none_or(is_valid)
}

/// The host that a request is for, without the port; an address of IPv6 in brackets.
pub fn name<B>(request: &Request<B>) -> Option<String> {
    // What the target says counts for more than the header (RFC 9112, 3.2.2).
    let authority = match request.uri().authority() {
        Some(authority) => authority.clone(),
        None => Authority::try_from(request.headers().get(HOST)?.as_bytes()).ok()?,
    };
    let host = authority.host().trim_end_matches('.');
    Some(host.to_ascii_lowercase())
}

/// A name or an address, perhaps with a port; empty where the address has none.
fn is_host(value: &[u8]) -> bool {
    value.is_empty() || Authority::try_from(value).is_ok_and(|authority| is_valid(&authority))
}

/// Without a user, and the port a number or empty.
fn is_valid(authority: &Authority) -> bool {
    let port = authority.as_str().strip_prefix(authority.host());
    port.is_some_and(|port| matches!(port, "" | ":") || authority.port_u16().is_some())
}
