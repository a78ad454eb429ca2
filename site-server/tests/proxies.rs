//! Behind proxies: whose limits apply, and whose address is logged. Also tests the metrics for Prometheus.

use std::net::{IpAddr, TcpStream};
#[cfg(target_os = "linux")]
use std::time::UNIX_EPOCH;

use crate::common::{Server, ask, connect, rest, send};
use crate::tls::files::{Files, get, over};

const REQUEST: &str = "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n";

/// The PROXY protocol v2 header for this client. Empty if the client is.
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
    let head = [b"\r\n\r\n\0\r\nQUIT\n\x21", &[family, 0, length][..]].concat();
    [head, addresses].concat()
}

/// The status that a proxy's client receives, and its connection.
fn status(server: &Server, client: &str) -> (u16, TcpStream) {
    let mut stream = server.connect();
    send(&mut stream, header(client));
    (ask(&mut stream, REQUEST).status, stream)
}

#[test]
fn the_clients_of_a_proxy_have_its_limits_and_the_proxy_has_none() {
    let limits = "--connections-per-address 2 --trusted-proxies 127.0.0.0/8";
    let (server, admin) = Server::watched(limits);
    let mut held = Vec::new();
    let mut check = |client: &str, expected: &[u16]| {
        for expected in expected {
            let (status, stream) = status(&server, client);
            assert_eq!(status, *expected, "{client}");
            held.push(stream);
        }
    };
    check("192.0.2.1", &[200, 200, 503]);
    check("192.0.2.2", &[200]);
    // The proxy itself.
    check("", &[200, 200, 200]);
    // Two clients in the same /64, and eight in the same /48.
    check("2001:db8:1::1", &[200, 200]);
    check("2001:db8:1::2", &[503]);
    for at in 1..7 {
        check(&format!("2001:db8:1:{at}::1"), &[200]);
    }
    check("2001:db8:1:7::1", &[503]);
    check("2001:db8:2::1", &[200]);
    admin.wait_for("connections_per_address", 3);
}

/// The client in the PROXY protocol, the header fields, and the resulting client.
const CLIENTS: &str = "
            |                                                                    | 127.0.0.1
192.0.2.7   |                                                                    | 192.0.2.7
            | X-Forwarded-For: 192.0.2.1                                         | 192.0.2.1
10.0.0.1    | X-Forwarded-For: 198.51.100.9, 192.0.2.1 , 10.0.0.2                | 192.0.2.1
            | X-Forwarded-For: 192.0.2.1⏎X-Forwarded-For: 10.0.0.2               | 192.0.2.1
            | X-Forwarded-For: 192.0.2.1:4711                                    | 192.0.2.1
            | X-Forwarded-For: unknown                                           | 127.0.0.1
            | X-Forwarded-For:                                                   | 127.0.0.1
192.0.2.7   | X-Forwarded-For: 198.51.100.9                                      | 192.0.2.7
            | X-Forwarded-For: ÿ, 192.0.2.1                                      | 192.0.2.1
            | Forwarded: for=198.51.100.9⏎X-Forwarded-For: 192.0.2.1             | 192.0.2.1
2001:db8::1 | X-Forwarded-For: ::ffff:192.0.2.1                                  | 192.0.2.1";

/// The same, with `--client-header` set to the other header.
const FORWARDED: &str = "
            | Forwarded: for=192.0.2.1;proto=https, FOR=10.0.0.2                 | 192.0.2.1
            | Forwarded: For=\"[2001:db9::1]:4711\"                                | 2001:db9::1
            | Forwarded: proto=https⏎X-Forwarded-For: 192.0.2.1                  | 127.0.0.1";

