//! One connection: its socket, until when it may stay as it is, and what becomes of it then.

use std::io;
use std::mem::MaybeUninit;
use std::net::{IpAddr, Shutdown};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::http1::Output;
use crate::metrics::Limit;
use crate::table::REQUEST_TIMEOUT;
use crate::worker::Worker;

/// What all who deal with it share; who reads has the other half of the socket.
pub struct Connection {
    socket: OwnedWriteHalf,
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

const PHASES: [Phase; 6] = [
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
    ) -> (Arc<Self>, OwnedReadHalf) {
        // Small responses go out at once; where this fails the connection is gone, which serving it finds out.
        _ = stream.set_nodelay(true);
        let (input, socket) = stream.into_split();
        let connection = Connection {
            socket,
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

    /// From here on it waits for this, and has the whole time for it.
    pub fn enter(&self, phase: Phase) {
        let limits = &self.worker.config.limits;
        let seconds = match phase {
            Phase::New | Phase::Head => limits.header_seconds,
            Phase::Idle | Phase::Whole => limits.idle_seconds,
            Phase::Write => limits.write_seconds,
            Phase::Linger => LINGER_SECONDS,
        };
        let deadline = self.worker.now() + u64::from(seconds) * 1000;
        self.deadline.store(deadline, Ordering::Relaxed);
        self.phase.store(phase as u8, Ordering::Relaxed);
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
                if let Some(mut output) = Output::refusal(&REQUEST_TIMEOUT) {
                    // As much as fits: this client has had its time.
                    _ = output.send(self.stream());
                    self.worker
                        .metrics
                        .response(REQUEST_TIMEOUT.status.as_u16());
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

    /// Whether nothing is going on: no request has begun, not even one that waits in the socket.
    pub fn is_idle(&self) -> bool {
        let waits = matches!(self.phase(), Phase::New | Phase::Idle);
        waits
            && !SockRef::from(self.stream())
                .peek(&mut [MaybeUninit::uninit()])
                .is_ok_and(|read| read > 0)
    }

    pub fn shut(&self, how: Shutdown) {
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
