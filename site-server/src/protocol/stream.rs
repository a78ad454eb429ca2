//! A connection's stream, TLS or not, as hyper reads and writes it: it reports to its [`Peer`] what passes.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

use super::peer::{Peer, Phase};

/// The stream that HTTP is spoken over.
pub type Stream = Either<TcpStream, Box<TlsStream<TcpStream>>>;

pub struct Io {
    stream: TokioIo<Stream>,
    peer: Arc<Peer>,
    /// HTTP/1: whether what hyper writes unasked is dropped, a refusal of what it can't read. The caller refuses it with all
    /// headers that belong on a refusal.
    pub drops_refusals: bool,
}

/// A response or a part of one is longer than this; a ping, and what else keeps a connection open for nothing, is not.
const CHATTER: usize = 64;

impl Io {
    pub fn new(stream: Stream, peer: &Arc<Peer>, drops_refusals: bool) -> Self {
        Io {
            stream: TokioIo::new(stream),
            peer: Arc::clone(peer),
            drops_refusals,
        }
    }
}

impl Read for Io {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.peer.received();
        Poll::Ready(Ok(()))
    }
}

impl Write for Io {
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
        if self.drops_refusals && self.peer.phase() != Phase::Answer {
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        match &written {
            Poll::Ready(Ok(length)) if *length > CHATTER => self.peer.sent(false),
            Poll::Ready(_) => {}
            Poll::Pending => self.peer.sent(true),
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.peer.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl Drop for Io {
    fn drop(&mut self) {
        if self.peer.phase() == Phase::Answer {
            // What the peer has not read is dropped, or the system would offer it for minutes.
            _ = match self.stream.inner() {
                Stream::Left(socket) => socket.set_zero_linger(),
                Stream::Right(tls) => tls.get_ref().0.set_zero_linger(),
            };
        }
    }
}
