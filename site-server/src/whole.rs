//! hyper, for what [`crate::http1`] leaves: HTTP/2, and whatever HTTP/1 allows but hardly anybody sends.

use std::cell::RefCell;
use std::convert::Infallible;
use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response, Version};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tokio::io::ReadBuf;
use tokio::net::tcp::OwnedReadHalf;
use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use crate::connection::{Connection, Phase};
use crate::frames::{Frames, REFUSED_STREAM, Refusal, Refusals};
use crate::http1::PREFACE;
use crate::metrics::Limit;
use crate::respond::respond;
use crate::worker::{DRAIN, LAST_TICK, called};

/// HTTP/2 clients that stay silent are asked this often whether they are still there.
const PING: Duration = Duration::from_secs(30);
/// HTTP/2: streams that a client may force the server to reset.
const FORCED_RESETS: usize = 128;
/// HTTP/2: what is buffered of each response.
const SEND_BUFFER: usize = 64 * 1024;

/// Serves a connection of which these bytes are read already.
pub async fn serve(
    connection: Arc<Connection>,
    input: OwnedReadHalf,
    read: Vec<u8>,
    mut closing: watch::Receiver<bool>,
) {
    let limits = &connection.worker.config.limits;
    let (seconds, header_bytes) = (
        Duration::from_secs(limits.header_seconds.into()),
        limits.header_bytes,
    );
    let is_http2 = connection.is_http2() || read.starts_with(PREFACE);
    connection.enter(Phase::Whole);
    let requests = Arc::new(Requests::default());
    let service = service_fn(|request| {
        let response = answer(&connection, &requests, &request);
        async { Ok::<_, Infallible>(response) }
    });
    let io = Io {
        connection: Arc::clone(&connection),
        input,
        before: Bytes::from(read),
        http2: is_http2.then(|| (Frames::new(limits.control_frames), Refusals::default())),
        requests: Arc::clone(&requests),
        is_blocked: false,
    };
    let ended = if is_http2 {
        let mut http = http2::Builder::new(TokioExecutor::new());
        http.timer(TokioTimer::new())
            .keep_alive_interval(PING)
            .keep_alive_timeout(seconds)
            .max_concurrent_streams(limits.streams)
            .max_header_list_size(header_bytes)
            // Counted by `frames`, with what else asks for nothing.
            .max_pending_accept_reset_streams(limits.control_frames as usize)
            .max_local_error_reset_streams(FORCED_RESETS)
            .max_send_buf_size(SEND_BUFFER);
        let mut http = pin!(http.serve_connection(io, service));
        tokio::select! {
            ended = &mut http => ended,
            () = either(called(&mut closing), requests.were_enough.notified()) => {
                http.as_mut().graceful_shutdown();
                http.await
            }
        }
    } else {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(seconds)
            .max_header_size(header_bytes as usize)
            .max_buf_size(header_bytes as usize + SEND_BUFFER)
            .max_headers(limits.header_count.into());
        let mut http = pin!(http.serve_connection(io, service));
        let end = async {
            called(&mut closing).await;
            sleep(DRAIN).await;
            // hyper takes a connection for idle that has read half a head.
            while requests.is_begun.load(Ordering::Relaxed) {
                sleep(LAST_TICK).await;
            }
        };
        tokio::select! {
            ended = &mut http => ended,
            () = end => {
                http.as_mut().graceful_shutdown();
                http.await
            }
        }
    };
    if let Err(error) = ended {
        let metrics = &connection.worker.metrics;
        metrics.broken.add(1);
        if error.is_timeout() {
            metrics.limit(Limit::HeaderSeconds);
        }
        if !is_http2 && error.is_parse() {
            // hyper has answered what it could not read, unless that was HTTP/2 after HTTP/1.
            if error.is_parse_too_large() {
                metrics.limit(Limit::HeaderBytes);
                connection.refused(&connection.worker.table.fixed.head_too_large);
            } else if !error.is_parse_version_h2() {
                connection.refused(&connection.worker.table.fixed.bad_request);
            }
            // Its last words reach the client, though there may be more to read.
            connection.linger().await;
        }
    }
}

/// Of one connection.
#[derive(Default)]
struct Requests {
    count: AtomicU64,
    were_enough: Notify,
    /// HTTP/1: bytes have come since the last answer.
    is_begun: AtomicBool,
}

