//! TLS: what is said over it, the certificate and its renewal, and the way to it from the plain listener.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{Admin, PATIENCE, Response, Server, command, frame, read_response};
use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::version::{TLS12, TLS13};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use socket2::{Domain, Socket, Type};
use tempfile::TempDir;

const NAME: &str = "www.example.com";

/// A certificate and its key, on disk.
struct Files {
    folder: TempDir,
    issued: CertificateDer<'static>,
}

impl Files {
    fn new() -> Self {
        let mut files = Files {
            folder: tempfile::tempdir().expect("a folder"),
            issued: CertificateDer::from(Vec::new()),
        };
        files.issue(|_| {});
        files
    }

    /// Writes another certificate and its key.
    fn issue(&mut self, change: impl Fn(&mut CertificateParams)) {
        let mut wanted = CertificateParams::new([NAME.to_owned()]).expect("a name");
        change(&mut wanted);
        let key = KeyPair::generate().expect("a key");
        let certificate = wanted.self_signed(&key).expect("a certificate");
        fs::write(self.certificate(), certificate.pem()).expect("written");
        fs::write(self.key(), key.serialize_pem()).expect("written");
        self.issued = certificate.der().clone();
    }

    fn certificate(&self) -> PathBuf {
        self.folder.path().join("certificate.pem")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("key.pem")
    }

    fn errors(&self) -> String {
        fs::read_to_string(self.folder.path().join("errors")).expect("a text")
    }

    fn wait_for(&self, error: &str) {
        wait(error, || self.errors().contains(error));
    }

    /// The server with this certificate; what it says of errors goes to a file.
    fn command(&self, arguments: &[&str]) -> Command {
        let errors = fs::File::create(self.folder.path().join("errors")).expect("a file");
        let mut command = command();
        command
            .args(["--addr", "127.0.0.1:0", "--tls-addr", "127.0.0.1:0"])
            .arg("--tls-certificate")
            .arg(self.certificate())
            .arg("--tls-key")
            .arg(self.key())
            .args(arguments)
            .stderr(errors);
        command
    }

    fn serve(&self, arguments: &[&str]) -> (Server, SocketAddr) {
        let mut server = Server::start_from(self.command(arguments));
        let mut line = String::new();
        server.output.read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Listening on https://");
        let address = address.expect("the line that says where");
        (server, address.parse().expect("an address"))
    }

    /// With an admin listener as well.
    fn watched(&self, arguments: &[&str]) -> (Server, SocketAddr, Admin) {
        let (mut server, address) = self.serve(&[&["--admin", "127.0.0.1:0"], arguments].concat());
        let admin = Admin::of(&mut server);
        (server, address, admin)
    }

    /// A client that trusts this certificate alone.
    fn client(&self, protocols: &[&str]) -> Arc<ClientConfig> {
        self.client_of(&[&TLS13, &TLS12], protocols)
    }

