//! The client that a request is from, by the header of proxies that are trusted: the one that `--client-header` names.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;

use crate::config::{ClientHeader, Limits};

/// The last address that no trusted proxy has. What stands before it anybody may have written.
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

/// The address of an element, which a proxy has added on its right.
fn read(element: &[u8], header: ClientHeader) -> Option<IpAddr> {
    let text = str::from_utf8(element).ok()?;
    match header {
        ClientHeader::XForwardedFor => address(text),
        ClientHeader::Forwarded => address(for_of(text)),
    }
}

/// The node that made the request to a proxy, of `for=192.0.2.1;proto=https` (RFC 7239).
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

/// An address, perhaps with a port, in quotation marks or brackets.
fn address(node: &str) -> Option<IpAddr> {
    let bare = node.trim().trim_matches('"');
    let without_brackets = bare.trim_start_matches('[').trim_end_matches(']');
    if let Ok(address) = without_brackets.parse::<IpAddr>() {
        return Some(address.to_canonical());
    }
    let with_port: SocketAddr = bare.parse().ok()?;
    Some(with_port.ip().to_canonical())
}
