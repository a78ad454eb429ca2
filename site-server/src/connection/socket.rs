//! A socket that reports to its [`Peer`] what passes, below TLS: half a record is the beginning of a request, too, and what a
//! peer takes of a response is seen as soon as it is taken.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::protocol::{Peer, Phase};

pub struct Socket {
    stream: TcpStream,
    peer: Arc<Peer>,
}

/// What the system keeps of a response. It reports that a peer reads only when a third of this is free again, and by itself it
/// would keep megabytes for one who has stopped.
const SEND_BUFFER: usize = 128 * 1024;

impl Socket {
    pub fn new(stream: TcpStream, peer: Arc<Peer>) -> Self {
        // Small responses go out at once; where this fails the connection is gone, which serving it finds out.
        _ = stream.set_nodelay(true);
        _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
        Socket { stream, peer }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.peer.received();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
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
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        match &written {
            Poll::Ready(Ok(bytes)) => self.peer.sent(Some(*bytes)),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.peer.sent(None),
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        if self.peer.phase() == Phase::Write {
            // What the peer has not read is dropped, or the system would offer it for minutes.
            _ = self.stream.set_zero_linger();
        }
    }
}
