//! HTTP/1.1 as browsers and proxies speak it: a plain GET or HEAD, answered with bytes that the table holds.
//!
//! Whatever else comes, from a body to HTTP/2, goes to [`crate::whole`] with all bytes that were read: what is decided is
//! decided in one place, [`choose`], and `tests/same.rs` shows that both ways of saying it are the same.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::io::{self, IoSlice, Write as _};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::SystemTime;

use http::{HeaderName, Method, header};
use tokio::io::ReadBuf;
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::sync::watch;

use crate::connection::{Connection, Phase};
use crate::host;
use crate::metrics::Limit;
use crate::request::Asked;
use crate::respond::{Answer, choose};
use crate::table::{Body, Prepared, Table};
use crate::whole;

/// What the first bytes that a client sends are.
pub enum Read<'b> {
    /// A plain request, which took so many bytes, and its answer.
    Plain(Plain<'b>),
    /// The beginning of a request.
    Unfinished,
    /// For [`crate::whole`].
    Whole,
    TooLarge(Limit),
}

pub struct Plain<'b> {
    pub bytes: usize,
    pub method: Method,
    pub target: &'b str,
    /// Whether the client wants the connection closed.
    pub close: bool,
    pub status: u16,
    line: &'static str,
    rest: &'static [u8],
}

/// The most header lines that there can be room for.
const MOST_HEADERS: usize = 100;

/// The preface of HTTP/2 (RFC 9113, 3.4).
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Reads one request at the beginning of `bytes`, which are not empty.
pub fn read<'b>(
    table: &Table,
    bytes: &'b [u8],
    header_bytes: usize,
    header_count: usize,
) -> Read<'b> {
    if bytes.starts_with(b"PRI") || PREFACE.starts_with(bytes) {
        let unfinished = bytes.len() < PREFACE.len() && PREFACE.starts_with(bytes);
        return if unfinished {
            Read::Unfinished
        } else {
            Read::Whole
        };
    }
    let mut room = [const { MaybeUninit::uninit() }; MOST_HEADERS];
    let room = room.split_at_mut(header_count.min(MOST_HEADERS)).0;
    let mut request = httparse::Request::new(&mut []);
    let length = match request.parse_with_uninit_headers(bytes, room) {
        Ok(httparse::Status::Complete(length)) if length <= header_bytes => length,
        Ok(httparse::Status::Partial) if bytes.len() <= header_bytes => return Read::Unfinished,
        Ok(_) => return Read::TooLarge(Limit::HeaderBytes),
        Err(httparse::Error::TooManyHeaders) => return Read::TooLarge(Limit::HeaderCount),
        Err(_) => return Read::Whole,
    };
    let method = match request.method {
        Some("GET") => Method::GET,
        Some("HEAD") => Method::HEAD,
        _ => return Read::Whole,
    };
    let (Some(1), Some(target)) = (request.version, request.path) else {
        return Read::Whole;
    };
    let Some(close) = closes(request.headers).filter(|_| is_plain(target)) else {
        return Read::Whole;
    };
    let asked = Asked {
        method: &method,
        path: target.split_once('?').map_or(target, |(path, _)| path),
        fields: &*request.headers,
    };
    let (status, line, rest) = match choose(table, &asked) {
        Answer::Whole(prepared, body) => {
            let end = if method == Method::HEAD {
                body.head
            } else {
                body.whole.len()
            };
            let rest = body.whole.get(..end).unwrap_or_default();
            (prepared.status.as_u16(), prepared.line, rest)
        }
        Answer::NotModified(_, body) => (304, "HTTP/1.1 304 Not Modified\r\n", body.not_modified),
        _ => return Read::Whole,
    };
    Read::Plain(Plain {
        bytes: length,
        method,
        target,
        close,
        status,
        line,
        rest,
    })
}

/// A path and perhaps a query, of nothing but what RFC 3986 has for them.
fn is_plain(target: &str) -> bool {
    target.starts_with('/')
        && target
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/%?".contains(&byte))
}