fn answer(
    connection: &Connection,
    requests: &Requests,
    request: &Request<Incoming>,
) -> Response<Full<Bytes>> {
    let (worker, most) = (
        &connection.worker,
        connection.worker.config.limits.requests_per_connection,
    );
    connection.enter(Phase::Whole);
    requests.is_begun.store(false, Ordering::Relaxed);
    let mut response = match &connection.redirect {
        Some(redirect) => redirect.respond(worker.table, request),
        None => respond(worker.table, request),
    };
    let target = request
        .uri()
        .path_and_query()
        .map_or("*", |target| target.as_str());
    worker.metrics.whole.add(1);
    worker.answered(
        connection.address,
        request.method(),
        target,
        response.status().as_u16(),
    );
    let count = requests.count.fetch_add(1, Ordering::Relaxed) + 1;
    if count == most {
        worker.metrics.limit(Limit::RequestsPerConnection);
        requests.were_enough.notify_one();
    }
    if request.version() != Version::HTTP_2 && (count >= most || worker.is_closing()) {
        response
            .headers_mut()
            .insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

async fn either(one: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    tokio::select! {
        () = one => {}
        () = other => {}
    }
}

/// The connection as hyper reads and writes it: it keeps the times, and counts the frames.
struct Io {
    connection: Arc<Connection>,
    input: OwnedReadHalf,
    /// What was read before.
    before: Bytes,
    /// Of HTTP/2: what comes, and what goes.
    http2: Option<(Frames, Refusals)>,
    requests: Arc<Requests>,
    is_blocked: bool,
}

/// A response or a part of one is longer than this; a ping, and what else keeps a connection open for nothing, is not.
const CHATTER: usize = 64;

thread_local! {
    static INPUT: RefCell<Box<[u8]>> = RefCell::new(vec![0; 16 * 1024].into());
}

impl Io {
    fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        let worker = &self.connection.worker;
        if let Some((frames, _)) = &mut self.http2 {
            if frames.are_too_many(bytes, worker.now()) {
                worker.metrics.limit(Limit::ControlFrames);
                return Err(io::Error::other("too many frames that carry no request"));
            }
        } else if !bytes.is_empty() {
            self.requests.is_begun.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Counts what hyper refuses without asking.
    fn count(&mut self, slices: &[IoSlice<'_>], mut written: usize) {
        let Some((_, refusals)) = &mut self.http2 else {
            return;
        };
        let connection = &self.connection;
        let metrics = &connection.worker.metrics;
        for slice in slices {
            let sent = slice.get(..written).unwrap_or(slice);
            written -= sent.len();
            refusals.read(sent, |refusal| match refusal {
                Refusal::Stream(code) => {
                    metrics.reset_streams.add(1);
                    if code == REFUSED_STREAM {
                        metrics.limit(Limit::Streams);
                    }
                }
                Refusal::Connection(_) => metrics.refused_connections.add(1),
                Refusal::Head => {
                    metrics.limit(Limit::HeaderBytes);
                    connection.refused(&connection.worker.table.fixed.head_too_large);
                }
            });
        }
    }

    fn written<T>(&mut self, written: &Poll<io::Result<T>>, bytes: usize) {
        match written {
            Poll::Ready(Ok(_)) => {
                if self.is_blocked || bytes > CHATTER {
                    self.connection.enter(Phase::Whole);
                }
                self.is_blocked = false;
            }
            Poll::Pending if !self.is_blocked => {
                self.is_blocked = true;
                self.connection.enter(Phase::Write);
            }
            _ => {}
        }
    }

    /// Writes once the socket takes something.
    fn poll(
        &mut self,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = loop {
            match self.connection.stream().poll_write_ready(context) {
                Poll::Pending => break Poll::Pending,
                Poll::Ready(Err(error)) => break Poll::Ready(Err(error)),
                Poll::Ready(Ok(())) => match self.connection.write(slices) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    written => break Poll::Ready(written),
                },
            }
        };
        let bytes = match written {
            Poll::Ready(Ok(bytes)) => bytes,
            _ => 0,
        };
        self.written(&written, bytes);
        self.count(slices, bytes);
        written
    }
}

impl Read for Io {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.before.is_empty() {
            let length = self.before.len().min(buffer.remaining());
            let before = self.before.split_to(length);
            self.take(&before)?;
            buffer.put_slice(&before);
            return Poll::Ready(Ok(()));
        }
        INPUT.with_borrow_mut(|memory| {
            let most = buffer.remaining().min(memory.len());
            let mut room = ReadBuf::new(memory.get_mut(..most).unwrap_or_default());
            let Io {
                connection, input, ..
            } = &mut *self;
            ready!(connection.poll_read(input, context, &mut room))?;
            self.take(room.filled())?;
            buffer.put_slice(room.filled());
            Poll::Ready(Ok(()))
        })
    }
}

impl Write for Io {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = self.connection.poll_flush(context);
        self.written(&flushed, 0);
        flushed
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.connection.shut(std::net::Shutdown::Write);
        Poll::Ready(Ok(()))
    }
}
