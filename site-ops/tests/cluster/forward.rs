//! The end of `kubectl port-forward` that a node has: connections to a pod, as streams of SPDY/3.1 in one connection.
//!
//! kubectl opens two streams for each connection: one for errors, and one for the bytes.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// The types of SPDY's control frames.
const SYN_STREAM: u16 = 1;
const SYN_REPLY: u16 = 2;
const PING: u16 = 6;

/// The flag of the last frame of a stream.
const FIN: u8 = 1;

/// The number of headers, zero, in a block of zlib without compression, and an empty block, at which kubectl's reader passes on what it has.
const NO_HEADERS: [u8; 14] = [0, 4, 0, 0xfb, 0xff, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/// The answer that ends HTTP in the connection.
const SWITCH: &str = "HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: SPDY/3.1\r\nx-stream-protocol-version: portforward.k8s.io\r\n\r\n";

/// The connection to kubectl, which several threads write to.
struct Writer {
    stream: TcpStream,
    /// All blocks of headers are one stream of zlib, with two bytes at its start.
    has_replied: bool,
}

/// Leads the streams of a connection to a server, until it ends.
pub fn forward(stream: &TcpStream, server: SocketAddr) {
    let writer = Arc::new(Mutex::new(Writer {
        stream: stream.try_clone().expect("ours"),
        has_replied: false,
    }));
    // kubectl may end at any time.
    _ = pass_frames(stream, server, &writer);
    _ = stream.shutdown(Shutdown::Both);
}

fn pass_frames(
    mut stream: &TcpStream,
    server: SocketAddr,
    writer: &Arc<Mutex<Writer>>,
) -> io::Result<()> {
    stream.write_all(SWITCH.as_bytes())?;
    let mut servers: HashMap<u32, TcpStream> = HashMap::new();
    loop {
        let mut head = [0; 8];
        stream.read_exact(&mut head)?;
        let first = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
        let flags = head[4];
        let length = u32::from_be_bytes([0, head[5], head[6], head[7]]);
        let mut payload = vec![0; length as usize];
        stream.read_exact(&mut payload)?;
        let is_control = first >> 31 == 1;
        if !is_control {
            if let Some(server) = servers.get_mut(&first) {
                server.write_all(&payload)?;
                if flags & FIN != 0 {
                    server.shutdown(Shutdown::Write)?;
                }
            }
            continue;
        }
        match first as u16 {
            SYN_STREAM => {
                let id = u32::from_be_bytes([payload[0], payload[1], payload[2], payload[3]]);
                lock(writer).reply(id)?;
                // The stream for errors comes first, and a client's streams have odd numbers.
                if id % 4 == 3 {
                    let server = TcpStream::connect(server)?;
                    servers.insert(id, server.try_clone()?);
                    let writer = Arc::clone(writer);
                    thread::spawn(move || pass_answer(server, id, &writer));
                }
            }
            PING => lock(writer).control(PING, &payload)?,
            _ => {}
        }
    }
}

/// Passes on what the server sends, and ends both streams of its connection.
fn pass_answer(mut server: TcpStream, id: u32, writer: &Mutex<Writer>) {
    let mut bytes = [0; 16 * 1024];
    loop {
        let length = server.read(&mut bytes).unwrap_or(0);
        let flags = if length == 0 { FIN } else { 0 };
        if lock(writer).data(id, flags, &bytes[..length]).is_err() || length == 0 {
            break;
        }
    }
    _ = lock(writer).data(id - 2, FIN, &[]);
}

fn lock(writer: &Mutex<Writer>) -> std::sync::MutexGuard<'_, Writer> {
    writer.lock().expect("no thread panics")
}

impl Writer {
    /// Accepts a stream.
    fn reply(&mut self, id: u32) -> io::Result<()> {
        let mut payload = id.to_be_bytes().to_vec();
        if !self.has_replied {
            payload.extend([0x78, 0x01]);
            self.has_replied = true;
        }
        payload.extend(NO_HEADERS);
        self.control(SYN_REPLY, &payload)
    }

    fn control(&mut self, kind: u16, payload: &[u8]) -> io::Result<()> {
        self.frame(0x8003_0000 | u32::from(kind), 0, payload)
    }

    fn data(&mut self, id: u32, flags: u8, payload: &[u8]) -> io::Result<()> {
        self.frame(id, flags, payload)
    }

    fn frame(&mut self, first: u32, flags: u8, payload: &[u8]) -> io::Result<()> {
        let length = u32::try_from(payload.len()).expect("frames are small");
        let mut frame = first.to_be_bytes().to_vec();
        frame.push(flags);
        frame.extend(&length.to_be_bytes()[1..]);
        frame.extend(payload);
        self.stream.write_all(&frame)
    }
}
