//! All kinds of visitors at once for minutes, good and bad: the server's memory use doesn't grow.

use crate::server::Running;
use crate::serving::program::{all_paths, serve};
use fastrand::Rng;
use site_cli::client::Client;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The maximum growth in bytes after the first sixth of the time.
const BOUND: u64 = 2 * 1024 * 1024;
const VISITORS: u64 = 4;

#[test]
#[ignore = "long"]
fn memory_is_flat() {
    let length = Duration::from_secs(180);
    let server = serve(&["--threads", "2", "--idle-seconds", "5"]);
    let paths = all_paths();
    let begin = Instant::now();
    let (warm, requests) = std::thread::scope(|scope| {
        let (paths, address) = (&paths, server.address);
        let visitors = (1..=VISITORS)
            .map(|seed| scope.spawn(move || visit(address, paths, seed, begin + length)));
        let visitors: Vec<_> = visitors.collect();
        std::thread::sleep(length / 6);
        let warm = memory(&server);
        let ended = visitors.into_iter().map(|visitor| visitor.join());
        let counts = ended.map(|count| count.expect("all are served"));
        (warm, counts.sum::<u64>())
    });
    let end = memory(&server);
    println!(
        "Soak: {requests} requests in {:.0} s; {:.1} MB resident after a sixth of that, {:.1} MB at the end",
        length.as_secs_f64(),
        warm as f64 / 1e6,
        end as f64 / 1e6
    );
    assert!(requests > 1000, "{requests}");
    assert!(end <= warm + BOUND, "it grew from {warm} to {end} bytes");
}

/// Runs one visitor after another; returns the number of responses.
fn visit(address: SocketAddr, paths: &[String], seed: u64, end: Instant) -> u64 {
    // The same sequence in each run.
    let mut chance = Rng::with_seed(seed);
    let mut answered = 0;
    while Instant::now() < end {
        let client = Client::connect(address).expect("it accepts");
        for _ in 0..chance.usize(..60) {
            let path = &paths[chance.usize(..paths.len())];
            let encodings = ["gzip, deflate, br, zstd", "gzip", "", "zstd;q=0.5"];
            let encoding = encodings[chance.usize(..encodings.len())];
            let mut headers = vec![("accept-encoding", encoding)];
            let path = match chance.usize(..12) {
                0 => format!("{path}/nowhere-{}", chance.usize(..1_000_000)),
                1 => format!("/{path}?a={}", chance.usize(..1_000_000)),
                2 => format!("{path}.html"),
                _ => path.clone(),
            };
            match chance.usize(..8) {
                0 => headers.push(("range", "bytes=10-99")),
                1 => headers.push(("if-none-match", "*")),
                2 => headers.push(("if-none-match", "\"a\", W/\"b\"")),
                _ => {}
            }
            let is_head = chance.usize(..6) == 0;
            let method = if is_head { "HEAD" } else { "GET" };
            let response = client.request(method, &path, &headers).expect("a response");
            assert!(response.status < 500, "{path}: {}", response.status);
            answered += 1;
        }
        misbehave(address, &mut chance);
    }
    answered
}

/// A visitor who doesn't get, or doesn't want, a response.
fn misbehave(address: SocketAddr, chance: &mut Rng) {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return;
    };
    let bytes: Vec<u8> = match chance.usize(..7) {
        0 => b"GET /fees HTTP/1.1\r\nhost: x\r\n".to_vec(),
        1 => b"GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(50),
        2 => b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 99999\r\n\r\nabc".to_vec(),
        3 => (0..500).map(|_| chance.u8(..)).collect(),
        4 => [
            &b"GET / HTTP/1.1\r\nhost: x\r\nx: "[..],
            &[b'y'; 20_000],
            b"\r\n\r\n",
        ]
        .concat(),
        // HTTP/2: the preface, settings, and a ping.
        5 => [
            &b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..],
            &[0, 0, 0, 4, 0, 0, 0, 0, 0],
            &[0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8],
        ]
        .concat(),
        _ => Vec::new(),
    };
    // The server may have closed the connection at once, as it should.
    _ = stream.write_all(&bytes);
    if chance.usize(..2) == 0 {
        _ = stream.set_read_timeout(Some(Duration::from_millis(20)));
        _ = stream.read(&mut [0; 4096]);
    }
}

/// Returns the resident memory in bytes.
fn memory(server: &Running) -> u64 {
    let said = fs::read_to_string(format!("/proc/{}/status", server.child.id()));
    let said = said.expect("Linux reports memory in /proc");
    let line = said.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kilobytes: u64 = kilobytes.expect("a size").parse().expect("a number");
    kilobytes * 1024
}
