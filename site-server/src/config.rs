//! The configuration: each value is a flag and an environment variable, described in `--help`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
use serde::Serialize;

use site_table::Moment;

/// The whole configuration.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on; port 0 picks a free one
    #[arg(long, env = "SITE_ADDR", default_value = "127.0.0.1:8080")]
    pub addr: SocketAddr,

    /// Address and port for /live, /ready and /metrics. Off by default
    #[arg(long, env = "SITE_ADMIN", value_name = "IP:PORT")]
    pub admin: Option<SocketAddr>,

    /// Address and port for TLS, if there is a certificate; port 0 picks a free one
    #[arg(
        long,
        env = "SITE_TLS_ADDR",
        default_value = "127.0.0.1:8443",
        value_name = "IP:PORT",
        requires = "tls_certificate"
    )]
    pub tls_addr: SocketAddr,

    /// The certificate with its chain, in PEM; SIGHUP reads it again
    #[arg(
        long,
        env = "SITE_TLS_CERTIFICATE",
        requires = "tls_key",
        required_if_eq("plain", "redirect")
    )]
    pub tls_certificate: Option<PathBuf>,

    /// The certificate's private key, in PEM
    #[arg(long, env = "SITE_TLS_KEY", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,

    /// The answer at --addr [default: redirect with a certificate, otherwise serve]
    #[arg(long, env = "SITE_PLAIN", value_enum)]
    pub plain: Option<Plain>,

    /// The TLS port for visitors. The default is the port of --tls-addr
    #[arg(long, env = "SITE_REDIRECT_PORT", requires = "tls_certificate", value_parser = clap::value_parser!(u16).range(1..))]
    pub redirect_port: Option<u16>,

    /// The folder where certbot or lego writes http-01 challenges, which are answered at --addr. The certificate doesn't have to exist yet
    #[arg(long, env = "SITE_ACME_WEBROOT", value_name = "DIR")]
    pub acme_webroot: Option<PathBuf>,

    /// Always serve the edition of this time, in UTC as 2027-01-01T06:00:00Z. The default is the clock's time
    #[arg(long, env = "SITE_ON", value_name = "MOMENT")]
    pub on: Option<Moment>,

    /// The folder of parts of earlier publications, as site-place writes it. Each is served for 30 days after its last publication
    #[arg(long, env = "SITE_PARTS", value_name = "DIR")]
    pub parts: Option<PathBuf>,

    /// The number of serving threads. The default is one per core
    #[arg(long, env = "SITE_THREADS", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    #[command(flatten)]
    pub log: Log,

    #[command(flatten)]
    pub limits: Limits,
}

/// What to log about requests.
#[derive(Args, Clone, Debug)]
pub struct Log {
    /// Log requests to standard output: paths without their query, and only the host of the referring page
    #[arg(long, env = "SITE_LOG", value_enum, default_value_t = LogForm::Off)]
    pub log: LogForm,

    /// Leave clients' addresses out of the log
    #[arg(long, env = "SITE_LOG_WITHOUT_ADDRESSES")]
    pub log_without_addresses: bool,
}

/// The response without TLS.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain {
    /// The site, behind a proxy that terminates TLS
    Serve,
    /// The same address with https
    Redirect,
}

/// The log format of requests. Other events are always logged, in the same format.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    Off,
    Text,
    Json,
    /// The Combined Log Format of Apache and nginx
    Combined,
}

