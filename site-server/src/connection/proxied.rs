//! The client that a proxy speaks for, by the PROXY protocol v2. Only a proxy that is trusted is asked.

use std::io;
use std::net::IpAddr;

use proxy_header::{ParseConfig, ProxyHeader};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

/// No request and no TLS begins with the first byte of the header.
const FIRST: u8 = b'\r';
/// The part of the header that says how long the rest is.
const BEGINNING: usize = 16;

/// Reads the header where there is one: the client that it names.
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
    // None is the proxy's own, to see whether the server is there.
    let addresses = header.proxied_address();
    Ok(addresses.map(|addresses| addresses.source.ip().to_canonical()))
}
