//! One server after another on the same address: no visitor meets the moment between them.

use std::io::{BufRead as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::common::{PATIENCE, Server, command, connect, read_response, wait};

/// Has visitors ask an address all the while, as fast as they can: half of them on a connection for each request, and half on
/// one that they keep until they are told to close it. `meanwhile` waits for so many more answers with what it is given.
fn visited(address: SocketAddr, meanwhile: impl FnOnce(&dyn Fn(usize))) {
    let (answered, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for at in 0..8 {
            let (answered, is_over) = (&answered, &is_over);
            scope.spawn(move || {
                let close = if at % 2 == 0 {
                    "Connection: close\r\n"
                } else {
                    ""
                };
                let request = format!("GET /robots.txt HTTP/1.1\r\nHost: x\r\n{close}\r\n");
                let mut kept = None;
                while !is_over.load(Ordering::Relaxed) {
                    let mut stream = kept.take().unwrap_or_else(|| connect(address));
                    stream.write_all(request.as_bytes()).expect("sent");
                    let response = read_response(&mut stream, false);
                    assert_eq!(response.status, 200);
                    answered.fetch_add(1, Ordering::Relaxed);
                    kept = (response.header("connection") != Some("close")).then_some(stream);
                }
            });
        }
        meanwhile(&|more| {
            let wanted = answered.load(Ordering::Relaxed) + more;
            wait("answers", || answered.load(Ordering::Relaxed) >= wanted);
        });
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn one_server_takes_over_from_another_that_shares_its_port() {
    let mut old = Server::start_with(&["--share-port"]);
    let address = old.address;
    visited(address, |wait_for| {
        for _ in 0..3 {
            let new = Server::start_with(&["--share-port", "--addr", &address.to_string()]);
            wait_for(100);
            old.signal("TERM");
            assert_eq!(old.ended().code(), Some(0));
            old = new;
            wait_for(100);
        }
    });
}

/// The server on sockets that are open already, as systemd starts it.
fn activated(sockets: &[&TcpListener], arguments: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    let server = command();
    // They are the shell's standard input and error first, which can be given; systemd's begin at 3.
    shell
        .args([
            "-c",
            r#"LISTEN_PID=$$ LISTEN_FDS=$LISTEN_COUNT exec "$0" "$@" 3<&0 4<&2 0</dev/null 2>/dev/null"#,
        ])
        .env("LISTEN_COUNT", sockets.len().to_string())
        .env("LISTEN_FDNAMES", ["http"; 2][..sockets.len()].join(":"))
        .arg(server.get_program())
        .args(server.get_args())
        .args(arguments);
    let file =
        |socket: &TcpListener| Stdio::from(OwnedFd::from(socket.try_clone().expect("a socket")));
    shell.stdin(file(sockets[0]));
    if let [_, second] = sockets {
        shell.stderr(file(second));
    }
    for (name, value) in server.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

#[test]
fn two_sockets_of_one_name_are_both_served() {
    let sockets = [0; 2].map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    let _server = Server::start_from(activated(&[&sockets[0], &sockets[1]], &[]));
    for socket in &sockets {
        let mut stream = connect(socket.local_addr().expect("bound"));
        let request = b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n";
        stream.write_all(request).expect("sent");
        assert_eq!(read_response(&mut stream, false).status, 200);
    }
}

#[test]
fn a_socket_that_stays_open_loses_nothing_even_while_nobody_serves() {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = socket.local_addr().expect("bound");
    let mut server = Server::start_from(activated(&[&socket], &[]));
    assert_eq!(server.address, address);
    visited(address, |wait_for| {
        for _ in 0..3 {
            wait_for(100);
            server.signal("TERM");
            assert_eq!(server.ended().code(), Some(0));
            server = Server::start_from(activated(&[&socket], &[]));
        }
        wait_for(100);
    });
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
