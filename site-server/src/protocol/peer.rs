//! A peer, as the floors of its connection know it: what the connection waits for and since when.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::answer::redirect::Redirect;
use crate::answer::table::Table;
use crate::config::Limits;
use crate::observe::metrics::Limit;

/// How long a connection that stays idle may send one more request once the server shuts down: one that is on its way is
/// answered, and the response says `Connection: close`.
pub const DRAIN: Duration = Duration::from_secs(1);

/// What all connections are served with.
pub struct Site {
    pub limits: Limits,
    pub table: &'static Table,
    /// What is answered without TLS where there is TLS.
    pub redirect: Option<Redirect>,
}

pub struct Peer {
    pub address: IpAddr,
    pub site: Arc<Site>,
    pub is_encrypted: bool,
    /// HTTP/2: the peer must learn that its connection takes no more requests.
    pub goaway: Notify,
    /// Cancelled where its place is wanted for another.
    pub dismissed: CancellationToken,
    /// In a lock that is hardly waited for: a connection is one thread's, and others look at it only when there is no room.
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    since: Instant,
    requests: u64,
    is_draining: bool,
}

/// What a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first byte of all.
    Accepted,
    /// The rest of the TLS handshake.
    Handshake,
    /// The first byte after the handshake.
    Handshaken,
    /// The rest of a request's head.
    Head,
    /// HTTP/1: that a response is sent.
    Answer,
    /// That the peer reads.
    Write,
    /// HTTP/1: the first byte of the next request.
    Idle,
    /// HTTP/2, once a request has come: whatever comes next.
    Open,
}

impl Peer {
    pub fn new(address: IpAddr, site: Arc<Site>, is_encrypted: bool) -> Arc<Self> {
        Arc::new(Peer {
            address,
            site,
            is_encrypted,
            goaway: Notify::new(),
            dismissed: CancellationToken::new(),
            state: Mutex::new(State {
                phase: Phase::Accepted,
                since: Instant::now(),
                requests: 0,
                is_draining: false,
            }),
        })
    }

    pub fn phase(&self) -> Phase {
        self.state().phase
    }

    /// When the connection will have waited too long, and for which limit; none where the server shuts down.
    pub fn deadline(&self) -> (Instant, Option<Limit>) {
        let (state, limits) = (self.state(), &self.site.limits);
        let (limit, seconds) = match state.phase {
            Phase::Accepted | Phase::Idle if state.is_draining => {
                return (state.since + DRAIN, None);
            }
            Phase::Accepted if self.is_encrypted => {
                (Limit::HandshakeSeconds, limits.handshake_seconds)
            }
            Phase::Handshake => (Limit::HandshakeSeconds, limits.handshake_seconds),
            Phase::Accepted | Phase::Handshaken | Phase::Head => {
                (Limit::HeaderSeconds, limits.header_seconds)
            }
            Phase::Answer | Phase::Write => (Limit::WriteSeconds, limits.write_seconds),
            Phase::Idle | Phase::Open => (Limit::IdleSeconds, limits.idle_seconds),
        };
        let time = Duration::from_secs(seconds.into());
        (state.since + time, Some(limit))
    }

    /// Since when it has asked for nothing.
    pub fn idle_since(&self) -> Option<Instant> {
        self.waiting(&[Phase::Accepted, Phase::Handshaken, Phase::Idle, Phase::Open])
    }

    pub fn handshaking_since(&self) -> Option<Instant> {
        self.waiting(&[Phase::Accepted, Phase::Handshake])
    }

    fn waiting(&self, phases: &[Phase]) -> Option<Instant> {
        let state = self.state();
        let is_waiting = phases.contains(&state.phase) && !self.dismissed.is_cancelled();
        is_waiting.then_some(state.since)
    }

    pub fn enter(&self, phase: Phase) {
        self.state().enter(phase);
    }

    /// Bytes have come.
    pub fn received(&self) {
        let mut state = self.state();
        match state.phase {
            // It has waited since it was accepted: of several, the one that came first has waited for longest.
            Phase::Accepted if self.is_encrypted => state.phase = Phase::Handshake,
            Phase::Accepted | Phase::Handshaken | Phase::Idle => state.enter(Phase::Head),
            _ => {}
        }
    }

    /// A request has come: how many there are, and whether it is the last.
    pub fn requested(&self, phase: Phase) -> (u64, bool) {
        let mut state = self.state();
        state.enter(phase);
        state.requests += 1;
        let is_last = state.requests >= self.site.limits.requests_per_connection;
        (state.requests, is_last || state.is_draining)
    }

    /// The system has taken these bytes, or takes none until the peer reads.
    pub fn sent(&self, bytes: Option<usize>) {
        let mut state = self.state();
        let is_writing = state.phase == Phase::Write;
        if bytes.map_or(!is_writing, |bytes| bytes > 0 && is_writing) {
            state.enter(Phase::Write);
        }
    }

    /// The system has all that there was to send.
    pub fn flushed(&self, is_http2: bool) {
        let mut state = self.state();
        match state.phase {
            Phase::Write if is_http2 => state.enter(Phase::Open),
            Phase::Answer | Phase::Write => state.enter(Phase::Idle),
            _ => {}
        }
    }

    /// The server is shutting down: each response from here on is the last of its connection.
    pub fn drain(&self) {
        let mut state = self.state();
        state.is_draining = true;
        if matches!(state.phase, Phase::Accepted | Phase::Idle) {
            state.since = Instant::now();
        }
        self.goaway.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }
}
