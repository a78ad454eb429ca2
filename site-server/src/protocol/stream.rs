//! A connection's stream, with or without TLS, for hyper. A [`Watch`] sees every byte.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

/// The stream under HTTP.
pub type Stream = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// The observer of a connection's bytes.
pub trait Watch {
    /// Bytes have arrived. An error ends the connection.
    fn received(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// The system, or TLS with a buffer of two records, has accepted this many of these bytes.
    fn sent(&mut self, slices: &[IoSlice<'_>], count: usize);

    /// The system has accepted everything.
    fn flushed(&mut self);

    /// Returns true if bytes should be discarded instead of sent.
    fn is_muted(&self) -> bool {
        false
    }

    /// Returns true if a response is being sent.
    fn is_sending(&self) -> bool;
}

/// A stream and its watch. The same thread also answers the connection's requests and shares the watch, so the lock never
/// blocks.
pub struct Io<W: Watch> {
    stream: Stream,
    /// Bytes that were read to detect the protocol, to be read again.
    begun: Vec<u8>,
    watch: Arc<Mutex<W>>,
    /// Bytes read since the connection's task last waited.
    at_once: usize,
    /// True if something was written and not flushed yet. hyper flushes more often than it writes.
    is_unflushed: bool,
}

/// The most bytes to read before other connections get their turn.
const AT_ONCE: usize = 64 * 1024;

impl<W: Watch> Io<W> {
    pub fn new(stream: Stream, begun: Vec<u8>, watch: &Arc<Mutex<W>>) -> Self {
        Io {
            stream,
            begun,
            watch: Arc::clone(watch),
            at_once: 0,
            is_unflushed: false,
        }
    }
}

impl<W: Watch> AsyncRead for Io<W> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.at_once >= AT_ONCE {
            self.at_once = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        if !self.begun.is_empty() {
            let length = self.begun.len().min(buffer.remaining());
            buffer.put_slice(&self.begun[..length]);
            self.begun.drain(..length);
        }
        // Reads new bytes together with those bytes. With two reads, hyper would allocate a larger buffer.
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(read) => read?,
            Poll::Pending => {
                self.at_once = 0;
                if buffer.filled().len() == before {
                    return Poll::Pending;
                }
            }
        }
        let bytes = &buffer.filled()[before..];
        self.at_once += bytes.len();
        Poll::Ready(self.watch.lock().received(bytes))
    }
}

impl<W: Watch> AsyncWrite for Io<W> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let io = &mut *self;
        let mut watch = io.watch.lock();
        if watch.is_muted() {
            let mut length = 0;
            for slice in slices {
                length += slice.len();
            }
            return Poll::Ready(Ok(length));
        }
        let count = ready!(Pin::new(&mut io.stream).poll_write_vectored(context, slices))?;
        io.is_unflushed = true;
        watch.sent(slices, count);
        Poll::Ready(Ok(count))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.is_unflushed {
            return Poll::Ready(Ok(()));
        }
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.is_unflushed = false;
        self.watch.lock().flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<W: Watch> Drop for Io<W> {
    fn drop(&mut self) {
        if self.watch.lock().is_sending() {
            // Drops what the peer hasn't read. Otherwise, the system would keep sending it for minutes.
            _ = match &self.stream {
                Stream::Left(socket) => socket.set_zero_linger(),
                Stream::Right(tls) => tls.get_ref().0.set_zero_linger(),
            };
        }
    }
}
