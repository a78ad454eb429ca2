//! Clients that try to exhaust the server: the cost is proportional to what they send, connections that hold resources end, and
//! places can be freed.

use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{
    REQUEST, Server, TIMEOUT, ask, connect, frame, greeting, read_frame, read_response, requests,
    rest, send, wait,
};

const HEAD: &str = "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n";

/// An HPACK field that is stored in the table. As the newest field, it has the index 62.
fn kept(name: &str, value: &[u8]) -> Vec<u8> {
    let mut field = vec![0x40, u8::try_from(name.len()).expect("short")];
    field.extend(name.as_bytes());
    // A number with a prefix of seven bits, continued in groups of seven.
    let mut rest = value.len() - 127;
    field.push(127);
    while rest >= 128 {
        field.push(128 | (rest % 128) as u8);
        rest /= 128;
    }
    field.push(rest as u8);
    field.extend(value);
    field
}

/// Another reference to it.
const KEPT: u8 = 0x80 | 62;

/// The processor time that a server has used, in Linux clock ticks.
fn ticks(server: &Server) -> u64 {
    let text = fs::read_to_string(format!("/proc/{}/stat", server.id())).expect("Linux");
    let (_, fields) = text.rsplit_once(')').expect("a name");
    let times = fields.split_whitespace().skip(11).take(2);
    times
        .map(|time| time.parse::<u64>().expect("a number"))
        .sum()
}

/// Sends this many requests over HTTP/2, one after the other, and reads the head of each response.
fn ask_often(server: &Server, first: &[u8], next: &[u8], count: u32) {
    let mut stream = server.connect();
    send(&mut stream, greeting(&[]));
    for number in 0..count {
        let head = if number == 0 { first } else { next };
        send(&mut stream, frame(1, 0b101, 2 * number + 1, head));
        while read_frame(&mut stream).0 != 1 {}
    }
}

/// A HEAD request, so that no body counts, without adding anything to HPACK's table.
const HEAD_REQUEST: &[u8] = b"\x02\x04HEAD\x86\x84\x01\x01x";

#[test]
fn no_head_costs_much_more_than_a_browsers() {
    let server = Server::start_with("--threads 1");
    let requests = 300;
    let cost_of = |first: &[u8], next: &[u8]| {
        let before = ticks(&server);
        ask_often(&server, first, next, requests);
        ticks(&server) - before
    };
    let usual = cost_of(HEAD_REQUEST, HEAD_REQUEST);
    let commas = vec![b','; 3900];
    let lines: [(&str, Vec<u8>); 9] = [
        ("accept-encoding", commas.clone()),
        ("accept-encoding", b"br;q=0,".repeat(550)),
        ("accept-encoding", vec![b';'; 3900]),
        ("if-none-match", commas.clone()),
        ("if-match", commas.clone()),
        ("if-range", commas.clone()),
        ("range", [b"bytes=", &[b'9'; 3900][..]].concat()),
        ("x-forwarded-for", commas.clone()),
        ("user-agent", vec![0xff; 3900]),
    ];
    for (name, value) in lines {
        let first = [HEAD_REQUEST, &kept(name, &value), &[KEPT; 3]].concat();
        let next = [HEAD_REQUEST, &[KEPT; 4]].concat();
        let cost = cost_of(&first, &next);
        assert!(
            cost <= 10 * usual + 10,
            "{name}: {cost} ticks for what takes {usual}"
        );
    }
}

#[test]
fn a_line_of_the_log_is_short_whatever_was_sent() {
    let mut server = Server::start_with("--log json");
    let first = [HEAD_REQUEST, &kept("user-agent", &[0xff; 3900])].concat();
    ask_often(&server, &first, &[HEAD_REQUEST, &[KEPT]].concat(), 20);
    let long = "x".repeat(5_000);
    server.get(
        &format!("/{long}?{long}"),
        &[("Referer", &long), ("X-Request-Id", &long)],
    );
    let log = server.log();
    assert_eq!(log.lines().count(), 21);
    for line in log.lines() {
        assert!(line.len() < 1_000, "{line}");
    }
}

/// An HTTP/2 connection's state, maintained by the client: its first bytes, and the bytes that it repeats.
struct Kept {
    name: &'static str,
    begins: Vec<u8>,
    again: Vec<u8>,
}

/// The setting for a stream window of zero.
const NO_WINDOW: &[u8] = &[0, 4, 0, 0, 0, 0];

