//! The node's side of `kubectl port-forward`: connections to a pod, as streams of SPDY/3.1 in one connection.
//!
//! kubectl opens two streams for each connection: one for errors, and one for the bytes. Their headers say which is which.

use flate2::{Decompress, FlushDecompress};
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// The types of SPDY's control frames.
const SYN_STREAM: u16 = 1;
const SYN_REPLY: u16 = 2;
const RST_STREAM: u16 = 3;
const PING: u16 = 6;

/// The flag of the last frame of a stream.
const FIN: u8 = 1;

/// The number of headers, zero, in an uncompressed zlib block. An empty block follows, which makes kubectl's reader process the
/// number.
const NO_HEADERS: [u8; 14] = [0, 4, 0, 0xfb, 0xff, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/// The words at the start of SPDY's compression dictionary for headers. In the dictionary, each word follows its length.
const WORDS: &str = "\
    options, head, post, put, delete, trace, accept, accept-charset, accept-encoding, accept-language, accept-ranges, age, allow, \
    authorization, cache-control, connection, content-base, content-encoding, content-language, content-length, content-location, \
    content-md5, content-range, content-type, date, etag, expect, expires, from, host, if-match, if-modified-since, if-none-match, \
    if-range, if-unmodified-since, last-modified, location, max-forwards, pragma, proxy-authenticate, proxy-authorization, range, \
    referer, retry-after, server, te, trailer, transfer-encoding, upgrade, user-agent, vary, via, warning, www-authenticate, method, \
    get, status, 200 OK, version, HTTP/1.1, url, public, set-cookie, keep-alive, origin";

/// The rest of the dictionary.
const REST: &str = "\
    100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505203 Non-Authoritative Informat\
    ion204 No Content301 Moved Permanently400 Bad Request401 Unauthorized403 Forbidden404 Not Found500 Internal Server Error\
    501 Not Implemented503 Service UnavailableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, \
    Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/\
    javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.";

/// The response that ends HTTP on the connection.
const SWITCH: &str = "HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: SPDY/3.1\r\nx-stream-protocol-version: portforward.k8s.io\r\n\r\n";

/// The connection to kubectl, shared by several threads for writing.
struct Writer {
    stream: TcpStream,
    /// False before the first block of headers. All blocks form one zlib stream, which starts with two bytes.
    has_replied: bool,
}

/// The blocks of headers from kubectl, which form one zlib stream.
struct Headers {
    zlib: Decompress,
    is_first: bool,
}

/// Forwards the streams of a connection to a server until the connection ends.
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
    let mut headers = Headers::new();
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
                // It may have ended already.
                _ = server.write_all(&payload);
                if flags & FIN != 0 {
                    _ = server.shutdown(Shutdown::Write);
                }
            }
            continue;
        }
        match first as u16 {
            SYN_STREAM => {
                let id = u32::from_be_bytes([payload[0], payload[1], payload[2], payload[3]]);
                lock(writer).reply(id)?;
                if headers.is_of_errors(&payload[10..]) {
                    lock(writer).data(id, FIN, &[])?;
                    continue;
                }
                let server = TcpStream::connect(server)?;
                servers.insert(id, server.try_clone()?);
                let writer = Arc::clone(writer);
                thread::spawn(move || pass_answer(server, id, &writer));
            }
            RST_STREAM => {
                let id = u32::from_be_bytes([payload[0], payload[1], payload[2], payload[3]]);
                if let Some(server) = servers.remove(&id) {
                    // It may have ended already.
                    _ = server.shutdown(Shutdown::Both);
                }
            }
            PING => lock(writer).control(PING, &payload)?,
            _ => {}
        }
    }
}

/// Forwards the server's response, and then ends the stream.
fn pass_answer(mut server: TcpStream, id: u32, writer: &Mutex<Writer>) {
    let mut bytes = [0; 16 * 1024];
    loop {
        let length = server.read(&mut bytes).unwrap_or(0);
        let flags = if length == 0 { FIN } else { 0 };
        if lock(writer).data(id, flags, &bytes[..length]).is_err() || length == 0 {
            break;
        }
    }
}

fn lock(writer: &Mutex<Writer>) -> std::sync::MutexGuard<'_, Writer> {
    writer.lock().expect("no thread panics")
}

impl Headers {
    /// Starts with the dictionary in an uncompressed block.
    fn new() -> Self {
        let mut dictionary = Vec::new();
        for word in WORDS.split(", ") {
            let length = u32::try_from(word.len()).expect("words are short");
            dictionary.extend(length.to_be_bytes());
            dictionary.extend(word.as_bytes());
        }
        dictionary.extend(REST.as_bytes());
        let length = u16::try_from(dictionary.len()).expect("it has 1,423 bytes");
        let mut block = vec![0];
        block.extend(length.to_le_bytes());
        block.extend((!length).to_le_bytes());
        block.extend(dictionary);
        let mut headers = Self {
            zlib: Decompress::new(false),
            is_first: true,
        };
        headers.inflate(&block);
        headers
    }

    /// Reads the next block, and returns true if its stream is for errors.
    fn is_of_errors(&mut self, block: &[u8]) -> bool {
        // The first block begins with two bytes of zlib and the dictionary's checksum.
        let start = if self.is_first { 6 } else { 0 };
        self.is_first = false;
        let text = self.inflate(&block[start..]);
        let has = |word: &[u8]| text.windows(word.len()).any(|part| part == word);
        assert!(has(b"error") || has(b"data"), "{}", text.escape_ascii());
        has(b"error")
    }

    fn inflate(&mut self, block: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(64 * 1024);
        let result = self
            .zlib
            .decompress_vec(block, &mut text, FlushDecompress::Sync);
        result.expect("a block of kubectl");
        text
    }
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
