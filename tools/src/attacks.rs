//! Measures how long a visitor waits during attacks with many connections.
//!
//! The server has one core. The attacker has the other one at the lowest priority, so that it doesn't slow down the visitor on that core.
//! The visitor opens a new connection for each request.

use crate::process::{LOAD_CORE, SERVER_CORE, Server, certify, on_core};
use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use clap::ValueEnum;
use std::env;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

/// The attacker's connections.
const CONNECTIONS: usize = 60;
/// How long each attack lasts before the measurement, and during it.
const BEFORE: Duration = Duration::from_secs(2);
const MEASURED: Duration = Duration::from_secs(10);
/// The time between two of the visitor's requests.
const PAUSE: Duration = Duration::from_millis(10);
/// The visitor's timeout.
const TIMEOUT: Duration = Duration::from_secs(30);

const VISIT: &str =
    "GET /fees HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n";

/// The behavior of the attacker's connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Attack {
    /// HTTP/1.1: sends nothing
    Silence,
    /// HTTP/1.1: sends a head byte by byte
    SlowHead,
    /// HTTP/1.1: requests pages without a pause, and doesn't read the responses
    Unread,
    /// HTTP/1.1: connects, sends one request, disconnects, and repeats
    ComeAndGo,
    /// HTTP/1.1: requests pages without a pause, and reads them
    Load,
    /// HTTP/2: 24 bytes a request, which expand to 64 kB of headers
    Hpack,
    /// HTTP/2: resets each stream immediately
    Resets,
    /// HTTP/2: PINGs without a pause
    Pings,
    /// HTTP/2: SETTINGS without a pause
    Settings,
    /// HTTP/2: PRIORITY without a pause
    Priorities,
    /// HTTP/2: frames of an unknown type, without a pause
    Unknown,
    /// HTTP/2: an endless head, in CONTINUATION frames
    Continuations,
    /// HTTP/2: all streams open, with windows of zero bytes
    NoWindow,
}

/// Prints a table with each attack, and without one.
pub fn bench() -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    certify(folder)?;
    let program = workspace::server()?;
    println!(
        "| {CONNECTIONS} connections that | visits | p50 | p99 | longest | the server's core | memory |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let attacks = Attack::value_variants().iter().copied().map(Some);
    for attack in [None].into_iter().chain(attacks) {
        let server = Server::site_server(on_core(SERVER_CORE, &program), folder)?;
        println!("{}", measure(&server, attack)?);
        drop(server);
    }
    Ok(())
}

/// Measures a visitor's waits during an attack, and returns a line of the table.
fn measure(server: &Server, attack: Option<Attack>) -> Result<String> {
    let mut attacker = None;
    if let Some(attack) = attack {
        attacker = Some(Attacker::start(attack, server.address)?);
    }
    thread::sleep(BEFORE);
    let cpu = server.cpu()?;
    let start = Instant::now();
    let mut waits = Vec::new();
    while start.elapsed() < MEASURED {
        waits.push(visit(server.address)?);
        thread::sleep(PAUSE);
    }
    let busy = (server.cpu()? - cpu) as f64 / start.elapsed().as_micros() as f64;
    let memory = server.memory()? as f64 / 1e6;
    if let Some(attacker) = &mut attacker {
        attacker.ensure_running()?;
    }

    waits.sort();
    let count = waits.len();
    let milliseconds = |place: usize| waits[place.min(count - 1)].as_secs_f64() * 1e3;
    let name = match attack.and_then(|attack| attack.to_possible_value()) {
        Some(value) => value.get_help().map(ToString::to_string),
        None => Some("(there are none)".to_owned()),
    };
    Ok(format!(
        "| {} | {count} | {:.1} ms | {:.1} ms | {:.1} ms | {:.0}% | {memory:.0} MB |",
        name.context("each attack has words")?,
        milliseconds(count / 2),
        milliseconds(count * 99 / 100),
        milliseconds(count - 1),
        100.0 * busy
    ))
}

/// Requests a page on a new connection, and returns the time it took.
fn visit(address: SocketAddr) -> Result<Duration> {
    let start = Instant::now();
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(VISIT.as_bytes())?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response)?;
    let wait = start.elapsed();
    let head = String::from_utf8_lossy(&response[..response.len().min(200)]);
    ensure!(
        head.starts_with("HTTP/1.1 200 "),
        "expected a page, found {head}"
    );
    Ok(wait)
}

/// A process of this program with all connections of an attack, which is killed when this value is dropped.
struct Attacker(Child);

