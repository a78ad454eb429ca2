//! A connection's stream, TLS or not, as hyper reads and writes it.

use std::cell::RefCell;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::body::Bytes;
use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use super::frames::{Frames, PREFACE, REFUSED_STREAM, Refusal, Refusals};
use super::peer::{Peer, Phase};
use crate::observe::metrics::Limit;

pub struct Io<S> {
    pub stream: S,
    peer: Arc<Peer>,
    /// What was read before the protocol was known.
    before: Vec<u8>,
    /// Of HTTP/2: what comes, and what goes.
    http2: Option<(Frames, Refusals)>,
}

/// A response or a part of one is longer than this; a ping, and what else keeps a connection open for nothing, is not.
const CHATTER: usize = 64;

thread_local! {
    /// What is read goes here first: a connection that waits for its first request holds no memory for it.
    static INPUT: RefCell<Box<[u8]>> = RefCell::new(vec![0; 16 * 1024].into());
}

impl<S: AsyncRead + AsyncWrite + Unpin> Io<S> {
    pub fn new(stream: S, peer: Arc<Peer>) -> Self {
        Io {
            stream,
            peer,
            before: Vec::new(),
            http2: None,
        }
    }

    /// Waits for bytes, and keeps them for hyper; whether any have come.
    pub async fn wait(&mut self) -> bool {
        let read = poll_fn(|context| {
            self.input(context, usize::MAX, |io, bytes| {
                io.before.extend(bytes);
                !bytes.is_empty()
            })
        });
        let has_come = read.await.unwrap_or(false);
        if has_come {
            self.peer.received();
        }
        has_come
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

    /// From here on HTTP/2 is spoken.
    pub fn count_frames(&mut self) {
        let frames = Frames::new(self.peer.site.limits.control_frames);
        self.http2 = Some((frames, Refusals::default()));
    }

    fn input<T>(
        &mut self,
        context: &mut Context<'_>,
        most: usize,
        take: impl FnOnce(&mut Self, &[u8]) -> T,
    ) -> Poll<io::Result<T>> {
        INPUT.with_borrow_mut(|memory| {
            let most = most.min(memory.len());
            let mut room = ReadBuf::new(memory.get_mut(..most).unwrap_or_default());
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut room))?;
            Poll::Ready(Ok(take(self, room.filled())))
        })
    }

    /// Hands bytes to hyper, unless they are a flood.
    fn take(&mut self, bytes: &[u8], buffer: &mut ReadBufCursor<'_>) -> io::Result<()> {
        if let Some((frames, _)) = &mut self.http2
            && frames.are_too_many(bytes, Instant::now())
        {
            self.peer.site.observer.metrics.limit(Limit::ControlFrames);
            return Err(io::Error::other("too many frames that carry no request"));
        }
        buffer.put_slice(bytes);
        Ok(())
    }

    /// Counts what hyper refuses by itself in HTTP/2, and what keeps the connection open.
    fn wrote(&mut self, slices: &[IoSlice<'_>], mut written: usize) {
        let Some((_, refusals)) = &mut self.http2 else {
            return;
        };
        if written > CHATTER && self.peer.phase() == Phase::Open {
            self.peer.enter(Phase::Open);
        }
        let metrics = &self.peer.site.observer.metrics;
        for slice in slices {
            let sent = slice.get(..written).unwrap_or(slice);
            written -= sent.len();
            refusals.read(sent, |refusal| {
                let what = match refusal {
                    Refusal::Stream(_) => "stream",
                    Refusal::Connection(_) => "connection",
                };
                metrics.http2_errors.with_label_values(&[what]).inc();
                if refusal == Refusal::Stream(REFUSED_STREAM) {
                    metrics.limit(Limit::Streams);
                }
            });
        }
    }

    /// Whether hyper writes what nobody has asked of it: HTTP/1, a refusal of what it can't read. The caller refuses it with all
    /// headers that belong on a refusal.
    fn is_refusal(&self) -> bool {
        self.http2.is_none() && !matches!(self.peer.phase(), Phase::Answer | Phase::Write)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Read for Io<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if self.before.is_empty() {
            let most = buffer.remaining();
            let taken = self.input(context, most, |io, bytes| io.take(bytes, &mut buffer));
            return taken.map(Result::flatten);
        }
        let mut before = mem::take(&mut self.before);
        let rest = before.split_off(before.len().min(buffer.remaining()));
        self.before = rest;
        Poll::Ready(self.take(&before, &mut buffer))
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
        let written = match slices {
            [bytes] => ready!(stream.poll_write(context, bytes))?,
            slices => ready!(stream.poll_write_vectored(context, slices))?,
        };
        self.wrote(slices, written);
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.peer.flushed(self.http2.is_some());
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.http2 {
            Some(_) => Pin::new(&mut self.stream).poll_shutdown(context),
            // Whoever gets the stream back has something to say, perhaps.
            None => Poll::Ready(Ok(())),
        }
    }
}
