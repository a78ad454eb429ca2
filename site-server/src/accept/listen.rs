//! The sockets that the server listens on: sockets of its own, or those that systemd has opened for it.

use std::env;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use listenfd::ListenFd;
use rlimit::{Resource, increase_nofile_limit};
use tokio::net::{TcpListener, TcpSocket};
use tracing::warn;

/// Connections that wait to be accepted, unless the system allows fewer (`net.core.somaxconn`).
const BACKLOG: u32 = 4096;

/// Sockets that were opened before the start, by their names (systemd's `FileDescriptorName=`).
pub struct Inherited(Vec<(String, Listener)>);

/// A socket, and the address that it is bound to.
pub type Listener = (SocketAddr, TcpListener);

impl Inherited {
    /// Takes them from the environment, once.
    pub fn take() -> Result<Self, String> {
        let names = env::var("LISTEN_FDNAMES").unwrap_or_default();
        let mut names = names.split(':').filter(|name| !name.is_empty());
        let mut sockets = ListenFd::from_env();
        let mut taken = Vec::new();
        for at in 0..sockets.len() {
            let name = names.next().unwrap_or("http");
            if !["http", "https", "admin"].contains(&name) {
                return Err(format!(
                    "expected sockets of the names http, https or admin, found {name:?}; \
                     give each a FileDescriptorName= in its systemd socket unit"
                ));
            }
            let listener = take(&mut sockets, at).map_err(|error| {
                format!(
                    "expected the socket {name} to be one for TCP, found {error}; \
                     write an address and a port as its ListenStream="
                )
            })?;
            taken.push((name.to_owned(), listener));
        }
        Ok(Inherited(taken))
    }

    /// Every socket of this name; where there is none, one of its own at the address that is wanted.
    pub fn listeners(
        &mut self,
        name: &str,
        wanted: Option<SocketAddr>,
    ) -> Result<Vec<Listener>, String> {
        let mut listeners = Vec::new();
        for (_, listener) in self.0.extract_if(.., |(found, _)| found == name) {
            listeners.push(listener);
        }
        if let Some(wanted) = wanted
            && listeners.is_empty()
        {
            let bound = bind(wanted).map_err(|error| {
                format!(
                    "expected to listen on {wanted}, found: {error}; choose an address that this machine has, and a \
                     port that is free and that the server's user may take"
                )
            })?;
            listeners.push(bound);
        }
        Ok(listeners)
    }
}

/// Listens at an address.
fn bind(address: SocketAddr) -> io::Result<Listener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A restart need not wait for what is left of the connections before it.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    let listener = socket.listen(BACKLOG)?;
    Ok((listener.local_addr()?, listener))
}

/// Takes an inherited socket.
fn take(sockets: &mut ListenFd, at: usize) -> io::Result<Listener> {
    let listener = sockets.take_tcp_listener(at)?.ok_or(ErrorKind::NotFound)?;
    listener.set_nonblocking(true)?;
    Ok((listener.local_addr()?, TcpListener::from_std(listener)?))
}

/// Asks for as many open files as there may be connections; how many connections there may be then.
pub fn files_for(connections: usize, threads: usize) -> usize {
    // Each thread waits with four.
    let others = 64 + 4 * threads;
    let wanted = u64::try_from(connections.saturating_add(others)).unwrap_or(u64::MAX);
    // Where the system refuses, the limit stays as it was.
    let limit = increase_nofile_limit(wanted).or_else(|_| Resource::NOFILE.get_soft());
    let files = limit.map_or(usize::MAX, |limit| limit.try_into().unwrap_or(usize::MAX));
    let possible = connections.min(files.saturating_sub(others).max(1));
    if possible < connections {
        warn!(
            "takes {possible} connections at once rather than {connections}: the system allows {files} open files; \
             raise that limit, or lower --connections"
        );
    }
    possible
}
