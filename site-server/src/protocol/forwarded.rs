//! Who a request is from, by the headers of proxies that are trusted: `Forwarded` (RFC 7239), or else `X-Forwarded-For`.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;
use http::header::FORWARDED;

use crate::config::Limits;

/// The last address that no trusted proxy has. What stands before it anybody may have written.
pub fn client(peer: IpAddr, headers: &HeaderMap, limits: &Limits) -> IpAddr {
    let (name, is_forwarded) = match headers.contains_key(FORWARDED) {
        true => (FORWARDED.as_str(), true),
        false => ("x-forwarded-for", false),
    };
    let lines = headers.get_all(name).iter();
    let lines: Vec<_> = lines.filter_map(|line| line.to_str().ok()).collect();
    let mut nodes = lines.iter().flat_map(|line| line.split(',')).rev();
    let mut client = peer;
    while limits.trusts(client) {
        let node = nodes.next().map(|node| match is_forwarded {
            true => for_of(node),
            false => node,
        });
        let Some(address) = node.and_then(address) else {
            break;
        };
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

#[cfg(test)]
mod tests {
    use clap::Parser;
    use http::{HeaderMap, HeaderName, HeaderValue};

    use super::client;
    use crate::config::Limits;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        limits: Limits,
    }

    #[test]
    fn only_what_trusted_proxies_have_written_counts() {
        let flags = ["x", "--trusted-proxies", "10.0.0.0/8,2001:db8::/32"];
        let limits = Arguments::parse_from(flags).limits;
        for (peer, headers, expected) in [
            ("10.0.0.1", &[][..], "10.0.0.1"),
            ("10.0.0.1", &["x-forwarded-for: 192.0.2.1"], "192.0.2.1"),
            (
                "10.0.0.1",
                &["x-forwarded-for: 198.51.100.9, 192.0.2.1 , 10.0.0.2"],
                "192.0.2.1",
            ),
            (
                "10.0.0.1",
                &["x-forwarded-for: 192.0.2.1", "x-forwarded-for: 10.0.0.2"],
                "192.0.2.1",
            ),
            (
                "10.0.0.1",
                &["x-forwarded-for: 192.0.2.1:4711"],
                "192.0.2.1",
            ),
            ("10.0.0.1", &["x-forwarded-for: unknown"], "10.0.0.1"),
            ("10.0.0.1", &["x-forwarded-for: "], "10.0.0.1"),
            ("192.0.2.7", &["x-forwarded-for: 198.51.100.9"], "192.0.2.7"),
            (
                "10.0.0.1",
                &["forwarded: for=192.0.2.1;proto=https, FOR=10.0.0.2"],
                "192.0.2.1",
            ),
            (
                "10.0.0.1",
                &["forwarded: For=\"[2001:db9::1]:4711\""],
                "2001:db9::1",
            ),
            (
                "10.0.0.1",
                &["forwarded: proto=https", "x-forwarded-for: 192.0.2.1"],
                "10.0.0.1",
            ),
            (
                "2001:db8::1",
                &["x-forwarded-for: ::ffff:192.0.2.1"],
                "192.0.2.1",
            ),
        ] {
            let mut map = HeaderMap::new();
            for header in headers {
                let (name, value) = header.split_once(": ").expect("a header");
                let name: HeaderName = name.parse().expect("a name");
                map.append(name, HeaderValue::from_static(value));
            }
            let found = client(peer.parse().expect("an address"), &map, &limits);
            assert_eq!(found.to_string(), expected, "{headers:?}");
        }
    }
}