#[test]
fn a_client_is_logged_as_the_header_of_trusted_proxies_names_it() {
    for (header_name, clients) in [("x-forwarded-for", CLIENTS), ("forwarded", FORWARDED)] {
        let proxies = "127.0.0.1,10.0.0.0/8,2001:db8::/32";
        let arguments = format!("--trusted-proxies {proxies} --client-header {header_name}");
        // With several threads, the order of log lines could differ.
        let mut server = Server::start_with(&format!("--threads 1 --log json {arguments}"));
        let mut expected = Vec::new();
        for line in clients.lines().skip(1) {
            let columns: Vec<_> = line.split('|').map(str::trim).collect();
            let head = format!("HEAD / HTTP/1.1⏎Host: x⏎{}⏎⏎", columns[1]);
            let head = head.replace("⏎⏎⏎", "⏎⏎").replace('⏎', "\r\n");
            let mut stream = server.connect();
            send(&mut stream, header(columns[0]));
            ask(&mut stream, &head).expect(200, &[]);
            expected.push(columns[2]);
        }
        assert_eq!(logged(&mut server), expected);
    }
}

#[test]
fn nobody_else_names_a_client() {
    let mut server = Server::start_with("--log json --trusted-proxies 10.0.0.0/8");
    server.get("/", &[("X-Forwarded-For", "192.0.2.1")]);
    assert_eq!(status(&server, "192.0.2.7").0, 400);
    assert_eq!(logged(&mut server), ["127.0.0.1"; 2]);
}

/// The clients of all requests, once the server has ended.
fn logged(server: &mut Server) -> Vec<String> {
    let lines = server.json().into_iter();
    let clients = lines.map(|line| line["client"].as_str().expect("an address").to_owned());
    clients.collect()
}

#[test]
fn tls_follows_the_header_of_a_proxy_and_what_is_no_header_is_closed() {
    let files = Files::new();
    let (server, address, admin) = files.watched("--trusted-proxies 127.0.0.1");
    let mut stream = connect(address);
    send(&mut stream, header("192.0.2.1"));
    let mut stream = over(stream, &files.client(&[]));
    ask(&mut stream, &get("/")).expect(200, &[]);
    let mut strange = server.connect();
    send(&mut strange, b"\r\n\r\n\0\r\nNOPE\n\x21\x11\0\0");
    assert!(rest(&mut strange).is_empty());
    assert_eq!(admin.metric("site_connections_broken_total"), 1);
}

#[test]
fn metrics_say_what_runs_how_long_it_takes_and_what_it_takes() {
    let (server, admin) = Server::watched("--handshakes 7");
    let body = server.get("/", &[]).body.len() as u64;
    server.get("/nowhere", &[]);
    let build = "site_build_info{commit=\"unknown\",content=\"";
    admin.get("/metrics").expect(200, &[("body", build)]);
    assert_eq!(admin.metric("site_limit{limit=\"handshakes\"}"), 7);
    admin
        .get("/metrics")
        .expect(200, &[("body", "\nsite_start_seconds ")]);
    for status in [200, 404] {
        let labels = format!("{{protocol=\"HTTP/1.1\",status=\"{status}\"}}");
        let count = format!("site_request_duration_seconds_count{labels}");
        assert_eq!(admin.metric(&count), 1);
    }
    assert!(admin.metric("site_response_body_bytes_total") > body);
}

#[cfg(target_os = "linux")]
#[test]
fn metrics_of_the_process_are_those_of_linux() {
    let before = UNIX_EPOCH.elapsed().expect("a clock").as_secs();
    let (_server, admin) = Server::watched("");
    let resident = admin.metric("process_resident_memory_bytes");
    assert!(resident > 1_000_000);
    assert!(admin.metric("process_virtual_memory_bytes") > resident);
    assert!(admin.metric("process_threads") > 1);
    let open = admin.metric("process_open_fds");
    assert!(open > 3 && admin.metric("process_max_fds") > open);
    // Linux reports its own start in whole seconds.
    let started = admin.metric("process_start_time_seconds");
    let now = UNIX_EPOCH.elapsed().expect("a clock").as_secs();
    assert!((before - 2..=now + 2).contains(&started), "{started}");
}
