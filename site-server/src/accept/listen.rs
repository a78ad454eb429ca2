//! Where the server listens: on sockets of its own, or on those that systemd has opened for it.

use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};

use listenfd::ListenFd;
use rlimit::{Resource, increase_nofile_limit};
use socket2::{Domain, Socket, Type};
#[cfg(target_os = "linux")]
use socket2::{SockFilter, SockRef};

/// Sockets that were opened before the start, by their names (systemd's `FileDescriptorName=`).
pub struct Inherited(Vec<(String, TcpListener)>);

/// A socket's name, and the flag of its address.
type Name = (&'static str, &'static str);
pub const HTTP: Name = ("http", "--addr");
pub const HTTPS: Name = ("https", "--tls-addr");
pub const ADMIN: Name = ("admin", "--admin");

/// Connections that the system holds until they are accepted.
const BACKLOG: i32 = 1024;
/// Files that are open besides connections.
const OTHER_FILES: usize = 64;
/// Its listeners, and what it waits with.
const FILES_OF_A_THREAD: usize = 8;

impl Inherited {
    /// Takes them from the environment, once.
    pub fn take() -> Result<Self, String> {
        let names = env::var("LISTEN_FDNAMES").unwrap_or_default();
        let mut names = names.split(':').filter(|name| !name.is_empty());
        let mut sockets = ListenFd::from_env();
        let mut taken = Vec::new();
        for at in 0..sockets.len() {
            let name = names.next().unwrap_or(HTTP.0);
            if ![HTTP, HTTPS, ADMIN].iter().any(|known| known.0 == name) {
                return Err(format!(
                    "expected sockets of the names http, https or admin, found {name:?}; \
                     give each a FileDescriptorName= in its systemd socket unit"
                ));
            }
            let mut take = || {
                let listener = sockets.take_tcp_listener(at)?.ok_or(ErrorKind::NotFound)?;
                listener.set_nonblocking(true)?;
                io::Result::Ok((name.to_owned(), listener))
            };
            taken.push(take().map_err(|error| {
                format!(
                    "expected the socket {name} to be one for TCP, found {error}; \
                     write an address and a port as its ListenStream="
                )
            })?);
        }
        Ok(Inherited(taken))
    }

    pub fn has(&self, (name, _): Name) -> bool {
        self.0.iter().any(|(found, _)| found == name)
    }

    /// For each thread a listener on every socket of this name, or on one of its own where there is none; and the address.
    pub fn listeners(
        &mut self,
        (name, flag): Name,
        wanted: SocketAddr,
        threads: usize,
        share_port: bool,
    ) -> Result<(SocketAddr, Vec<Vec<TcpListener>>), String> {
        let inherited = self.0.extract_if(.., |(found, _)| found == name);
        let inherited: Vec<_> = inherited.map(|(_, socket)| socket).collect();
        let listen_all = || {
            if inherited.is_empty() && !share_port {
                // Listeners that share a port would share it with another server, too: this finds it.
                listen(wanted, false)?;
            }
            let (mut address, mut all) = (wanted, Vec::new());
            for _ in 0..threads {
                // All take from one queue, and the process that holds the socket keeps what is in it.
                let own = inherited.iter().map(TcpListener::try_clone);
                let mut own = own.collect::<io::Result<Vec<_>>>()?;
                if own.is_empty() {
                    own.push(listen(address, true)?);
                }
                // The free port that the first has found is that of all.
                address = own[0].local_addr()?;
                all.push(own);
            }
            Ok((address, all))
        };
        listen_all().map_err(|error| cannot_bind(flag, wanted, &error))
    }
}

/// With `shared` beside others that share it, too.
fn listen(address: SocketAddr, shared: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // After a restart, connections of the one before may still be closing.
    socket.set_reuse_address(true)?;
    socket.set_reuse_port(shared)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Has the system ignore clients that ask for a new connection: they ask again a second later, and reach another listener of
/// the port. Clients that have been answered may still come.
#[cfg(target_os = "linux")]
pub fn admit_nobody_new(listener: &tokio::net::TcpListener) -> io::Result<()> {
    // The flags of a TCP segment (RFC 9293, 3.1), the bit of one that asks for a connection, and what to keep of the segment.
    const FLAGS: u32 = 13;
    const SYN: u32 = 2;
    const NOTHING: u32 = 0;
    const ALL: u32 = u32::MAX;
    const LOAD_BYTE: u16 = 0x30;
    const JUMP_IF_SET: u16 = 0x45;
    const RETURN: u16 = 0x06;
    SockRef::from(listener).attach_filter(&[
        SockFilter::new(LOAD_BYTE, 0, 0, FLAGS),
        SockFilter::new(JUMP_IF_SET, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, NOTHING),
        SockFilter::new(RETURN, 0, 0, ALL),
    ])
}

#[cfg(not(target_os = "linux"))]
pub fn admit_nobody_new(_: &tokio::net::TcpListener) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Whether the system hands connections that nobody has accepted to another listener of the same port.
pub fn migrate() -> bool {
    fs::read("/proc/sys/net/ipv4/tcp_migrate_req").is_ok_and(|value| value.starts_with(b"1"))
}

/// Asks for as many open files as there may be connections; how many connections there may be then.
pub fn files_for(connections: usize, threads: usize) -> usize {
    let others = threads * FILES_OF_A_THREAD + OTHER_FILES;
    let wanted = u64::try_from(connections.saturating_add(others)).unwrap_or(u64::MAX);
    // Where the system refuses, the limit stays as it was.
    let limit = increase_nofile_limit(wanted).or_else(|_| Resource::NOFILE.get_soft());
    let files = usize::try_from(limit.unwrap_or(wanted)).unwrap_or(usize::MAX);
    connections.min(files.saturating_sub(others).max(1))
}

fn cannot_bind(flag: &str, address: SocketAddr, error: &io::Error) -> String {
    let fix = match error.kind() {
        ErrorKind::AddrInUse => {
            format!("stop the program that listens there, or choose another port with {flag}")
        }
        ErrorKind::PermissionDenied => format!(
            "choose a port from 1024 on with {flag}, or grant the capability CAP_NET_BIND_SERVICE"
        ),
        ErrorKind::AddrNotAvailable => {
            "choose an address that this machine has, such as 127.0.0.1 or 0.0.0.0".to_owned()
        }
        _ => format!("choose another address with {flag}"),
    };
    format!("expected to listen on {address}, found: {error}; {fix}")
}