    fn client_of(
        &self,
        versions: &[&'static rustls::SupportedProtocolVersion],
        protocols: &[&str],
    ) -> Arc<ClientConfig> {
        let mut roots = RootCertStore::empty();
        roots.add(self.issued.clone()).expect("a certificate");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(versions)
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = protocols
            .iter()
            .map(|name| name.as_bytes().to_vec())
            .collect();
        Arc::new(config)
    }
}

type Stream = StreamOwned<ClientConnection, TcpStream>;

fn connect(address: SocketAddr, client: &Arc<ClientConfig>) -> Stream {
    over(TcpStream::connect(address).expect("it accepts"), client)
}

fn over(stream: TcpStream, client: &Arc<ClientConfig>) -> Stream {
    let name = ServerName::try_from(NAME).expect("a name");
    let tls = ClientConnection::new(Arc::clone(client), name).expect("a client");
    stream
        .set_read_timeout(Some(PATIENCE))
        .expect("a timeout that is not zero");
    StreamOwned::new(tls, stream)
}

fn ask(stream: &mut Stream, request: &str) -> Response {
    stream.write_all(request.as_bytes()).expect("sent");
    read_response(stream, request.starts_with("HEAD"))
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {NAME}\r\nAccept-Encoding: br\r\n\r\n")
}

fn wait(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waiting for: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_same_site_over_tls() {
    let files = Files::new();
    let (server, address, admin) = files.watched(&["--plain", "serve"]);
    for (version, round) in [(&TLS13, 0), (&TLS12, 1)] {
        let client = files.client_of(&[version], &["http/1.1"]);
        let mut stream = connect(address, &client);
        for path in ["/", "/fees", "/apple-touch-icon.png", "/nowhere"] {
            let response = ask(&mut stream, &get(path));
            let plain = server.get(path, &[("Accept-Encoding", "br")]);
            assert_eq!(response.status, plain.status, "{path}");
            assert!(response.body == plain.body, "{path}");
            assert!(response.header("strict-transport-security").is_some());
        }
        assert_eq!(stream.conn.alpn_protocol(), Some(&b"http/1.1"[..]));
        assert_eq!(stream.conn.protocol_version(), Some(version.version));
        assert_eq!(
            admin.metric("site_requests_whole_total"),
            round,
            "not hyper's"
        );
        // What is hyper's, on the same connection.
        let whole = "GET /fees HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
        assert_eq!(ask(&mut stream, whole).status, 200);
        assert_eq!(admin.metric("site_requests_whole_total"), round + 1);
    }
    assert_eq!(admin.metric("site_tls_handshakes_total{end=\"done\"}"), 2);
}

#[test]
fn a_client_that_names_no_protocol_speaks_http1_and_one_of_another_is_refused() {
    let files = Files::new();
    let (_server, address, admin) = files.watched(&[]);
    let mut stream = connect(address, &files.client(&[]));
    assert_eq!(ask(&mut stream, &get("/")).status, 200);
    let mut stream = connect(address, &files.client(&["smtp"]));
    assert!(stream.write_all(b"GET / HTTP/1.1\r\n\r\n").is_err());
    let failed = "site_tls_handshakes_total{end=\"failed\"}";
    wait("the count", || admin.metric(failed) == 1);
}

#[test]
fn pipelined_requests_and_large_bodies_are_answered_in_order() {
    let files = Files::new();
    let (server, address) = files.serve(&["--plain", "serve"]);
    let mut stream = connect(address, &files.client(&[]));
    let paths = ["/", "/fees", "/blog", "/apple-touch-icon.png"].repeat(50);
    let requests: String = paths
        .iter()
        .map(|path| get(path).replace("br", "identity"))
        .collect();
    // Nothing is read until all is asked: more waits than any buffer holds.
    stream.write_all(requests.as_bytes()).expect("sent");
    std::thread::sleep(Duration::from_millis(100));
    for path in paths {
        let expected = server.get(path, &[]);
        assert!(
            read_response(&mut stream, false).body == expected.body,
            "{path}"
        );
    }
}

/// What the server has said so far: all that fits, for the client has room for little and reads nothing.
fn asked_and_not_read(address: SocketAddr, client: &Arc<ClientConfig>, request: &str) -> Stream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    // The system keeps the less for whoever takes it in smaller parts.
    socket.set_tcp_mss(536).expect("a size");
    socket.set_recv_buffer_size(4096).expect("a size");
    socket.connect(&address.into()).expect("it accepts");
    let mut stream = over(socket.into(), client);
    stream
        .conn
        .complete_io(&mut stream.sock)
        .expect("a handshake");
    stream.write_all(request.as_bytes()).expect("sent");
    stream.sock.peek(&mut [0]).expect("an answer");
    std::thread::sleep(Duration::from_millis(50));
    stream
}

#[test]
fn the_end_of_a_response_is_not_left_behind() {
    let files = Files::new();
    let (server, address) = files.serve(&["--plain", "serve"]);
    // For hyper, which takes for written what TLS has taken. The system has room for one of these, and not for two.
    let twice =
        format!("GET /contact HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 0\r\n\r\n").repeat(2);
    let mut stream = asked_and_not_read(address, &files.client(&[]), &twice);
    let expected = server.get("/contact", &[]);
    for _ in 0..2 {
        assert!(read_response(&mut stream, false).body == expected.body);
    }
    let (_server, address, admin) = files.watched(&["--write-seconds", "1"]);
    let _deaf = asked_and_not_read(address, &files.client(&[]), &twice);
    wait("the end of its time", || {
        admin.limited("write_seconds") == 1
    });
}

#[test]
fn http2_by_agreement() {
    let files = Files::new();
    let (server, address) = files.serve(&["--plain", "serve"]);
    let mut stream = connect(address, &files.client(&["h2", "http/1.1"]));
    let paths = ["/", "/fees", "/blog", "/apple-touch-icon.png"].repeat(20);
    // Windows that hold back nothing: INITIAL_WINDOW_SIZE, and that of the connection.
    let mut sent = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    sent.extend(frame(4, 0, 0, &[0, 4, 0, 0x10, 0, 0]));
    sent.extend(frame(8, 0, 0, &[0x7f, 0, 0, 0]));
    for (path, id) in paths.iter().zip((1..).step_by(2)) {
        // GET and https of HPACK's table, and literals for the path and the host.
        let mut fields = vec![0x82, 0x87, 4, u8::try_from(path.len()).expect("short")];
        fields.extend(path.as_bytes());
        fields.extend(b"\x01\x0fwww.example.com");
        sent.extend(frame(1, 0b101, id, &fields));
    }
    stream.write_all(&sent).expect("sent");
    assert_eq!(stream.conn.alpn_protocol(), Some(&b"h2"[..]));

    let mut bodies: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    let mut ended = 0;
    while ended < paths.len() {
        let mut header = [0; 9];
        stream.read_exact(&mut header).expect("a frame");
        let [a, b, c, kind, flags, id @ ..] = header;
        let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
        stream.read_exact(&mut payload).expect("its payload");
        match kind {
            0 => bodies
                .entry(u32::from_be_bytes(id))
                .or_default()
                .extend(payload),
            // The status 200 of HPACK's table.
            1 => assert_eq!(payload[0], 0x88, "{id:?}"),
            3 | 7 => panic!("an error: {payload:?}"),
            _ => {}
        }
        ended += usize::from(kind < 2 && flags & 1 == 1);
    }
    for (path, body) in paths.iter().zip(bodies.values()) {
        assert!(*body == server.get(path, &[]).body, "{path}");
    }
}

#[test]
fn the_plain_listener_leads_to_the_same_address_over_tls() {
    let files = Files::new();
    let (server, address, admin) = files.watched(&[]);
    let ask = |head: &str| {
        let mut stream = server.connect();
        stream
            .write_all(format!("{head}\r\n\r\n").as_bytes())
            .expect("sent");
        read_response(&mut stream, head.starts_with("HEAD"))
    };
    let port = address.port();
    for method in ["GET", "HEAD", "POST"] {
        let response = ask(&format!("{method} /fees?a=1 HTTP/1.1\r\nHost: {NAME}:80"));
        let location = format!("https://{NAME}:{port}/fees?a=1");
        assert_eq!(response.status, 308, "{method}");
        assert_eq!(response.header("location"), Some(&*location), "{method}");
        // Of no worth where nothing is encrypted (RFC 6797, 7.2).
        assert_eq!(response.header("strict-transport-security"), None);
    }
    for (head, status) in [
        ("GET / HTTP/1.1\r\nHost: evil.example", 421),
        (
            "GET http://evil.example/ HTTP/1.1\r\nHost: www.example.com",
            421,
        ),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1", 421),
        ("GET / HTTP/1.0", 421),
        ("GET / HTTP/1.1", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a", 400),
        ("OPTIONS * HTTP/1.1\r\nHost: www.example.com", 204),
    ] {
        let response = ask(head);
        assert_eq!(
            (response.status, response.header("location")),
            (status, None),
            "{head}"
        );
    }
    assert_eq!(admin.metric("site_responses_total{status=\"421\"}"), 4);
}

#[test]
fn the_redirect_names_the_port_that_visitors_use() {
    let files = Files::new();
    let (server, _) = files.serve(&["--redirect-port", "443"]);
    let response = server.get("//evil.example/..", &[("X-Forwarded-Host", "evil.example")]);
    assert_eq!(
        response.status, 421,
        "the certificate does not name an address"
    );
    let mut stream = server.connect();
    stream
        .write_all(get("//evil.example/").as_bytes())
        .expect("sent");
    let response = read_response(&mut stream, false);
    assert_eq!(
        response.header("location"),
        Some("https://www.example.com//evil.example/")
    );
}

/// The certificate that a server shows.
fn shown(stream: &Stream) -> CertificateDer<'static> {
    let chain = stream.conn.peer_certificates().expect("a certificate");
    chain[0].clone().into_owned()
}

#[test]
fn the_certificate_is_read_again_without_a_gap() {
    let mut files = Files::new();
    let (server, address) = files.serve(&[]);
    let first = files.client(&[]);
    let mut kept = connect(address, &first);
    assert_eq!(ask(&mut kept, &get("/")).status, 200);
    let old = files.issued.clone();
    files.issue(|_| {});
    let second = files.client(&[]);

    let (answered, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for at in 0..4 {
            let (first, second, files) = (&first, &second, &files);
            let (answered, is_over) = (&answered, &is_over);
            scope.spawn(move || {
                let mut stream = None;
                while !is_over.load(Ordering::Relaxed) {
                    // Half of them come anew each time; who trusts the old certificate comes until the other is shown.
                    let mut open = stream.take().unwrap_or_else(|| {
                        let mut open = connect(address, first);
                        if let Err(error) = open.conn.complete_io(&mut open.sock) {
                            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
                            open = connect(address, second);
                            open.conn.complete_io(&mut open.sock).expect("the other");
                            assert_eq!(shown(&open), files.issued);
                        }
                        open
                    });
                    assert_eq!(ask(&mut open, &get("/fees")).status, 200);
                    answered.fetch_add(1, Ordering::Relaxed);
                    stream = (at < 2).then_some(open);
                }
            });
        }
        let wait_for = |more: usize| {
            let before = answered.load(Ordering::Relaxed);
            wait("requests", || {
                answered.load(Ordering::Relaxed) >= before + more
            });
        };
        wait_for(20);
        server.signal("HUP");
        files.wait_for("reads the certificate again");
        wait_for(40);
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!(ask(&mut kept, &get("/fees")).status, 200);
    assert_eq!(shown(&kept), old);
    let mut stream = connect(address, &second);
    assert_eq!(ask(&mut stream, &get("/")).status, 200);
}

#[test]
fn systemd_is_told_that_the_certificate_is_read_again() {
    let files = Files::new();
    let path = files.folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    manager
        .set_read_timeout(Some(PATIENCE))
        .expect("a timeout that is not zero");
    let told = || {
        let mut bytes = [0; 200];
        let length = manager.recv(&mut bytes).expect("a message");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let mut command = files.command(&[]);
    command.env("NOTIFY_SOCKET", &path);
    let server = Server::start_from(command);
    assert_eq!(told(), "READY=1\n");
    server.signal("HUP");
    let reloading = told();
    assert!(
        reloading.starts_with("RELOADING=1\nMONOTONIC_USEC="),
        "{reloading}"
    );
    assert_eq!(told(), "READY=1\n");
}

#[test]
fn a_certificate_that_cannot_be_used_changes_nothing() {
    let files = Files::new();
    let (server, address) = files.serve(&[]);
    let other = Files::new();
    let good = fs::read(files.certificate()).expect("a file");
    for (bad, expected) in [
        (
            fs::read(other.certificate()).expect("a file"),
            "found another's",
        ),
        (b"nothing".to_vec(), "found none"),
        (
            good[..good.len() / 2].to_vec(),
            "expected certificates in PEM",
        ),
    ] {
        fs::write(files.certificate(), bad).expect("written");
        server.signal("HUP");
        files.wait_for(expected);
        assert!(files.errors().contains("keeps the certificate that it has"));
        let mut stream = connect(address, &files.client(&[]));
        assert_eq!(ask(&mut stream, &get("/")).status, 200, "{expected}");
    }
}

#[test]
fn what_is_wrong_with_a_certificate_is_said_at_the_start() {
    let files = Files::new();
    let fails = |command: &mut Command, expected: &str| {
        let output = command.stderr(std::process::Stdio::piped()).output();
        let output = output.expect("the binary starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{message}");
        assert!(message.contains(expected), "{expected}: {message}");
        assert!(!message.contains("panicked"), "{message}");
    };
    let key = fs::read(files.key()).expect("a key");
    fs::write(files.key(), fs::read(files.certificate()).expect("a file")).expect("written");
    fails(&mut files.command(&[]), "expected a private key in PEM in");
    fs::write(files.key(), fs::read(Files::new().key()).expect("a key")).expect("written");
    fails(
        &mut files.command(&[]),
        "expected the private key of the certificate in",
    );
    fs::write(files.key(), "-----BEGIN PRIVATE KEY-----\n secret").expect("written");
    fails(&mut files.command(&[]), "found what is not PEM");
    fs::remove_file(files.key()).expect("removed");
    fails(&mut files.command(&[]), "(--tls-key), found: No such file");
    fs::write(files.key(), key).expect("written");
    fs::write(files.certificate(), "").expect("written");
    fails(&mut files.command(&[]), "expected a certificate in PEM in");
    let nonsense = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    fs::write(files.certificate(), nonsense).expect("written");
    fails(&mut files.command(&[]), "that can be used, found");
    fs::remove_file(files.certificate()).expect("removed");
    fails(
        &mut files.command(&[]),
        "(--tls-certificate), found: No such file",
    );
    fails(command().args(["--tls-certificate", "x"]), "--tls-key");
    fails(
        command().args(["--tls-addr", "127.0.0.1:0"]),
        "--tls-certificate",
    );
}

#[test]
fn a_certificate_out_of_its_time_is_told_of() {
    let mut files = Files::new();
    for (begins, ends, expected) in [
        (2001, 2002, "found one that expired on Tue, 01 Jan 2002"),
        (4000, 4001, "found one that begins on Sat, 01 Jan 4000"),
    ] {
        files.issue(|wanted| {
            wanted.not_before = rcgen::date_time_ymd(begins, 1, 1);
            wanted.not_after = rcgen::date_time_ymd(ends, 1, 1);
        });
        let (_server, _, admin) = files.watched(&[]);
        files.wait_for(expected);
        let expires = admin.metric("site_tls_certificate_expires_timestamp_seconds");
        assert_eq!(1970 + expires / 31_556_952, ends as u64);
    }
}

#[test]
fn a_handshake_that_does_not_end_is_ended() {
    let files = Files::new();
    let (_server, address, admin) = files.watched(&["--handshake-seconds", "1"]);
    let client = files.client(&[]);
    let mut hello = Vec::new();
    let name = ServerName::try_from(NAME).expect("a name");
    let mut tls = ClientConnection::new(Arc::clone(&client), name).expect("a client");
    tls.write_tls(&mut hello).expect("a hello");
    let held: Vec<_> = (0..30)
        .map(|at| {
            let mut stream = TcpStream::connect(address).expect("it accepts");
            stream
                .set_read_timeout(Some(PATIENCE))
                .expect("a timeout that is not zero");
            // Silent, half a hello, or a whole one and then nothing.
            stream
                .write_all(&hello[..hello.len() * (at % 3) / 2])
                .expect("sent");
            stream
        })
        .collect();
    let limited = || admin.limited("handshake_seconds");
    wait("handshakes that end", || {
        assert_eq!(
            ask(&mut connect(address, &client), &get("/fees")).status,
            200
        );
        limited() == 30
    });
    for mut stream in held {
        // A reset is an end as well.
        _ = stream.read_to_end(&mut Vec::new());
    }
    assert_eq!(
        ask(&mut connect(address, &client), &get("/fees")).status,
        200
    );
}

#[test]
fn what_is_not_tls_is_refused() {
    let files = Files::new();
    let (_server, address, admin) = files.watched(&[]);
    for garbage in [
        &b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"[..],
        &[0x16, 3, 1, 0, 4, 1, 0, 0, 0],
        &[255; 900],
    ] {
        let mut stream = TcpStream::connect(address).expect("it accepts");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a timeout that is not zero");
        stream.write_all(garbage).expect("sent");
        let mut said = Vec::new();
        _ = stream.read_to_end(&mut said);
        assert!(said.is_empty() || said[0] == 21, "an alert: {said:?}");
    }
    wait("the count", || {
        admin.metric("site_tls_handshakes_total{end=\"failed\"}") == 3
    });
    wait("the end", || admin.metric("site_connections_open") == 0);
    let mut stream = connect(address, &files.client(&[]));
    assert_eq!(ask(&mut stream, &get("/")).status, 200);
}

#[test]
fn limits_hold_over_tls_as_well() {
    let files = Files::new();
    let limits = [
        "--header-seconds",
        "1",
        "--idle-seconds",
        "1",
        "--write-seconds",
        "1",
    ];
    let (_server, address, admin) = files.watched(&limits);
    let client = files.client(&[]);
    // Half a head: it is told so.
    let mut slow = connect(address, &client);
    assert_eq!(ask(&mut slow, "GET / HTTP/1.1\r\nHost: x\r\n").status, 408);
    assert_eq!(slow.read(&mut [0]).expect("a goodbye"), 0);
    let mut idle = connect(address, &client);
    assert_eq!(ask(&mut idle, &get("/")).status, 200);
    assert_eq!(idle.read(&mut [0]).expect("a goodbye"), 0);
    let large = format!(
        "GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n",
        "x".repeat(20_000)
    );
    assert_eq!(ask(&mut connect(address, &client), &large).status, 431);
    // One who asks for more than any buffer holds, and reads none of it.
    let mut deaf = connect(address, &client);
    deaf.conn.complete_io(&mut deaf.sock).expect("a handshake");
    deaf.sock.set_nonblocking(true).expect("a socket");
    let start = Instant::now();
    while admin.limited("write_seconds") == 0 {
        assert!(start.elapsed() < PATIENCE, "still waiting");
        _ = deaf.conn.writer().write(get("/").repeat(100).as_bytes());
        _ = deaf.conn.write_tls(&mut deaf.sock);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_end_is_as_calm_over_tls() {
    let files = Files::new();
    let (mut server, address) = files.serve(&[]);
    let client = files.client(&[]);
    let mut idle = connect(address, &client);
    assert_eq!(ask(&mut idle, &get("/")).status, 200);
    let mut silent = TcpStream::connect(address).expect("it accepts");
    let mut slow = connect(address, &client);
    slow.write_all(b"GET /fees HTTP/1.1\r\nHo").expect("sent");
    slow.conn.complete_io(&mut slow.sock).expect("sent");
    // Half a record, and half a greeting.
    let mut torn = connect(address, &client);
    torn.conn.complete_io(&mut torn.sock).expect("a handshake");
    let rest_of_record = half_sent(&mut torn, &get("/fees"));
    let mut new = connect(address, &client);
    let rest_of_greeting = half_sent(&mut new, "");
    assert_eq!(ask(&mut connect(address, &client), &get("/")).status, 200);

    server.signal("TERM");
    wait("refusal", || TcpStream::connect(address).is_err());
    assert_eq!(idle.read(&mut [0]).expect("a goodbye"), 0);
    silent
        .set_read_timeout(Some(PATIENCE))
        .expect("a timeout that is not zero");
    _ = silent.read(&mut [0]);
    assert!(server.is_running(), "a request is in flight");
    assert_eq!(ask(&mut slow, "st: x\r\n\r\n").status, 200);
    assert_eq!(slow.read(&mut [0]).expect("a goodbye"), 0);
    torn.sock.write_all(&rest_of_record).expect("sent");
    assert_eq!(read_response(&mut torn, false).status, 200);
    new.sock.write_all(&rest_of_greeting).expect("sent");
    assert_eq!(ask(&mut new, &get("/")).status, 200);
    assert_eq!(server.ended().code(), Some(0));
}

/// Sends the first half of what TLS makes of this; the rest of it.
fn half_sent(stream: &mut Stream, request: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    stream
        .conn
        .writer()
        .write_all(request.as_bytes())
        .expect("room");
    stream.conn.write_tls(&mut bytes).expect("written");
    let rest = bytes.split_off(bytes.len() / 2);
    stream.sock.write_all(&bytes).expect("sent");
    rest
}
