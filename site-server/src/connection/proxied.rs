//! The client that a proxy names with the PROXY protocol v2. Only used for trusted proxies.

use std::io;
use std::net::IpAddr;

use proxy_header::{ParseConfig, ProxyHeader};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

/// The first byte of the header. Requests and TLS records never begin with it.
const FIRST: u8 = b'\r';
/// The size of the fixed part of the header, which has the length of the rest.
const BEGINNING: usize = 16;

/// Reads the header if there is one, and returns the client that it names.
pub async fn client(stream: &mut TcpStream) -> io::Result<Option<IpAddr>> {
    let mut first = [0];
    if stream.peek(&mut first).await? == 0 || first[0] != FIRST {
        return Ok(None);
    }
    let mut bytes = vec![0; BEGINNING];
    stream.read_exact(&mut bytes).await?;
    let length = u16::from_be_bytes([bytes[14], bytes[15]]);
    bytes.resize(BEGINNING + usize::from(length), 0);
    stream.read_exact(&mut bytes[BEGINNING..]).await?;
    let header = ProxyHeader::parse(&bytes, ParseConfig::default());
    let (header, _) = header.map_err(|_| io::ErrorKind::InvalidData)?;
    // Without addresses, the connection is the proxy's own health check.
    let addresses = header.proxied_address();
    Ok(addresses.map(|addresses| addresses.source.ip().to_canonical()))
}
