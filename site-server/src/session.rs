//! TLS of one connection: what passes between the network and those who read requests and write responses.
//!
//! rustls keeps the protocol and touches no socket. What it has for the network and the system does not take yet goes out
//! before anything else is written.

use std::io::{self, IoSlice, Read, Write};
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use rustls::ServerConnection;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;

use crate::tls::{HTTP2, Identity};

/// In a lock that nobody waits for: its connection is its thread's alone.
pub struct Session(Mutex<State>);

struct State {
    tls: ServerConnection,
    /// A handshake has begun, or a record, of which the rest has not come.
    is_begun: bool,
}

impl Session {
    pub fn new(identity: &Identity) -> Result<Self, rustls::Error> {
        let tls = ServerConnection::new(identity.config.clone())?;
        Ok(Session(Mutex::new(State {
            tls,
            is_begun: false,
        })))
    }

    /// Goes on with the handshake as far as it can.
    pub fn shake_hands(
        &self,
        input: &mut OwnedReadHalf,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        let mut state = self.state();
        loop {
            ready!(state.poll_flush(input.as_ref(), context))?;
            if !state.tls.is_handshaking() {
                return Poll::Ready(Ok(()));
            }
            if ready!(state.receive(input, context))? == 0 {
                return Poll::Ready(Err(io::ErrorKind::UnexpectedEof.into()));
            }
        }
    }

    /// Whether both have agreed on HTTP/2.
    pub fn is_http2(&self) -> bool {
        self.state().tls.alpn_protocol() == Some(HTTP2)
    }

    /// Whether a part of something has come that nobody could read yet.
    pub fn is_begun(&self) -> bool {
        self.state().is_begun
    }

    /// Reads what a client has sent; nothing where it has closed, with a goodbye or without: a request says where it ends.
    pub fn poll_read(
        &self,
        input: &mut OwnedReadHalf,
        context: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut state = self.state();
        loop {
            match state.tls.reader().read(room.initialize_unfilled()) {
                Ok(read) => {
                    room.advance(read);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    return Poll::Ready(Ok(()));
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
            ready!(state.receive(input, context))?;
        }
    }

    /// Takes what is to be sent, as far as there is room for it.
    pub fn write(&self, stream: &TcpStream, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        let mut state = self.state();
        if !state.flush(stream)? {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let taken = state.tls.writer().write_vectored(slices)?;
        state.flush(stream)?;
        Ok(taken)
    }

    /// Sends what was taken; whether that is all of it.
    pub fn flush(&self, stream: &TcpStream) -> io::Result<bool> {
        self.state().flush(stream)
    }

    pub fn poll_flush(
        &self,
        stream: &TcpStream,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        self.state().poll_flush(stream, context)
    }

    /// Says goodbye: nothing more comes from here.
    pub fn close(&self, stream: &TcpStream) {
        let mut state = self.state();
        state.tls.send_close_notify();
        // As much as fits: whoever does not read it finds the connection closed.
        _ = state.flush(stream);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes what the network has: how many bytes.
    fn receive(
        &mut self,
        input: &mut OwnedReadHalf,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let was_handshaking = self.tls.is_handshaking();
        let read = match self.tls.read_tls(&mut Incoming(input, context)) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Poll::Pending,
            Err(error) => return Poll::Ready(Err(error)),
        };
        let processed = self.tls.process_new_packets();
        // An answer of the protocol itself; after an error, the alert that tells the client.
        let flushed = self.flush(input.as_ref());
        let came = processed
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?
            .plaintext_bytes_to_read();
        flushed?;
        self.is_begun = self.tls.is_handshaking() || read > 0 && came == 0 && !was_handshaking;
        Poll::Ready(Ok(read))
    }

    fn flush(&mut self, stream: &TcpStream) -> io::Result<bool> {
        while self.tls.wants_write() {
            match self.tls.write_tls(&mut Outgoing(stream)) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    fn poll_flush(
        &mut self,
        stream: &TcpStream,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        while !self.flush(stream)? {
            ready!(stream.poll_write_ready(context))?;
        }
        Poll::Ready(Ok(()))
    }
}

struct Incoming<'i, 'c, 'w>(&'i mut OwnedReadHalf, &'c mut Context<'w>);

impl Read for Incoming<'_, '_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut room = ReadBuf::new(buffer);
        match Pin::new(&mut *self.0).poll_read(self.1, &mut room) {
            Poll::Ready(Ok(())) => Ok(room.filled().len()),
            Poll::Ready(Err(error)) => Err(error),
            Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

struct Outgoing<'s>(&'s TcpStream);

impl Write for Outgoing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn write_vectored(&mut self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        self.0.try_write_vectored(slices)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
