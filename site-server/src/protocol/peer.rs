//! A peer, as the layers of its connection know it: what the connection waits for and since when.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::answer::redirect::Redirect;
use crate::answer::table::Table;
use crate::config::Limits;
use crate::observe::metrics::METRICS;

/// The time in which a connection that stays idle may send one more request once the server shuts down: one that is on its way is
/// answered, and the response says `Connection: close`.
pub const DRAIN: Duration = Duration::from_secs(1);

/// The limits and the responses that all connections are served with.
pub struct Site {
    pub limits: Limits,
    pub table: &'static Table,
    /// The answer without TLS where there is TLS.
    pub redirect: Option<Redirect>,
    /// Since when the server shuts down: each response from here on is the last of its connection.
    pub draining: OnceLock<Instant>,
}

pub struct Peer {
    pub address: IpAddr,
    pub site: Arc<Site>,
    pub is_encrypted: bool,
    /// HTTP/2: the peer must learn, once or more often, that its connection takes no more requests.
    pub goaway: Notify,
    /// Cancelled where it has waited too long, or its place is wanted for another.
    pub dismissed: CancellationToken,
    /// In a lock that is hardly waited for: others than its own thread look at it only now and then.
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    since: Instant,
    /// True once there has been a request.
    has_asked: bool,
    is_http2: bool,
}

/// The event that a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The end of the TLS handshake.
    Handshake,
    /// A request.
    Idle,
    /// HTTP/2, once a request has come: whatever comes next.
    Open,
    /// The rest of a request's head.
    Head,
    /// That the peer takes the response.
    Answer,
}

impl Peer {
    pub fn new(address: IpAddr, site: Arc<Site>, is_encrypted: bool) -> Arc<Self> {
        let phase = if is_encrypted {
            Phase::Handshake
        } else {
            Phase::Idle
        };
        Arc::new(Peer {
            address,
            site,
            is_encrypted,
            goaway: Notify::new(),
            dismissed: CancellationToken::new(),
            state: Mutex::new(State {
                phase,
                since: Instant::now(),
                has_asked: false,
                is_http2: false,
            }),
        })
    }

    pub fn phase(&self) -> Phase {
        self.state.lock().phase
    }

    /// Since when it has been in one of these phases.
    pub fn since(&self, phases: &[Phase]) -> Option<Instant> {
        let state = self.state.lock();
        phases.contains(&state.phase).then_some(state.since)
    }

    /// Ends its connection, for this limit.
    pub fn dismiss(&self, limit: &'static str) {
        METRICS.limit(limit);
        self.dismissed.cancel();
    }

    /// Ends its connection if it has waited too long: for its limit, or because the server shuts down.
    pub fn expire(&self, now: Instant) {
        if self.dismissed.is_cancelled() {
            return;
        }
        let (state, limits) = (self.state.lock(), &self.site.limits);
        let (limit, seconds) = match state.phase {
            Phase::Answer => ("write_seconds", limits.write_seconds),
            Phase::Open => ("idle_seconds", limits.idle_seconds),
            Phase::Idle if state.has_asked => ("idle_seconds", limits.idle_seconds),
            _ => ("header_seconds", limits.header_seconds),
        };
        if now > state.since + Duration::from_secs(seconds.into()) {
            self.dismiss(limit);
        } else if let Some(start) = self.site.draining.get() {
            self.goaway.notify_one();
            let is_waiting = matches!(state.phase, Phase::Handshake | Phase::Idle);
            if is_waiting && now > state.since.max(*start) + DRAIN {
                self.dismissed.cancel();
            }
        }
    }

    pub fn handshaken(&self) {
        self.state.lock().enter(Phase::Idle);
    }

    /// Bytes have come.
    pub fn received(&self) {
        let mut state = self.state.lock();
        if state.phase == Phase::Idle {
            state.enter(Phase::Head);
        }
    }

    /// A request has come; whether it is the last.
    pub fn requested(&self, is_http2: bool) -> bool {
        let mut state = self.state.lock();
        state.is_http2 = is_http2;
        state.enter(if is_http2 { Phase::Open } else { Phase::Answer });
        state.has_asked = true;
        self.site.draining.get().is_some()
    }

    /// The system has taken a part of a response, or takes none until the peer reads.
    pub fn sent(&self, is_blocked: bool) {
        let mut state = self.state.lock();
        match state.phase {
            Phase::Answer if is_blocked => {}
            Phase::Answer | Phase::Open => state.enter(Phase::Answer),
            // Before the first request there is nothing to send but frames.
            _ => {}
        }
    }

    /// The system has all that there was to send.
    pub fn flushed(&self) {
        let mut state = self.state.lock();
        match state.phase {
            Phase::Answer if state.is_http2 => state.enter(Phase::Open),
            Phase::Answer => state.enter(Phase::Idle),
            _ => {}
        }
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }
}