#[test]
fn nothing_that_a_client_sends_keeps_a_connection_without_progress() {
    let (server, admin) = Server::watched("--idle-seconds 1 --header-seconds 1 --write-seconds 1");
    let once = [greeting(&[]), requests(1)].concat();
    let held = [greeting(NO_WINDOW), requests(50)].concat();
    let mut one_byte = Vec::new();
    for stream in 0..50 {
        one_byte.extend(frame(8, 0, 2 * stream + 1, &[0, 0, 0, 1]));
    }
    let states = [
        Kept {
            name: "pings",
            begins: once.clone(),
            again: frame(6, 0, 0, &[0; 8]).repeat(10),
        },
        Kept {
            name: "settings",
            begins: once.clone(),
            again: frame(4, 0, 0, &[]).repeat(20),
        },
        Kept {
            name: "wider windows",
            begins: once.clone(),
            again: frame(8, 0, 0, &[0, 0, 0, 65]),
        },
        Kept {
            name: "pings before any request",
            begins: greeting(&[]),
            again: frame(6, 0, 0, &[0; 8]),
        },
        Kept {
            name: "streams without a window, and pings",
            begins: held.clone(),
            again: frame(6, 0, 0, &[0; 8]),
        },
        Kept {
            name: "streams that are given a byte at a time",
            begins: held,
            again: one_byte,
        },
        Kept {
            name: "half a head",
            begins: [&once[..], &frame(1, 1, 3, REQUEST)].concat(),
            again: frame(9, 0, 3, &[]),
        },
        Kept {
            name: "half a frame",
            begins: [&once[..], &frame(1, 0b101, 3, REQUEST)[..12]].concat(),
            again: Vec::new(),
        },
    ];
    std::thread::scope(|scope| {
        for state in &states {
            let server = &server;
            scope.spawn(move || ends(server, state));
        }
    });
    admin.wait_for_closes();
}

/// Keeps a connection in a state, until the server ends it.
fn ends(server: &Server, state: &Kept) {
    let start = Instant::now();
    let mut stream = server.connect();
    stream
        .set_read_timeout(Some(Duration::from_millis(1)))
        .expect("not zero");
    send(&mut stream, &state.begins);
    // A client that reads, but never everything.
    while stream.write_all(&state.again).is_ok() {
        let mut bytes = [0; 16_384];
        match stream.read(&mut bytes) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(_) => {}
        }
        assert!(start.elapsed() < TIMEOUT, "{} goes on", state.name);
        sleep(Duration::from_millis(50));
    }
}

/// With an allowance of two per idle second, a client could send as few as 20 in the longest idle time.
#[test]
fn frames_that_ask_for_nothing_have_a_bound() {
    let (server, admin) = Server::watched("");
    let floods = [
        ("ping", frame(6, 0, 0, &[0; 8])),
        ("settings", frame(4, 0, 0, &[])),
        ("priority", frame(2, 0, 3, &[0, 0, 0, 1, 9])),
        ("window", frame(8, 0, 0, &[0, 0, 0, 1])),
        ("unknown", frame(0x21, 0, 0, b"anything")),
    ];
    for (number, (name, again)) in floods.iter().enumerate() {
        let mut stream = server.connect();
        send(&mut stream, greeting(&[]));
        // The connection ends before all of it is read.
        _ = stream.write_all(&again.repeat(3_000));
        rest(&mut stream);
        assert_eq!(admin.limited("control_frames"), number as u64 + 1, "{name}");
    }
    // A browser sends far fewer of them.
    let mut stream = server.connect();
    send(&mut stream, greeting(&[]));
    send(&mut stream, frame(6, 0, 0, &[0; 8]).repeat(500));
    send(&mut stream, requests(1));
    while read_frame(&mut stream).0 != 1 {}
}

