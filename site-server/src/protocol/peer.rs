//! A peer, shared by the layers of its connection: what the connection waits for, and since when.
//!
//! One thread serves a connection and records what it waits for. The watcher reads that, and so does a new connection that needs a place.
//! Recording reads no clock: times come from the watcher's ticks.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::challenge::Challenges;
use super::orders::Orders;
use crate::answer::edition::InForce;
use crate::answer::redirect::Redirect;
use crate::config::Limits;
use crate::observe::metrics::METRICS;
use site_table::Table;

/// How long an idle connection may still send one more request after the server has begun to shut down, in milliseconds. A request that
/// is already on its way is answered with `Connection: close`.
pub const DRAIN: u64 = 1_000;

/// The limits and responses of all connections.
pub struct Site {
    pub limits: Limits,
    pub table: &'static Table,
    /// The edition that answers each request.
    pub edition: InForce,
    /// The response without TLS if there is TLS.
    pub redirect: Option<Redirect>,
    /// The files that a certificate authority may request without TLS.
    pub challenges: Option<Challenges>,
    /// When the server began to shut down. Each response after that is the last on its connection.
    pub draining: OnceLock<u64>,
    pub clock: Clock,
}

/// Milliseconds since the start, as of the watcher's last tick.
#[derive(Default)]
pub struct Clock(AtomicU64);

impl Clock {
    pub fn set(&self, now: u64) {
        self.0.store(now, Ordering::Relaxed);
    }

    pub fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

pub struct Peer {
    pub address: IpAddr,
    pub site: Arc<Site>,
    pub is_encrypted: bool,
    /// True for a trusted proxy, whichever client it names.
    pub is_trusted: bool,
    /// Orders, for example if it has waited too long or another connection needs its place.
    pub orders: Orders,
    /// The awaited event in the lowest [`WAIT_BITS`], and since when in the bits above.
    state: AtomicU64,
}

/// The event that a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// The end of the TLS handshake.
    Handshake,
    /// The first request.
    FirstRequest,
    /// The rest of a request's head.
    Head,
    /// The peer reading a response.
    Response,
    /// The next request.
    NextRequest,
}

const WAIT_BITS: u32 = 3;
const WAITS: [Wait; 5] = [
    Wait::Handshake,
    Wait::FirstRequest,
    Wait::Head,
    Wait::Response,
    Wait::NextRequest,
];

impl Wait {
    /// Returns true if there is no unanswered request.
    pub fn is_idle(self) -> bool {
        matches!(
            self,
            Wait::Handshake | Wait::FirstRequest | Wait::NextRequest
        )
    }
}

impl Peer {
    pub fn new(address: IpAddr, site: Arc<Site>, is_encrypted: bool, is_trusted: bool) -> Self {
        let peer = Peer {
            address,
            site,
            is_encrypted,
            is_trusted,
            orders: Orders::default(),
            state: AtomicU64::new(0),
        };
        let first = if is_encrypted {
            Wait::Handshake
        } else {
            Wait::FirstRequest
        };
        peer.waits_for(first);
        peer
    }

    /// The time at the watcher's last tick.
    pub fn now(&self) -> u64 {
        self.site.clock.now()
    }

    /// Sets what the connection waits for from now.
    pub fn waits_for(&self, wait: Wait) {
        self.waits_since(wait, self.now());
    }

    /// Sets what the connection waits for, and since when.
    pub fn waits_since(&self, wait: Wait, since: u64) {
        let state = since << WAIT_BITS | wait as u64;
        self.state.store(state, Ordering::Relaxed);
    }

    /// Returns the awaited event, and since when.
    pub fn wait(&self) -> (Wait, u64) {
        let state = self.state.load(Ordering::Relaxed);
        let number = state & ((1 << WAIT_BITS) - 1);
        let wait = usize::try_from(number)
            .ok()
            .and_then(|number| WAITS.get(number));
        (*wait.unwrap_or(&Wait::Handshake), state >> WAIT_BITS)
    }

    /// Ends the connection because of this limit.
    pub fn dismiss(&self, limit: &'static str) {
        METRICS.limit(limit);
        self.orders.dismiss();
    }

    /// Ends the connection if it has waited too long: for its limit, or because the server shuts down.
    pub fn expire(&self, now: u64) {
        if self.orders.is_dismissed() {
            return;
        }
        let limits = &self.site.limits;
        let (wait, since) = self.wait();
        let (limit, seconds) = match wait {
            Wait::Response => ("write_seconds", limits.write_seconds),
            Wait::NextRequest => ("idle_seconds", limits.idle_seconds),
            Wait::Handshake | Wait::FirstRequest | Wait::Head => {
                ("header_seconds", limits.header_seconds)
            }
        };
        if now > since + 1_000 * u64::from(seconds) {
            self.dismiss(limit);
        } else if let Some(start) = self.site.draining.get() {
            self.orders.say_goaway();
            if wait.is_idle() && now > since.max(*start) + DRAIN {
                self.orders.dismiss();
            }
        }
    }
}
