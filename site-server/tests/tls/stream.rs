//! A connection over TLS, as a client has it.

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};

use super::files::NAME;
use crate::common;

pub type Stream = StreamOwned<ClientConnection, TcpStream>;

pub fn connect(address: SocketAddr, client: &Arc<ClientConfig>) -> Stream {
    over(common::connect(address), client)
}

pub fn over(stream: TcpStream, client: &Arc<ClientConfig>) -> Stream {
    let name = ServerName::try_from(NAME).expect("a name");
    let tls = ClientConnection::new(Arc::clone(client), name).expect("a client");
    StreamOwned::new(tls, stream)
}

pub fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {NAME}\r\nAccept-Encoding: br\r\n\r\n")
}