/// Limits for clients. Times are in seconds.
#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// The most connections at once. Beyond that, connections without progress for two seconds are closed, starting with the network that has
    /// the most. If every connection makes progress, new ones get a 503 or, over TLS, are closed
    #[arg(long, env = "SITE_CONNECTIONS", default_value_t = 10_000)]
    pub connections: usize,

    /// The most connections at once from one address (for IPv6, one /64; a /48 may have four times as many). The default is 256 for an
    /// internet address, and unlimited for a private or local one, where a proxy may serve many clients
    #[arg(long, env = "SITE_CONNECTIONS_PER_ADDRESS")]
    pub connections_per_address: Option<usize>,

    /// The networks of the proxies in front, such as 10.0.0.0/8,2001:db8::1. The server believes what they say about their clients, in
    /// the PROXY protocol v2 or the header of --client-header, and doesn't limit their connections
    #[arg(long, env = "SITE_TRUSTED_PROXIES", value_name = "CIDR", value_delimiter = ',', value_parser = network)]
    #[serde(skip)]
    pub trusted_proxies: Vec<IpNet>,

    /// The header that trusted proxies use to name their clients. Other headers may come from a client
    #[arg(long, env = "SITE_CLIENT_HEADER", value_enum, default_value_t = ClientHeader::XForwardedFor)]
    #[serde(skip)]
    pub client_header: ClientHeader,

    /// The most TLS handshakes at once. Beyond that, the oldest are closed
    #[arg(long, env = "SITE_HANDSHAKES", default_value_t = 500)]
    pub handshakes: usize,

    /// Seconds for the TLS handshake, and for the head of a request
    #[arg(long, env = "SITE_HEADER_SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub header_seconds: u32,

    /// Seconds that a connection may wait for its next request
    #[arg(long, env = "SITE_IDLE_SECONDS", default_value_t = 75, value_parser = clap::value_parser!(u32).range(1..))]
    pub idle_seconds: u32,

    /// Seconds for a client to read 8 KiB of a response, or the rest of it
    #[arg(long, env = "SITE_WRITE_SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub write_seconds: u32,

    /// Seconds to continue normally after SIGTERM or SIGINT, while /ready answers 503 so that load balancers stop sending requests
    #[arg(long, env = "SITE_DRAIN_SECONDS", default_value_t = 0)]
    pub drain_seconds: u32,

    /// Seconds to finish requests in flight after the server has stopped accepting connections
    #[arg(long, env = "SITE_SHUTDOWN_SECONDS", default_value_t = 10)]
    pub shutdown_seconds: u32,
}

/// A header that proxies use to name their clients.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClientHeader {
    /// X-Forwarded-For
    XForwardedFor,
    /// Forwarded, of RFC 7239
    Forwarded,
}

impl ClientHeader {
    /// The header's name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            ClientHeader::XForwardedFor => "x-forwarded-for",
            ClientHeader::Forwarded => "forwarded",
        }
    }
}

/// The default limit of connections from one internet address: several browsers behind one router, each with many tabs.
pub const PER_ADDRESS: usize = 256;

impl Limits {
    /// The most connections that this address may have.
    pub fn for_address(&self, address: IpAddr) -> usize {
        if self.trusts(address) {
            return usize::MAX;
        }
        match self.connections_per_address {
            Some(limit) => limit,
            None if is_near(address.to_canonical()) => usize::MAX,
            None => PER_ADDRESS,
        }
    }

    /// Returns true if a proxy at this address is trusted.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies
            .iter()
            .any(|network| network.contains(&address))
    }
}

/// Returns true for the machine's own addresses and private networks, where a proxy may serve many clients.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

/// Parses a network, or an address as a network with one address.
fn network(text: &str) -> Result<IpNet, &'static str> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Ok(IpNet::from(address));
    }
    text.parse().map_err(
        |_| "expected an address or a network such as 10.0.0.0/8; write a list with commas",
    )
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::Config;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        config: Config,
    }

    #[test]
    fn a_proxy_nearby_may_speak_for_many() {
        let limits = Arguments::parse_from(["x"]).config.limits;
        let far = "192.0.2.1 2001:db8::1 ::ffff:192.0.2.1";
        let near = "127.0.0.1 10.1.2.3 172.16.0.1 169.254.0.1 ::1 fd00::1 fe80::1 ::ffff:10.0.0.1";
        for (addresses, most) in [(far, 256), (near, usize::MAX)] {
            for address in addresses.split(' ') {
                let found = limits.for_address(address.parse().expect("an address"));
                assert_eq!(found, most, "{address}");
            }
        }
        let arguments = ["x", "--connections-per-address", "3"];
        let limits = Arguments::parse_from(arguments).config.limits;
        assert_eq!(limits.for_address([127, 0, 0, 1].into()), 3);
    }
}
