//! The client that a request is from, by the headers of proxies that are trusted: `Forwarded` (RFC 7239), or else `X-Forwarded-For`.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;

use crate::config::Limits;

/// The last address that no trusted proxy has. What stands before it anybody may have written.
pub fn client(peer: IpAddr, headers: &HeaderMap, limits: &Limits) -> IpAddr {
    let (name, node): (_, fn(&str) -> &str) = if headers.contains_key("forwarded") {
        ("forwarded", for_of)
    } else {
        ("x-forwarded-for", |node| node)
    };
    let lines = headers.get_all(name).iter();
    let lines: Vec<_> = lines.filter_map(|line| line.to_str().ok()).collect();
    let nodes = lines.iter().flat_map(|line| line.split(',')).rev();
    let mut addresses = nodes.map_while(|element| address(node(element)));
    let mut client = peer;
    while limits.trusts(client)
        && let Some(address) = addresses.next()
    {
        client = address;
    }
    client
}

/// The node that made the request to a proxy, of `for=192.0.2.1;proto=https`.
fn for_of(element: &str) -> &str {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let found = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    found.map_or("", |(_, node)| node)
}

/// An address, perhaps with a port, in quotation marks or brackets.
fn address(node: &str) -> Option<IpAddr> {
    let node = node.trim().trim_matches('"');
    let with_port = || node.parse::<SocketAddr>().ok().map(|address| address.ip());
    let alone = node.trim_start_matches('[').trim_end_matches(']');
    let address = alone.parse().ok().or_else(with_port)?;
    Some(IpAddr::to_canonical(&address))
}