#[test]
fn what_is_logged_of_a_body_is_what_was_sent() {
    let mut server = Server::start_with("--log json");
    let whole = server.get("/", &[]).body.len();
    // One byte of one stream, and all bytes of the next.
    let mut stream = server.connect();
    send(&mut stream, greeting(&[0, 4, 0, 0, 0, 1]));
    send(&mut stream, requests(2));
    send(&mut stream, frame(8, 0, 0, &[0, 0xff, 0, 0]));
    send(&mut stream, frame(8, 0, 3, &[0, 0xff, 0, 0]));
    let mut read = 0;
    while read < whole + 1 {
        let (kind, _, _, payload) = read_frame(&mut stream);
        if kind == 0 {
            read += payload.len();
        }
    }
    drop(stream);
    // Over HTTP/1, with a client that disconnects in the middle.
    let mut stream = server.connect();
    send(&mut stream, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200));
    stream.read_exact(&mut [0; 1000]).expect("a beginning");
    drop(stream);
    let mut found = Vec::new();
    for line in server.json() {
        if line["protocol"] == "HTTP/2" {
            found.push(line["bytes"].as_u64().expect("a number"));
        }
        assert!(line["bytes"].as_u64() <= Some(whole as u64), "{line}");
    }
    found.sort_unstable();
    assert_eq!(found, [1, whole as u64]);
}

#[test]
fn heads_of_many_bytes_lead_to_another_connection_and_then_to_an_end() {
    let (server, admin) = Server::watched("");
    let head = [HEAD_REQUEST, &kept("cookie", &[b'x'; 15_000])].concat();
    let mut stream = server.connect();
    send(&mut stream, greeting(&[]));
    let mut goaways = 0;
    for number in 0..17 {
        send(&mut stream, frame(1, 0b101, 2 * number + 1, &head));
        let mut is_answered = false;
        while !is_answered {
            let (kind, _, _, _) = read_frame(&mut stream);
            goaways += u32::from(kind == 7);
            is_answered = kind == 1;
        }
    }
    assert_eq!(goaways, 1);
    send(&mut stream, frame(1, 0b101, 35, &head));
    rest(&mut stream);
    assert_eq!(admin.limited("head_bytes"), 1);
}

#[test]
fn half_heads_give_way_to_a_visitor() {
    let (server, admin) = Server::watched("--connections 20");
    let mut held: Vec<_> = (0..20).map(|_| server.connect()).collect();
    for stream in &mut held {
        send(stream, "GET / HTTP/1.1\r\nHost: x\r\n");
    }
    wait("all of them", || {
        admin.metric("site_connections_open") == 20
    });
    // New connections aren't closed.
    server.refused("").expect(503, &[]);
    sleep(Duration::from_millis(2_500));
    ask(&mut server.connect(), HEAD).expect(200, &[]);
    assert_eq!(admin.limited("connections"), 2);
}

#[test]
fn an_address_at_its_limit_gives_its_longest_idle_connection_for_a_new_one() {
    let (server, admin) = Server::watched("--connections-per-address 3");
    let mut held: Vec<_> = (0..3).map(|_| server.connect()).collect();
    for stream in &mut held {
        ask(stream, HEAD).expect(200, &[]);
    }
    server.refused("").expect(503, &[]);
    sleep(Duration::from_millis(2_500));
    ask(&mut held[0], HEAD).expect(200, &[]);
    ask(&mut server.connect(), HEAD).expect(200, &[]);
    assert_eq!(admin.limited("connections_per_address"), 2);
    ask(&mut held[0], HEAD).expect(200, &[]);
}

/// The server is stopped while they connect, so the system accepts the connections, and none has to retry.
#[test]
fn a_crowd_that_connects_at_once_is_served_even_when_the_server_ends() {
    let mut server = Server::start();
    server.signal("STOP");
    let mut crowd: Vec<TcpStream> = Vec::new();
    let start = Instant::now();
    for _ in 0..900 {
        let mut stream = connect(server.address);
        send(&mut stream, HEAD);
        crowd.push(stream);
    }
    // A handshake that finds no room is retried after a second.
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    server.signal("TERM");
    server.signal("CONT");
    for stream in &mut crowd {
        read_response(stream, true).expect(200, &[]);
    }
    server.ends();
}

#[test]
fn a_byte_at_the_beginning_is_waited_for_without_work() {
    let server = Server::start_with("--threads 1");
    let before = ticks(&server);
    let held: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            send(&mut stream, "P");
            stream
        })
        .collect();
    sleep(Duration::from_secs(2));
    let used = ticks(&server) - before;
    assert!(used < 30, "{used} ticks");
    drop(held);
    // `PRI` is a method like any other.
    let response = server.refused("PRI / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    response.expect(405, &[]);
}

#[test]
fn half_a_head_after_a_request_is_told_so() {
    let server = Server::start_with("--idle-seconds 1 --header-seconds 1");
    let mut stream = server.connect();
    ask(&mut stream, &format!("{HEAD}GET / HT")).expect(200, &[]);
    read_response(&mut stream, false).expect(408, &[]);
}