/// Whether the client wants the connection closed after this request; `None` where it is not a plain one.
fn closes(fields: &[httparse::Header<'_>]) -> Option<bool> {
    let (mut hosts, mut close) = (0, false);
    for field in fields {
        let is = |name: HeaderName| field.name.eq_ignore_ascii_case(name.as_str());
        // By length first: it tells nearly all of them apart.
        match field.name.len() {
            4 if is(header::HOST) => {
                hosts += 1;
                if !host::is_plain(field.value) {
                    return None;
                }
            }
            10 if is(header::CONNECTION) => match field.value {
                value if value.eq_ignore_ascii_case(b"keep-alive") => {}
                value if value.eq_ignore_ascii_case(b"close") => close = true,
                _ => return None,
            },
            6 if is(header::EXPECT) => return None,
            7 if is(header::UPGRADE) => return None,
            14 if is(header::CONTENT_LENGTH) => return None,
            17 if is(header::TRANSFER_ENCODING) => return None,
            _ => {}
        }
    }
    (hosts == 1).then_some(close)
}

/// A response on its way: its first line, the date, and the rest.
pub struct Output {
    line: &'static str,
    dated: [u8; DATED + CLOSE.len()],
    dated_length: usize,
    rest: &'static [u8],
    sent: usize,
}

/// Up to here it is cheaper to copy the parts than to have the system gather them.
const SMALL: usize = 1024;

const DATED: usize = "date: Sun, 06 Nov 1994 08:49:37 GMT\r\n".len();
const CLOSE: &[u8; 19] = b"connection: close\r\n";

impl Output {
    fn new(line: &'static str, rest: &'static [u8], close: bool) -> Self {
        let mut dated = [0; DATED + CLOSE.len()];
        let (date, end) = dated.split_at_mut(DATED);
        date.copy_from_slice(&DATE.get());
        end.copy_from_slice(CLOSE);
        let dated_length = if close { dated.len() } else { DATED };
        Output {
            line,
            dated,
            dated_length,
            rest,
            sent: 0,
        }
    }

    /// A last response, to what is no request.
    pub fn refusal(prepared: &Prepared) -> Option<Self> {
        let body: &Body = prepared.bodies.first()?;
        Some(Output::new(prepared.line, body.whole, true))
    }

    /// Sends to a client that is not served: how many bytes it took.
    pub fn send_at_once(&self, stream: TcpStream) -> io::Result<usize> {
        let stream = stream.into_std()?;
        let dated = self.dated.get(..self.dated_length).unwrap_or_default();
        let slices = [self.line.as_bytes(), dated, self.rest].map(IoSlice::new);
        (&stream).write_vectored(&slices)
    }

    /// Sends what the system takes; whether that was all.
    pub fn send(&mut self, connection: &Connection) -> io::Result<bool> {
        let dated = self.dated.get(..self.dated_length).unwrap_or_default();
        let whole = self.line.len() + dated.len() + self.rest.len();
        while self.sent < whole {
            let parts = [self.line.as_bytes(), dated, self.rest];
            let sent = if self.sent == 0 && whole <= SMALL {
                let mut small = [0; SMALL];
                let mut room = &mut small[..];
                for part in parts {
                    // It fits, as the sum shows.
                    _ = room.write_all(part);
                }
                connection.write(&[IoSlice::new(small.get(..whole).unwrap_or_default())])
            } else {
                let mut slices = parts.map(IoSlice::new);
                let mut slices = &mut slices[..];
                IoSlice::advance_slices(&mut slices, self.sent);
                connection.write(slices)
            };
            match sent {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(sent) => self.sent += sent,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        connection.flush()
    }
}

thread_local! {
    static DATE: Cell<[u8; DATED]> = Cell::new(date());
    /// What is read goes here first: a connection that waits holds no memory for it.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn date() -> [u8; DATED] {
    let line = format!("date: {}\r\n", httpdate::fmt_http_date(SystemTime::now()));
    line.as_bytes().try_into().unwrap_or([b' '; DATED])
}

/// Reads the clock for the responses of this thread.
pub fn tick() {
    DATE.set(date());
}

/// Serves a connection until it ends or something else than HTTP/1.1 comes.
pub async fn serve(
    connection: Arc<Connection>,
    mut input: OwnedReadHalf,
    closing: watch::Receiver<bool>,
) {
    if connection.shake_hands(&mut input).await.is_err() {
        return;
    }
    if connection.is_http2() {
        return Box::pin(whole::serve(connection, input, Vec::new(), closing)).await;
    }
    let mut client = Client {
        connection,
        input,
        unread: Vec::new(),
        requests: 0,
    };
    let mut step = Step::Wait;
    loop {
        step = match step {
            Step::Wait => poll_fn(|context| client.read(context)).await,
            Step::Blocked { output, last } => match client.finish(output).await {
                Ok(()) if last => Step::Last,
                Ok(()) => {
                    let unread = std::mem::take(&mut client.unread);
                    client.answer(&unread)
                }
                Err(_) => return,
            },
            Step::Last => return client.connection.linger().await,
            Step::Gone => return,
            Step::Whole(read) => {
                let connection = client.connection;
                // In a box of its own: few need it, and it is large.
                return Box::pin(whole::serve(connection, client.input, read, closing)).await;
            }
        }
    }
}

struct Client {
    connection: Arc<Connection>,
    input: OwnedReadHalf,
    /// The beginning of a request, or those that came while a response waited.
    unread: Vec<u8>,
    requests: u64,
}

/// What comes after the bytes at hand are dealt with.
enum Step {
    Wait,
    /// The rest of a response, once the client has read more; whether it is the last.
    Blocked {
        output: Output,
        last: bool,
    },
    /// All was said.
    Last,
    Gone,
    Whole(Vec<u8>),
}

impl Client {
    /// Reads what comes, and answers it.
    fn read(&mut self, context: &mut Context<'_>) -> Poll<Step> {
        INPUT.with_borrow_mut(|memory| {
            let header_bytes = self.connection.worker.config.limits.header_bytes as usize;
            // Room for the largest head, one byte that shows that it is larger, and what else may come with it.
            memory.resize(header_bytes + INPUT_BYTES, 0);
            let held = self.unread.len();
            let (before, room) = memory.split_at_mut(held);
            let mut room = ReadBuf::new(room);
            if ready!(
                self.connection
                    .poll_read(&mut self.input, context, &mut room)
            )
            .is_err()
                || room.filled().is_empty()
            {
                return Poll::Ready(Step::Gone);
            }
            let read = room.filled().len();
            before.copy_from_slice(&self.unread);
            self.unread = Vec::new();
            Poll::Ready(self.answer(memory.get(..held + read).unwrap_or_default()))
        })
    }

    /// Answers requests in their order.
    fn answer(&mut self, mut bytes: &[u8]) -> Step {
        let connection = &*self.connection;
        let (worker, limits) = (&connection.worker, &connection.worker.config.limits);
        let (header_bytes, header_count) = (
            limits.header_bytes as usize,
            usize::from(limits.header_count),
        );
        let mut is_begun = connection.phase() == Phase::Head;
        while !bytes.is_empty() {
            match read(worker.table, bytes, header_bytes, header_count) {
                Read::Plain(_) if connection.redirect.is_some() => {
                    return Step::Whole(bytes.to_vec());
                }
                Read::Plain(plain) => {
                    self.requests += 1;
                    is_begun = false;
                    let last = plain.close
                        || self.requests >= limits.requests_per_connection
                        || worker.is_closing();
                    if self.requests == limits.requests_per_connection {
                        worker.metrics.limit(Limit::RequestsPerConnection);
                    }
                    worker.answered(
                        connection.address,
                        &plain.method,
                        plain.target,
                        plain.status,
                    );
                    let mut output = Output::new(plain.line, plain.rest, last);
                    bytes = bytes.get(plain.bytes..).unwrap_or_default();
                    match output.send(connection) {
                        Ok(true) if last => return Step::Last,
                        Ok(true) => {}
                        Ok(false) => {
                            self.unread = bytes.to_vec();
                            return Step::Blocked { output, last };
                        }
                        Err(_) => return Step::Gone,
                    }
                }
                Read::Unfinished => {
                    // Its time began with its first byte.
                    if !is_begun {
                        connection.enter(Phase::Head);
                    }
                    self.unread = bytes.to_vec();
                    return Step::Wait;
                }
                Read::Whole => return Step::Whole(bytes.to_vec()),
                Read::TooLarge(limit) => {
                    worker.metrics.limit(limit);
                    let answer = &worker.table.fixed.head_too_large;
                    connection.refused(answer);
                    if let Some(mut output) = Output::refusal(answer) {
                        _ = output.send(connection);
                    }
                    return Step::Last;
                }
            }
        }
        connection.enter(Phase::Idle);
        Step::Wait
    }

    /// Sends the rest of a response as the client reads.
    async fn finish(&self, mut output: Output) -> io::Result<()> {
        loop {
            self.connection.enter(Phase::Write);
            self.connection.stream().writable().await?;
            if output.send(&self.connection)? {
                return Ok(());
            }
        }
    }
}

const INPUT_BYTES: usize = 8192;
