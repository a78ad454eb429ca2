//! One connection: its socket, until when it may stay as it is, and what becomes of it then.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::net::{IpAddr, Shutdown};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::http1::Output;
use crate::metrics::Limit;
use crate::redirect::Redirect;
use crate::session::Session;
use crate::table::Prepared;
use crate::worker::Worker;

/// What all who deal with it share; who reads has the other half of the socket.
pub struct Connection {
    socket: OwnedWriteHalf,
    tls: Option<Box<Session>>,
    /// Where it has come by an entrance that only leads to another.
    pub redirect: Option<Arc<Redirect>>,
    pub worker: Arc<Worker>,
    pub address: IpAddr,
    /// In milliseconds of the worker's clock.
    deadline: AtomicU64,
    phase: AtomicU8,
}

/// What a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// The handshake of TLS.
    Handshake,
    /// The first byte of its first request.
    New,
    /// The first byte of its next request.
    Idle,
    /// The rest of a request's head.
    Head,
    /// That the client reads.
    Write,
    /// That the client closes, now that all is said.
    Linger,
    /// hyper, which has phases of its own.
    Whole,
}

const PHASES: [Phase; 7] = [
    Phase::Handshake,
    Phase::New,
    Phase::Idle,
    Phase::Head,
    Phase::Write,
    Phase::Linger,
    Phase::Whole,
];

impl Connection {
    pub fn new(
        stream: TcpStream,
        worker: Arc<Worker>,
        address: IpAddr,
        tls: Option<Box<Session>>,
        redirect: Option<Arc<Redirect>>,
    ) -> (Arc<Self>, OwnedReadHalf) {
        // Small responses go out at once; where this fails the connection is gone, which serving it finds out.
        _ = stream.set_nodelay(true);
        let (input, socket) = stream.into_split();
        let connection = Connection {
            socket,
            tls,
            redirect,
            worker,
            address,
            deadline: AtomicU64::new(u64::MAX),
            phase: AtomicU8::new(Phase::New as u8),
        };
        connection.enter(Phase::New);
        (Arc::new(connection), input)
    }

    pub fn stream(&self) -> &TcpStream {
        self.socket.as_ref()
    }

    /// Agrees with the client on TLS, where it is spoken here.
    pub async fn shake_hands(&self, input: &mut OwnedReadHalf) -> io::Result<()> {
        let Some(tls) = &self.tls else { return Ok(()) };
        self.enter(Phase::Handshake);
        let shaken = poll_fn(|context| tls.shake_hands(input, context)).await;
        let metrics = &self.worker.metrics;
        match shaken {
            Ok(()) => metrics.handshakes.add(1),
            Err(_) => metrics.failed_handshakes.add(1),
        }
        self.enter(Phase::New);
        shaken
    }

    /// Whether the client has chosen HTTP/2 in the handshake.
    pub fn is_http2(&self) -> bool {
        self.tls.as_ref().is_some_and(|tls| tls.is_http2())
    }

    /// Reads what the client has sent; nothing where it has closed.
    pub fn poll_read(
        &self,
        input: &mut OwnedReadHalf,
        context: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &self.tls {
            None => Pin::new(input).poll_read(context, room),
            Some(tls) => tls.poll_read(input, context, room),
        }
    }

    /// Takes what is to be sent, as much as there is room for.
    pub fn write(&self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        match (&self.tls, slices) {
            (Some(tls), slices) => tls.write(self.stream(), slices),
            (None, [slice]) => self.stream().try_write(slice),
            (None, slices) => self.stream().try_write_vectored(slices),
        }
    }

    /// Whether the system has all that was taken.
    pub fn flush(&self) -> io::Result<bool> {
        match &self.tls {
            None => Ok(true),
            Some(tls) => tls.flush(self.stream()),
        }
    }

    pub fn poll_flush(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &self.tls {
            None => Poll::Ready(Ok(())),
            Some(tls) => tls.poll_flush(self.stream(), context),
        }
    }