impl Attacker {
    fn start(attack: Attack, address: SocketAddr) -> Result<Self> {
        let mut command = Command::new("nice");
        command.args(["-n", "19", "taskset", "-c", LOAD_CORE]);
        command.arg(env::current_exe()?).arg("attack");
        let value = attack.to_possible_value().context("no attack is hidden")?;
        command.args([value.get_name(), &address.to_string()]);
        Ok(Self(command.spawn()?))
    }

    /// Returns an error if the process has ended.
    fn ensure_running(&mut self) -> Result<()> {
        let ended = self.0.try_wait()?;
        ensure!(ended.is_none(), "the attacker ended: {ended:?}");
        Ok(())
    }
}

impl Drop for Attacker {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Attacks an address with all connections until it is killed.
pub fn attack(attack: Attack, address: SocketAddr) {
    thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(move || {
                loop {
                    // A closed connection is opened again.
                    if let Err(error) = hold(attack, address)
                        && error.kind() == ErrorKind::ConnectionRefused
                    {
                        return;
                    }
                    thread::sleep(Duration::from_millis(5));
                }
            });
        }
    });
}

/// Attacks on one connection until the server closes it.
fn hold(attack: Attack, address: SocketAddr) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_millis(1)))?;
    if attack.is_http2() {
        let settings: &[u8] = match attack {
            // The window of each stream.
            Attack::NoWindow => &[0, 4, 0, 0, 0, 0],
            _ => &[],
        };
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")?;
        stream.write_all(&frame(4, 0, 0, settings))?;
    }
    let mut read = vec![0; 65_536];
    for round in 0.. {
        stream.write_all(&attack.bytes(round))?;
        thread::sleep(attack.pause());
        if attack == Attack::Unread {
            continue;
        }
        match stream.read(&mut read) {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
            Ok(_) if attack == Attack::ComeAndGo => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

impl Attack {
    fn is_http2(self) -> bool {
        !matches!(
            self,
            Self::Silence | Self::SlowHead | Self::Unread | Self::ComeAndGo | Self::Load
        )
    }

    /// The time between two rounds.
    fn pause(self) -> Duration {
        match self {
            Self::Silence | Self::SlowHead | Self::NoWindow => Duration::from_millis(500),
            _ => Duration::ZERO,
        }
    }

    /// The bytes to send in a round.
    fn bytes(self, round: u32) -> Vec<u8> {
        match self {
            Self::Silence => Vec::new(),
            Self::SlowHead if round == 0 => b"GET / HTTP/1.1\r\nHost: x\r\nX: ".to_vec(),
            Self::SlowHead => b"x".to_vec(),
            Self::Unread => b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20),
            Self::ComeAndGo | Self::Load => b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_vec(),
            Self::Hpack => hpack(round),
            Self::Resets => many(round, |stream| {
                let reset = frame(3, 0, stream, &8_u32.to_be_bytes());
                [frame(1, 0b101, stream, REQUEST), reset].concat()
            }),
            Self::Pings => many(round, |_| frame(6, 0, 0, &[0; 8])),
            Self::Settings => many(round, |_| frame(4, 0, 0, &[])),
            Self::Priorities => many(round, |_| frame(2, 0, 3, &[0, 0, 0, 1, 9])),
            Self::Unknown => many(round, |_| frame(0xfa, 0, 0, &[])),
            Self::Continuations if round == 0 => frame(1, 0b001, 1, REQUEST),
            Self::Continuations => many(round, |_| frame(9, 0, 1, b"\x00\x01x\x01x")),
            Self::NoWindow if round == 0 => many(round, |stream| frame(1, 0b101, stream, REQUEST)),
            Self::NoWindow => Vec::new(),
        }
    }
}

/// The head of an HTTP/2 request: GET / with the host x.
const REQUEST: &[u8] = b"\x82\x86\x84\x41\x01x";

/// One hundred frames, or the result of `made` for each of one hundred streams.
fn many(round: u32, made: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in 100 * round..100 * round + 100 {
        bytes.extend(made(2 * number + 1));
    }
    bytes
}

/// The first request stores a long header in the connection's table, and each later one refers to it 15 times.
fn hpack(round: u32) -> Vec<u8> {
    let stream = 2 * round + 1;
    if round > 0 {
        return frame(1, 0b101, stream, &[REQUEST, &[0xbe; 15]].concat());
    }
    // A literal header with indexing: a name of one byte, and a value of 127 + 3,873 bytes.
    let long = [&b"\x40\x01x\x7f\xa1\x1e"[..], &[b'x'; 4_000]].concat();
    frame(1, 0b101, stream, &[REQUEST, &long].concat())
}

/// An HTTP/2 frame.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_be_bytes();
    let mut bytes = length[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}
