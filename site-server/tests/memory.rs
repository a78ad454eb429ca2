//! The memory of a connection in its most expensive states, and whether the deployments have enough of it.

use std::any::Any;
use std::fs;
use std::io::Read as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use rustls::ClientConfig;

use crate::common::{self, REQUEST, Server, frame, greeting, send, wait};
use crate::tls::files::{Files, NAME, Stream, connect, over};

/// The connections of a measurement. With 300, each takes up to 7 percent less than with 1,000: the server already has some
/// of the memory.
const FEW: usize = 300;
const MANY: usize = 1_000;
/// The most that one connection may send. HPACK's table keeps a field of each, and with it all bytes of the field's frame.
const LONG_HEADS: u32 = 16;

/// The most memory that the system uses for a connection's responses: unsent bytes, bytes in flight, and its own records of both. It
/// counts as the server's.
const SEND_QUEUE: usize = 100_000;
/// The server's memory without connections: its program, the site, and log lines that aren't written yet.
const OWN: usize = 32_000_000;

/// Opens a connection, plain or over TLS, and leaves it in some state. The connection stays open until the returned value is dropped.
type Stop = fn(SocketAddr, SocketAddr, &Arc<ClientConfig>) -> Box<dyn Any>;

/// A state as named in docs/server.md, and how to create it.
type State = (&'static str, Stop);

/// The states of a connection, in three groups of about equal work, whose tests run in parallel.
const GROUPS: [[State; 3]; 3] = [WITHOUT_TLS, OVER_TLS, WITH_LONG_HEADS];

const WITHOUT_TLS: [State; 3] = [
    ("has sent half a head", |address, _, _| {
        let mut stream = common::connect(address);
        let head = format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}", "x".repeat(15_000));
        send(&mut stream, head);
        Box::new(stream)
    }),
    ("has sent most of a long ClientHello", |_, address, _| {
        let mut stream = common::connect(address);
        // A ClientHello of 50 kB in records of 16 kB, without the last record.
        let mut records = vec![22, 3, 1, 0x40, 0, 1, 0, 0xc3, 0x50];
        records.resize(5 + 16_384, 0);
        for _ in 0..2 {
            records.extend([22, 3, 1, 0x40, 0]);
            records.resize(records.len() + 16_384, 0);
        }
        send(&mut stream, records);
        Box::new(stream)
    }),
    ("reads no response", |address, _, _| {
        let mut stream = common::narrow(address);
        send(&mut stream, requests(50));
        Box::new(stream)
    }),
];

const OVER_TLS: [State; 3] = [
    ("is idle, over TLS", |_, address, client| {
        let mut stream = connect(address, client);
        send(&mut stream, requests(1));
        common::read_response(&mut stream, false);
        Box::new(stream)
    }),
    ("reads no response, over TLS", |_, address, client| {
        let mut stream = over(common::narrow(address), client);
        send(&mut stream, requests(50));
        Box::new(stream)
    }),
    (
        "opens no window for any stream of HTTP/2, over TLS",
        |_, address, client| without_window(address, client, 50, REQUEST, &[]),
    ),
];

const WITH_LONG_HEADS: [State; 3] = [
    (
        "opens no window, and has sent most of another head",
        |_, address, client| {
            // A field of 17,000 bytes. Only 16,500 of them are sent.
            let field = [REQUEST, b"\x00\x01a\x7f\xe9\x83\x01", &[b'x'; 16_000]].concat();
            let rest = [frame(1, 1, 101, &field), frame(9, 0, 101, &[b'x'; 500])].concat();
            without_window(address, client, 49, REQUEST, &rest)
        },
    ),
    (
        "opens no window, with the longest heads",
        |_, address, client| {
            let mut rest = Vec::new();
            for number in LONG_HEADS..50 {
                rest.extend(frame(1, 0b101, 2 * number + 1, REQUEST));
            }
            without_window(address, client, LONG_HEADS, &long_head(REQUEST), &rest)
        },
    ),
    (
        "is idle, and has filled HPACK's table from long heads",
        |_, address, client| {
            let mut stream = over_http2(address, client, &[]);
            for number in 0..LONG_HEADS {
                send(
                    &mut stream,
                    frame(1, 0b101, 2 * number + 1, &long_head(HEAD)),
                );
                while common::read_frame(&mut stream).0 != 1 {}
            }
            Box::new(stream)
        },
    ),
];

/// A connection of HTTP/2 with these settings.
fn over_http2(address: SocketAddr, client: &Arc<ClientConfig>, settings: &[u8]) -> Stream {
    let mut config = ClientConfig::clone(client);
    config.alpn_protocols = vec![b"h2".to_vec()];
    let mut stream = connect(address, &Arc::new(config));
    send(&mut stream, greeting(settings));
    stream
}

