//! A connection's stream, TLS or not, as hyper reads and writes it.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::body::Bytes;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::peer::{Peer, Phase};

/// What an HTTP/2 connection begins with (RFC 9113, 3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub struct Io<S> {
    stream: TokioIo<S>,
    peer: Arc<Peer>,
    /// What was read before the protocol was known.
    before: Vec<u8>,
    pub is_http2: bool,
}

/// A response or a part of one is longer than this; a ping, and what else keeps a connection open for nothing, is not.
const CHATTER: usize = 64;

impl<S: AsyncRead + AsyncWrite + Unpin> Io<S> {
    pub fn new(stream: S, peer: Arc<Peer>) -> Self {
        Io {
            stream: TokioIo::new(stream),
            peer,
            before: Vec::new(),
            is_http2: false,
        }
    }

    pub fn into_inner(self) -> S {
        self.stream.into_inner()
    }

    /// Waits for bytes, and keeps them for hyper; whether any have come.
    pub async fn wait(&mut self) -> bool {
        poll_fn(|context| {
            // Not for longer than this: a connection that waits holds no memory for what it waits for.
            let mut memory = [0; 4096];
            let mut room = ReadBuf::new(&mut memory);
            let stream = Pin::new(self.stream.inner_mut());
            let is_read = ready!(stream.poll_read(context, &mut room)).is_ok();
            let has_come = is_read && !room.filled().is_empty();
            if has_come {
                self.before.extend(room.filled());
                self.peer.received();
            }
            Poll::Ready(has_come)
        })
        .await
    }

    /// Waits until it is clear whether this is the preface of HTTP/2.
    pub async fn has_preface(&mut self) -> bool {
        loop {
            let read = self.before.len().min(PREFACE.len());
            if !self.before.starts_with(&PREFACE[..read]) {
                return false;
            }
            if read == PREFACE.len() || !self.wait().await {
                return read == PREFACE.len();
            }
        }
    }

    /// Takes back what hyper has read and not used, the beginning of a request; whether there is any.
    pub fn keep(&mut self, unused: Bytes) -> bool {
        let rest = mem::replace(&mut self.before, unused.into());
        self.before.extend(rest);
        let has_begun = !self.before.is_empty();
        if has_begun {
            self.peer.received();
        }
        has_begun
    }

    /// Whether hyper writes what nobody has asked of it: HTTP/1, a refusal of what it can't read. The caller refuses it with all
    /// headers that belong on a refusal.
    fn is_refusal(&self) -> bool {
        !self.is_http2 && !matches!(self.peer.phase(), Phase::Answer | Phase::Write)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Read for Io<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if self.before.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        let most = self.before.len().min(buffer.remaining());
        let rest = self.before.split_off(most);
        buffer.put_slice(&mem::replace(&mut self.before, rest));
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Write for Io<S> {
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
        if self.is_refusal() {
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        let stream = Pin::new(&mut self.stream);
        let written = ready!(stream.poll_write_vectored(context, slices))?;
        if self.is_http2 && written > CHATTER && self.peer.phase() == Phase::Open {
            self.peer.enter(Phase::Open);
        }
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.peer.flushed(self.is_http2);
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.is_http2 {
            true => Pin::new(&mut self.stream).poll_shutdown(context),
            // The caller that gets the stream back may have something to send.
            false => Poll::Ready(Ok(())),
        }
    }
}
