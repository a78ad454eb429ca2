//! The address that a command listens on, checked before the command does anything else.

use anyhow::{Result, anyhow, bail, ensure};
use std::io::{Error, ErrorKind};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs as _};

/// Parses the value of `--addr`, and checks that a server can listen there.
pub fn address(text: &str) -> Result<SocketAddr> {
    let Some((_, port)) = text.rsplit_once(':') else {
        bail!(
            "expected an address and a port such as 127.0.0.1:8080, found {text:?}; write both after --addr"
        )
    };
    ensure!(
        port.parse::<u16>().is_ok(),
        "expected a port from 0 to 65535, found {port:?} in {text:?}; write another one after --addr"
    );
    let mut addresses = match text.to_socket_addrs() {
        Ok(addresses) => addresses,
        Err(error) => return Err(unusable(text, &error)),
    };
    let Some(address) = addresses.next() else {
        return Err(unusable(text, &Error::from(ErrorKind::NotFound)));
    };
    match TcpListener::bind(address) {
        Ok(_) => Ok(address),
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "expected a free port, found another program at {address}; end it, or write another port after --addr"
        ),
        Err(error) => Err(unusable(text, &error)),
    }
}

/// Returns the error for an unusable value of `--addr`.
fn unusable(text: &str, reason: &Error) -> anyhow::Error {
    anyhow!(
        "expected an address of this machine that this user may listen on, found {text:?} ({reason}); write another one after --addr"
    )
}