    /// From here on it waits for this, and has the whole time for it.
    pub fn enter(&self, phase: Phase) {
        let deadline = self.worker.now() + self.patience(phase);
        self.deadline.store(deadline, Ordering::Relaxed);
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// How long it may wait for this, in milliseconds.
    fn patience(&self, phase: Phase) -> u64 {
        let limits = &self.worker.config.limits;
        let seconds = match phase {
            Phase::Handshake => limits.handshake_seconds,
            Phase::New | Phase::Head => limits.header_seconds,
            Phase::Idle | Phase::Whole => limits.idle_seconds,
            Phase::Write => limits.write_seconds,
            Phase::Linger => LINGER_SECONDS,
        };
        u64::from(seconds) * 1000
    }

    /// Counts and logs an answer to what could not be read as a request.
    pub fn refused(&self, answer: &Prepared) {
        self.worker.refused(self.address, answer);
    }

    pub fn phase(&self) -> Phase {
        let at = usize::from(self.phase.load(Ordering::Relaxed));
        PHASES.get(at).copied().unwrap_or(Phase::Whole)
    }

    pub fn is_late(&self) -> bool {
        self.deadline.load(Ordering::Relaxed) <= self.worker.now()
    }

    /// Ends it where its time is over. Its task finds the socket closed, and ends as well.
    pub fn let_go(&self) {
        let limit = match self.phase() {
            Phase::Handshake => Some(Limit::HandshakeSeconds),
            Phase::New | Phase::Head => Some(Limit::HeaderSeconds),
            Phase::Idle | Phase::Whole => Some(Limit::IdleSeconds),
            Phase::Write => Some(Limit::WriteSeconds),
            Phase::Linger => None,
        };
        if let Some(limit) = limit {
            self.worker.metrics.limit(limit);
        }
        match self.phase() {
            Phase::Head => {
                let answer = &self.worker.table.fixed.request_timeout;
                if let Some(mut output) = Output::refusal(answer) {
                    // As much as fits: this client has had its time.
                    _ = output.send(self);
                    self.refused(answer);
                }
            }
            // What it has not read is dropped, or the system would offer it for minutes.
            Phase::Write => _ = self.stream().set_zero_linger(),
            _ => {}
        }
        self.shut(Shutdown::Both);
        // Not again in the next round.
        self.deadline.store(u64::MAX, Ordering::Relaxed);
    }

    /// Whether nothing is going on for so long: no request has begun, not even one that waits in the socket.
    pub fn is_idle(&self, time: Duration) -> bool {
        let phase = self.phase();
        let since = (self.deadline.load(Ordering::Relaxed)).saturating_sub(self.patience(phase));
        matches!(phase, Phase::Handshake | Phase::New | Phase::Idle)
            && u128::from(self.worker.now().saturating_sub(since)) >= time.as_millis()
            && !self.tls.as_ref().is_some_and(|tls| tls.is_begun())
            && !SockRef::from(self.stream())
                .peek(&mut [MaybeUninit::uninit()])
                .is_ok_and(|read| read > 0)
    }

    pub fn shut(&self, how: Shutdown) {
        if let Some(tls) = &self.tls {
            tls.close(self.stream());
        }
        // It fails where the client was faster.
        _ = SockRef::from(self.stream()).shutdown(how);
    }

    /// Lets the client read a last response before the connection goes: closed with unread input, it would be reset.
    pub async fn linger(&self) {
        self.shut(Shutdown::Write);
        self.enter(Phase::Linger);
        let mut input = [0; 1024];
        for _ in 0..LINGER_READS {
            if self.stream().readable().await.is_err() {
                return;
            }
            match self.stream().try_read(&mut input) {
                Ok(0) => return,
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return,
                _ => {}
            }
        }
    }
}

const LINGER_SECONDS: u32 = 2;
const LINGER_READS: usize = 256;

impl Drop for Connection {
    fn drop(&mut self) {
        self.worker.closed(self.address);
    }
}
