//! The client of a request, from the header that `--client-header` names. Only trusted proxies are believed.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;

use crate::config::{ClientHeader, Limits};

/// The last address in the header that isn't a trusted proxy's. Anyone may have written the addresses before it.
pub fn client(peer: IpAddr, headers: &HeaderMap, limits: &Limits) -> IpAddr {
    if !limits.trusts(peer) {
        return peer;
    }
    let name = limits.client_header.name();
    let mut client = peer;
    for line in headers.get_all(name).iter().rev() {
        for element in line.as_bytes().rsplit(|byte| *byte == b',') {
            let Some(address) = read(element, limits.client_header) else {
                return client;
            };
            client = address;
            if !limits.trusts(client) {
                return client;
            }
        }
    }
    client
}

/// The address in an element. A proxy adds its element on the right.
fn read(element: &[u8], header: ClientHeader) -> Option<IpAddr> {
    let text = str::from_utf8(element).ok()?;
    match header {
        ClientHeader::XForwardedFor => address(text),
        ClientHeader::Forwarded => address(for_of(text)),
    }
}

/// The client in an element of RFC 7239, such as `for=192.0.2.1;proto=https`.
fn for_of(element: &str) -> &str {
    for pair in element.split(';') {
        if let Some((name, node)) = pair.split_once('=')
            && name.trim().eq_ignore_ascii_case("for")
        {
            return node;
        }
    }
    ""
}

/// Parses an address, optionally with a port, in quotation marks or brackets.
fn address(node: &str) -> Option<IpAddr> {
    let bare = node.trim().trim_matches('"');
    let without_brackets = bare.trim_start_matches('[').trim_end_matches(']');
    if let Ok(address) = without_brackets.parse::<IpAddr>() {
        return Some(address.to_canonical());
    }
    let with_port: SocketAddr = bare.parse().ok()?;
    Some(with_port.ip().to_canonical())
}