/// Opens this many streams with this head, and then sends more bytes. The window allows none of their bodies.
fn without_window(
    address: SocketAddr,
    client: &Arc<ClientConfig>,
    streams: u32,
    head: &[u8],
    rest: &[u8],
) -> Box<dyn Any> {
    let mut stream = over_http2(address, client, &[0, 4, 0, 0, 0, 0]);
    for number in 0..streams {
        send(&mut stream, frame(1, 0b101, 2 * number + 1, head));
    }
    send(&mut stream, rest);
    stream.read_exact(&mut [0; 9]).expect("its settings");
    Box::new(stream)
}

/// A HEAD request, whose response has no body.
const HEAD: &[u8] = b"\x02\x04HEAD\x86\x84\x41\x01x";

/// A head of 15 kB with this start, most of it in fields that are logged.
fn long_head(beginning: &[u8]) -> Vec<u8> {
    let mut head = beginning.to_vec();
    for name in ["user-agent", "x-request-id", "referer", "traceparent"] {
        head.extend([0, u8::try_from(name.len()).expect("short")]);
        head.extend(name.as_bytes());
        // 127 + 3,705 bytes.
        head.extend([0x7f, 0xf9, 0x1c]);
        head.extend([b'x'; 3832]);
    }
    head
}

fn requests(count: usize) -> String {
    format!("GET / HTTP/1.1\r\nHost: {NAME}\r\n\r\n").repeat(count)
}

#[test]
fn a_connection_without_tls_costs_no_more_than_is_documented() {
    compare_with_docs(&WITHOUT_TLS, FEW);
}

#[test]
fn a_connection_over_tls_costs_no_more_than_is_documented() {
    compare_with_docs(&OVER_TLS, FEW);
}

#[test]
fn a_connection_with_long_heads_costs_no_more_than_is_documented() {
    compare_with_docs(&WITH_LONG_HEADS, FEW);
}

#[test]
#[ignore = "long"]
fn one_of_many_connections_costs_no_more_than_is_documented() {
    compare_with_docs(&GROUPS.concat(), MANY);
}

/// Opens connections in each state, and fails if one takes more memory than docs/server.md says.
fn compare_with_docs(states: &[State], connections: usize) {
    // All groups may run at the same time in this process, and each server inherits the limit.
    let files_at_once = 2 * connections * GROUPS.len();
    rlimit::increase_nofile_limit(files_at_once as u64).expect("so many open files");
    let files = Files::new();
    let client = files.client(&[]);
    for (state, stop) in states {
        let (server, address, admin) = files.watched("--plain serve --handshakes 9999 --log json");
        let hold = |_| stop(server.address, address, &client);
        // The first connections also allocate memory that later ones share.
        drop((0..25).map(hold).collect::<Vec<_>>());
        admin.wait_for_closes();
        let before = memory(&server);
        let held: Vec<_> = (0..connections).map(hold).collect();
        let each = memory(&server).saturating_sub(before) / connections;
        println!("{state}: {each} bytes");
        let most = documented(state);
        assert!(
            each <= most,
            "{state}: {each} bytes each, documented {most}"
        );
        drop(held);
    }
}

/// The server's memory in bytes, when it no longer changes.
fn memory(server: &Server) -> usize {
    let file = format!("/proc/{}/status", server.id());
    let (mut last, mut same) = (0, 0);
    wait("memory that stays as it is", || {
        let text = fs::read_to_string(&file).expect("Linux");
        let now = number_after(&text, "VmRSS:");
        same = if now == last { same + 1 } else { 0 };
        last = now;
        same == 30
    });
    last * 1024
}

/// The bytes per connection in this state, from docs/server.md.
fn documented(state: &str) -> usize {
    let row = format!("| {state} | ");
    1000 * number_after(&read("docs/server.md"), &row)
}

#[test]
fn what_is_deployed_has_the_memory_for_its_connections() {
    let states = GROUPS.concat();
    let worst = states.iter().map(|(state, _)| documented(state)).max();
    let each = worst.expect("states") + SEND_QUEUE;
    for (file, memory) in [
        ("deploy/systemd/site-server.service", "MemoryMax="),
        ("deploy/kubernetes/site.yaml", "limits: { memory: "),
    ] {
        let text = read(file);
        let connections = number_after(&text, "--connections");
        let memory = number_after(&text, memory) << 20;
        assert!(
            OWN + connections * each < memory,
            "{file}: {connections} connections in {memory} bytes"
        );
    }
}

fn read(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(folder.join(file)).expect("the file is there")
}

/// The first number after this text.
fn number_after(text: &str, words: &str) -> usize {
    let after = text.split_once(words).map(|(_, after)| after);
    let after = after.unwrap_or_else(|| panic!("expected {words:?}, found {text}"));
    let mut numbers = after.split(|char: char| !char.is_ascii_digit());
    let number = numbers.find(|part| !part.is_empty());
    number
        .and_then(|number| number.parse().ok())
        .expect("a number")
}
