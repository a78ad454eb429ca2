//! Who a proxy speaks for, by the PROXY protocol v2. Only a proxy that is trusted is asked.

use std::io;
use std::net::IpAddr;

use ppp::v2::{Addresses, Command, Header};
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
    let header = Header::try_from(&*bytes).map_err(|_| io::ErrorKind::InvalidData)?;
    Ok(match (header.command, header.addresses) {
        // The proxy's own, to see whether the server is there.
        (Command::Local, _) => None,
        (_, Addresses::IPv4(addresses)) => Some(addresses.source_address.into()),
        (_, Addresses::IPv6(addresses)) => {
            Some(IpAddr::from(addresses.source_address).to_canonical())
        }
        _ => None,
    })
}
