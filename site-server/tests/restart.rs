//! One server after another on the same address: no visitor meets the moment between them.

mod common;

use std::io::{BufRead as _, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use common::{PATIENCE, Response, Server, command};

/// Visitors who come with a connection for each request, as fast as they can, and all that they did not get.
struct Crowd<'c> {
    answered: &'c AtomicUsize,
    lost: &'c AtomicUsize,
    is_over: &'c AtomicBool,
}

impl Crowd<'_> {
    fn wait_for(&self, more: usize) {
        let (start, before) = (Instant::now(), self.answered.load(Ordering::Relaxed));
        while self.answered.load(Ordering::Relaxed) < before + more {
            assert!(start.elapsed() < PATIENCE, "requests are not answered");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

/// Has a crowd visit an address all the while; how many requests were lost.
fn visited(address: SocketAddr, meanwhile: impl FnOnce(&Crowd<'_>)) -> usize {
    let (answered, lost) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let is_over = AtomicBool::new(false);
    let crowd = Crowd {
        answered: &answered,
        lost: &lost,
        is_over: &is_over,
    };
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !crowd.is_over.load(Ordering::Relaxed) {
                    match visit(address) {
                        Ok(200) => crowd.answered.fetch_add(1, Ordering::Relaxed),
                        _ => crowd.lost.fetch_add(1, Ordering::Relaxed),
                    };
                }
            });
        }
        meanwhile(&crowd);
        is_over.store(true, Ordering::Relaxed);
    });
    lost.into_inner()
}

fn visit(address: SocketAddr) -> std::io::Result<u16> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /robots.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    match bytes.is_empty() {
        true => Err(std::io::ErrorKind::UnexpectedEof.into()),
        false => Ok(Response::parse(&bytes).status),
    }
}

#[test]
fn one_server_takes_over_from_another_that_shares_its_port() {
    let mut old = Server::start_with(&["--share-port"]);
    let address = old.address;
    let lost = visited(address, |crowd| {
        for _ in 0..3 {
            let new = Server::start_with(&["--share-port", "--addr", &address.to_string()]);
            crowd.wait_for(100);
            old.signal("TERM");
            assert_eq!(old.ended().code(), Some(0));
            old = new;
            crowd.wait_for(100);
        }
    });
    assert_eq!(lost, 0, "requests were lost");
}

/// The server on a socket that is open already, as systemd starts it.
fn activated(socket: &TcpListener, arguments: &[&str]) -> Server {
    let mut shell = Command::new("sh");
    let server = command();
    shell
        .args([
            "-c",
            r#"LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@" 3<&0 0</dev/null"#,
        ])
        .arg(server.get_program())
        .args(server.get_args())
        .args(arguments)
        .env("LISTEN_FDNAMES", "http")
        .stdin(Stdio::from(OwnedFd::from(
            socket.try_clone().expect("a socket"),
        )));
    for (name, value) in server.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    Server::start_from(shell)
}

#[test]
fn a_socket_that_stays_open_loses_nothing_even_while_nobody_serves() {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = socket.local_addr().expect("bound");
    let mut server = activated(&socket, &[]);
    assert_eq!(server.address, address);
    let lost = visited(address, |crowd| {
        for _ in 0..3 {
            crowd.wait_for(100);
            server.signal("TERM");
            assert_eq!(server.ended().code(), Some(0));
            server = activated(&socket, &[]);
        }
        crowd.wait_for(100);
    });
    assert_eq!(lost, 0, "requests were lost");
}

#[test]
fn a_socket_of_an_unknown_name_is_explained() {
    let output = command()
        .env("LISTEN_FDS", "1")
        .env("LISTEN_FDNAMES", "site.socket")
        .output()
        .expect("the binary starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("found \"site.socket\""), "{message}");
    let output = command()
        .env("LISTEN_FDS", "1")
        .env("LISTEN_FDNAMES", "http")
        .output()
        .expect("the binary starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("expected the socket http"), "{message}");
}

#[test]
fn systemd_is_told_what_happens() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    manager
        .set_read_timeout(Some(PATIENCE))
        .expect("a timeout that is not zero");
    let told = || {
        let mut bytes = [0; 200];
        let length = manager.recv(&mut bytes).expect("a message");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let mut command = command();
    command
        .args(["--addr", "127.0.0.1:0"])
        .env("NOTIFY_SOCKET", &path);
    let mut server = Server::start_from(command);
    assert_eq!(told(), "READY=1\n");
    server.signal("TERM");
    assert_eq!(told(), "STOPPING=1\n");
    assert_eq!(server.ended().code(), Some(0));
    let mut rest = String::new();
    server.output.read_line(&mut rest).expect("a text");
    assert!(rest.is_empty(), "{rest}");
}
