//! Step 1: whether a request names its host properly (RFC 9112, 3.2; RFC 9113, 8.3.1).
//!
//! The same site is served for every host name, because a proxy in front knows the right name. But a malformed name is refused, as the
//! RFC requires, so that caches and this server never interpret a request differently.

use std::net::{Ipv4Addr, Ipv6Addr};

use http::header::HOST;
use http::uri::Authority;
use http::{Request, Version};

use super::fields::Lines;

/// The longest host with a port, in bytes. A name has at most 253 characters (RFC 1035, 2.3.4).
const LONGEST: usize = 300;

/// Returns true if the request has one well-formed host. If HTTP/2 names it twice, both must be equal. With an absolute target in
/// HTTP/1, the header is ignored.
pub fn is_named<B>(request: &Request<B>, lines: Lines) -> bool {
    let host = match lines {
        Lines::None => None,
        Lines::One(host) => Some(host),
        Lines::Several => return false,
    };

    let authority = request.uri().authority();
    let is_there = match request.version() {
        Version::HTTP_11 => host.is_some(),
        Version::HTTP_2 => host.is_some() || authority.is_some(),
        _ => true,
    };
    if !is_there {
        return false;
    }

    if let (Some(host), Some(authority)) = (host, authority)
        && request.version() == Version::HTTP_2
        && !is_same(host.as_bytes(), authority)
    {
        return false;
    }
    let is_good_host = host.is_none_or(|host| is_host(host.as_bytes()));
    is_good_host && authority.is_none_or(|authority| is_host(authority.as_str().as_bytes()))
}

/// Returns true if both name the same host, ignoring ports.
fn is_same(host: &[u8], authority: &Authority) -> bool {
    let Ok(host) = Authority::try_from(host) else {
        return false;
    };
    host.host().eq_ignore_ascii_case(authority.host())
}

/// The request's host without the port. An IPv6 address has brackets.
pub fn name<B>(request: &Request<B>) -> Option<String> {
    // The target takes precedence over the header (RFC 9112, 3.2.2).
    let authority = match request.uri().authority() {
        Some(authority) => authority.clone(),
        None => Authority::try_from(request.headers().get(HOST)?.as_bytes()).ok()?,
    };
    let host = authority.host().trim_end_matches('.');
    Some(host.to_ascii_lowercase())
}

/// Returns true if the request names another host. An IP address doesn't count, because visitors don't use one.
pub fn is_other<B>(request: &Request<B>, own: &str) -> bool {
    let Some(host) = name(request) else {
        return false;
    };
    let own_name = own.split(':').next().unwrap_or(own);
    let is_address = host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok();
    !host.is_empty() && !is_address && host != own_name
}

/// Returns true for a name or an address, optionally with a port. It is empty if the address has none.
fn is_host(value: &[u8]) -> bool {
    if value.is_empty() {
        return true;
    }
    if value.len() > LONGEST {
        return false;
    }
    // Nearly every host is plain, and is checked without a copy.
    is_plain(value) || is_authority(value)
}

/// True for the bytes of a plain name. A table is faster, and every request's host is checked.
const IS_PLAIN: [bool; 256] = {
    let mut is_plain = [false; 256];
    let mut byte = 0;
    while byte < is_plain.len() {
        let letter = byte as u8;
        is_plain[byte] = letter.is_ascii_alphanumeric() || matches!(letter, b'.' | b'-' | b'_');
        byte += 1;
    }
    is_plain
};

/// Returns true for a name or an IPv4 address, optionally with a port.
fn is_plain(value: &[u8]) -> bool {
    let is_plain = |byte: &&u8| IS_PLAIN[usize::from(**byte)];
    let name_length = value.iter().take_while(is_plain).count();
    match value.get(name_length..) {
        Some([]) => true,
        Some([b':', port @ ..]) if name_length > 0 => is_port(port),
        _ => false,
    }
}

/// Returns true for a port number.
fn is_port(digits: &[u8]) -> bool {
    let mut number = 0_u32;
    for digit in digits {
        if !digit.is_ascii_digit() || number > u16::MAX.into() {
            return false;
        }
        number = 10 * number + u32::from(digit - b'0');
    }
    number <= u16::MAX.into()
}

/// Returns true for an authority without a user, with a name or an address, and with a numeric or empty port.
fn is_authority(value: &[u8]) -> bool {
    let Ok(authority) = Authority::try_from(value) else {
        return false;
    };
    let host = authority.host();
    let Some(rest) = authority.as_str().strip_prefix(host) else {
        return false;
    };
    let is_good_host = match host.strip_prefix('[') {
        Some(address) => address.trim_end_matches(']').parse::<Ipv6Addr>().is_ok(),
        None => !host.is_empty(),
    };
    let is_good_port = match rest.strip_prefix(':') {
        Some(port) => is_port(port.as_bytes()),
        None => rest.is_empty(),
    };
    is_good_host && is_good_port
}
