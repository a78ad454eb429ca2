//! The configuration: each value is a flag and an environment variable, described in `--help`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
use serde::Serialize;

use site_table::Moment;

/// All that can be configured.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on; port 0 picks a free one
    #[arg(long, env = "SITE_ADDR", default_value = "127.0.0.1:8080")]
    pub addr: SocketAddr,

    /// Address and port for /live, /ready and /metrics; none without it
    #[arg(long, env = "SITE_ADMIN", value_name = "IP:PORT")]
    pub admin: Option<SocketAddr>,

    /// Address and port to speak TLS on, where there is a certificate; port 0 picks a free one
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

    /// The port that visitors reach TLS on; without it, that of --tls-addr
    #[arg(long, env = "SITE_REDIRECT_PORT", requires = "tls_certificate", value_parser = clap::value_parser!(u16).range(1..))]
    pub redirect_port: Option<u16>,

    /// The folder in which certbot or lego writes the challenges of http-01, which are answered at --addr; a certificate need not be there yet
    #[arg(long, env = "SITE_ACME_WEBROOT", value_name = "DIR")]
    pub acme_webroot: Option<PathBuf>,

    /// The moment whose edition is served, in UTC as 2027-01-01T06:00:00Z, however late it is; without it, the clock's
    #[arg(long, env = "SITE_ON", value_name = "MOMENT")]
    pub on: Option<Moment>,

    /// The folder of parts of earlier publications, as site-place writes it: each is answered for 30 days after its last publication
    #[arg(long, env = "SITE_PARTS", value_name = "DIR")]
    pub parts: Option<PathBuf>,

    /// Threads that serve; without it, one for each core
    #[arg(long, env = "SITE_THREADS", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    #[command(flatten)]
    pub log: Log,

    #[command(flatten)]
    pub limits: Limits,
}

/// What is logged of requests.
#[derive(Args, Clone, Debug)]
pub struct Log {
    /// Log requests to standard output: their paths without what follows a question mark, and of the page that led here the host
    #[arg(long, env = "SITE_LOG", value_enum, default_value_t = LogForm::Off)]
    pub log: LogForm,

    /// Leave the addresses of clients out of the log
    #[arg(long, env = "SITE_LOG_WITHOUT_ADDRESSES")]
    pub log_without_addresses: bool,
}

/// The answer where no TLS is spoken.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain {
    /// The site, for whatever ends TLS in front of it
    Serve,
    /// The same address with https
    Redirect,
}

/// The form in which requests are logged; what else happens is always logged, in the same form.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    Off,
    Text,
    Json,
    /// The Combined Log Format of Apache and nginx
    Combined,
}

/// Limits on what clients may take of the server. Times are in seconds.
#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Connections at once; for further ones those are closed that have made no progress for two seconds, of the network with
    /// most of them first. Where there is none, they are refused, with a 503 or, over TLS, by closing them
    #[arg(long, env = "SITE_CONNECTIONS", default_value_t = 10_000)]
    pub connections: usize,

    /// Connections at once from one address (of IPv6, from one /64; from one /48 four times as many). Without it, 256 from an address of the internet, and
    /// any number from a private or local one, where a proxy may speak for many
    #[arg(long, env = "SITE_CONNECTIONS_PER_ADDRESS")]
    pub connections_per_address: Option<usize>,

    /// Networks of the proxies in front, as 10.0.0.0/8,2001:db8::1: what they say of their clients is believed, by the PROXY
    /// protocol v2 or the header of --client-header, and they may have any number of connections
    #[arg(long, env = "SITE_TRUSTED_PROXIES", value_name = "CIDR", value_delimiter = ',', value_parser = network)]
    #[serde(skip)]
    pub trusted_proxies: Vec<IpNet>,

    /// The header in which trusted proxies name their clients; another one may be a client's own
    #[arg(long, env = "SITE_CLIENT_HEADER", value_enum, default_value_t = ClientHeader::XForwardedFor)]
    #[serde(skip)]
    pub client_header: ClientHeader,

    /// TLS handshakes at once; for further ones the oldest are closed
    #[arg(long, env = "SITE_HANDSHAKES", default_value_t = 500)]
    pub handshakes: usize,

    /// Seconds that a client may take for the TLS handshake, and for a request's head
    #[arg(long, env = "SITE_HEADER_SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub header_seconds: u32,

    /// Seconds that a connection may wait for its next request
    #[arg(long, env = "SITE_IDLE_SECONDS", default_value_t = 75, value_parser = clap::value_parser!(u32).range(1..))]
    pub idle_seconds: u32,

    /// Seconds in which a client must read 8 KiB of a response, or the rest of it
    #[arg(long, env = "SITE_WRITE_SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub write_seconds: u32,

    /// Seconds to go on as before after SIGTERM or SIGINT, while /ready says 503 and a load balancer learns of it
    #[arg(long, env = "SITE_DRAIN_SECONDS", default_value_t = 0)]
    pub drain_seconds: u32,

    /// Seconds to finish requests in flight once no more connections are accepted
    #[arg(long, env = "SITE_SHUTDOWN_SECONDS", default_value_t = 10)]
    pub shutdown_seconds: u32,
}

/// A header in which proxies name their clients.
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

/// Connections from one address of the internet, by default: some browsers behind one router, and their many tabs.
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

    /// Returns true if a proxy at this address is believed.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies
            .iter()
            .any(|network| network.contains(&address))
    }
}

/// Returns true for this machine's own addresses and those of its private networks, where a proxy may speak for many.
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

/// A network, or an address as one of its own.
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
