//! Replaces one server with another at the same address, without interrupting visitors.

use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::common::{Server, ask, command, connect, fails, wait};

/// Has visitors send requests continuously, as fast as they can: half of them on a new connection each time, and half on a connection
/// that they keep until the server closes it. `meanwhile` can wait for a given number of further responses.
fn visited(address: SocketAddr, meanwhile: impl FnOnce(&dyn Fn(usize))) {
    let (answered, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for at in 0..8 {
            let (answered, is_over) = (&answered, &is_over);
            scope.spawn(move || {
                let close = ["Connection: close\r\n", ""][at % 2];
                let request = format!("GET /robots.txt HTTP/1.1\r\nHost: x\r\n{close}\r\n");
                let mut kept = None;
                while !is_over.load(Ordering::Relaxed) {
                    let mut stream = kept.take().unwrap_or_else(|| connect(address));
                    let response = ask(&mut stream, &request);
                    response.expect(200, &[]);
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

/// Starts the server on open sockets, like systemd.
fn activated(sockets: &[TcpListener]) -> Command {
    let server = command();
    // The sockets are passed as the shell's standard input and error, and then moved to 3 and above, as systemd does.
    let script = r#"LISTEN_PID=$$ exec "$0" "$@" 3<&0 4<&2 0</dev/null 2>/dev/null"#;
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", script]).arg(server.get_program());
    shell.args(server.get_args());
    shell.env_clear();
    shell.env("LISTEN_FDS", sockets.len().to_string());
    shell.env("LISTEN_FDNAMES", ["http"; 2][..sockets.len()].join(":"));
    let file = |socket: &TcpListener| OwnedFd::from(socket.try_clone().expect("a socket"));
    shell.stdin(file(&sockets[0]));
    shell.stderr(file(&sockets[sockets.len() - 1]));
    shell
}

#[test]
fn a_socket_that_stays_open_loses_nothing_even_while_nobody_serves() {
    let sockets = [0; 2].map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    let [address, second] = [0, 1].map(|at: usize| sockets[at].local_addr().expect("bound"));
    let mut server = Server::start_from(activated(&sockets));
    assert_eq!(server.address, address);
    // Both sockets with the same name are served.
    let request = "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n";
    ask(&mut connect(second), request).expect(200, &[]);
    visited(address, |wait_for| {
        for _ in 0..3 {
            wait_for(100);
            server.log();
            server = Server::start_from(activated(&sockets));
        }
        wait_for(100);
    });
}

#[test]
fn a_socket_of_an_unknown_name_is_explained() {
    for (name, expected) in [
        ("site.socket", "found \"site.socket\""),
        ("http", "expected http to be a TCP socket"),
    ] {
        let mut command = command();
        command.env("LISTEN_FDS", "1").env("LISTEN_FDNAMES", name);
        fails(&mut command, 1, expected);
    }
}
