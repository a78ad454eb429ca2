//! Behind proxies: whose limits apply, and whose address is logged.

use std::io::Read as _;
use std::net::{IpAddr, TcpStream};

use crate::common::{Admin, Server, ask, send};
use crate::tls::files::Files;
use crate::tls::stream::{get, over};

const REQUEST: &str = "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n";

/// The header of the PROXY protocol v2 for this client; none where no client is named.
fn header(client: &str) -> Vec<u8> {
    if client.is_empty() {
        return Vec::new();
    }
    let (family, source) = match client.parse().expect("an address") {
        IpAddr::V4(address) => (0x11, address.octets().to_vec()),
        IpAddr::V6(address) => (0x21, address.octets().to_vec()),
    };
    let addresses = [&source[..], &vec![0; source.len()], &[0x12, 0x34, 0, 80]].concat();
    let length = u8::try_from(addresses.len()).expect("short");
    let mut bytes = b"\r\n\r\n\0\r\nQUIT\n\x21".to_vec();
    bytes.extend([family, 0, length]);
    bytes.extend(addresses);
    bytes
}

/// The status that a client of the proxy gets, and its connection.
fn status(server: &Server, header: &[u8]) -> (u16, TcpStream) {
    let mut stream = server.connect();
    send(&mut stream, header);
    (ask(&mut stream, REQUEST).status, stream)
}

#[test]
fn the_clients_of_a_proxy_have_its_limits_and_the_proxy_has_none() {
    let limits = "--connections-per-address 2 --trusted-proxies 127.0.0.0/8";
    let server = Server::start_with(&limits.split(' ').collect::<Vec<_>>());
    let mut held = Vec::new();
    let mut statuses = |clients: &[&str]| {
        let statuses = clients.iter().map(|client| {
            let (status, stream) = status(&server, &header(client));
            held.push(stream);
            status
        });
        statuses.collect::<Vec<_>>()
    };
    let one = "192.0.2.1";
    assert_eq!(
        statuses(&[one, one, one, "192.0.2.2"]),
        [200, 200, 503, 200]
    );
    assert_eq!(statuses(&["", "", "", ""]), [200; 4], "the proxy itself");
    // Two of a /64, and eight of a /48.
    let wide = (0..9)
        .map(|at| format!("2001:db8:1:{at}::1"))
        .collect::<Vec<_>>();
    let wide = wide.iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(statuses(&[wide[0], wide[0], wide[0]]), [200, 200, 503]);
    assert_eq!(statuses(&wide[1..7]), [200; 6]);
    assert_eq!(statuses(&[wide[7], "2001:db8:2::1"]), [503, 200]);
}

#[test]
fn a_client_is_logged_as_trusted_proxies_name_it() {
    let arguments = "--log json --threads 1 --trusted-proxies 127.0.0.1,10.0.0.0/8,2001:db8::/32";
    let mut server = Server::start_with(&arguments.split(' ').collect::<Vec<_>>());
    // Whom the PROXY protocol names, what the request says, and who it is.
    let cases = [
        ("", "", "127.0.0.1"),
        ("192.0.2.7", "", "192.0.2.7"),
        ("", "X-Forwarded-For: 192.0.2.1", "192.0.2.1"),
        (
            "10.0.0.1",
            "X-Forwarded-For: 198.51.100.9, 192.0.2.1 , 10.0.0.2",
            "192.0.2.1",
        ),
        (
            "",
            "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 10.0.0.2",
            "192.0.2.1",
        ),
        ("", "X-Forwarded-For: 192.0.2.1:4711", "192.0.2.1"),
        ("", "X-Forwarded-For: unknown", "127.0.0.1"),
        ("", "X-Forwarded-For: ", "127.0.0.1"),
        ("192.0.2.7", "X-Forwarded-For: 198.51.100.9", "192.0.2.7"),
        (
            "",
            "Forwarded: for=192.0.2.1;proto=https, FOR=10.0.0.2",
            "192.0.2.1",
        ),
        ("", "Forwarded: For=\"[2001:db9::1]:4711\"", "2001:db9::1"),
        (
            "",
            "Forwarded: proto=https\r\nX-Forwarded-For: 192.0.2.1",
            "127.0.0.1",
        ),
        (
            "2001:db8::1",
            "X-Forwarded-For: ::ffff:192.0.2.1",
            "192.0.2.1",
        ),
    ];
    for (proxied, line, _) in cases {
        let mut stream = server.connect();
        send(&mut stream, header(proxied));
        let end = if line.is_empty() { "" } else { "\r\n" };
        let head = format!("HEAD / HTTP/1.1\r\nHost: x\r\n{line}{end}\r\n");
        ask(&mut stream, &head).expect(200, &[]);
    }
    assert_eq!(logged(&mut server), cases.map(|(.., client)| client));
}

#[test]
fn nobody_else_names_a_client() {
    let arguments = ["--log", "json", "--trusted-proxies", "10.0.0.0/8"];
    let mut server = Server::start_with(&arguments);
    server.get("/", &[("X-Forwarded-For", "192.0.2.1")]);
    assert_eq!(status(&server, &header("192.0.2.7")).0, 400);
    assert_eq!(logged(&mut server), ["127.0.0.1"; 2]);
}

/// The clients of all requests, once the server has ended.
fn logged(server: &mut Server) -> Vec<String> {
    let log = server.log();
    let lines = log.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        line["client"].as_str().expect("an address").to_owned()
    });
    lines.collect()
}

#[test]
fn tls_follows_the_header_of_a_proxy_and_what_is_no_header_is_closed() {
    let files = Files::new();
    let (server, address, admin) = files.watched(&["--trusted-proxies", "127.0.0.1"]);
    let mut stream = TcpStream::connect(address).expect("it accepts");
    send(&mut stream, header("192.0.2.1"));
    let mut stream = over(stream, &files.client(&[]));
    ask(&mut stream, &get("/")).expect(200, &[]);
    let mut strange = server.connect();
    send(&mut strange, b"\r\n\r\n\0\r\nNOPE\n\x21\x11\0\0");
    assert_eq!(strange.read(&mut [0]).unwrap_or(0), 0);
    assert_eq!(admin.metric("site_connections_broken_total"), 1);
}

#[test]
fn metrics_say_what_runs_how_long_it_takes_and_what_it_takes() {
    let mut server = Server::start_with(&["--admin", "127.0.0.1:0", "--handshakes", "7"]);
    let admin = Admin::of(&mut server);
    let body = server.get("/", &[]).body.len() as u64;
    server.get("/nowhere", &[]);
    let text = admin.get("/metrics").text();
    assert!(
        text.contains("site_build_info{commit=\"unknown\",content=\""),
        "{text}"
    );
    assert_eq!(admin.metric("site_limit{limit=\"handshakes\"}"), 7);
    for status in ["200", "404"] {
        let labels = format!("{{protocol=\"HTTP/1.1\",status=\"{status}\"}}");
        assert_eq!(
            admin.metric(&format!("site_request_duration_seconds_count{labels}")),
            1
        );
    }
    assert!(admin.metric("site_response_body_bytes_total") > body);
    #[cfg(target_os = "linux")]
    assert!(admin.metric("process_resident_memory_bytes") > 1_000_000);
}
