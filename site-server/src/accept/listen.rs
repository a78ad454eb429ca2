//! The server's sockets: its own, or sockets that systemd opened for it.

use std::env;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use listenfd::ListenFd;
use rlimit::{Resource, increase_nofile_limit};
use tokio::net::{TcpListener, TcpSocket};
use tracing::warn;

/// The most connections that wait to be accepted, unless the system allows fewer (`net.core.somaxconn`).
const BACKLOG: u32 = 4096;

/// Sockets that were opened before the start, by their names (systemd's `FileDescriptorName=`).
pub struct Inherited(Vec<(String, Listener)>);

/// A socket and its address.
pub type Listener = (SocketAddr, TcpListener);

impl Inherited {
    /// Takes the sockets from the environment. Call this once.
    pub fn take() -> Result<Self, String> {
        let names = env::var("LISTEN_FDNAMES").unwrap_or_default();
        let mut names = names.split(':').filter(|name| !name.is_empty());
        let mut sockets = ListenFd::from_env();
        let mut taken = Vec::new();
        for at in 0..sockets.len() {
            let name = names.next().unwrap_or("http");
            if !["http", "https", "admin"].contains(&name) {
                return Err(format!(
                    "expected sockets named http, https or admin, found {name:?}; \
                     give each a FileDescriptorName= in its systemd socket unit"
                ));
            }
            let listener = take(&mut sockets, at).map_err(|error| {
                format!(
                    "expected {name} to be a TCP socket, found {error}; \
                     write an address and a port as its ListenStream="
                )
            })?;
            taken.push((name.to_owned(), listener));
        }
        Ok(Inherited(taken))
    }

    /// Returns every inherited socket with this name, or opens one at the configured address.
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
    // A restart doesn't have to wait for the remains of earlier connections.
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

/// Raises the limit of open files for this many connections, and returns how many are possible.
pub fn files_for(connections: usize, threads: usize) -> usize {
    // Each waiting thread uses four.
    let others = 64 + 4 * threads;
    let wanted = u64::try_from(connections.saturating_add(others)).unwrap_or(u64::MAX);
    // If the system refuses, the limit stays unchanged.
    let limit = increase_nofile_limit(wanted).or_else(|_| Resource::NOFILE.get_soft());
    let files = limit.map_or(usize::MAX, |limit| limit.try_into().unwrap_or(usize::MAX));
    let possible = connections.min(files.saturating_sub(others).max(1));
    if possible < connections {
        warn!(
            "accepts {possible} connections at once instead of {connections}: the system allows {files} open files; \
             raise that limit, or lower --connections"
        );
    }
    possible
}
